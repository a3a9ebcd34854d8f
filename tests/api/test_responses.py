"""A cacheable response contains nothing about the client that requested it."""

import pytest
from flask import Flask

from service.app import create_app
from tests.support.positions import query_of
from tests.support.requests import APP, GETS, POSTS, REQUESTS, ask
from tests.support.rows import rows
from tests.support.wsgi import Request, call, get, post

TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
IDS = {"HTTP_X_REQUEST_ID": "mine", "HTTP_TRACEPARENT": TRACE}

PAGES = ["/", "/learn", "/see", "/docs", "/static/core/base.css", "/favicon.ico"]
FILES = ["/openapi.yaml", "/openapi.json", *PAGES]

KEPT = [
    *(get(path, query_of(REQUESTS[path])) for path in GETS),
    *(get(path) for path in FILES),
]

ORIGINS = {"ACCESS_LOG": False, "CORS_ORIGINS": ("https://game.example",)}


@rows("method", ["GET", "HEAD"])
@rows("request_", KEPT)
def test_a_response_that_is_kept_is_the_same_for_all(request_: Request, method: str) -> None:
    """Even in the headers, the response has neither an id nor a trace of the request."""
    request = request_._replace(method=method)
    mine = request._replace(headers={**request.headers, **IDS})
    one, other = call(APP, request), call(APP, mine)
    assert one == other
    assert one.status == "200 OK"
    assert (one.header("X-Request-ID"), one.header("traceparent")) == (None, None)


@rows("request_", KEPT)
def test_not_even_304_has_an_id(request_: Request) -> None:
    """A cache would update the stored response with its headers (RFC 9111, 4.3.4)."""
    etag = call(APP, request_).header("ETag") or ""
    response = call(APP, request_._replace(headers={**IDS, "HTTP_IF_NONE_MATCH": etag}))
    assert (response.status, response.header("X-Request-ID")) == ("304 NOT MODIFIED", None)


NOT_KEPT = {
    "a POST": Request("POST", "/move", "", b'{"piles": [3]}', {"CONTENT_TYPE": "application/json"}),
    "an invalid POST": Request("POST", "/move", "", b"{}", {"CONTENT_TYPE": "application/json"}),
    "an invalid link": get("/move", "piles=x"),
    "a probe": get("/healthz"),
    "metrics": get("/metrics"),
    "what is not there": get("/nothing"),
    "a page that is not there": get("/nothing", HTTP_ACCEPT="text/html"),
    "another method": Request("DELETE", "/move"),
    "a preflight": Request("OPTIONS", "/move"),
}


@pytest.mark.parametrize("request_", NOT_KEPT.values(), ids=NOT_KEPT)
def test_every_other_response_has_the_id_of_its_request_and_no_trace(request_: Request) -> None:
    """W3C Trace Context defines `traceparent` for requests only."""
    response = call(APP, request_._replace(headers={**request_.headers, **IDS}))
    assert (response.header("X-Request-ID"), response.header("traceparent")) == ("mine", None)


def test_a_response_of_an_extension_that_does_not_forbid_caches_has_no_id() -> None:
    """RFC 9111 allows a cache to store the response to a GET by default."""
    app = create_app(ACCESS_LOG=False)
    app.add_url_rule("/hello", view_func=lambda: "hello")
    assert call(app, get("/hello", **IDS)).header("X-Request-ID") is None


# --- Vary -----------------------------------------------------------------------------------------

LARGE = "piles=" + ",".join(["9"] * 63)

VARY = {
    "a small link": (get("/move", "piles=3"), None),
    "a large link": (get("/move", LARGE), "Accept-Encoding"),
    "a small graph": (get("/graph", "piles=3"), "Accept"),
    "a large graph": (get("/graph", "piles=5,6,7"), "Accept, Accept-Encoding"),
    "the games": (get("/games"), "Accept-Encoding"),
    "a page": (get("/"), "Accept-Encoding"),
    "a small POST": (NOT_KEPT["a POST"], None),
    "a small graph by POST": (post("/graph", {"piles": [3]}), "Accept"),
}


@pytest.mark.parametrize(("request_", "vary"), VARY.values(), ids=VARY)
def test_a_response_varies_by_what_it_depends_on(request_: Request, vary: str | None) -> None:
    assert call(APP, request_).header("Vary") == vary


@pytest.fixture(scope="module")
def for_one_origin() -> Flask:
    return create_app(ORIGINS)


@pytest.mark.parametrize(("request_", "vary"), VARY.values(), ids=VARY)
def test_it_varies_by_origin_too_where_only_some_may_read_it(
    for_one_origin: Flask, request_: Request, vary: str | None
) -> None:
    response = call(for_one_origin, request_)
    assert [value for name, value in response.headers if name == "Vary"] == [
        f"{vary}, Origin" if vary else "Origin"
    ]


def test_the_drawing_and_the_list_of_a_graph_have_different_etags() -> None:
    listed = ask("GET", "/graph", {"piles": [1, 2]})
    drawn = ask("GET", "/graph", {"piles": [1, 2]}, HTTP_ACCEPT="text/vnd.graphviz")
    assert listed.header("ETag") != drawn.header("ETag")


@rows("path", POSTS)
def test_what_is_posted_says_nothing_of_caches(path: str) -> None:
    """A cache stores a response to POST only if that allows it explicitly (RFC 9110, 9.3.3)."""
    response = ask("POST", path, REQUESTS[path])
    assert (response.header("Cache-Control"), response.header("ETag")) == (None, None)
