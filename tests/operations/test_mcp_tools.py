"""The tools of `/mcp` return what the operations return, with a summary in words."""

import json
import re
from bisect import bisect
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from service.app import create_app
from service.game.games import GAMES
from service.limits import LARGEST_INLINE
from service.operations.mcp import INSTRUCTIONS
from service.settings import Config
from tests.support.agents import PATHS, call, headers, message, send, tools
from tests.support.operations import all_operations, runs_in_thread
from tests.support.positions import CONVENTIONS, EACH
from tests.support.rows import rows
from tests.support.service import InProcess, Service, variable_of
from tests.support.wsgi import post

OF_A_POSITION = (
    *("solve_position", "explain_position", "list_legal_moves"),
    *("analyse_position", "list_positions"),
)
"""The tools that take a position."""

OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("solve_positions", {"positions": [{"piles": [3, 4, 5]}, {"piles": []}]}),
    ("solve_positions", {"positions": []}),
    ("review_game", {"piles": [3, 1], "moves": [{"pile": 0, "remove": 1}]}),
    ("review_game", {"piles": [1], "moves": [{"pile": 0, "remove": 1}]}),
    ("review_game", {"piles": [3, 4, 5], "moves": []}),
    ("list_grundy_values", {"size": 5, "game": "kayles"}),
    ("list_grundy_values", {"size": 5}),
    ("list_grundy_values", {"size": 5, "game": "grundys-game"}),
    ("list_positions", {"piles": [2, 3], "all": True}),
    ("solve_position", {"piles": [2, 3], "legal": 1}),
    (
        "solve_positions",
        {"positions": [{"piles": [2]}, {"game": "kayles", "piles": [2]}], "legal": 2},
    ),
    ("list_legal_moves", {"piles": [2, 3], "depth": 2}),
]

CALCULATIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("sum?operands=3,5", "sum", {"operands": [3, 5]}),
    ("product?operands=3,5", "product", {"operands": [3, 5]}),
    ("quotient?operands=3,5", "quotient", {"operands": [3, 5]}),
    ("square-root?operands=7", "square-root", {"operands": [7]}),
    ("power?base=7&exponent=3", "power", {"base": 7, "exponent": 3}),
]


Validators = dict[str, jsonschema_rs.Validator]
"""The validators of arguments, by the name of the tool."""


@pytest.fixture(scope="module")
def listed(service: Service) -> dict[str, Any]:
    return tools(service)


@pytest.fixture(scope="module")
def validators(listed: dict[str, Any]) -> Validators:
    """A schema that is not valid has none."""
    return {
        name: jsonschema_rs.Draft202012Validator(tool["inputSchema"])
        for name, tool in listed.items()
    }


def check(validators: Validators, tool: str, arguments: Any, result: Any) -> None:
    """Check that the arguments match the tool's schema, and that the result is also a text."""
    assert "isError" not in result, result
    validators[tool].validate(arguments)
    [text] = [block["text"] for block in result["content"]]
    assert json.loads(text) == result["structuredContent"]


@rows("convention", CONVENTIONS)
@rows("position", EACH)
@rows("tool", OF_A_POSITION)
def test_a_tool_gives_what_the_operation_gives(
    validators: Validators,
    service: Service,
    tool: str,
    position: dict[str, Any],
    convention: dict[str, bool],
) -> None:
    arguments = {**position, **convention}
    reply = service.post(PATHS[tool], arguments)
    result = call(service, tool, arguments)
    if reply.status == 422:
        assert result["isError"] is True
        assert result["content"][0]["text"] == reply.json["detail"]
    else:
        assert result["structuredContent"] == reply.json
        check(validators, tool, arguments, result)


@rows(("tool", "arguments"), OTHERS)
def test_the_other_tools_give_what_their_operations_give(
    validators: Validators,
    service: Service,
    tool: str,
    arguments: dict[str, Any],
) -> None:
    result = call(service, tool, arguments)
    assert result["structuredContent"] == service.post(PATHS[tool], arguments).json
    check(validators, tool, arguments, result)


@rows(("query", "operation", "arguments"), CALCULATIONS)
def test_one_tool_makes_each_calculation(
    validators: Validators,
    service: Service,
    query: str,
    operation: str,
    arguments: dict[str, Any],
) -> None:
    named = {"operation": operation, **arguments}
    result = call(service, "calculate_nimbers", named)
    assert result["structuredContent"] == service.get(f"/nimbers/{query}").json
    check(validators, "calculate_nimbers", named, result)


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        (
            "solve_position",
            {"piles": [3, -1, "x"]},
            "piles[1]: must be 0 or more.\npiles[2]: must be an integer, not a string.",
        ),
        ("calculate_nimbers", {"operation": "sum"}, "operands: this key is required."),
        (
            "calculate_nimbers",
            {"operation": "quotient", "operands": [1, 0]},
            "operands[1]: a nimber can't be divided by 0.",
        ),
    ],
)
def test_wrong_arguments_are_a_result_that_says_what_to_fix(
    service: Service, tool: str, arguments: Any, text: str
) -> None:
    assert call(service, tool, arguments) == {
        "resultType": "complete",
        "content": [{"type": "text", "text": text}],
        "isError": True,
        "_meta": call(service, "solve_position", {"piles": [3]})["_meta"],
    }


def test_a_result_of_up_to_64_kib_is_repeated_as_a_text(service: Service) -> None:
    def text_of(count: int) -> str:
        result = call(service, "solve_positions", {"positions": [{"piles": [3, 4, 5]}] * count})
        assert len(result["structuredContent"]["results"]) == count
        [content] = result["content"]
        return str(content["text"])

    def is_whole(count: int) -> bool:
        return text_of(count).startswith("{")

    largest = bisect(range(1_000), False, key=lambda count: not is_whole(count)) - 1
    more = len(text_of(largest)) - len(text_of(largest - 1))
    assert 65_536 - more < len(text_of(largest)) <= 65_536
    assert text_of(largest + 1) == "See the structured content."


def test_tools_are_listed_with_all_that_a_model_needs(listed: dict[str, Any]) -> None:
    for tool in listed.values():
        assert tool["title"]
        assert len(tool["description"]) > 80
        assert not any(f"{path}`" in tool["description"] for path in PATHS.values())
        assert tool["annotations"]["readOnlyHint"] is tool["annotations"]["idempotentHint"] is True
        assert tool["inputSchema"]["type"] == "object"
        keys = [*described(tool["inputSchema"], tool["name"])]
        undescribed = [name for name, description in keys if not description]
        if tool["name"] == "solve_position":  # to which the others refer
            assert undescribed == []
        assert [name for name in undescribed if "components[]" not in name] == []


def described(schema: dict[str, Any], name: str) -> Iterator[tuple[str, str | None]]:
    """Each key at any depth, with its description."""
    for key, value in schema.get("properties", {}).items():
        yield f"{name}.{key}", value.get("description")
        yield from described(value, f"{name}.{key}")
    if "items" in schema:
        yield from described(schema["items"], f"{name}[]")


def test_every_depth_of_the_schemas_is_looked_at(listed: dict[str, Any]) -> None:
    keys = {key for tool in listed.values() for key, _ in described(tool["inputSchema"], "")}
    assert {".components[].piles", ".positions[].components[].code"} <= keys
    assert ".moves[].removals[].remove" in keys
    assert len(keys) > 60


def test_nothing_that_an_agent_reads_is_about_http(listed: dict[str, Any]) -> None:
    """An agent has no GET, and gets errors as texts without a status."""
    texts = [INSTRUCTIONS, json.dumps([*listed.values()])]
    words = r"\b(4\d\d|HTTP|GET|POST|QUERY|body|bodies|endpoint|header|query|status|URL)\b"
    assert [re.findall(words, text) for text in texts] == [[], []]
    assert len(texts[1]) > 20_000


PLAIN = {
    *("type", "description", "properties", "required", "items", "enum"),
    *("minimum", "maximum", "minItems", "maxItems", "maxLength"),
}
"""The keywords that Google's SDK for models accepts; other SDKs accept more."""


def test_schemas_are_plain(listed: dict[str, Any]) -> None:
    left = [tool["inputSchema"] for tool in listed.values()]
    while left:
        schema = left.pop()
        assert schema.keys() <= PLAIN
        assert isinstance(schema["type"], str)
        left += schema.get("properties", {}).values()
        left += [schema["items"]] if "items" in schema else []
    assert not any("outputSchema" in tool for tool in listed.values())


def test_an_agent_without_http_knows_the_games(service: Service, listed: dict[str, Any]) -> None:
    """By a tool; the list of tools has their names alone, so it hardly grows with a game."""
    game = listed["solve_position"]["inputSchema"]["properties"]["game"]
    assert game["enum"] == [*GAMES]
    assert "`list_games`" in game["description"]
    assert "/games" not in str(listed)
    assert len(listed) <= 10  # some clients take no more tools of a server
    found = call(service, "list_games", {})["structuredContent"]["games"]
    assert {each["name"]: each["rule"] for each in found} == {
        name: each.rule_of_all() for name, each in GAMES.items()
    }
    for each in found:
        assert not call(service, "solve_position", each["example"]).get("isError"), each["example"]
        assert each["rule"] not in str(listed)
        assert each["title"] not in str(listed) or each["name"] in ("nim", "sum", "kayles")
        if each["name"] not in keys_of(listed):  # as `numbers` is
            assert str(listed).count(f"'{each['name']}'") <= ENUMS, each["name"]


ENUMS = 3
"""The lists of names of games among the tools."""


def keys_of(listed: dict[str, Any]) -> set[str]:
    return {*listed["solve_position"]["inputSchema"]["properties"]}


def test_a_model_reads_a_list_of_moderate_size(service: Service) -> None:
    """Each agent has the whole list in its context, so a position is described once."""
    reply = send(service, "tools/list")
    assert len(reply.body) <= 30_000
    assert reply.body.count(b"Misere play") + reply.body.count("Misère play".encode()) == 1
    assert b"As in Position" not in reply.body


@rows(
    ("tool", "arguments"),
    [
        ("solve_position", {"piles": [-1]}),
        ("solve_position", {"piles": [2**53]}),
        ("solve_position", {"piles": [1], "game": "chess"}),
        ("solve_positions", {"positions": [{"piles": [1.5]}]}),
        ("review_game", {"piles": [1], "moves": [{"pile": 0, "remove": "one"}]}),
        ("list_grundy_values", {"size": 0}),
        ("calculate_nimbers", {"operation": "cube-root", "operands": [1]}),
        ("calculate_nimbers", {"operands": [1]}),
    ],
)
def test_a_schema_rejects_what_its_tool_rejects(
    validators: Validators,
    service: Service,
    tool: str,
    arguments: Any,
) -> None:
    assert not validators[tool].is_valid(arguments)
    if tool == "calculate_nimbers":  # which calculation is unknown
        text = send(service, "tools/call", {"name": tool, "arguments": arguments}).json
        assert "must be one of sum, product" in text["error"]["message"]
        return
    assert call(service, tool, arguments)["isError"] is True


@rows(
    ("tool", "sent", "meant"),
    [
        (
            "solve_position",
            {"piles": "[21, 4]", "max_remove": "3", "misere": "true"},
            {"piles": [21, 4], "max_remove": 3, "misere": True},
        ),
        ("solve_position", {"piles": ["3", "4", " 5 "]}, {"piles": [3, 4, 5]}),
        (
            "review_game",
            {"piles": [3], "moves": '[{"pile": "0", "remove": "2", "leaves": 1}]'},
            {"piles": [3], "moves": [{"pile": 0, "remove": 2, "leaves": 1}]},
        ),
        (
            "solve_positions",
            {"positions": ['{"piles": ["3"]}']},
            {"positions": [{"piles": [3]}]},
        ),
        (
            "calculate_nimbers",
            {"operation": "sum", "operands": ["3", "5"]},
            {"operation": "sum", "operands": [3, 5]},
        ),
    ],
)
def test_a_number_in_quotes_is_read_as_the_schema_says(
    service: Service, tool: str, sent: Any, meant: Any
) -> None:
    """Models write them; `/move` itself is as strict as before."""
    assert call(service, tool, sent) == call(service, tool, meant)
    assert service.post("/move", {"piles": ["3"]}).status == 422


@rows(
    "arguments",
    [
        {"piles": ["three"]},
        {"piles": ["3.5"]},
        {"piles": ["true"]},
        {"piles": "3"},
        {"piles": [3], "max_remove": "[3]"},
        {"piles": [3], "game": 3},
    ],
)
def test_a_text_that_is_not_what_the_schema_says_is_an_error(
    service: Service, arguments: Any
) -> None:
    assert call(service, "solve_position", arguments)["isError"] is True


def test_configured_limits_apply_to_tools() -> None:
    service = InProcess(create_app(ACCESS_LOG=False, MAX_PILES=2))
    text = call(service, "solve_position", {"piles": [1, 2, 3]})["content"][0]["text"]
    assert text == "piles: at most 2 piles are allowed."


@pytest.mark.parametrize(
    ("arguments", "beside"),
    [
        ({"piles": [3, 4, 5]}, False),
        ({"piles": [-1]}, False),
        ({"game": "laskers-nim", "piles": [1_000]}, True),
    ],
    ids=str,
)
def test_what_takes_long_runs_in_the_thread(arguments: Any, *, beside: bool) -> None:
    """As by the operation itself, so that it waits in its client's queue; large messages too."""
    operations = all_operations(Config())
    body = message("tools/call", {"name": "solve_position", "arguments": arguments})
    sent = headers("tools/call", "solve_position")
    request = post("/mcp", body, **{variable_of(name): text for name, text in sent.items()})
    large = request._replace(body=request.body.ljust(LARGEST_INLINE + 1))
    assert runs_in_thread(operations, request) is beside
    assert runs_in_thread(operations, large) is True
