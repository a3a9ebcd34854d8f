"""Every operation, fuzzed from the contract with valid and invalid data: see test_fuzz.py.

The schemas of the contract are plain, because generators disagree about schemas that exclude each
other. The contract describes in words which keys and how many piles each game has. This module
makes a schema of that from `/games`. It sends positions of all games, and each rejected one must
violate that schema or the rules of its game, or be too much work.
"""

import copy
import os
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import Any
from urllib.parse import parse_qs, urlsplit

import schemathesis
from hypothesis import HealthCheck, settings
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
)

from service.app import create_app
from service.game.games import GAMES as CLASSES
from service.limits import (
    MAX_EXPLAINED_PILES,
    MAX_LISTED_PILES,
    MAX_NAME,
    MAX_NIMBER_OPERAND,
    MAX_REVIEWED_PILES,
)
from service.server.limits import LONGEST_TARGET
from service.settings import Config
from service.told import told_of
from tests.support.paths import ROOT
from tests.support.yaml_files import read_yaml

APP = create_app(ACCESS_LOG=False)
CONTRACT = read_yaml(ROOT / "openapi.yaml")
COMPONENTS = CONTRACT["components"]["schemas"]
GAMES = APP.test_client().get("/games").json["games"]  # type: ignore[index]
KEYS = {key["name"] for game in GAMES for key in game["keys"]}

PATHS = {path for game in GAMES for path in game["operations"]} - {"/moves"}
"""The operations on one position, or one game."""

PILES = {
    "/explanation": MAX_EXPLAINED_PILES,
    "/review": MAX_REVIEWED_PILES,
    "/positions": MAX_LISTED_PILES,
    "/graph": MAX_LISTED_PILES,
    "/analysis": MAX_LISTED_PILES,
}
"""The maximum number of piles if an operation allows fewer than a game."""

KEEPS_EMPTY = {name: game.keeps_empty for name, game in CLASSES.items()}

CODE = r"^(|0|4!?)\.([0-7]{1,8}|[0-7]{0,7}\[[0-7]\])$"

UNSOLVED = {"too-much-work", "not-proven", "not-a-position"}
"""The codes of errors that only solving a position, or its game's rules, can find."""

NEEDS_ONE = {"growing": {"add", "multiply"}}
"""The keys of which a game needs at least one."""

SEARCHED = {"octal", "numbers", "kayles", "dawsons-kayles", "dawsons-chess", "laskers-nim"}
"""The games that allow smaller piles with some rules, or in misère play, than `/games` says."""

ORDERED = {"#/ordered", "ordered"}
"""The location of the error in a game without ordered positions."""

OF_MOVES = {"illegal-move", "ambiguous-move", "conflict", "required"}
"""The codes of errors in moves whose form the game doesn't have."""


# --- Positions, game by game ----------------------------------------------------------------------


def positions_of_games(schema: dict[str, Any], path: str) -> dict[str, Any]:
    """The schema of an operation's positions, or of its games for `/values`."""
    taken = [game for game in GAMES if path in game["operations"]]
    return {"anyOf": [each for game in taken for each in positions_of(game, schema, path)]}


def positions_of(game: Any, schema: dict[str, Any], path: str) -> Iterator[dict[str, Any]]:
    """The schemas of one game's positions: one for each key that excludes others."""
    optional = [key["name"] for key in game["keys"] if not key["required"]]
    required = [key["name"] for key in game["keys"] if key["required"]]
    if not {*required} <= schema["properties"].keys():
        return  # a query can't hold components
    for chosen in optional or [None]:
        found = copy.deepcopy(schema)
        properties = found["properties"]
        found["required"] = [*found.get("required", [])]
        for name in (KEYS - {chosen, *required}) & properties.keys():
            properties[name] = {"type": "null"}
        needed = {*required, *({chosen} & NEEDS_ONE.get(game["name"], set()))}
        for name in needed:
            properties[name] = without_null(properties[name])
            found["required"] = [*found["required"], name]
        properties["game"] = {"enum": [game["name"]]}
        if game["name"] == "nim":
            properties["game"]["enum"].append(None)
        else:
            found["required"] = [*found["required"], "game"]
        if game["name"] == "octal":
            properties["code"]["pattern"] = CODE
        on_board(found, game)
        if game["name"] == "sum":
            del properties["piles"]
            others = [each for each in GAMES if each["name"] != "sum"]
            schema = COMPONENTS["Component"]
            each = [one for other in others for one in positions_of(other, schema, path)]
            properties["components"]["items"] = {"anyOf": each}
        elif piles := properties.get("piles"):
            found["required"] = [*{*found["required"], "piles"}]
            most = min(game["limits"]["piles"], PILES.get(path, Config().max_piles))
            limits = {"minItems": game["limits"]["least_piles"], "maxItems": most}
            items = {**piles["items"], "maximum": game["limits"]["pile"]}
            properties["piles"] = {**piles, **limits, "items": items}
        yield found


def on_board(found: dict[str, Any], game: Any) -> None:
    """Leave out a board, or piles, of a game that has none."""
    properties = found["properties"]
    if game["name"] == "coins":
        properties["code"] = {"enum": ["turtles", "Mock", "twins * ruler", "mock*mock"]}
    if "board" not in game["limits"]:
        properties.pop("board", None)
    elif "board" in properties:
        properties.pop("piles", None)
        begun = {"enum": told_of(game["name"]).boards}
        properties["board"] = {"anyOf": [begun, {"type": "string"}]}
        found["required"] = [*{*found["required"], "board"} - {"piles"}]


def without_null(key: dict[str, Any]) -> dict[str, Any]:
    """The schema of a nullable key, without null."""
    if "oneOf" in key:
        return next(each for each in key["oneOf"] if each.get("type") != "null")
    kinds = key["type"] if isinstance(key["type"], list) else [key["type"]]
    return {**key, "type": next(kind for kind in kinds if kind != "null")}


def with_games() -> dict[str, Any]:
    """The contract in which each body is a position of some game."""
    contract: dict[str, Any] = copy.deepcopy(CONTRACT)
    for path, operations in contract["paths"].items():
        content = operations.get("post", {}).get("requestBody", {}).get("content", {})
        for media_type in content.values():
            name = media_type["schema"]["$ref"].rpartition("/")[2]
            if path in PATHS:
                media_type["schema"] = positions_of_games(COMPONENTS[name], path)
    batch = contract["components"]["schemas"]["Batch"]
    batch["properties"]["positions"]["items"] = positions_of_games(COMPONENTS["Position"], "/moves")
    return contract


def query_schema(path: str) -> dict[str, Any]:
    """The schema of an operation's query as an object."""
    properties: dict[str, Any] = {}
    required = []
    for parameter in CONTRACT["paths"][path]["get"].get("parameters", []):
        if "$ref" in parameter:
            name = parameter["$ref"].rpartition("/")[2]
            parameter = CONTRACT["components"]["parameters"][name]  # noqa: PLW2901
        if parameter["in"] != "query":
            continue
        properties[parameter["name"]] = copy.deepcopy(parameter["schema"])
        if parameter.get("required"):
            required.append(parameter["name"])
    for nimber in (properties.get("operands", {}).get("items"), properties.get("base")):
        if nimber:
            nimber["maximum"] = MAX_NIMBER_OPERAND  # only in words, as no type of Go could have it
    for name in KEYS & properties.keys():
        properties[name]["type"] = [properties[name]["type"], "null"]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


BY_QUERY = {
    path: Draft202012Validator(positions_of_games(query_schema(path), path))
    for path in PATHS
    if "get" in CONTRACT["paths"][path]
}

schema = schemathesis.openapi.from_dict(with_games())
schema.app = APP  # like `from_wsgi`, which would read the unchanged contract
schema.config.phases.coverage.enabled = os.environ["COVERAGE"] == "yes"


PARAMETERS = {
    name: Draft202012Validator(CONTRACT["components"]["parameters"][component]["schema"])
    for component in CONTRACT["components"]["parameters"]
    if (name := CONTRACT["components"]["parameters"][component]["name"]) in KEYS
}
"""The possible values of each key in a query, in any game."""


@schema.hook
def map_query(context: Any, query: Any) -> Any:
    """A query without valid keys of other games, which would be rejected too often."""
    if context.operation.path not in BY_QUERY or not isinstance(query, dict):
        return query
    played = [game for game in GAMES if game["name"] == query.get("game", "nim")]
    kept = [key["name"] for game in played for key in game["keys"] if key["name"] in query][:1]
    return {
        key: value
        for key, value in query.items()
        if key not in KEYS or key in kept or not PARAMETERS[key].is_valid(value)
    }


# --- What may be rejected -------------------------------------------------------------------------


def may_be_rejected(  # noqa: PLR0911  # a case for each reason
    path: str, method: str, sent: Any, errors: list[Any]
) -> bool:
    """Whether a request that is valid by the contract's plain schemas may be rejected."""
    codes = {error["code"] for error in errors}
    if all(each["code"] in UNSOLVED or is_too_large_here(each, sent) for each in errors):
        return True
    if codes == {"too-many"} and method != "GET":
        # The components have too many piles together, or the ends of a range are too far apart.
        keys = {error["pointer"].rpartition("/")[2] for error in errors}
        return keys <= {"components", "starts"}
    if any((error.get("pointer") or error.get("parameter")) in ORDERED for error in errors):
        return path == "/positions" and codes == {"not-offered"}
    if path in {"/nimbers/sum", "/nimbers/product"} and "excluded" in sent:
        return codes <= {"too-few", "too-many", "too-large"}
    if path == "/nimbers/quotient" and codes == {"division-by-zero"}:
        return True
    if path == "/graph" and codes == {"too-long"}:
        keeps_empty = KEEPS_EMPTY[sent.get("game") or "nim"]
        return len("+".join(str(n) for n in sent["piles"] if n or keeps_empty)) > MAX_NAME
    if method == "GET" and path in BY_QUERY:
        return not BY_QUERY[path].is_valid(sent or {})
    if path == "/analysis" and sent.get("starts"):  # it may name no pile, or a sum has none
        return all(error["pointer"].startswith("#/starts") for error in errors)
    if path == "/review":
        in_moves = all(error["pointer"].startswith("#/moves/") for error in errors)
        return in_moves and codes <= OF_MOVES
    return path == "/grundy" and not is_finite(sent)


def is_too_large_here(error: Any, sent: Any) -> bool:
    """Whether a pile is too large for the rules of its game, in this convention."""
    if error["code"] != "too-large":
        return False
    place: list[str] = error.get("pointer", f"#/{error.get('parameter')}/0").split("/")[1:]
    for key in place[:-2]:
        sent = sent[int(key) if key.isdecimal() else key]
    return place[-2:-1] == ["piles"] and sent.get("game") in SEARCHED


def is_finite(graph: Any) -> bool:
    """Whether all names are known and unambiguous, and no position repeats."""
    options, sums = graph["options"], graph.get("sums") or {}
    successors = {**options, **sums}
    if options.keys() & sums.keys() or not {*(graph.get("sum") or [])} <= options.keys():
        return False
    if not {name for names in successors.values() for name in names} <= successors.keys():
        return False
    try:
        TopologicalSorter(successors).prepare()
    except CycleError:
        return False
    return True


# --- What need not be rejected --------------------------------------------------------------------


def is_valid_as_sent(path: str, url: str) -> bool:
    """Whether a query is right as sent.

    A value that was generated as wrong may be sent as the same text as a right one, such as 4 for
    the list [4], or as no text at all, such as an empty object.
    """
    if "get" not in CONTRACT["paths"][path]:
        return False  # the path does not have this method
    schema = query_schema(path)
    texts = parse_qs(urlsplit(url).query, keep_blank_values=True)
    sent = {name: value_of(schema["properties"].get(name, {}), texts[name]) for name in texts}
    return bool(Draft202012Validator(schema).is_valid(sent))


def value_of(schema: dict[str, Any], texts: list[str]) -> Any:
    """The value of a parameter, or its texts if they don't match its type."""
    if "array" in schema.get("type", ()):
        items = ",".join(texts)
        return [int(item) if item.isdecimal() else item for item in items.split(",") if items]
    if len(texts) > 1:
        return texts
    if "integer" in schema.get("type", ()):
        return int(texts[0]) if texts[0].isdecimal() else texts[0]
    return {"true": True, "false": False}.get(texts[0], texts[0])


@schema.parametrize()
@settings(
    max_examples=int(os.environ["EXAMPLES"]), deadline=None, suppress_health_check=list(HealthCheck)
)
def test_an_operation_keeps_the_contract(case: "schemathesis.Case[Any]") -> None:
    reply = case.call(headers={"Accept-Encoding": "identity"})  # the client decompresses nothing
    if reply.status_code == 413:
        # A JSON schema can't limit the length of a body.
        assert int(reply.request.headers["Content-Length"]) > Config().max_body_bytes
    elif len(str(reply.request.path_url)) > LONGEST_TARGET:
        pass  # a server responds with 414, and the application reads it
    elif (
        reply.status_code == 422
        and case.meta
        and case.meta.generation.mode is GenerationMode.POSITIVE
        and may_be_rejected(
            case.path,
            case.method,
            case.query if case.method == "GET" else case.body,
            reply.json()["errors"],
        )
    ):
        case.validate_response(reply, excluded_checks=[positive_data_acceptance])
    elif reply.request.method in {"QUERY", "OPTIONS"} and "post" in CONTRACT["paths"][case.path]:
        # This version of OpenAPI has no place for QUERY.
        case.validate_response(
            reply, excluded_checks=[unsupported_method, allow_header_conformance]
        )
    elif case.method == "GET" and is_valid_as_sent(case.path, str(reply.request.url)):
        case.validate_response(reply, excluded_checks=[negative_data_rejection])
    else:
        case.validate_response(reply)
