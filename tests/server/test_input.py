"""Requests on the wire: if HTTP allows one, it gets a response and the connection continues."""

import pytest
from flask import request

from service.app import EXTENSION, create_app
from tests.support import wires
from tests.support.clients import (
    BODY,
    CHUNKED,
    CLOSE,
    HOST,
    MAX_BODY,
    NIM_SUM,
    TYPE,
    chunked,
    get,
    post,
    post_head,
)
from tests.support.wires import Wire

LENGTH = b"Content-Length: %d\r\n" % len(BODY)
EXPECT = b"Expect: 100-continue\r\n"
LAST_CHUNK = b"0\r\n\r\n"

VALID = {
    "declared": post(),
    "keep-alive": post(BODY, b"Connection: keep-alive\r\n"),
    "chunked": post_head(CHUNKED) + chunked(BODY) + LAST_CHUNK,
    "tiny chunks": post_head(CHUNKED) + chunked(*map(bytes, zip(BODY))) + LAST_CHUNK,
    "chunk extension": post_head(CHUNKED) + b"17;name=value\r\n" + BODY + b"\r\n" + LAST_CHUNK,
    "spaces around an extension": (
        post_head(CHUNKED) + b'17 \t; \ta \t= \t"b;\\"" ;c\r\n' + BODY + b"\r\n" + LAST_CHUNK
    ),
    "spaces around a coding": (
        post_head(b"Transfer-Encoding: \tchunked \t\r\n") + chunked(BODY) + LAST_CHUNK
    ),
    "spaces around a length": (post_head(b"Content-Length: \t%d \t\r\n" % len(BODY)) + BODY),
    "spaces around a host": post().replace(b"Host: nim", b"Host: \tnim \t"),
    "trailer": post_head(CHUNKED) + chunked(BODY) + b"0\r\nChecksum: x\r\n\r\n",
    "empty line before": b"\r\n" + post(),
    "underscored header": post(BODY, b"content_length: 3\r\n"),
    "an upgrade": post(BODY, b"Connection: Upgrade\r\nUpgrade: h2c\r\n"),
    "the largest body": post(BODY.rjust(MAX_BODY)),
    "the largest body, chunked": post_head(CHUNKED) + chunked(BODY.rjust(MAX_BODY)) + LAST_CHUNK,
    "empty lines in a chunk": (
        post_head(CHUNKED) + chunked(b"\r\n\r\n" * 1_000, BODY, b"\r\n\r\n") + LAST_CHUNK
    ),
    "a host with a port": post().replace(b"Host: nim", b"Host: nim:8000"),
    "an absolute target": post(path=b"http://nim/move"),
    "an absolute target with an empty port": post(path=b"http://nim:/move"),
    "an absolute target in capitals": post(path=b"HTTP://NIM/move"),
    "a later minor version": post().replace(b"HTTP/1.1", b"HTTP/1.2"),
    "zeros before a length": post_head(b"Content-Length: %030d\r\n" % len(BODY)) + BODY,
    "100 headers": post(BODY, *[b"A%d: b\r\n" % n for n in range(97)]),
    "a header of the largest size": post(BODY, b"A: " + b"b" * 8_190 + b"\r\n"),
    "a header with the longest name": post(BODY, b"a" * 8_190 + b": b\r\n"),
}


@pytest.mark.parametrize("request_", VALID.values(), ids=VALID)
def test_a_request_gets_a_response_and_the_connection_is_kept(wire: Wire, request_: bytes) -> None:
    for _ in range(3):
        reply = wire.ask(request_)
        assert (reply.status, reply.json["nim_sum"]) == (200, NIM_SUM)
        assert "connection" not in reply.headers


def test_a_target_of_the_largest_size_is_read(wire: Wire) -> None:
    assert wire.ask(get(b"/healthz?" + b"a" * 8_181)).status == 200


def test_pipelined_requests_get_responses_in_order(wire: Wire) -> None:
    piles = range(1, 101)
    wire.send(*(post(b'{"piles": [%d]}' % pile) for pile in piles))
    assert [wire.reply().json["nim_sum"] for _ in piles] == list(piles)


@pytest.mark.parametrize("request_", [VALID["declared"], VALID["trailer"]])
def test_a_request_may_come_byte_by_byte(wire: Wire, request_: bytes) -> None:
    for byte in request_:
        wire.send(bytes([byte]))
    assert wire.reply().json["nim_sum"] == NIM_SUM


def test_head_has_the_headers_of_get(wire: Wire) -> None:
    of_get = wire.ask(get(b"/move?piles=3"))
    of_head = wire.ask(get(b"/move?piles=3").replace(b"GET", b"HEAD"))
    assert (of_head.status, of_head.body) == (200, b"")
    assert of_head.headers["content-length"] == str(len(of_get.body))


KEEP = b"Connection: keep-alive\r\n"


@pytest.mark.parametrize(
    "asks", [b"", KEEP, b"Connection: keep-alive, close\r\n", b"Connection: close\r\n" + KEEP]
)
def test_http_1_0_keeps_the_connection_only_if_asked(wire: Wire, asks: bytes) -> None:
    request = b"POST /move HTTP/1.0\r\n" + TYPE + LENGTH + EXPECT + asks + b"\r\n" + BODY
    reply = wire.ask(request)
    assert (reply.status, reply.json["nim_sum"]) == (200, NIM_SUM)
    assert reply.headers["connection"] == ("keep-alive" if asks == KEEP else "close")
    assert wire.is_over is (asks != KEEP)


@pytest.mark.parametrize("last", [b"", CHUNKED])
def test_a_connection_is_closed_if_the_head_or_the_trailer_says_so(wire: Wire, last: bytes) -> None:
    if last:
        wire.send(post_head(CHUNKED), chunked(BODY), b"0\r\n", CLOSE, b"\r\n")
    else:
        wire.send(post(BODY, CLOSE))
    assert wire.reply().headers["connection"] == "close"
    assert wire.is_over


def test_a_body_that_has_begun_to_arrive_is_not_asked_for(wire: Wire) -> None:
    """RFC 9110, section 10.1.1."""
    wire.send(post_head(EXPECT + b"Content-Length: 20000\r\n"), b" " * 10_000)
    assert wire.received == b""
    wire.send(b'{"piles": [3]}'.rjust(10_000))
    assert wire.statuses == [200]


@pytest.mark.parametrize("expect", [EXPECT, b"Expect:\t100-Continue \t\r\n"])
def test_an_expected_100_comes_before_the_body(wire: Wire, expect: bytes) -> None:
    wire.send(post_head(expect, LENGTH))
    assert wire.reply().status == 100
    assert wire.ask(BODY).json["nim_sum"] == NIM_SUM
    assert wire.ask(post()).status == 200


REFUSED = {
    "an unknown path": (post_head(EXPECT, LENGTH, path=b"/nothing"), 404),
    "an unknown path, with a body in chunks": (post_head(EXPECT, CHUNKED, path=b"/nothing"), 404),
    "a path without this method": (post_head(EXPECT, LENGTH, path=b"/games"), 405),
    "another method": (post_head(EXPECT, LENGTH).replace(b"POST", b"PATCH"), 405),
    "a method in small letters": (post_head(EXPECT, LENGTH).replace(b"POST", b"post"), 405),
    "a parameter beside the body": (post_head(EXPECT, LENGTH, path=b"/move?piles=3"), 422),
    "text": (post_head(EXPECT, LENGTH).replace(TYPE, b"Content-Type: text/plain\r\n"), 415),
    "no media type": (post_head(EXPECT, LENGTH).replace(TYPE, b""), 415),
    "a compressed body": (post_head(EXPECT, LENGTH, b"Content-Encoding: gzip\r\n"), 415),
    "a body of a GET": (
        post_head(EXPECT, LENGTH, path=b"/move?piles=3").replace(b"POST", b"GET"),
        400,
    ),
    "text for an agent": (post_head(EXPECT, LENGTH, path=b"/mcp").replace(b"json", b"xml"), 415),
}


@pytest.mark.parametrize(("request_", "status"), REFUSED.values(), ids=REFUSED)
def test_what_the_head_decides_comes_before_the_body_in_place_of_100(
    wire: Wire, request_: bytes, status: int
) -> None:
    """RFC 9110, 10.1.1."""
    wire.send(request_)
    reply = wire.reply()
    assert (wire.statuses, reply.headers["connection"]) == ([status], "close")
    wire.send(BODY, get(b"/healthz"))
    wire.end()
    assert (wire.statuses, wire.is_closed) == ([status], True)


@pytest.mark.parametrize(
    ("path", "status"), [(b"/mine", 100), (b"/games/nim/mine", 404), (b"/nothing", 404)]
)
def test_a_view_of_the_users_own_gets_its_body(path: bytes, status: int) -> None:
    app = create_app(ACCESS_LOG=False)
    app.add_url_rule("/mine", view_func=lambda: request.data, methods=["POST"])
    with wires.world(app.extensions[EXTENSION]) as world:
        wire = world.connect()
        wire.ask(get(b"/healthz"))
        assert wire.ask(post_head(EXPECT, LENGTH, path=path)).status == status
        if status == 100:
            assert wire.ask(BODY).body == BODY


def test_what_is_outside_the_prefix_is_refused_before_its_body() -> None:
    app = create_app(ACCESS_LOG=False, PATH_PREFIX="/games/nim")
    with wires.world(app.extensions[EXTENSION]) as world:
        statuses = [
            world.connect().ask(post_head(EXPECT, LENGTH, path=path)).status
            for path in (b"/move", b"/games/nim/move", b"/games/nim/nothing")
        ]
    assert statuses == [404, 100, 404]


@pytest.mark.parametrize("together", [True, False])
def test_a_trailer_is_no_header(wire: Wire, together: bool) -> None:
    head = b"POST /move HTTP/1.1\r\n" + HOST + CHUNKED + CLOSE + b"\r\n" + chunked(BODY)
    last = b"0\r\n" + TYPE + b"X-Request-ID: of-the-trailer\r\n\r\n"
    for piece in (head + last,) if together else (head, last):
        wire.send(piece)
    reply = wire.reply()
    assert reply.status == 415
    assert reply.headers["x-request-id"] != "of-the-trailer"


@pytest.mark.parametrize("count", [1, 50])
def test_a_half_closed_client_gets_its_responses(wire: Wire, count: int) -> None:
    wire.connection.data_received(post() * count)
    wire.end()
    assert wire.statuses == [200] * count


@pytest.mark.parametrize("path", [b"//move?piles=3", b"/nimbers//sum?operands=1"])
def test_a_doubled_slash_is_another_path(wire: Wire, path: bytes) -> None:
    assert wire.ask(get(path)).status == 404


def test_options_of_the_whole_server_names_its_methods(wire: Wire) -> None:
    reply = wire.ask(b"OPTIONS * HTTP/1.1\r\nHost: nim\r\n\r\n")
    assert (reply.status, reply.body) == (204, b"")
    assert "content-type" not in reply.headers
    assert reply.headers["allow"] == "GET, HEAD, OPTIONS, POST, QUERY"


@pytest.mark.parametrize("method", [b"BREW", b"get", b"CONNECT", b"PRI", b"M-SEARCH"])
def test_an_unknown_method_is_rejected_and_the_connection_goes_on(
    wire: Wire, method: bytes
) -> None:
    reply = wire.ask(get(b"/move").replace(b"GET", method))
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD, OPTIONS, POST, QUERY")
    assert wire.ask(post()).status == 200
