"""QUERY (RFC 10008): the request and response of POST, which caches may keep."""

import gzip

import pytest

from tests.support.requests import POSTS, REQUESTS
from tests.support.rows import rows
from tests.support.service import Service

ACCEPT_QUERY = '"application/json"'

WITHOUT = ["/healthz", "/games", "/nimbers/sum", "/openapi.yaml", "/mcp", "/"]
"""Paths that take no body, or only messages."""


@rows("path", POSTS)
def test_query_gives_what_post_gives(service: Service, path: str) -> None:
    for body, status in [(REQUESTS[path], 200), ({"unknown": 1}, 422)]:
        by_post = service.post(path, body)
        by_query = service.request("QUERY", path, body)
        assert (by_query.status, by_query.body) == (status, by_post.body)


@rows("path", POSTS)
def test_a_response_may_be_kept_and_has_no_id(service: Service, path: str) -> None:
    reply = service.request("QUERY", path, REQUESTS[path])
    assert reply.headers["cache-control"] == "public, max-age=86400"
    assert "x-request-id" not in reply.headers
    again = service.request("QUERY", path, REQUESTS[path], {"If-None-Match": reply.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    other = service.request("QUERY", path, REQUESTS[path], {"If-Match": '"another"'})
    assert other.status == 412


def test_the_version_is_that_of_get_and_another_for_another_body(service: Service) -> None:
    first, other = (service.request("QUERY", "/move", {"piles": [3, 4, n]}) for n in (5, 6))
    assert first.headers["etag"] == service.get("/move?piles=3,4,5").headers["etag"]
    assert first.headers["etag"] != other.headers["etag"]


def test_a_large_response_is_compressed(service: Service) -> None:
    body = {"positions": [{"piles": [3, 4, 5]}] * 40}
    reply = service.request("QUERY", "/moves", body, {"Accept-Encoding": "gzip"})
    assert reply.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(reply.body) == service.post("/moves", body).body


def test_a_representation_is_negotiated(service: Service) -> None:
    sent = {"Accept": "text/vnd.graphviz"}
    reply = service.request("QUERY", "/graph", {"piles": [1]}, sent)
    assert reply.headers["content-type"] == "text/vnd.graphviz"
    assert reply.headers["vary"] == "Accept"


def test_an_error_is_not_kept_and_has_an_id(service: Service) -> None:
    reply = service.request("QUERY", "/move", {"piles": [-1]}, {"X-Request-ID": "a-query"})
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["x-request-id"] == "a-query"
    assert reply.json["errors"][0]["pointer"] == "#/piles/0"


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b'{"piles": [3]}', {"Content-Type": "text/plain"}, 415),
        (b'{"piles": [3]}', {"Content-Encoding": "gzip"}, 415),
        (b"", {}, 400),
        (b"piles=3", {}, 400),
    ],
)
def test_a_body_must_be_json(
    service: Service, body: bytes, headers: dict[str, str], status: int
) -> None:
    reply = service.request("QUERY", "/move", body, headers)
    assert reply.status == status
    assert (reply.headers.get("accept-query") == ACCEPT_QUERY) == (status == 415)


def test_keys_are_not_taken_from_the_address(service: Service) -> None:
    reply = service.request("QUERY", "/move?piles=3", {"piles": [3]})
    assert reply.json["detail"] == "piles: unknown key; send it in the body."


@rows("path", POSTS)
def test_options_and_405_say_what_query_takes(service: Service, path: str) -> None:
    for reply in (service.request("OPTIONS", path), service.request("PUT", path)):
        assert "QUERY" in reply.headers["allow"].split(", ")
        assert reply.headers["accept-query"] == ACCEPT_QUERY


@pytest.mark.parametrize("path", WITHOUT)
def test_other_paths_have_no_query(service: Service, path: str) -> None:
    reply = service.request("QUERY", path, {})
    assert reply.status == 405
    for each in (reply, service.request("OPTIONS", path)):
        assert "QUERY" not in each.headers["allow"]
        assert "accept-query" not in each.headers
