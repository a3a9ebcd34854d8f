"""The tools of `/mcp`: each is an operation, with the words and the schemas of the contract."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..api.operation import AnyOperation
from ..api.responses import JSON
from .position import DEFAULT_GAME

Schema = dict[str, Any]
"""A JSON Schema."""

Tools = Mapping[str, AnyOperation]
"""The operation that each tool calls."""

FULL_TOOL = "solve_position"
"""The tool that describes the keys of a position, for all tools."""

CALCULATE = "calculate_nimbers"
"""The tool of all calculations: some clients take only ten tools of a server."""

CALCULATIONS = {
    name: f"/nimbers/{name}" for name in ("sum", "product", "quotient", "square-root", "power")
}
"""The path of each calculation, by the name in the key `operation` of its tool."""

GAME = (
    f"The game, `{DEFAULT_GAME}` if left out. `list_games` has the rule, the keys, the limits and "
    "an example of each."
)
"""The description of the game. With the rules in it, the list would grow with every game."""

OPERANDS = (
    "Any number for `sum` and `product`; the dividend and the divisor for `quotient`; one for "
    "`square-root`; none for `power`, which has `base` and `exponent`. Above 2^53 - 1 as strings."
)
"""The description of the operands of all calculations."""

OF_HTTP = re.compile(r"\b(4\d\d|GET|POST|body)\b")
"""Words of HTTP in descriptions: an agent has tools only."""

OUTSIDE = "As outside."
"""The description of a key of an object inside another that has the same key."""

SAME = "As in Position."
"""The contract's description of a key that means the same as in a position."""


def tools_of(operations: Iterable[AnyOperation]) -> Tools:
    """The operations that are tools, in their order in lists."""
    return {each.tool: each for each in operations if each.tool}


def calculations_of(operations: Iterable[AnyOperation]) -> Tools:
    """The operations of the calculations, by their names."""
    by_path = {each.path: each for each in operations}
    return {name: by_path[path] for name, path in CALCULATIONS.items()}


def definitions(tools: Tools, contract: Schema) -> list[Mapping[str, object]]:
    """The list of tools. An agent reads all of it, so a position is described once."""
    operations = {name: described_in(contract, each.path) for name, each in tools.items()}
    inputs = {name: input_of(each, contract) for name, each in operations.items()}
    first = inputs[FULL_TOOL]["properties"]
    found = {name: referring(inputs[name], {} if name == FULL_TOOL else first) for name in inputs}
    found[FULL_TOOL]["properties"]["game"]["description"] = GAME
    return [
        *(
            tool(name, each["summary"], for_agents(each["description"], tools), found[name])
            for name, each in operations.items()
        ),
        calculations(contract),
    ]


def described_in(contract: Schema, path: str) -> Schema:
    """The operation at a path, in the contract."""
    methods = contract["paths"][path]
    return methods.get("post") or methods["get"]  # type: ignore[no-any-return]


def tool(name: str, title: str, description: str, schema: Schema) -> Mapping[str, object]:
    """A tool in the list."""
    return {
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": schema,
        "annotations": {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False},
    }


def calculations(contract: Schema) -> Mapping[str, object]:
    """The tool of all calculations."""
    found = {name: described_in(contract, path) for name, path in CALCULATIONS.items()}
    keys: Schema = {}
    for each in found.values():
        for key, schema in input_of(each, contract)["properties"].items():
            keys.setdefault(key, schema)
    keys["operands"] = without(keys["operands"], "minItems", "maxItems") | {"description": OPERANDS}
    lines = [f"`{name}`: {each['summary']}." for name, each in found.items()]
    text = "\n".join(["Calculates with nimbers, the values of games. The operations:", *lines])
    operation = {"type": "string", "enum": [*found], "description": "What to calculate."}
    schema = {
        "type": "object",
        "properties": {"operation": operation, **keys},
        "required": ["operation"],
    }
    return tool(CALCULATE, "Calculate with nimbers", text, schema)


def for_agents(text: str, tools: Tools) -> str:
    r"""A description of the contract for somebody who knows no HTTP, in fewer words.

    What is rejected is left out, since errors say it: the sentences about it in the first
    paragraph, and other paragraphs whole.

    >>> for_agents("Solves it. More is a 422.\n\nUp to 9; else a 422.\n\nFrom 0.", {})
    'Solves it.\n\nFrom 0.'
    """
    first, *others = with_tools(text, tools).strip().split("\n\n")
    sentences = re.split(r"(?<=\.)\s+", " ".join(first.split()))
    kept = [" ".join(each for each in sentences if not OF_HTTP.search(each))]
    kept += [" ".join(each.split()) for each in others if not OF_HTTP.search(each)]
    return "\n\n".join(kept)


def with_tools(text: str, tools: Tools) -> str:
    """A text of the contract with the names of tools in place of their paths."""
    for name, operation in tools.items():
        text = re.sub(f"`(POST |GET )?{operation.path}`", f"`{name}`", text)
    return text


def input_of(operation: Schema, contract: Schema) -> Schema:
    """The schema of a tool's arguments: the body of its operation, or its parameters."""
    if "requestBody" in operation:
        request = operation["requestBody"]["content"][JSON]["schema"]
    else:
        request = object_of(operation["parameters"], contract)
    return plain(request, contract["components"]["schemas"])


def object_of(parameters: Iterable[Schema], contract: Schema) -> Schema:
    """The schema of an object with the parameters of a query as its keys."""
    named = contract["components"]["parameters"]
    resolved = [named[last_part(each["$ref"])] if "$ref" in each else each for each in parameters]
    found = [each for each in resolved if each["in"] == "query"]
    return {
        "type": "object",
        "properties": {
            each["name"]: {"description": each["description"], **each["schema"]} for each in found
        },
        "required": [each["name"] for each in found if each.get("required")],
    }


def plain(schema: Schema, components: Schema, outside: Iterable[str] = ()) -> Schema:
    """A schema that the interfaces of all models accept; no request is recursive.

    Many reject references, null, `uniqueItems` and `additionalProperties`, which the operation
    checks. Keys of an object inside another that has the same keys mean the same: their type is
    left, and that they do.
    """
    if "$ref" in schema:
        found = {**components[last_part(schema["$ref"])], **without(schema, "$ref")}
        return plain(found, components, outside)
    if NULL in schema.get("oneOf", ()):
        [kind] = [each for each in schema["oneOf"] if each != NULL]
        return plain({**kind, **without(schema, "oneOf")}, components, outside)
    found = without(schema, "additionalProperties", "format", "uniqueItems")
    if isinstance(found["type"], list):
        [found["type"]] = [each for each in found["type"] if each != "null"]
    if "items" in found:
        found["items"] = plain(found["items"], components, outside)
    if "properties" in found:
        inside = {*outside, *found["properties"]}
        kinds = {key: plain(each, components, inside) for key, each in found["properties"].items()}
        found["properties"] = {
            key: {"description": OUTSIDE, **outline(kind, "type")} if key in outside else kind
            for key, kind in kinds.items()
        }
    return found


def outline(schema: Schema, *names: str) -> Schema:
    """A schema with only these keywords, and its items and its keys with them."""
    found = {name: schema[name] for name in names if name in schema}
    if "items" in schema:
        found["items"] = outline(schema["items"], *names)
    if "properties" in found:
        found["properties"] = {
            key: outline(each, *names) for key, each in found["properties"].items()
        }
    return found


def referring(schema: Schema, described: Schema) -> Schema:
    """A schema that refers to the first tool for the keys that are described there."""
    found = {**schema}
    if "items" in found:
        found["items"] = referring(found["items"], described)
    if "properties" in found:
        found["properties"] = {
            key: {
                "description": f"As for {FULL_TOOL}.",
                **outline(each, "type", "properties", "required"),
            }
            if key in described and each["description"] in (described[key]["description"], SAME)
            else referring(each, described)
            for key, each in found["properties"].items()
        }
    return found


NULL = {"type": "null"}


def without(schema: Schema, *names: str) -> Schema:
    """A schema without these keys."""
    return {name: each for name, each in schema.items() if name not in names}


def last_part(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]
