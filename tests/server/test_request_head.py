"""The head of a request, parsed from its bytes or cached."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.server import request_head
from service.server.errors import MalformedRequest, RequestError
from service.server.limits import LONGEST_CACHED_HEAD, MAX_CACHED_HEADS
from service.server.request_head import CHUNKED, Head, take_head

LINES = st.lists(
    st.sampled_from(
        [
            b"Host: nim",
            b"Host: other",
            b"Content-Length: 5",
            b"Transfer-Encoding: chunked",
            b"Connection: close",
            b"Connection: keep-alive",
            b"Expect: 100-continue",
            b"Upgrade: h2c",
            b"X-Request-ID: a",
            b"x_request_id: b",
            b" folded",
            b"no colon",
        ]
    ),
    max_size=4,
)
FIRST = st.sampled_from(
    [b"GET / HTTP/1.1", b"POST /move HTTP/1.1", b"BREW /%41 HTTP/1.0", b"GET x HTTP/1.1", b"GET"]
)


def parse_head(data: bytes) -> Head:
    head, end = take_head(data)
    assert head is not None
    assert end == len(data)
    return head


def read(parse: Callable[[bytes], Head], wire: bytes) -> tuple[object, ...]:
    """The content of a head, or the reason for rejecting it."""
    try:
        return (*parse(wire),)
    except RequestError as error:
        return repr(error), error.environ


@given(FIRST, LINES)
def test_a_remembered_head_says_what_its_bytes_say(first: bytes, lines: list[bytes]) -> None:
    wire = b"\r\n".join([first, *lines, b"", b""])
    read(parse_head, wire)
    assert read(parse_head, wire) == read(request_head._parse, wire)


@pytest.mark.parametrize(
    ("lines", "length", "keep_alive", "expects_continue"),
    [
        (b"HTTP/1.1\r\nHost: a", 0, True, False),
        (b"HTTP/1.1\r\nHost: a\r\nContent-Length: 7", 7, True, False),
        (b"HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked", CHUNKED, True, False),
        (b"HTTP/1.1\r\nHost: a\r\nConnection: Close", 0, False, False),
        (b"HTTP/1.1\r\nHost: a\r\nConnection: x, close", 0, False, False),
        (b"HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\nExpect: 100-Continue", 7, True, True),
        (b"HTTP/1.0", 0, False, False),
        (b"HTTP/1.0\r\nConnection: keep-alive", 0, True, False),
        (b"HTTP/1.0\r\nConnection: keep-alive, x", 0, False, False),
        (b"HTTP/1.0\r\nContent-Length: 7\r\nExpect: 100-continue", 7, False, False),
    ],
)
def test_a_head_says_what_follows_it(
    lines: bytes, length: int, keep_alive: bool, expects_continue: bool
) -> None:
    head = parse_head(b"POST / " + lines + b"\r\n\r\n")
    assert head[1:] == (length, keep_alive, expects_continue)


def test_what_is_remembered_is_bounded() -> None:
    for number in range(2 * MAX_CACHED_HEADS):
        parse_head(b"GET /%d HTTP/1.1\r\nHost: a\r\n\r\n" % number)
    assert request_head._cached.cache_info().currsize == MAX_CACHED_HEADS


def test_a_long_head_is_not_remembered() -> None:
    misses = request_head._cached.cache_info().misses
    parse_head(b"GET / HTTP/1.1\r\nHost: a\r\nA: %s\r\n\r\n" % (LONGEST_CACHED_HEAD * b"a"))
    assert request_head._cached.cache_info().misses == misses


@pytest.mark.parametrize(
    ("target", "host"),
    [
        (b"/", "nim"),
        (b"http://other", "other"),
        (b"http://other:8000?a=b", "other:8000"),
        (b"https://other/c", "other"),
        (b"http://[::1]:80/", "[::1]:80"),
        (b"http://127.0.0.1/", "127.0.0.1"),
    ],
)
def test_a_host_in_the_target_replaces_that_of_the_header(target: bytes, host: str) -> None:
    head = parse_head(b"GET " + target + b" HTTP/1.1\r\nHost: nim\r\n\r\n")
    assert head.environ["HTTP_HOST"] == host


def test_cookies_are_joined_as_cookies_and_other_headers_as_lists() -> None:
    lines = b"Cookie: a=1; b=2\r\nAccept: a\r\nCookie: c=3\r\nAccept: b\r\ncookie: d\r\n"
    environ = parse_head(b"GET / HTTP/1.1\r\nHost: nim\r\n" + lines + b"\r\n").environ
    assert environ["HTTP_COOKIE"] == "a=1; b=2; c=3; d"
    assert environ["HTTP_ACCEPT"] == "a,b"


@pytest.mark.parametrize("key", ["HTTP_HOST", "HTTP_A", "CONTENT_TYPE", "HTTP_AUTHORIZATION"])
@pytest.mark.parametrize("around", [b" ", b"\t", b" \t \t"])
def test_whitespace_around_a_value_is_no_part_of_it(key: str, around: bytes) -> None:
    name = key.removeprefix("HTTP_").replace("_", "-").encode()
    host = b"" if key == "HTTP_HOST" else b"Host: nim\r\n"
    field = name + b":" + around + b"a" + around + b"\r\n"
    assert parse_head(b"GET / HTTP/1.1\r\n" + host + field + b"\r\n").environ[key] == "a"


@pytest.mark.parametrize(
    "host",
    [
        *(":80", "a..b", ".a", "a" * 64, "a." + "b" * 64 + ".c"),
        *("a b", "a/b", "a@b", "a:b", "[::g]"),
        *("a." * 128, "a." * 128 + ":80", "a:" + "0" * 6, "[" + ":" * 254 + "]"),
    ],
)
def test_a_host_that_no_host_has_is_rejected(host: str) -> None:
    with pytest.raises(MalformedRequest, match="not a valid host"):
        parse_head(b"GET / HTTP/1.1\r\nHost: " + host.encode() + b"\r\n\r\n")


@pytest.mark.parametrize("version", [b"1.0", b"1.1"])
def test_a_client_may_know_no_host(version: bytes) -> None:
    """RFC 9112, 3.2; nginx sends an empty one for a client that sends none."""
    assert "HTTP_HOST" not in parse_head(b"GET / HTTP/" + version + b"\r\nHost:\r\n\r\n").environ
    twice = b"GET / HTTP/" + version + b"\r\nHost:\r\nHost: nim\r\n\r\n"
    with pytest.raises(MalformedRequest, match="more than once"):
        parse_head(twice)


@pytest.mark.parametrize(
    "host",
    [
        *("a.b", "a.b.", "a" * 63, "a:80", "a:", "127.0.0.1", "[::1]:80", "a_b", "xn--d"),
        "a." * 127 + "b:65535",
    ],
)
def test_a_host_that_a_host_may_have_is_read(host: str) -> None:
    head = parse_head(b"GET / HTTP/1.1\r\nHost: " + host.encode() + b"\r\n\r\n")
    assert head.environ["HTTP_HOST"] == host
