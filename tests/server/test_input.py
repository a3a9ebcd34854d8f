"""Requests on the wire: valid ones are answered, ambiguous or too large ones are rejected."""

import threading
import time
from collections.abc import Iterator

import pytest

from tests.support.clients import (
    BODY,
    CHUNKED,
    CLOSE,
    HOST,
    MAX_BODY,
    NIM_SUM,
    TYPE,
    Client,
    chunked,
    get,
    post,
    post_head,
    statuses,
)
from tests.support.faulty import APPLICATION
from tests.support.scraping import answered
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

LENGTH = b"Content-Length: %d\r\n" % len(BODY)
EXPECT = b"Expect: 100-continue\r\n"
LAST_CHUNK = b"0\r\n\r\n"


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    with Client(server) as connection:
        yield connection


# --- What HTTP allows -----------------------------------------------------------------------


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
}


@pytest.mark.parametrize("request_", VALID.values(), ids=VALID)
def test_a_request_gets_a_response_and_the_connection_is_kept(
    client: Client, request_: bytes
) -> None:
    for _ in range(3):
        reply = client.ask(request_)
        assert (reply.status, reply.json["nim_sum"]) == (200, NIM_SUM)
        assert "connection" not in reply.headers


def test_pipelined_requests_get_responses_in_order(client: Client) -> None:
    piles = range(1, 101)
    client.send(*(post(b'{"piles": [%d]}' % pile) for pile in piles))
    assert [client.reply().json["nim_sum"] for _ in piles] == list(piles)


def test_thousands_of_pipelined_requests_of_every_kind_get_responses_in_order(
    client: Client,
) -> None:
    """More come than are read in one go, and some are answered off the event loop."""
    kinds = {
        b"GET": (get(b"/move?piles=7"), 7),
        b"POST": (post(b'{"piles": [5]}'), 5),
        b"chunked": (post_head(CHUNKED) + chunked(b'{"piles"', b": [6]}") + LAST_CHUNK, 6),
        b"large": (post(b'{"piles": [9]}'.ljust(20_000)), 9),
        b"unknown": (b"BREW /move HTTP/1.1\r\nHost: x\r\n\r\n", None),
    }
    order = [name for number in range(400) for name in [*kinds, *[b"GET"] * (number % 7)]]
    sender = threading.Thread(target=lambda: client.send(*(kinds[name][0] for name in order)))
    sender.start()
    for name in order:
        reply, nim_sum = client.reply(), kinds[name][1]
        assert (reply.status, reply.json.get("nim_sum")) == (200 if nim_sum else 405, nim_sum)
    sender.join()


def test_a_request_may_come_byte_by_byte(client: Client) -> None:
    for byte in post():
        client.send(bytes([byte]))
    assert client.reply().json["nim_sum"] == NIM_SUM


def test_head_has_the_headers_of_get(client: Client) -> None:
    of_get = client.ask(get(b"/move?piles=3"))
    client.send(b"HEAD /move?piles=3 HTTP/1.1\r\n", HOST, CLOSE, b"\r\n")
    head, _, body = client.rest().partition(b"\r\n\r\n")
    assert (statuses(head), body) == ([200], b"")
    assert b"\r\ncontent-length: %d\r\n" % len(of_get.body) in head.lower()


KEEP = "Connection: keep-alive\r\n"


@pytest.mark.parametrize(
    "ask", ["", KEEP, "Connection: keep-alive, close\r\n", f"Connection: close\r\n{KEEP}"]
)
def test_http_1_0_keeps_the_connection_only_if_asked(client: Client, ask: str) -> None:
    request = b"POST /move HTTP/1.0\r\n" + TYPE + LENGTH + ask.encode() + b"\r\n" + BODY
    reply = client.ask(request)
    assert (reply.status, reply.json["nim_sum"]) == (200, NIM_SUM)
    assert "transfer-encoding" not in reply.headers
    if ask == KEEP:
        assert client.ask(request).status == 200
    else:
        assert client.rest() == b""


def test_a_connection_is_closed_if_the_request_says_so(client: Client) -> None:
    assert client.ask(post(BODY, CLOSE)).headers["connection"] == "close"
    assert client.rest() == b""


@pytest.mark.parametrize("expect", [EXPECT, b"Expect:\t100-Continue \t\r\n"])
def test_an_expected_100_comes_before_the_body(client: Client, expect: bytes) -> None:
    client.send(post_head(expect, LENGTH))
    assert client.reply().status == 100
    client.send(BODY)
    assert client.reply().json["nim_sum"] == NIM_SUM
    assert client.ask(post()).status == 200


def test_http_1_0_gets_no_100(client: Client) -> None:
    reply = client.ask(b"POST /move HTTP/1.0\r\n" + TYPE + LENGTH + EXPECT + b"\r\n" + BODY)
    assert (reply.status, reply.json["nim_sum"]) == (200, NIM_SUM)


def test_the_response_to_a_trailer_that_closes_the_connection_closes_it(client: Client) -> None:
    client.send(post_head(CHUNKED), chunked(BODY), b"0\r\n", CLOSE, b"\r\n")
    assert client.reply().headers["connection"] == "close"
    assert client.rest() == b""


@pytest.mark.parametrize("together", [True, False])
def test_a_trailer_is_no_header(client: Client, together: bool) -> None:
    head = b"POST /move HTTP/1.1\r\n" + HOST + CHUNKED + CLOSE + b"\r\n" + chunked(BODY)
    last = b"0\r\n" + TYPE + b"X-Request-ID: of-the-trailer\r\n\r\n"
    if together:
        client.send(head, last)
    else:
        client.send(head)
        time.sleep(0.1)
        client.send(last)
    reply = client.reply()
    assert reply.status == 415
    assert reply.headers["x-request-id"] != "of-the-trailer"


def test_empty_lines_in_a_chunk_are_part_of_the_body(client: Client) -> None:
    client.send(post_head(CHUNKED), chunked(b"\r\n\r\n" * 1_000, BODY, b"\r\n\r\n"), b"0\r\n\r\n")
    assert client.reply().json["nim_sum"] == NIM_SUM
    assert client.ask(post()).status == 200


@pytest.mark.parametrize("last", [3_000, 30_000])
def test_the_framing_of_a_body_is_limited_however_it_comes(client: Client, last: int) -> None:
    wire = chunked(BODY.ljust(38), *[b" " * 38] * 27_400) + b"0\r\n\r\n"
    client.send(post_head(CHUNKED), wire[:-last])
    time.sleep(0.3)
    client.send(wire[-last:])
    assert client.reply().status == 413


def test_the_response_to_a_head_request_that_is_too_large_has_no_content(client: Client) -> None:
    client.send(b"HEAD /healthz HTTP/1.1\r\n", HOST, b"A: ", b"b" * 20_000, b"\r\n\r\n")
    head, _, body = client.rest().partition(b"\r\n\r\n")
    assert (statuses(head), body) == ([431], b"")


@pytest.mark.parametrize("count", [1, 50])
def test_a_half_closed_client_gets_its_responses(client: Client, count: int) -> None:
    client.send(post() * count)
    client.end()
    assert statuses(client.rest()) == [200] * count


def test_a_bug_is_a_500_and_keeps_the_connection() -> None:
    with Server(arguments=(APPLICATION,)) as server, Client(server) as client:
        reply = client.ask(get(b"/raise"))
        assert (reply.status, reply.headers["content-type"]) == (500, "application/problem+json")
        assert b"secret" not in reply.body
        assert client.ask(post()).status == 200
        wait_until(lambda: "ZeroDivisionError: secret" in server.errors)


def test_a_bug_in_what_prepares_a_request_is_a_500_that_is_logged_and_counted() -> None:
    with Server(arguments=(APPLICATION,), WEB_CONCURRENCY=1) as server, Client(server) as client:
        client.ask(get(b"/healthz"))  # the first goes through Flask
        for done in (1, 2):
            reply = client.ask(post(b'{"options": {"a": []}}', path=b"/grundy"))
            assert (reply.status, reply.json["type"]) == (500, "/docs#error-internal-error")
            line = server.line_of(reply.headers["x-request-id"])
            assert (line["status"], line["route"]) == (500, "/grundy")
            assert answered(server, "POST", "/grundy", 500) == done
        wait_until(lambda: server.errors.count("ZeroDivisionError: secret") == 2)


# --- Bodies that are wrong ------------------------------------------------------------------

DEEP = b'{"piles": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (DEEP, 400),
        (b"[" * MAX_BODY, 400),
        (b'{"a":' * 20_000 + b"1" + b"}" * 20_000, 400),
        (b'{"piles": [' + b"9" * 5_000 + b"]}", 422),
        (b'{"piles": [-' + b"9" * 5_000 + b"]}", 422),
        (b'{"piles": [1e' + b"9" * 5_000 + b"]}", 422),
        (b"9" * MAX_BODY, 422),
        (b'{"piles": [NaN]}', 400),
        (b'{"piles": [-Infinity]}', 400),
        (b'{"piles": [1e999]}', 422),
    ],
    ids=lambda value: value[:20].decode() if isinstance(value, bytes) else "",
)
def test_hostile_json_keeps_the_connection(client: Client, body: bytes, status: int) -> None:
    assert client.ask(post(body)).status == status
    assert client.ask(post()).json["nim_sum"] == NIM_SUM


@pytest.mark.parametrize(
    "head",
    [post_head(b"Content-Length: 16777216\r\n"), post_head(CHUNKED)],
    ids=["declared", "chunked"],
)
def test_a_client_still_sending_can_read_the_413(
    client: Client, server: Server, head: bytes
) -> None:
    """It is logged and measured."""
    measured = answered(server, "POST", "/move", 413)
    client.send(head)
    for _ in range(16):  # far more than sockets buffer
        client.send(chunked(b" " * MAX_BODY) if CHUNKED in head else b" " * MAX_BODY)
    reply = client.reply()
    assert (reply.status, reply.headers["connection"]) == (413, "close")
    assert reply.json == {
        "type": "/docs#error-too-large",
        "title": "The body is too large",
        "status": 413,
        "detail": "The body may be at most 1,048,576 bytes long.",
    }
    assert client.rest() == b""
    assert server.line_of(reply.headers["x-request-id"])["status"] == 413
    assert answered(server, "POST", "/move", 413) == measured + 1


@pytest.mark.parametrize(
    "request_",
    [
        post(b" " * (MAX_BODY - len(BODY)) + BODY),
        post_head(CHUNKED) + chunked(b" " * (MAX_BODY - len(BODY)), BODY) + LAST_CHUNK,
    ],
    ids=["declared", "chunked"],
)
def test_a_body_of_exactly_the_limit_is_read(client: Client, request_: bytes) -> None:
    assert client.ask(request_).json["nim_sum"] == NIM_SUM


def test_a_body_too_large_gets_no_100(client: Client) -> None:
    client.send(post_head(EXPECT, b"Content-Length: %d\r\n" % (MAX_BODY + 1)))
    assert client.reply().status == 413
    client.end()
    assert client.rest() == b""


@pytest.mark.parametrize(
    "begun",
    [
        post_head(LENGTH) + BODY[:-1],
        post_head(LENGTH),
        post_head(CHUNKED) + chunked(BODY),
        post_head(CHUNKED) + chunked(BODY)[:-10],
        post_head(CHUNKED) + b"5",
    ],
    ids=["short", "no body", "no last chunk", "cut chunk", "cut chunk size"],
)
def test_an_incomplete_body_is_a_400(server: Server, client: Client, begun: bytes) -> None:
    """It is logged and measured."""
    measured = answered(server, "POST", "/move", 400)
    client.send(begun)
    client.end()
    reply = client.reply()
    assert (reply.status, reply.json["type"]) == (400, "/docs#error-incomplete-body")
    assert client.rest() == b""
    line = server.line_of(reply.headers["x-request-id"])
    assert (line["status"], line["route"]) == (400, "/move")
    assert answered(server, "POST", "/move", 400) == measured + 1


# --- Requests that are wrong ----------------------------------------------------------------


@pytest.mark.parametrize("protocol", [b"websocket", b"h2c"])
def test_an_upgrade_is_ignored_and_the_request_gets_its_response(
    client: Client, protocol: bytes
) -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: " + protocol + b"\r\n"
    assert client.ask(post(BODY, upgrade)).json["nim_sum"] == NIM_SUM
    assert client.ask(get(b"/healthz", upgrade)).status == 200
    assert client.ask(post()).status == 200
