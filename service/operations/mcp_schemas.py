"""The schemas of the tools of `/mcp`, made of the types of requests and of the contract."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from service.api.request_types import Request
from service.api.responses import JSON

Schema = dict[str, Any]
"""A JSON Schema."""

COMPONENTS = "#/components/schemas/"
"""The beginning of a reference to a schema of the contract."""


def last_part(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


def schema_of(request: type[Request]) -> Schema:
    """The JSON Schema of a typed request, with its own keys at the root.

    >>> from service.operations import nimbers
    >>> schema_of(nimbers.QuotientRequest)["properties"]["operands"]["minItems"]
    2
    """
    schema: Schema = msgspec.json.schema(request)
    definitions = {name: without_null(each) for name, each in schema["$defs"].items()}
    name = last_part(schema["$ref"])
    root = definitions[name]
    if schema["$ref"] not in references(definitions):
        del definitions[name]
    return {**root, "$defs": definitions} if definitions else root


def without_null(value: Any) -> Any:
    """A schema in which a key is left out rather than null, and which has no titles."""
    if isinstance(value, list):
        return [*map(without_null, value)]
    if not isinstance(value, dict):
        return value
    kinds = [each for each in value.get("anyOf", ()) if each != {"type": "null"}]
    if len(kinds) == 1:
        return without_null(kinds[0])
    return {name: without_null(each) for name, each in value.items() if name != "title"}


def references(value: Any) -> Iterable[str]:
    """All references in a schema."""
    if isinstance(value, dict):
        yield from [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from references(each)


def described(schema: Schema, words: Schema, contract: Schema) -> Schema:
    """A schema with the descriptions of its keys in the contract's schema of the same request."""
    definitions = schema.get("$defs", {})
    done: set[str] = set()

    def describe(node: Schema, said: Schema) -> None:
        said = resolved(said, contract)
        if "$ref" in node:
            name = last_part(node["$ref"])
            if name in done:
                return
            done.add(name)
            node = definitions[name]
        for name, each in node.get("properties", {}).items():
            in_contract = said.get("properties", {}).get(name, {})
            if text := resolved(in_contract, contract).get("description"):
                each["description"] = " ".join(text.split())
            describe(each, in_contract)
        if "items" in node:
            describe(node["items"], said.get("items", {}))

    describe(schema, words)
    return schema


def resolved(schema: Schema, contract: Schema) -> Schema:
    """A schema of the contract, or the one that it refers to."""
    found = schema
    while COMPONENTS in (reference := found.get("$ref", "")):
        found = contract["components"]["schemas"][last_part(reference)]
    return found


def request_in(contract: Schema, path: str) -> Schema:
    """The contract's schema of a body, or one with the parameters of a query as its keys."""
    methods = contract["paths"][path]
    if "post" in methods:
        schema: Schema = methods["post"]["requestBody"]["content"][JSON]["schema"]
        return schema
    of_all = contract["components"]["parameters"]
    parameters = [
        of_all[last_part(each["$ref"])] if "$ref" in each else each
        for each in methods["get"]["parameters"]
    ]
    return {"properties": {each["name"]: each for each in parameters}}


def response_in(contract: Schema, path: str) -> Schema:
    """The contract's schema of a response, with the schemas that it refers to in `$defs`."""
    [operation, *_] = contract["paths"][path].values()
    root = resolved(operation["responses"]["200"]["content"][JSON]["schema"], contract)
    definitions: Schema = {}
    wanted = [*references(root)]
    while wanted:
        name = last_part(wanted.pop())
        if name not in definitions:
            definitions[name] = contract["components"]["schemas"][name]
            wanted += references(definitions[name])
    schema: Schema = plain({**root, "$defs": definitions} if definitions else root)
    return schema


def plain(value: Any) -> Any:
    """A schema of the contract with references to its own definitions, and with no extensions."""
    if isinstance(value, str):
        return value.replace(COMPONENTS, "#/$defs/")
    if isinstance(value, list):
        return [*map(plain, value)]
    if not isinstance(value, dict):
        return value
    return {name: plain(each) for name, each in value.items() if not name.startswith("x-")}


def merge(schemas: Sequence[Schema]) -> Schema:
    """A schema of objects with the keys of all these; required are those that all of them require.

    >>> sums = {"properties": {"operands": {"maxItems": 9}}, "required": ["operands"]}
    >>> roots = {"properties": {"operands": {"maxItems": 1}}, "required": ["operands"]}
    >>> merge([sums, roots])["properties"]
    {'operands': {'maxItems': 9}}
    """
    first, *others = schemas
    merged = {**first, "properties": {**first["properties"]}}
    for each in others:
        merged["properties"] = {**each["properties"], **merged["properties"]}
        merged["required"] = [name for name in merged["required"] if name in each["required"]]
    return merged
