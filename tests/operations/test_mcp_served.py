"""`/mcp` behind a real server: the limits, queues and timeouts of other requests apply here too."""

import json
import random
from collections.abc import Iterator
from statistics import median

import pytest

from tests.support.agents import headers, message, send
from tests.support.clients import (
    CHUNKED,
    MAX_BODY,
    Client,
    chunked,
    get,
    post,
    post_head,
)
from tests.support.crowd import FULL_BATCH
from tests.support.hostile import Attack, hostile, is_beside_the_control, waits
from tests.support.http_client import request
from tests.support.scraping import answered
from tests.support.servers import Server

pytestmark = pytest.mark.serving

SOLVE = {"name": "solve_position", "arguments": {"piles": [3, 4, 5]}}
CALL = json.dumps(message("tools/call", SOLVE)).encode()


def lines(method: str, name: str | None = None) -> bytes:
    """The header lines that repeat a part of a message."""
    return b"".join(b"%b: %b\r\n" % (key.encode(), value.encode())
        for key, value in headers(method, name).items())  # fmt: skip


NAMED = lines("tools/call", "solve_position")


def call(arguments: bytes, tool: str) -> bytes:
    """A whole request that calls a tool."""
    body = json.dumps(message("tools/call", {"name": tool, "arguments": 0})).encode()
    body = body.replace(b'"arguments": 0', b'"arguments": ' + arguments)
    return post(body, lines("tools/call", tool), path=b"/mcp")


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    """A server that waits a second for a request."""
    with Server(NIM_REQUEST_TIMEOUT=1, WEB_CONCURRENCY=1) as running:
        yield running


def test_a_message_may_come_in_chunks(server: Server) -> None:
    with Client(server) as client:
        client.send(post_head(CHUNKED, NAMED, path=b"/mcp"))
        client.send(chunked(CALL[:40], CALL[40:]), b"0\r\n\r\n")
        assert client.reply().json["result"]["structuredContent"]["nim_sum"] == 2


def test_pipelined_messages_are_answered_in_order(server: Server) -> None:
    with Client(server) as client:
        for number in range(20):
            body = json.dumps(message("tools/call", SOLVE, id=number)).encode()
            client.send(post(body, NAMED, path=b"/mcp"))
        assert [client.reply().json["id"] for _ in range(20)] == [*range(20)]


@pytest.mark.parametrize("length", [b"Content-Length: %d\r\n" % (MAX_BODY + 1), CHUNKED])
def test_a_message_beyond_the_limit_is_rejected(server: Server, length: bytes) -> None:
    with Client(server) as client:
        client.send(post_head(length, NAMED, b"X-Request-ID: too-large-message\r\n", path=b"/mcp"))
        if length == CHUNKED:
            client.send(b"%x\r\n" % (MAX_BODY + 1))
        assert client.reply().status == 413


def test_a_slow_message_is_a_408(hasty: Server) -> None:
    with Client(hasty) as client:
        client.send(post_head(b"Content-Length: 1000\r\n", NAMED, path=b"/mcp"), b"{")
        reply = client.reply()
    line = hasty.line_of(reply.headers["x-request-id"])
    assert (reply.status, line["route"], line["status"]) == (408, "/mcp", 408)


def test_what_is_counted_and_logged_names_the_route_and_not_the_tool(hasty: Server) -> None:
    before = answered(hasty, "POST", "/mcp", 200)
    sent = {**headers("tools/call", "solve_position"), "X-Request-ID": "a-call"}
    reply = request(hasty.port, "POST", "/mcp", message("tools/call", SOLVE), sent)
    wrong = {**sent, "Mcp-Name": "another", "X-Request-ID": "a-mismatch"}
    request(hasty.port, "POST", "/mcp", message("tools/call", SOLVE), wrong)

    assert reply.headers["x-request-id"] == "a-call"
    line = hasty.line_of("a-call")
    assert (line["route"], line["status"]) == ("/mcp", 200)
    line = hasty.line_of("a-mismatch")
    assert (line["route"], line["status"], line["problem"]) == ("/mcp", 400, "header-mismatch")
    assert answered(hasty, "POST", "/mcp", 200) == before + 1


def test_no_bytes_in_place_of_others_make_the_server_fail(server: Server) -> None:
    """Whatever comes gets a response that is JSON, and never a 5xx."""
    chosen = random.Random(51)
    with Client(server) as client:
        for _ in range(1_000):
            body = bytearray(CALL)
            for _ in range(chosen.randint(1, 4)):
                body[chosen.randrange(len(body))] = chosen.choice(b'{}[]":,0-\\e\x00\xff')
            reply = client.ask(post(bytes(body), NAMED, path=b"/mcp"))
            assert reply.status in {200, 202, 400, 404}, bytes(body)
            assert reply.body == b"" if reply.status == 202 else reply.json


@pytest.mark.parametrize(
    "line",
    [
        b"Mcp-Name: solve_position\r\nMcp-Name: solve_position\r\n",
        b"Mcp-Name: " + b"\xff" * 4_000 + b"\r\n",
        b"Mcp-Name: =?base64?" + b"A" * 8_000 + b"?=\r\n",
        b"Mcp_Name: solve_position\r\n",
    ],
    ids=["twice", "bytes", "base64", "underscore"],
)
def test_a_hostile_header_is_a_mismatch(server: Server, line: bytes) -> None:
    with Client(server) as client:
        reply = client.ask(post(CALL, lines("tools/call"), line, path=b"/mcp"))
    assert (reply.status, reply.json["error"]["code"]) == (400, -32020)
    assert len(reply.body) < 500


@pytest.mark.soak
@pytest.mark.parametrize("body", [b'{"id": 1}', b"[" * 16_000, CALL.replace(b"4", b"-4")])
def test_another_waits_beside_a_flood_of_wrong_messages_as_beside_the_control(body: bytes) -> None:
    with Server(WEB_CONCURRENCY=1, NIM_ACCESS_LOG="off") as server:
        flood = Attack(post(body, NAMED, path=b"/mcp"))
        assert is_beside_the_control(server, flood, get(b"/healthz"))


@pytest.mark.soak
def test_small_requests_pass_large_calls_that_wait() -> None:
    with (
        Server(WEB_CONCURRENCY=1) as server,
        hostile(server, Attack(call(FULL_BATCH, "solve_positions"), connections=32)),
    ):
        assert median(waits(server, post(), 30)) <= 1


def test_a_large_call_is_answered_whole(server: Server) -> None:
    with Client(server, 60) as client:
        reply = client.ask(call(FULL_BATCH, "solve_positions"))
        alone = client.ask(post(FULL_BATCH, path=b"/moves"))
    assert reply.json["result"]["structuredContent"] == alone.json


def test_the_list_of_tools_is_compressed(server: Server) -> None:
    plain = send(server, "tools/list")
    sent = {**headers("tools/list"), "Accept-Encoding": "gzip"}
    small = server.post("/mcp", message("tools/list"), **sent)
    assert small.headers["content-encoding"] == "gzip"
    assert len(small.body) < len(plain.body) / 4
