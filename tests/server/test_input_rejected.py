"""Requests that HTTP forbids, or that are too large, by RFC 9110 and 9112: each is a problem."""

import pytest

from tests.support.clients import (
    BODY,
    CHUNKED,
    HOST,
    MAX_BODY,
    TYPE,
    chunked,
    get,
    post,
    post_head,
)
from tests.support.wires import Wire

LAST_CHUNK = b"0\r\n\r\n"


def head(first_line: bytes, *fields: bytes) -> bytes:
    return first_line + b" HTTP/1.1\r\n" + b"".join(fields) + b"\r\n"


TYPES = {
    400: "malformed-request",
    413: "too-large",
    414: "target-too-long",
    431: "head-too-large",
    501: "unsupported-transfer-coding",
    505: "unsupported-version",
}
"""The last part of the problem's type by status."""

METHOD = "unsupported-method"
LENGTH = b"Content-Length: %d\r\n" % len(BODY)

FRAMED = post_head(CHUNKED) + chunked(*[b" " * 38] * 27_400) + LAST_CHUNK
"""More framing than the largest body may have."""

REJECTED = {
    "no host": (head(b"GET /healthz"), 400),
    "two hosts": (get(b"/healthz", b"Host: other\r\n"), 400),
    "an authority": (head(b"CONNECT nim:80", b"Host: nim\r\n"), 501, METHOD),
    "an authority for another method": (head(b"GET nim:80", b"Host: nim\r\n"), 400),
    "a long method": (b"A" * 33 + get(b"/healthz"), 501, METHOD),
    "an endless method": (b"A" * 20_000 + get(b"/healthz"), 501, METHOD),
    "a method that is not a token": (get(b"/healthz").replace(b"GET", b"G@T"), 400),
    "* for another method": (head(b"GET *", b"Host: nim\r\n"), 400),
    "a target of another scheme": (get(b"ftp://nim/healthz"), 400),
    "a target with user information": (get(b"http://a:b@nim/healthz"), 400),
    "a target with an empty host": (get(b"http:///healthz"), 400),
    "a coding before chunked": (
        post_head(b"Transfer-Encoding: gzip, chunked\r\n") + chunked(BODY) + LAST_CHUNK, 501),
    "a coding in a header of its own": (
        post_head(b"Transfer-Encoding: gzip\r\n", CHUNKED) + chunked(BODY) + LAST_CHUNK, 501),
    "no version": (b"GET /healthz\r\n\r\n", 400),
    "a later version": (get(b"/healthz").replace(b"HTTP/1.1", b"HTTP/2.0"), 505),
    "an earlier version": (get(b"/healthz").replace(b"HTTP/1.1", b"HTTP/0.9"), 505),
    "a version with a letter": (get(b"/healthz").replace(b"HTTP/1.1", b"HTTP/1.x"), 400),
    "a version in small letters": (get(b"/healthz").replace(b"HTTP/1.1", b"http/1.1"), 400),
    "a bare LF before the request": (b"\n" + get(b"/healthz"), 400),
    "a bare CR before the request": (b"\r" + get(b"/healthz"), 400),
    "a bare CR before what begins": (b"\rG", 400),
    "a bare LF in what begins": (b"GET /healthz HTTP/1.1\n", 400),
    "a space before the request": (b" " + get(b"/healthz"), 400),
    "a space before the first header": (head(b"GET /healthz", b" Host: nim\r\n"), 400),
    "a tab before the target": (get(b"/healthz").replace(b"GET ", b"GET\t"), 400),
    "a space after the version": (get(b"/healthz").replace(b"/1.1\r", b"/1.1 \r"), 400),
    "a bare LF": (get(b"/healthz").replace(b"\r\n", b"\n"), 400),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
    "a long path": (get(b"/" + b"a" * 8_190), 414),
    "an endless path": (get(b"/" + b"a" * 2**20), 414),
    "a large header": (get(b"/healthz", b"A: " + b"b" * 8_191 + b"\r\n"), 431),
    "an endless header": (get(b"/healthz", b"A: " + b"b" * 2**20), 431),
    "101 headers": (
        head(b"GET /healthz", b"Host: nim\r\n", *[b"A%d: b\r\n" % n for n in range(100)]), 431),
    "large headers together": (
        get(b"/healthz", *[b"A%d: " % n + b"b" * 8_000 + b"\r\n" for n in range(3)]), 431),
    "both lengths": (post_head(LENGTH, CHUNKED) + chunked(BODY) + LAST_CHUNK, 400),
    "two equal lengths": (post_head(LENGTH, LENGTH) + BODY, 400),
    "a list of lengths": (post_head(b"Content-Length: 23, 23\r\n") + BODY, 400),
    "a length with a sign": (post_head(b"Content-Length: +23\r\n") + BODY, 400),
    "a length in hexadecimal": (post_head(b"Content-Length: 0x17\r\n") + BODY, 400),
    "chunked twice": (post_head(CHUNKED, CHUNKED) + chunked(BODY) + LAST_CHUNK, 400),
    "chunked not last": (post_head(b"Transfer-Encoding: chunked, gzip\r\n") + BODY, 400),
    "an unknown coding": (post_head(b"Transfer-Encoding: xchunked\r\n") + BODY, 501),
    "chunked in HTTP/1.0": (post(BODY, CHUNKED).replace(b"HTTP/1.1", b"HTTP/1.0"), 400),
    "two media types": (post(BODY, TYPE), 400),
    "a bare LF after a header": (get(b"/healthz", b"A: b\n"), 400),
    "a bare CR in a header": (get(b"/healthz", b"A: b\rc\r\n"), 400),
    "a NUL in the path": (get(b"/heal\0thz"), 400),
    "a space before the colon": (get(b"/healthz", b"Transfer-Encoding : chunked\r\n"), 400),
    "a folded header": (get(b"/healthz", b"A: b\r\n c\r\n"), 400),
    "a header without a colon": (get(b"/healthz", b"A\r\n"), 400),
    "two spaces before the target": (get(b"/healthz").replace(b"GET ", b"GET  "), 400),
    "a space in the target": (get(b"/health z"), 400),
    "a target of another host that is none": (get(b"http://a..b/healthz"), 400),
    "a target of another host, and no Host": (b"GET http://a/healthz HTTP/1.1\r\n\r\n", 400),
    "a chunk that is larger than any body": (post_head(CHUNKED) + b"f" * 16 + b"\r\n", 413),
    "a header without a name": (get(b"/healthz", b": b\r\n"), 400),
    "an empty length": (post_head(b"Content-Length:\r\n") + BODY, 400),
    "a length of many digits": (post_head(b"Content-Length: 1%s\r\n" % (b"0" * 18)) + BODY, 400),
    "a control character in a header": (get(b"/healthz", b"A: b\x01c\r\n"), 400),
    "a chunk with a space after its size": (post_head(CHUNKED) + b"17 \r\n" + BODY, 400),
    "a chunk with an extension without a name": (post_head(CHUNKED) + b"17;\r\n" + BODY, 400),
    "a chunk with a bare CR in its extension": (post_head(CHUNKED) + b"17;a\rb\r\n" + BODY, 400),
    "a trailer that is not a field": (
        post_head(CHUNKED) + chunked(BODY) + b"0\r\nA : b\r\n\r\n", 400),
    "a bare LF in the trailer": (
        post_head(CHUNKED) + chunked(BODY) + b"0\r\nA: b\n\r\n", 400),
    "an endless chunk extension": (post_head(CHUNKED) + b"17;" + b"a" * 20_000, 431),
    "an endless trailer": (
        post_head(CHUNKED) + chunked(BODY) + b"0\r\nA: " + b"b" * 20_000, 431),
    "a bad chunk size": (post_head(CHUNKED) + b"0x17\r\n" + BODY + b"\r\n" + LAST_CHUNK, 400),
    "a chunk too long": (post_head(CHUNKED) + b"5\r\n" + BODY + b"\r\n" + LAST_CHUNK, 400),
    "a bare LF after a chunk": (post_head(CHUNKED) + b"17\n" + BODY + b"\n0\n\n", 400),
    "a length among the trailers": (
        post_head(CHUNKED) + chunked(BODY) + b"0\r\nContent-Length: 5\r\n\r\n", 400),
    "a name of a header of 10 KB": (get(b"/healthz", b"a" * 10_240 + b": b\r\n"), 431),
    "1,600 times Upgrade": (get(b"/healthz", b"Upgrade:\r\n" * 1_600), 431),
    "another protocol": (b"GET /healthz RTSP/1.0\r\nHost: x\r\n\r\n", 400),
    "a path of 16 KB and a header of 1 KB": (
        get(b"/" + b"a" * 16_000, b"A: " + b"b" * 1_000 + b"\r\n"), 414),
    "headers of 9 KB after a path as long as it may be": (
        get(b"/" + b"a" * 8_189, b"A: " + b"b" * 4_500 + b"\r\nB: " + b"b" * 4_500 + b"\r\n"), 431),
    "a query of 10 KB": (get(b"/move?piles=1" + b",1" * 5_120), 414),
    "a body beyond the limit, which gets no 100": (
        post_head(b"Expect: 100-continue\r\nContent-Length: %d\r\n" % (MAX_BODY + 1)), 413),
    "a query with bytes that are not ASCII": (get(b"/move?piles=1&x=\xc3\xa9"), 400),
    "a query with a raw byte": (get(b"/move?piles=3\x80"), 400),
    "a path with a raw byte": (get(b"/m\xffve"), 400),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00", 400),
    "a chunk beyond the limit with those before it": (
        post_head(CHUNKED) + chunked(b"12") + b"fffff;a=b\r\n", 413),
    "more framing than an eighth of the largest body": (FRAMED, 413),
}  # fmt: skip


@pytest.mark.parametrize("following", [b"", get(b"/healthz")], ids=["alone", "with another"])
@pytest.mark.parametrize("case", REJECTED.values(), ids=REJECTED)
def test_a_request_that_http_forbids_is_a_problem_like_any_other(
    wire: Wire, case: tuple[bytes, int, str], following: bytes
) -> None:
    """It is ambiguous or too large, so the bytes after it are not read as a request."""
    request, status, *kind = case
    wire.send(request + following)
    reply = wire.reply()
    assert (reply.status, reply.json["status"]) == (status, status)
    assert reply.json["type"] == f"/docs#error-{kind[0] if kind else TYPES[status]}"
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.headers["connection"] == "close"
    wire.end()
    assert (wire.statuses, wire.is_closed) == ([status], True)


@pytest.mark.parametrize("last", [3_000, 30_000])
def test_the_framing_of_a_body_is_limited_however_it_comes(wire: Wire, last: int) -> None:
    wire.send(FRAMED[:-last])
    wire.send(FRAMED[-last:])
    assert wire.reply().status == 413


@pytest.mark.parametrize(
    "begun",
    [
        post()[:-1],
        post()[: -len(BODY)],
        post_head(CHUNKED) + chunked(BODY),
        post_head(CHUNKED) + chunked(BODY)[:-10],
        post_head(CHUNKED) + b"5",
    ],
    ids=["short", "no body", "no last chunk", "cut chunk", "cut chunk size"],
)
def test_an_incomplete_body_is_a_400(wire: Wire, begun: bytes) -> None:
    wire.send(begun)
    wire.end()
    reply = wire.reply()
    assert (reply.status, reply.json["type"]) == (400, "/docs#error-incomplete-body")
    assert wire.is_closed


def test_the_response_to_a_head_request_that_is_too_large_has_no_content(wire: Wire) -> None:
    wire.send(b"HEAD /healthz HTTP/1.1\r\n", HOST, b"A: ", b"b" * 20_000, b"\r\n\r\n")
    head, _, body = wire.received.partition(b"\r\n\r\n")
    assert (head.split()[1], body) == (b"431", b"")


def test_only_options_asks_for_the_whole_server(wire: Wire) -> None:
    reply = wire.ask(head(b"GET *", b"Host: nim\r\n"))
    assert (reply.status, reply.json["detail"]) == (400, "The target * is for OPTIONS only.")
