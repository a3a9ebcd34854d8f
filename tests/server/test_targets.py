"""Targets, hosts and transfer codings, by RFC 9110 and 9112; each refusal is a problem."""

from collections.abc import Iterator

import pytest

from tests.support.clients import BODY, CHUNKED, CLOSE, Client, chunked, get, post, post_head
from tests.support.servers import Server

LAST_CHUNK = b"0\r\n\r\n"


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server) as connection:
        yield connection


def head(first_line: bytes, *fields: bytes) -> bytes:
    return first_line + b" HTTP/1.1\r\n" + b"".join(fields) + b"\r\n"


MALFORMED = "malformed-request"

REFUSED = {
    "no host": (head(b"GET /healthz"), 400, MALFORMED),
    "two hosts": (get(b"/healthz", b"Host: other\r\n"), 400, MALFORMED),
    "a host with a space": (head(b"GET /healthz", b"Host: a b\r\n"), 400, MALFORMED),
    "a host with a path": (head(b"GET /healthz", b"Host: a/b\r\n"), 400, MALFORMED),
    "an authority": (head(b"CONNECT nim:80", b"Host: nim\r\n"), 400, MALFORMED),
    "a target that is no path": (head(b"GET nim", b"Host: nim\r\n"), 400, MALFORMED),
    "a coding before chunked": (
        post_head(b"Transfer-Encoding: gzip, chunked\r\n") + chunked(BODY) + LAST_CHUNK,
        501,
        "unsupported-transfer-coding",
    ),
    "a coding in a header of its own": (
        post_head(b"Transfer-Encoding: gzip\r\n", CHUNKED) + chunked(BODY) + LAST_CHUNK,
        400,
        MALFORMED,
    ),
    "chunked in HTTP/1.0": (
        (post_head(CHUNKED) + chunked(BODY) + LAST_CHUNK).replace(b"HTTP/1.1", b"HTTP/1.0"),
        400,
        MALFORMED,
    ),
    "no version": (b"GET /healthz\r\n\r\n", 400, MALFORMED),
    "a later version": (get(b"/healthz").replace(b"HTTP/1.1", b"HTTP/2.0"), 400, MALFORMED),
    "a bare LF": (get(b"/healthz").replace(b"\r\n", b"\n"), 400, MALFORMED),
    "two lengths": (post(BODY, b"Content-Length: 1\r\n"), 400, MALFORMED),
    "a bad chunk": (post_head(CHUNKED) + b"x\r\n", 400, MALFORMED),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400, MALFORMED),
    "a long path": (get(b"/" + b"a" * 8_190), 414, "target-too-long"),
    "an endless path": (get(b"/" + b"a" * 2**20), 414, "target-too-long"),
    "a large header": (get(b"/healthz", b"A: " + b"b" * 8_191 + b"\r\n"), 431, "head-too-large"),
    "an endless header": (get(b"/healthz", b"A: " + b"b" * 2**20), 431, "head-too-large"),
    "101 headers": (
        head(b"GET /healthz", b"Host: nim\r\n", *[b"A%d: b\r\n" % n for n in range(100)]),
        431,
        "head-too-large",
    ),
    "large headers together": (
        get(b"/healthz", *[b"A%d: " % n + b"b" * 8_000 + b"\r\n" for n in range(3)]),
        431,
        "head-too-large",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("request_", "status", "kind"), REFUSED.values(), ids=REFUSED)
def test_a_request_that_http_forbids_is_a_problem_like_any_other(
    server: Server, client: Client, request_: bytes, status: int, kind: str
) -> None:
    reply = client.ask(request_)
    assert (reply.status, reply.json["status"]) == (status, status)
    assert reply.json["type"] == f"/docs#error-{kind}"
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.headers["connection"] == "close"
    assert server.logged(status=status, request_id=reply.headers["x-request-id"])
    client.end()
    assert client.rest() == b""


TAKEN = {
    "a host with a port": get(b"/healthz").replace(b"Host: nim", b"Host: nim:8000"),
    "an address": get(b"/healthz").replace(b"Host: nim", b"Host: [::1]:8000"),
    "an empty host": get(b"/healthz").replace(b"Host: nim", b"Host:"),
    "HTTP/1.0 without a host": b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "an absolute target": get(b"http://nim/healthz"),
    "100 headers": get(b"/healthz", *[b"A%d: b\r\n" % n for n in range(99)]),
    "a header of the largest size": get(b"/healthz", b"A: " + b"b" * 8_190 + b"\r\n"),
    "a header with the longest name": get(b"/healthz", b"a" * 8_190 + b": b\r\n"),
    "a target of the largest size": get(b"/healthz?" + b"a" * 8_181),
}


@pytest.mark.parametrize("request_", TAKEN.values(), ids=TAKEN)
def test_a_request_that_http_allows_is_answered(client: Client, request_: bytes) -> None:
    for _ in range(2):
        assert client.ask(request_).status == 200


@pytest.mark.parametrize(
    "path", [b"//move?piles=3", b"///move?piles=3", b"/nimbers//sum?operands=1"]
)
def test_a_doubled_slash_is_another_path(client: Client, path: bytes) -> None:
    assert client.ask(get(path)).status == 404


def test_options_of_the_whole_server_names_its_methods(client: Client) -> None:
    reply = client.ask(head(b"OPTIONS *", b"Host: nim\r\n"))
    assert (reply.status, reply.body) == (204, b"")
    assert "content-type" not in reply.headers
    assert reply.headers["allow"] == "GET, HEAD, OPTIONS, POST"


def test_only_options_asks_for_the_whole_server(client: Client) -> None:
    reply = client.ask(head(b"GET *", b"Host: nim\r\n"))
    assert (reply.status, reply.json["detail"]) == (400, "The target * is for OPTIONS only.")


def test_if_match_with_a_star_matches_whatever_there_is(client: Client) -> None:
    reply = client.ask(get(b"/move?piles=3", b"If-Match: *\r\n"))
    assert (reply.status, reply.json["nim_sum"]) == (200, 3)


@pytest.mark.parametrize("method", [b"BREW", b"get", b"CONNECT", b"PRI", b"M-SEARCH"])
def test_an_unknown_method_is_refused_and_the_connection_goes_on(
    client: Client, method: bytes
) -> None:
    reply = client.ask(head(method + b" /move", b"Host: nim\r\n"))
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD, OPTIONS, POST")
    assert client.ask(post(BODY, CLOSE)).status == 200
