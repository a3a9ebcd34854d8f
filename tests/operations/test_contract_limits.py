"""The limits that the contract states in words, since no schema can: totals, and a game's own."""

from typing import Any

from service import limits
from service.game.games import moore, numbers, take_and_break
from service.game.games.nim import subtraction
from service.server import limits as server_limits
from service.settings import Config
from tests.support.contract import SPEC
from tests.support.rows import rows

SCHEMAS: dict[str, Any] = SPEC["components"]["schemas"]


@rows(
    ("path", "limit"),
    [
        ("/move", Config().max_piles),
        ("/move", subtraction.MAX_SET_MOVES),
        ("/move", subtraction.MAX_SET_VALUES),
        ("/move", take_and_break.MAX_LEGAL_MOVES),
        ("/move", numbers.MAX_LEGAL_MOVES),
        ("/moves", Config().max_positions),
        ("/moves", limits.MAX_BATCH_PILES),
        ("/moves", limits.MAX_BATCH_MOVES),
        ("/moves", Config().max_body_bytes),
        ("/explanation", limits.MAX_EXPLAINED_PILES),
        ("/review", limits.MAX_REVIEWED_PILES),
        ("/review", limits.MAX_REVIEWED_MOVES),
        ("/review", limits.MAX_REVIEWED_NUMBERS),
        ("/positions", limits.MAX_LISTED_PILES),
        ("/positions", limits.MAX_LISTED_POSITIONS),
        ("/positions", limits.MAX_LISTED_NUMBERS),
        ("/graph", limits.MAX_LISTED_PILES),
        ("/graph", limits.MAX_LISTED_POSITIONS),
        ("/graph", limits.MAX_DRAWN_MOVES),
        ("/graph", limits.MAX_NAME),
        ("/values", limits.MAX_VALUES_LISTED),
        ("/values", take_and_break.MAX_CODE_VALUES),
        ("/values", subtraction.MAX_SET_VALUES),
        ("/grundy", limits.MAX_GRAPH_POSITIONS),
        ("/grundy", limits.MAX_GRAPH_OPTIONS),
        ("/grundy", limits.MAX_SUM_SIZE),
        ("/grundy", limits.MAX_SUM_MOVES),
        ("/grundy", limits.MAX_GRAPH_STEPS),
        ("/nimbers/sum", limits.MAX_NIMBER_OPERANDS),
        ("/nimbers/product", limits.MAX_NIMBER_OPERANDS),
        ("/nimbers/table", limits.MAX_TABLE_SIZE),
    ],
)
def test_the_first_operation_of_a_path_says_the_limit(path: str, limit: int) -> None:
    operation, *_ = SPEC["paths"][path].values()
    assert f"{limit:,}" in operation["description"]


def test_problems_say_the_limits_that_they_are_about() -> None:
    responses = SPEC["components"]["responses"]
    assert f"{Config().max_body_bytes:,} bytes" in responses["TooLarge"]["description"]
    assert f"within {Config().request_timeout:g} seconds" in responses["TooSlow"]["description"]
    assert f"{server_limits.LONGEST_TARGET:,} bytes" in responses["TargetTooLong"]["description"]
    said = _text(responses["HeadTooLarge"])
    assert f"{server_limits.MAX_FIELDS} headers" in said
    assert f"{server_limits.LONGEST_FIELD:,} bytes" in said
    assert f"{server_limits.LARGEST_HEAD:,} bytes" in said
    assert f"at most {limits.MAX_ERRORS} " in _text(SCHEMAS["Problem"]["properties"]["errors"])


def test_what_the_keys_of_games_say_holds() -> None:
    keys = SCHEMAS["Position"]["properties"]
    assert f"up to {take_and_break.MAX_CODE_DIGITS} digits" in _text(keys["code"])
    remainders = SCHEMAS["Binary"]["properties"]["remainders"]["items"]
    assert remainders["maximum"] == moore.MAX_MOORE_PILES  # modulo one more


def _text(node: dict[str, Any]) -> str:
    """A description on one line."""
    return " ".join(node["description"].split())
