"""`/mcp` on a real server: headers that an application can't see as sent, and the log."""

import json

import pytest

from tests.support.agents import headers, message
from tests.support.clients import Client, post
from tests.support.servers import Server

pytestmark = pytest.mark.serving

SOLVE = {"name": "solve_position", "arguments": {"piles": [3, 4, 5]}}
CALL = json.dumps(message("tools/call", SOLVE)).encode()


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
    named = b"".join(
        f"{name}: {value}\r\n".encode() for name, value in headers("tools/call").items()
    )
    with Client(server) as client:
        reply = client.ask(post(CALL, named, line, path=b"/mcp"))
    assert (reply.status, reply.json["error"]["code"]) == (400, -32020)
    assert len(reply.body) < 500


def test_what_is_logged_names_the_route_and_not_the_tool(server: Server) -> None:
    sent = {**headers("tools/call", "solve_position"), "X-Request-ID": "a-call"}
    server.post("/mcp", message("tools/call", SOLVE), **sent)
    wrong = {**sent, "Mcp-Name": "another", "X-Request-ID": "a-mismatch"}
    server.post("/mcp", message("tools/call", SOLVE), **wrong)

    line = server.line_of("a-call")
    assert (line["route"], line["status"]) == ("/mcp", 200)
    line = server.line_of("a-mismatch")
    assert (line["route"], line["status"], line["problem"]) == ("/mcp", 400, "header-mismatch")
