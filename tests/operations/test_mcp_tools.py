"""The tools of `/mcp` return what the operations return, with a summary in words."""

import json
from typing import Any

import jsonschema_rs
import pytest

from service.app import create_app
from service.limits import LARGEST_INLINE
from service.operations.mcp_tools import LARGEST_TEXT
from service.settings import Config
from tests.support.agents import PATHS, call, headers, message, tools
from tests.support.operations import all_operations, runs_in_thread
from tests.support.positions import CONVENTIONS, EACH
from tests.support.rows import rows
from tests.support.service import InProcess, Service, variable_of
from tests.support.wsgi import post

OF_A_POSITION = ("solve_position", "explain_position", "analyse_position", "list_positions")
"""The tools that are asked with a position."""

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
]

CALCULATIONS: list[tuple[str, dict[str, Any]]] = [
    ("sum?operands=3,5", {"operation": "sum", "operands": [3, 5]}),
    ("product?operands=3,5", {"operation": "product", "operands": [3, 5]}),
    ("quotient?operands=3,5", {"operation": "quotient", "operands": [3, 5]}),
    ("square-root?operands=7", {"operation": "square-root", "operands": [7]}),
    ("power?base=7&exponent=3", {"operation": "power", "base": 7, "exponent": 3}),
]


Validators = dict[tuple[str, str], jsonschema_rs.Validator]
"""The validators of schemas, by the name of the tool and of the schema."""


@pytest.fixture(scope="module")
def listed(service: Service) -> dict[str, Any]:
    return tools(service)


@pytest.fixture(scope="module")
def validators(listed: dict[str, Any]) -> Validators:
    """A schema that is not valid has none."""
    return {
        (name, schema): jsonschema_rs.Draft202012Validator(tool[schema])
        for name, tool in listed.items()
        for schema in ("inputSchema", "outputSchema")
    }


def check(validators: Validators, tool: str, arguments: Any, result: Any) -> None:
    """Check arguments and result against the tool's schemas, and that something is said."""
    assert "isError" not in result, result
    validators[tool, "inputSchema"].validate(arguments)
    validators[tool, "outputSchema"].validate(result["structuredContent"])
    summary, text = [block["text"] for block in result["content"]]
    assert json.loads(text) == result["structuredContent"]
    assert summary.endswith(".")


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


@rows(("query", "arguments"), CALCULATIONS)
def test_one_tool_makes_all_calculations(
    validators: Validators,
    service: Service,
    query: str,
    arguments: dict[str, Any],
) -> None:
    result = call(service, "calculate_nimbers", arguments)
    assert result["structuredContent"] == service.get(f"/nimbers/{query}").json
    check(validators, "calculate_nimbers", arguments, result)


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        (
            "solve_position",
            {"piles": [3, -1, "x"]},
            "piles[1]: must be 0 or more.\npiles[2]: must be an integer.",
        ),
        (
            "calculate_nimbers",
            {"operation": ["sum"]},
            "operation: must be one of sum, product, quotient, square-root, power.",
        ),
        ("calculate_nimbers", {"operation": "sum"}, "operands: this key is required."),
        (
            "calculate_nimbers",
            {"operation": "quotient", "operands": [1, 0]},
            "operands[1]: no nimber can be divided by 0.",
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


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        (
            "solve_position",
            {"piles": [3, 4, 5]},
            (
                "N-position: the player to move can force a win. Best move: remove 2 from pile 0, "
                "leaving 1. 1 winning move."
            ),
        ),
        (
            "solve_position",
            {"piles": [1, 2, 3]},
            (
                "P-position: the player to move loses if the other one plays well. Suggested move: "
                "remove 1 from pile 2, leaving 2."
            ),
        ),
        (
            "solve_position",
            {"piles": [0], "misere": True},
            "No move is legal: the player to move has won.",
        ),
        (
            "solve_position",
            {"piles": [7], "game": "kayles"},
            (
                "N-position: the player to move can force a win. Best move: remove 2 from pile 0, "
                "leaving piles of 1 and 4. 2 winning moves."
            ),
        ),
        (
            "solve_position",
            {"piles": [4, 3], "game": "wythoff"},
            (
                "N-position: the player to move can force a win. Best move: remove 2 from pile 0, "
                "leaving 2 and remove 2 from pile 1, leaving 1. 1 winning move."
            ),
        ),
        (
            "review_game",
            {"piles": [2, 1], "moves": [{"pile": 0, "remove": 2}, {"pile": 1, "remove": 1}]},
            "The second player has won. 1 mistake: 1.",
        ),
        (
            "calculate_nimbers",
            {"operation": "sum", "operands": [3, 5]},
            "The result is the nimber 6.",
        ),
        (
            "analyse_position",
            {"piles": [2]},
            (
                "The player to move wins with best play, after 1 move in total, first this one: "
                "remove 2 from pile 0, leaving 0. 2 legal moves, 1 winning. With random play the "
                "player to move wins with a chance of 0.500."
            ),
        ),
        ("analyse_position", {"piles": []}, "No move is legal: the player to move has lost."),
        (
            "list_grundy_values",
            {"size": 5},
            ("The values repeat with period 1 from a pile of 0 objects, and grow by 1 each time."),
        ),
    ],
)
def test_the_first_text_is_a_summary(
    service: Service, tool: str, arguments: Any, text: str
) -> None:
    assert call(service, tool, arguments)["content"][0]["text"] == text


def test_a_large_result_is_not_repeated_as_a_text(service: Service) -> None:
    result = call(service, "solve_positions", {"positions": [{"piles": [3, 4, 5]}] * 1_000})
    assert len(json.dumps(result["structuredContent"])) > LARGEST_TEXT
    assert len(result["content"]) == 1


def test_tools_are_listed_with_all_that_a_model_needs(listed: dict[str, Any]) -> None:
    for tool in listed.values():
        assert tool["title"]
        assert len(tool["description"]) > 80
        assert tool["annotations"]["readOnlyHint"] is tool["annotations"]["idempotentHint"] is True
        assert tool["inputSchema"]["type"] == tool["outputSchema"]["type"] == "object"
        for name, schema in tool["inputSchema"]["properties"].items():
            assert schema.get("description"), (tool["name"], name)


@pytest.mark.parametrize("tool", OF_A_POSITION)
def test_a_tool_says_how_to_send_a_sum_if_it_takes_sums(
    listed: dict[str, Any], service: Service, tool: str
) -> None:
    components = [{"piles": [3]}, {"game": "kayles", "piles": [4]}]
    result = call(service, tool, {"game": "sum", "components": components})
    assert ("`components`" in listed[tool]["description"]) is ("isError" not in result)


@rows(
    ("tool", "arguments"),
    [
        ("solve_position", {"piles": [-1]}),
        ("solve_position", {"piles": [2**53]}),
        ("solve_position", {"piles": [1], "x": 1}),
        ("solve_position", {"piles": [1], "game": "chess"}),
        ("solve_positions", {"positions": [{"piles": [1.5]}]}),
        ("review_game", {"piles": [1], "moves": [{"pile": 0, "removed": 1}]}),
        ("list_grundy_values", {"size": 0}),
        ("calculate_nimbers", {"operation": "root", "operands": [1]}),
        ("calculate_nimbers", {"operands": [1]}),
    ],
)
def test_a_schema_rejects_what_its_tool_rejects(
    validators: Validators,
    service: Service,
    tool: str,
    arguments: Any,
) -> None:
    assert not validators[tool, "inputSchema"].is_valid(arguments)
    assert call(service, tool, arguments)["isError"] is True


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
