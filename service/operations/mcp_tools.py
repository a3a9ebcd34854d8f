"""The tools of `/mcp`: each is an operation, with the words and the schemas of the contract."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..api.operation import Operation
from ..api.responses import JSON

Schema = dict[str, Any]
"""A JSON Schema."""

PATHS = {
    "solve_position": "/move",
    "solve_positions": "/moves",
    "explain_position": "/explanation",
    "analyse_position": "/analysis",
    "review_game": "/review",
    "list_positions": "/positions",
    "list_grundy_values": "/values",
    "add_nimbers": "/nimbers/sum",
    "multiply_nimbers": "/nimbers/product",
    "divide_nimbers": "/nimbers/quotient",
    "find_nimber_square_root": "/nimbers/square-root",
    "raise_nimber_to_power": "/nimbers/power",
}
"""The path of each tool's operation, in their order in lists."""


def tools_of(operations: Iterable[Operation]) -> dict[str, Operation]:
    """The operation that each tool calls."""
    by_path = {each.path: each for each in operations}
    return {name: by_path[path] for name, path in PATHS.items()}


def definition(name: str, contract: Schema) -> Mapping[str, object]:
    """A tool in a list of tools."""
    methods = contract["paths"][PATHS[name]]
    operation = methods.get("post") or methods["get"]
    if "requestBody" in operation:
        request = operation["requestBody"]["content"][JSON]["schema"]
    else:
        request = object_of(operation["parameters"], contract)
    return {
        "name": name,
        "title": operation["summary"],
        "description": operation["description"],
        "inputSchema": plain(request, contract["components"]["schemas"]),
        "annotations": {
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }


def object_of(parameters: Iterable[Schema], contract: Schema) -> Schema:
    """The schema of an object with the parameters of a query as its keys."""
    named = contract["components"]["parameters"]
    found = [named[last_part(each["$ref"])] if "$ref" in each else each for each in parameters]
    return {
        "type": "object",
        "properties": {
            each["name"]: {"description": each["description"], **each["schema"]} for each in found
        },
        "required": [each["name"] for each in found if each.get("required")],
    }


def plain(value: Any, components: Schema) -> Any:
    """A part of the contract as the interfaces of all models take it; no request is recursive.

    Many reject references, null, and `additionalProperties`: the operation names unknown keys.
    """
    if isinstance(value, list):
        return [plain(each, components) for each in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return plain({**components[last_part(value["$ref"])], **without(value, "$ref")}, components)
    if NULL in value.get("oneOf", ()):
        [kind] = [each for each in value["oneOf"] if each != NULL]
        return plain({**kind, **without(value, "oneOf")}, components)
    if isinstance(value.get("type"), list):
        [name] = [each for each in value["type"] if each != "null"]
        return plain({**value, "type": name}, components)
    return {name: plain(each, components) for name, each in without(value, *DROPPED).items()}


NULL = {"type": "null"}
DROPPED = ("additionalProperties",)


def without(schema: Schema, *names: str) -> Schema:
    """A schema without these keys."""
    return {name: each for name, each in schema.items() if name not in names}


def last_part(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]
