"""The limits that no setting changes, and the default ones, as the contract says them."""

from typing import Any

import pytest

from service import limits
from service.settings import Config
from tests.support.contract import SPEC


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("MAX_EXPLAINED_PILES", ("PositionToExplain", "properties", "piles", "maxItems")),
        ("MAX_REVIEWED_PILES", ("Game", "properties", "piles", "maxItems")),
        ("MAX_REVIEWED_MOVES", ("Game", "properties", "moves", "maxItems")),
        ("MAX_GRAPH_POSITIONS", ("Graph", "properties", "options", "maxProperties")),
        ("MAX_NAME", ("Graph", "properties", "options", "propertyNames", "maxLength")),
        ("MAX_GRAPH_POSITIONS", ("Graph", "properties", "sums", "maxProperties")),
        ("MAX_NAME", ("Graph", "properties", "sums", "propertyNames", "maxLength")),
        ("MAX_SET_NUMBERS", ("Position", "properties", "subtraction_set", "maxItems")),
        ("MAX_SET_NUMBER", ("Position", "properties", "subtraction_set", "items", "maximum")),
        ("MAX_PILE", ("Position", "properties", "max_remove", "maximum")),
        ("MAX_OCTAL_PILES", ("BreakingPosition", "properties", "piles", "maxItems")),
        ("MAX_OCTAL_PILE", ("BreakingPosition", "properties", "piles", "items", "maximum")),
        ("MAX_COMPONENTS", ("Graph", "properties", "sum", "maxItems")),
        ("MAX_NIMBER_OPERAND", ("Calculation", "properties", "result", "maximum")),
        ("MAX_TABLE_SIZE", ("Table", "properties", "size", "maximum")),
        ("MAX_LISTED_POSITIONS", ("PositionTable", "properties", "count", "maximum")),
        ("MAX_MOORE_PILES", ("VariantPosition", "properties", "max_piles", "maximum")),
        ("MAX_VARIANT_MOVES", ("VariantSolution", "properties", "winning_moves", "maxItems")),
    ],
)
def test_the_contract_has_the_limit(name: str, keys: tuple[str | int, ...]) -> None:
    node: Any = SPEC["components"]["schemas"]
    for key in keys:
        node = node[key]

    assert node == getattr(limits, name)


def test_the_contract_has_the_limits_of_parameters() -> None:
    size = SPEC["paths"]["/nimbers/table"]["get"]["parameters"][1]["schema"]
    listed = [SPEC["paths"][path]["get"]["parameters"][0] for path in ("/positions", "/graph")]

    for name in ("Summands", "Factors"):
        operands = SPEC["components"]["parameters"][name]["schema"]
        assert operands["maxItems"] == limits.MAX_NIMBER_OPERANDS
        assert operands["items"]["maximum"] == limits.MAX_NIMBER_OPERAND
    assert size["maximum"] == limits.MAX_TABLE_SIZE
    assert [piles["schema"]["maxItems"] for piles in listed] == [limits.MAX_LISTED_PILES] * 2


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("MAX_BATCH_PILES", "/moves"),
        ("MAX_REVIEWED_TOTAL", "/review"),
        ("MAX_GRAPH_OPTIONS", "/grundy"),
        ("MAX_SET_MOVES", "/move"),
        ("MAX_OCTAL_DIGITS", "/octal"),
        ("MAX_OCTAL_MOVES", "/octal"),
        ("MAX_SUM_MOVES", "/grundy"),
        ("MAX_GRAPH_STEPS", "/grundy"),
        ("MAX_LISTED_NUMBERS", "/positions"),
        ("MAX_LISTED_POSITIONS", "/graph"),
        ("MAX_DRAWN_MOVES", "/graph"),
        ("MAX_NAME", "/graph"),
        ("MAX_MOORE_PILES", "/variant"),
        ("MAX_VARIANT_MOVES", "/variant"),
        ("MAX_VARIANT_NUMBERS", "/variant"),
        ("MAX_OCTAL_VALUES", "/octal/values"),
    ],
)
def test_the_contract_describes_totals_in_words(name: str, path: str) -> None:
    """A JSON schema can't limit a total over several lists."""
    operation, *_ = SPEC["paths"][path].values()
    description = operation["description"]

    assert f"{getattr(limits, name):,}" in description


def test_the_contract_has_the_default_batch_size() -> None:
    positions = SPEC["components"]["schemas"]["Batch"]["properties"]["positions"]

    assert positions["maxItems"] == Config().max_positions
