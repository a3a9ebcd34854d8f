"""Large JSON is compressed for the clients that accept that; small JSON never is."""

import gzip
import json
from hashlib import sha256
from typing import Any

import pytest

from service.api.compression import MIN_COMPRESSED, is_compressed
from service.app import EXTENSION, create_app
from service.limits import LARGEST_COMPRESSED_INLINE
from tests.support.requests import APP, OPERATIONS, POSTS, REQUESTS, ask, request_of
from tests.support.rows import rows
from tests.support.servers import Server
from tests.support.wsgi import Request, Response, call, get, post

LARGE = "piles=" + ",".join(["987654321"] * 63)  # each of which can be reduced to win
SMALL = "piles=3,4,5"
HUGE = "piles=31,31,31&all=true"  # a table of 446 kB

# Whether gzip is sent to a client whose Accept-Encoding is this (RFC 9110, 12.5.3).
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
    response = call(APP, get("/move", LARGE, HTTP_ACCEPT_ENCODING=accepted))
    assert response.header("Content-Encoding") == ("gzip" if is_sent else None)


@rows("accepted", ACCEPTED)
def test_files_are_negotiated_in_the_same_way(accepted: str) -> None:
    response = call(APP, get("/openapi.yaml", HTTP_ACCEPT_ENCODING=accepted))
    assert response.header("Content-Encoding") == ("gzip" if ACCEPTED[accepted] else None)


def both(request: Request) -> tuple[Response, Response]:
    """The response without compression, and with it."""
    compressed = request._replace(headers={**request.headers, "HTTP_ACCEPT_ENCODING": "gzip"})
    return call(APP, request), call(APP, compressed)


KINDS = {
    "a link": get("/move", LARGE),
    "a link to a table": get("/positions", HUGE),
    "a drawing": get("/graph", "piles=5,6,7", HTTP_ACCEPT="text/vnd.graphviz"),
    "a graph sent for": post("/graph", {"piles": [5, 6, 7]}),
    "a batch": post("/moves", {"positions": [{"piles": [3, 4, 5]}] * 1_000}),
    "the games": get("/games"),
    "the contract": get("/openapi.json"),
}


@pytest.mark.parametrize("request_", KINDS.values(), ids=KINDS)
def test_what_is_compressed_is_the_same_and_much_shorter(request_: Request) -> None:
    plain, compressed = both(request_)
    assert compressed.header("Content-Encoding") == "gzip"
    assert gzip.decompress(compressed.body) == plain.body
    assert len(compressed.body) < len(plain.body) / 2


@pytest.mark.parametrize("request_", KINDS.values(), ids=KINDS)
def test_both_have_their_own_length_and_say_that_they_depend_on_the_client(
    request_: Request,
) -> None:
    for response in both(request_):
        assert response.header("Content-Length") == str(len(response.body))
        assert "Accept-Encoding" in (response.header("Vary") or "").split(", ")


def test_metrics_are_compressed() -> None:
    app = create_app(ACCESS_LOG=False)
    for path in ("/healthz", "/move", "/moves", "/graph", "/nothing"):
        call(app, get(path))
    response = call(app, get("/metrics", HTTP_ACCEPT_ENCODING="gzip"))
    assert (response.header("Content-Encoding"), response.header("Vary")) == (
        "gzip",
        "Accept, Accept-Encoding",
    )
    assert b"nim_build_info" in gzip.decompress(response.body)


# --- Sizes ----------------------------------------------------------------------------------------


def on_loop(request: Request) -> Response:
    """The response that the event loop gives, as the service's own server asks for it."""
    app = create_app(ACCESS_LOG=False)
    call(app, get("/healthz"))
    service = app.extensions[EXTENSION]

    def serve(environ: dict[str, Any], start_response: Any) -> Any:
        queue, respond = service.prepare(environ, request.body)
        assert queue is None
        response = respond()
        start_response(response.status, response.headers)
        return [response.body]

    return call(serve, request)


@rows(("method", "path"), [each for each in OPERATIONS if each[1] != "/games"])
@rows("accepted", ["gzip", "gzip, identity;q=0"])
def test_a_small_response_is_never_compressed_and_does_not_vary(
    method: str, path: str, accepted: str
) -> None:
    keys = {**REQUESTS[path], "piles": [2, 1]} if "piles" in REQUESTS[path] else REQUESTS[path]
    response = ask(method, path, keys, HTTP_ACCEPT_ENCODING=accepted)
    assert (response.status, len(response.body) < MIN_COMPRESSED) == ("200 OK", True)
    assert response.header("Content-Encoding") is None
    assert response.header("Vary") == ("Accept" if path == "/graph" else None)


def piles(count: int) -> str:
    return "piles=" + ",".join(["1"] * count)


def test_the_smallest_response_that_is_compressed_has_1_kib() -> None:
    sizes: dict[bool, list[int]] = {False: [], True: []}
    for count in range(1, 61, 2):
        plain, compressed = both(get("/move", piles(count)))
        sizes[compressed.header("Content-Encoding") == "gzip"].append(len(plain.body))
    assert max(sizes[False]) < MIN_COMPRESSED == 1_024 <= min(sizes[True])
    accepts = {"HTTP_ACCEPT_ENCODING": "gzip"}
    assert is_compressed(accepts, MIN_COMPRESSED)
    assert not is_compressed(accepts, MIN_COMPRESSED - 1)


def test_the_event_loop_compresses_up_to_8_kib() -> None:
    sizes: dict[bool, list[int]] = {False: [], True: []}
    for count in range(101, 401, 20):
        request = get("/move", piles(count), HTTP_ACCEPT_ENCODING="gzip")
        response = on_loop(request)
        plain = call(APP, get("/move", piles(count)))
        sizes[response.header("Content-Encoding") == "gzip"].append(len(plain.body))
        assert response.header("Vary") == "Accept-Encoding"
    assert max(sizes[True]) <= LARGEST_COMPRESSED_INLINE == 8_192 < min(sizes[False])


def test_a_thread_compresses_more() -> None:
    plain, compressed = both(get("/positions", HUGE))
    assert len(compressed.body) < len(plain.body) / 8


# --- ETags and HEAD -------------------------------------------------------------------------------


def test_each_encoding_has_an_etag_of_its_own() -> None:
    plain, compressed = both(get("/move", LARGE))
    one, other = plain.header("ETag"), compressed.header("ETag")
    assert one is not None
    assert other == f'{one[:-1]}-gzip"'


@pytest.mark.parametrize("accepted", ["", "gzip"])
def test_a_client_that_has_the_response_gets_304(accepted: str) -> None:
    headers = {"HTTP_ACCEPT_ENCODING": accepted}
    first = call(APP, get("/move", LARGE, **headers))
    again = call(APP, get("/move", LARGE, HTTP_IF_NONE_MATCH=first.header("ETag") or "", **headers))
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


@pytest.mark.parametrize("accepted", ["", "gzip"])
@pytest.mark.parametrize("path", ["/move", "/positions", "/games"])
def test_head_has_the_headers_of_get(path: str, accepted: str) -> None:
    query = {"/move": LARGE, "/positions": HUGE, "/games": ""}[path]
    request = get(path, query, HTTP_ACCEPT_ENCODING=accepted)
    got = call(APP, request)
    head = call(APP, request._replace(method="HEAD"))
    assert head == got._replace(body=b"")


@pytest.mark.parametrize("path", POSTS)
def test_a_response_to_post_has_no_etag(path: str) -> None:
    response = ask("POST", path, REQUESTS[path], HTTP_ACCEPT_ENCODING="gzip")
    assert (response.status, response.header("ETag")) == ("200 OK", None)


def test_equal_responses_have_equal_bytes() -> None:
    one, other = (both(get("/move", LARGE))[1] for _ in range(2))
    assert sha256(one.body).digest() == sha256(other.body).digest()


@pytest.mark.parametrize("app", [APP, create_app(ACCESS_LOG=False)])
def test_flask_and_the_shortcut_give_the_same_bytes(app: Any) -> None:
    """The second application has never responded, so that its first response is Flask's."""
    request = request_of("GET", "/move", {"piles": [987_654_321] * 63}, HTTP_ACCEPT_ENCODING="gzip")
    assert call(app, request) == call(APP, request)


@pytest.mark.serving
def test_the_service_compresses_a_batch_of_3_mb_to_an_eighth() -> None:
    batch = {"positions": [{"piles": [i, i + 1, i + 2, 7, 9]} for i in range(10_000)]}
    with Server() as server:
        plain = server.post("/moves", batch)
        sent = server.post("/moves", batch, **{"Accept-Encoding": "gzip"})
    assert (plain.status, sent.status) == (200, 200)
    assert (plain.headers.get("content-encoding"), sent.headers["content-encoding"]) == (
        None,
        "gzip",
    )
    assert json.loads(gzip.decompress(sent.body)) == plain.json
    assert len(sent.body) * 8 < len(plain.body)
