"""Messages of the Model Context Protocol, as an agent sends them to `/mcp`."""

from collections.abc import Mapping
from typing import Any

from service.operations.mcp import META, REVISION
from tests.support.http_client import Reply
from tests.support.service import Service

ENVELOPE = {META + "protocolVersion": REVISION, META + "clientCapabilities": {}}
"""`_meta` of a request."""

PATHS = {
    "solve_position": "/move",
    "solve_positions": "/moves",
    "explain_position": "/explanation",
    "list_legal_moves": "/legal",
    "analyse_position": "/analysis",
    "review_game": "/review",
    "list_positions": "/positions",
    "list_grundy_values": "/values",
}
"""The tools that stand for one operation, each with its path."""


def message(method: str, params: Mapping[str, Any] | None = None, **members: Any) -> Any:
    """A request; keywords replace members of the message, or remove them if None."""
    full = {
        "jsonrpc": "2.0",
        "id": 7,
        "method": method,
        "params": {"_meta": ENVELOPE, **(params or {})},
        **members,
    }
    return {name: value for name, value in full.items() if value is not None}


def headers(method: str, name: str | None = None) -> dict[str, str]:
    """The headers that repeat a part of a message."""
    named = {} if name is None else {"Mcp-Name": name}
    return {"MCP-Protocol-Version": REVISION, "Mcp-Method": method, **named}


def send(service: Service, method: str, params: Mapping[str, Any] | None = None) -> Reply:
    """The response to a request that is valid apart from its parameters."""
    name = (params or {}).get("name")
    return service.post("/mcp", message(method, params), **headers(method, name))


def call(service: Service, tool: str, arguments: Any) -> Any:
    """The result of a tool."""
    reply = send(service, "tools/call", {"name": tool, "arguments": arguments})
    assert reply.status == 200, reply.body
    return reply.json["result"]


def tools(service: Service) -> dict[str, Any]:
    """The tools by their names."""
    return {each["name"]: each for each in send(service, "tools/list").json["result"]["tools"]}
