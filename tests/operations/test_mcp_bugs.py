"""A bug that a message of an agent meets is an internal error of JSON-RPC."""

import json
from typing import Any

import pytest

from service.app import EXTENSION, create_app
from service.operations.mcp import Agents
from service.operations.move import Move
from tests.support import bugs, wires
from tests.support.agents import headers, message
from tests.support.clients import get, post
from tests.support.scraping import answered_in, counted

SMALL = ("tools/call", {"name": "solve_position", "arguments": {"piles": [3, 4, 5]}})
LARGE = ("tools/call", {"name": "solve_position", "arguments": {"piles": [1] * 9_000}})
LIST: tuple[str, dict[str, Any]] = ("tools/list", {})


@pytest.mark.parametrize(
    ("owner", "part", "asked"),
    [
        (Move, "parse", SMALL),
        (Move, "handle", SMALL),
        (Move, "handle", LARGE),
        (Agents, "_tool", SMALL),
        (Agents, "_result", LIST),
    ],
)
def test_a_bug_is_an_internal_error_with_the_id_of_its_request(
    owner: Any,
    part: str,
    asked: tuple[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    method, params = asked
    body = json.dumps(message(method, params, id=7)).encode()
    named = {**headers(method, params.get("name")), "Content-Type": "application/json"}
    head = "".join(f"{name}: {value}\r\n" for name, value in named.items())

    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret")

    with wires.world(create_app(ACCESS_LOG=False).extensions[EXTENSION]) as world:
        wire = world.connect()
        wire.ask(get(b"/healthz"))
        monkeypatch.setattr(owner, part, fail)
        before = answered_in(counted(), "POST", "/mcp", 500)
        length = f"Content-Length: {len(body)}\r\n"
        wire.send(f"POST /mcp HTTP/1.1\r\nHost: nim\r\n{head}{length}\r\n".encode() + body)
        reply = wire.reply()
    assert (reply.status, reply.headers["content-type"]) == (500, "application/json")
    assert (reply.json["id"], reply.json["error"]["code"]) == (7, -32603)
    assert "secret" not in reply.body.decode()
    assert "ZeroDivisionError: secret" in caplog.text
    assert answered_in(counted(), "POST", "/mcp", 500) == before + 1


@pytest.mark.parametrize("path", ["/nim/mcp", "/nim/mcp/"])
@pytest.mark.parametrize("part", ["ids", "find", "headers", "respond"])
def test_a_bug_outside_the_operation_is_an_internal_error_too(
    path: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bugs.install(monkeypatch.setattr)
    application = create_app(ACCESS_LOG=False, PATH_PREFIX="/nim").extensions[EXTENSION]
    with wires.world(application) as world:
        wire = world.connect()
        wire.ask(get(b"/healthz"))
        wire.send(post(b"{}", f"X-Bug: {part}\r\n".encode(), path=path.encode()))
        reply = wire.reply()
    assert (reply.status, reply.headers["content-type"]) == (500, "application/json")
    assert (reply.json["jsonrpc"], reply.json["error"]["code"]) == ("2.0", -32603)
