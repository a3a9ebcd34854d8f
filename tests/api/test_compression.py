"""Large responses are compressed for the clients that accept that; small ones never are."""

import gzip
import json

import pytest

from service.api.negotiation import accepts_gzip
from service.api.responses import negotiated_response
from service.app import EXTENSION, create_app
from service.server.application import Later
from tests.support.requests import APP
from tests.support.rows import rows
from tests.support.wsgi import Request, Response, call, get, post

LARGE = "piles=" + ",".join(["987654321"] * 63)  # reducing any of them can win

# Whether a client with this Accept-Encoding gets gzip (RFC 9110, 12.5.3).
ACCEPTED = {
    "gzip": True,
    "GZIP": True,
    "x-gzip": True,
    "gzip, deflate, br, zstd": True,
    "deflate, gzip;q=1.0, *;q=0.5": True,
    "*": True,
    "br, *": True,
    "identity;q=0.5, gzip;q=0.5": True,
    "identity;q=0, gzip;q=0.001": True,
    "identity; q=0 , gzip ; q=0.1": True,
    "gzip;q=0.5": True,
    "": False,
    "identity": False,
    "br": False,
    "br, zstd": False,
    "gzip;q=0": False,
    "gzip;q=0.000": False,
    "*;q=0": False,
    "*, gzip;q=0": False,
    "identity, gzip;q=0.5": False,
    "gzip;q=2": False,
    "gzip;q=x": False,
    "gzip;level=9": False,
    "gzipped": False,
    ",,;": False,
    "gzip," + " " * 300: True,
}


@rows(("accepted", "is_sent"), ACCEPTED.items())
def test_gzip_is_sent_to_those_who_accept_it(accepted: str, is_sent: bool) -> None:
    assert accepts_gzip({"HTTP_ACCEPT_ENCODING": accepted}) is is_sent


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip", "gzip"), ("gzip;q=0", None)])
def test_files_are_negotiated_in_the_same_way(accepted: str, encoding: str | None) -> None:
    response = call(APP, get("/openapi.yaml", HTTP_ACCEPT_ENCODING=accepted))
    assert response.header("Content-Encoding") == encoding


def both(request: Request) -> tuple[Response, Response]:
    """The response without compression, and with it."""
    compressed = request._replace(headers={**request.headers, "HTTP_ACCEPT_ENCODING": "gzip"})
    return call(APP, request), call(APP, compressed)


KINDS = {
    "a link": get("/move", LARGE),
    "a link to a table": get("/positions", "piles=5,6,7&all=true"),
    "a drawing": get("/graph", "piles=5,6,7", HTTP_ACCEPT="text/vnd.graphviz"),
    "a graph sent for": post("/graph", {"piles": [5, 6, 7]}),
    "a batch": post("/moves", {"positions": [{"piles": [3, 4, 5]}] * 100}),
    "the games": get("/games"),
    "the contract": get("/openapi.json"),
}


@pytest.mark.parametrize("request_", KINDS.values(), ids=KINDS)
def test_what_is_compressed_is_the_same_and_much_shorter(request_: Request) -> None:
    plain, compressed = both(request_)
    assert compressed.header("Content-Encoding") == "gzip"
    assert gzip.decompress(compressed.body) == plain.body
    assert len(compressed.body) < len(plain.body) / 2
    for response in (plain, compressed):
        assert response.header("Content-Length") == str(len(response.body))
        assert "Accept-Encoding" in (response.header("Vary") or "").split(", ")


def test_equal_responses_have_equal_bytes() -> None:
    """They don't contain the time (RFC 1952, 2.3.1)."""
    _, compressed = both(KINDS["a link"])
    assert compressed.body[4:8] == bytes(4)


# --- Sizes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "is_sent"), [(1_023, False), (1_024, True), (10_000_000, True)])
def test_a_body_of_1_kib_or_more_is_compressed(size: int, is_sent: bool) -> None:
    response = negotiated_response({"HTTP_ACCEPT_ENCODING": "gzip"}, bytes(size))
    assert (("Content-Encoding", "gzip") in response.headers) is is_sent


@pytest.mark.parametrize("count", [63, 401, 1_001])
def test_the_services_own_server_compresses_on_its_loop(count: int) -> None:
    app = create_app(ACCESS_LOG=False)
    call(app, get("/healthz"))  # the first request goes through Flask
    service = app.extensions[EXTENSION]
    request = post("/move", {"piles": [1] * count}, HTTP_ACCEPT_ENCODING="gzip")
    response = service.handle(request.environ(), request.body)
    assert not isinstance(response, Later)
    assert ("Content-Encoding", "gzip") in response.headers
    solution = json.loads(gzip.decompress(response.body))
    assert len(solution["winning_moves"]) == count


# --- ETags and HEAD -------------------------------------------------------------------------------


def test_each_encoding_has_an_etag_of_its_own() -> None:
    plain, compressed = both(get("/move", LARGE))
    one, other = plain.header("ETag"), compressed.header("ETag")
    assert one is not None
    assert other == f'{one[:-1]}-gzip"'


def test_a_client_that_has_the_compressed_response_gets_304() -> None:
    accepted = {"HTTP_ACCEPT_ENCODING": "gzip"}
    first = call(APP, get("/move", LARGE, **accepted))
    known = {"HTTP_IF_NONE_MATCH": first.header("ETag") or ""}
    again = call(APP, get("/move", LARGE, **accepted, **known))
    assert (again.status, again.body) == ("304 NOT MODIFIED", b"")
    for name in ("ETag", "Vary", "Cache-Control"):
        assert again.header(name) == first.header(name) is not None
    for name in ("Content-Encoding", "Content-Length", "Content-Type"):
        assert again.header(name) is None


def test_a_client_that_has_another_encoding_gets_the_one_it_accepts_now() -> None:
    plain, compressed = both(get("/move", LARGE))
    etag = plain.header("ETag") or ""
    again = call(APP, get("/move", LARGE, HTTP_ACCEPT_ENCODING="gzip", HTTP_IF_NONE_MATCH=etag))
    assert (again.status, again.body) == ("200 OK", compressed.body)


@pytest.mark.parametrize("request_", [get("/move", LARGE), get("/games")], ids=["link", "games"])
def test_head_has_the_headers_of_get(request_: Request) -> None:
    for got, head in zip(both(request_), both(request_._replace(method="HEAD")), strict=True):
        assert head == got._replace(body=b"")
