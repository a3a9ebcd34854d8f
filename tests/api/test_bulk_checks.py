"""The bulk check accepts just what checking item by item would."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.config import MAX_PILE, Config
from service.schemas import InvalidRequest, Schemas, load_body

SHAPES = Schemas(Config())

ITEMS: st.SearchStrategy[Any] = (
    st.integers(-1, 3)
    | st.integers(MAX_PILE - 2, MAX_PILE + 2)
    | st.sampled_from([True, False, None, "3", [], {}, 3.0, 3.5, -0.0, 1e300, -1.0, float("inf")])
)


def is_pile(item: Any) -> bool:
    """Whether JSON Schema would call the item an integer in range."""
    if isinstance(item, bool) or not isinstance(item, int | float):
        return False
    return item == item // 1 and 0 <= item <= MAX_PILE


def faults_or_piles(piles: list[Any]) -> list[Any]:
    try:
        position = load_body(SHAPES.position, {"piles": piles})
    except InvalidRequest as error:
        return [fault.place for fault in error.faults]
    return list(position["piles"])


@given(st.lists(ITEMS))
def test_piles_are_accepted_if_each_is_one_and_else_each_other_is_named(piles: list[Any]) -> None:
    wrong = [f"#/piles/{index}" for index, item in enumerate(piles) if not is_pile(item)]
    assert faults_or_piles(piles) == (wrong or piles)


@given(st.lists(st.sampled_from([0, 3.0, -0.0, 5])))
def test_piles_are_integers_however_json_writes_them(piles: list[Any]) -> None:
    assert {type(pile) for pile in faults_or_piles(piles)} <= {int}
