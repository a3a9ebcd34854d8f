"""The contract describes requests as the service declares them.

The types of a request become a marshmallow schema (see service/api/schemas.py), and apispec, which
reads such schemas for any application, translates them into JSON Schema. They are compared key by
key, in both directions: types, limits, choices, and required keys.
"""

from collections.abc import Iterator
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from service import limits
from service.api.request_types import Request
from service.api.schemas import schema_of
from service.game.games import GAMES
from service.settings import Config
from tests.support.contract import SPEC, operations, query_of, resolve
from tests.support.requests import typed_requests
from tests.support.rows import rows
from tests.support.service import Service

DECLARED: dict[str, type[Request]] = {
    f"{method} {path}": request
    for method, path, request in typed_requests()
    if path != "/games" and method != "QUERY"
}
"""Each request that has keys; QUERY has the same keys as POST."""

CONTRACT = {f"{method} {path}": operation for path, method, operation in operations()}

SCHEMAS = SPEC["components"]["schemas"]

WORDS = {"description", "format", "additionalProperties"}
"""Parts that are left out of the comparison: descriptions are the contract's alone, the service's
types have no format, and unknown keys have a test of their own."""

LONGEST_QUERY_LIST = 4_089
"""Items of a list in a query: more don't fit into a target."""

CONFIGURED: dict[str, dict[str, int]] = {
    "POST /move": {"piles": Config().max_piles, "components.items.piles": Config().max_piles},
    "GET /move": {"piles": LONGEST_QUERY_LIST},
    "POST /moves": {
        "positions": Config().max_positions,
        "positions.items.piles": Config().max_piles,
        "positions.items.components.items.piles": Config().max_piles,
    },
    "POST /explanation": {
        "piles": Config().max_piles,
        "components.items.piles": Config().max_piles,
    },
    "GET /explanation": {"piles": limits.MAX_EXPLAINED_PILES},
    "POST /legal": {"piles": Config().max_piles, "components.items.piles": Config().max_piles},
    "GET /legal": {"piles": LONGEST_QUERY_LIST},
    "POST /review": {
        "piles": limits.MAX_REVIEWED_PILES,
        "components.items.piles": Config().max_piles,
    },
    "POST /positions": {"piles": limits.MAX_LISTED_PILES},
    "GET /positions": {"piles": limits.MAX_LISTED_PILES},
    "POST /analysis": {
        "piles": limits.MAX_LISTED_PILES,
        "components.items.piles": Config().max_piles,
    },
    "GET /analysis": {"piles": limits.MAX_LISTED_PILES},
    "POST /graph": {"piles": limits.MAX_LISTED_PILES},
    "GET /graph": {"piles": limits.MAX_LISTED_PILES},
}
"""The maximum lengths of lists that a setting or the operation limits, not the type."""


def spoken(name: str) -> dict[str, Any]:
    """The schema of an operation's request as apispec reads it from the service."""
    plugin = MarshmallowPlugin(schema_name_resolver=lambda _: "")  # none is a component
    APISpec("", "", "3.1.0", plugins=[plugin])
    converter: Any = plugin.converter
    found: dict[str, Any] = converter.schema2jsonschema(schema_of(DECLARED[name]))
    for keys, most in CONFIGURED.get(name, {}).items():
        node = found
        for key in keys.split("."):
            node = node["items"] if key == "items" else node["properties"][key]
        assert "maxItems" not in node
        node["maxItems"] = most
    for position in (found, found["properties"].get("positions", {}).get("items", {})):
        if components := position.get("properties", {}).get("components"):
            # The service knows the key there only to explain that the convention is the sum's.
            del components["items"]["properties"]["misere"]
    return plain(found)


def written(name: str) -> dict[str, Any]:
    """The schema of an operation's request in the contract."""
    operation = CONTRACT[name]
    if body := operation.get("requestBody"):
        return plain(body["content"]["application/json"]["schema"])
    parameters = query_of(operation)
    return plain(
        {
            "type": "object",
            "properties": {each["name"]: each["schema"] for each in parameters},
            "required": [each["name"] for each in parameters if each.get("required")],
        }
    )


def plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without references and descriptions, in a normal form.

    The two forms of a nullable value become one; for a key in an object, null means absence.
    """
    schema = resolve(schema)
    if "oneOf" in schema:
        inner = plain(schema["oneOf"][0])
        words = {"enum": [*inner["enum"], None]} if "enum" in inner else {}
        return {**inner, "type": [inner["type"], "null"], **words}
    found = {key: value for key, value in schema.items() if key not in WORDS}
    if "properties" in found:
        found["properties"] = {key: plain(inner) for key, inner in found["properties"].items()}
        found["required"] = sorted(found.get("required", []))
    if found.get("maximum", 0) >= 2**63:
        del found["maximum"]  # said in words: generated Go with a number beyond int64 is no program
    if isinstance(found.get("items"), dict):
        found["items"] = plain(found["items"])
    if isinstance(values := schema.get("additionalProperties"), dict):
        found["values"] = plain(values)
    names = found.pop("propertyNames", None)
    longest = found.pop("maxLength", None)  # for an object, apispec writes both
    most = found.pop("maxProperties", longest)
    if most:
        found["most"] = most  # apispec calls it maxLength for any type
    assert names in (None, {"maxLength": limits.MAX_NAME})  # apispec does not read it
    return found


def objects(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The objects in a schema of a request, at any depth."""
    schema = resolve(schema)
    for inner in (
        *schema.get("oneOf", ()),
        *schema.get("properties", {}).values(),
        *([schema["items"]] if isinstance(schema.get("items"), dict) else ()),
    ):
        yield from objects(inner)
    if "properties" in schema:
        yield schema


def test_the_contract_says_of_each_object_in_a_request_that_it_has_no_other_keys() -> None:
    bodies = [each["requestBody"] for each in CONTRACT.values() if "requestBody" in each]
    found = [
        each for body in bodies for each in objects(body["content"]["application/json"]["schema"])
    ]
    assert len(found) >= 2 * len(bodies)
    assert [each for each in found if each.get("additionalProperties") is not False] == []


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The normal form for a query, in which nothing is null."""
    properties = {}
    for key, inner in schema["properties"].items():
        kinds = {*([inner["type"]] if isinstance(inner["type"], str) else inner["type"])}
        [kind] = kinds - {"null"}
        properties[key] = {**inner, "type": kind}
        if "enum" in inner:
            properties[key]["enum"] = [word for word in inner["enum"] if word is not None]
    return {**schema, "properties": properties}


def test_the_contract_has_a_request_for_each_that_is_declared() -> None:
    of_the_contract = {
        name
        for name, operation in CONTRACT.items()
        if operation.get("requestBody") or query_of(operation)
    }
    assert of_the_contract == DECLARED.keys()


@rows("name", DECLARED)
def test_a_request_is_declared_as_the_contract_says(name: str) -> None:
    of_the_service = spoken(name)
    if name.startswith("GET"):
        of_the_service = without_null(of_the_service)
    assert written(name) == of_the_service


def test_every_list_is_limited() -> None:
    """Here or in the whole request, like the names in the lists of a graph."""
    unlimited = {
        (name, *path)
        for name in DECLARED
        for path in unlimited_lists(written(name))
        if name != "POST /grundy"
    }
    assert unlimited == set()


def unlimited_lists(schema: dict[str, Any], *path: str) -> Iterator[tuple[str, ...]]:
    if "items" in schema:
        if "maxItems" not in schema:
            yield path
        yield from unlimited_lists(schema["items"], *path, "items")
    for key, inner in schema.get("properties", {}).items():
        yield from unlimited_lists(inner, *path, key)


def test_the_names_of_positions_in_a_graph_are_limited() -> None:
    names = [SCHEMAS["Graph"]["properties"][key]["propertyNames"] for key in ("options", "sums")]
    assert names == [{"maxLength": limits.MAX_NAME}] * 2


def test_games_have_the_names_the_keys_and_the_limits_of_the_contract(service: Service) -> None:
    games = service.get("/games").json["games"]
    position = plain({"$ref": "#/components/schemas/Position"})["properties"]
    assert [game["name"] for game in games] == SCHEMAS["GameName"]["enum"] == [*GAMES]
    keys = {key["name"]: key for game in games for key in game["keys"]}
    assert keys.keys() == position.keys() - {"piles", "misere", "game"}
    for name, key in keys.items():
        said = {word: value for word, value in key.items() if word not in {"name", "required"}}
        [wanted] = without_null({"properties": {name: position[name]}})["properties"].values()
        if wanted.get("items", {}).get("type") == "object":
            wanted["items"] = {"type": "object"}  # /games does not repeat what a position is
        assert plain(said) == wanted
    assert max(game["limits"]["piles"] for game in games) == position["piles"]["maxItems"]
    largest = position["piles"]["items"]["maximum"]
    assert max(game["limits"]["pile"] for game in games) == largest
