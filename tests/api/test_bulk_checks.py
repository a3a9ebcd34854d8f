"""The bulk checks accept exactly what checking one by one accepts: piles, and positions."""

from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from service.api.faults import InvalidRequest
from service.api.schemas import Schemas
from service.limits import MAX_PILE
from service.settings import Config

SHAPES = Schemas(Config())

# --- Piles -----------------------------------------------------------------------------------

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
        position = SHAPES.position.load_body({"piles": piles})
    except InvalidRequest as error:
        return [fault.place for fault in error.faults]
    return list(position["piles"])


@given(st.lists(ITEMS))
def test_piles_are_accepted_or_each_fault_is_named(piles: list[Any]) -> None:
    wrong = [f"#/piles/{index}" for index, item in enumerate(piles) if not is_pile(item)]
    assert faults_or_piles(piles) == (wrong or piles)


@given(st.lists(st.sampled_from([0, 3.0, -0.0, 5])))
def test_loaded_piles_are_integers(piles: list[Any]) -> None:
    """JSON may write an integer as 3.0."""
    assert {type(pile) for pile in faults_or_piles(piles)} <= {int}


# --- Positions of a batch ----------------------------------------------------------------------

PILES: st.SearchStrategy[Any] = st.lists(
    st.integers(-1, 2) | st.sampled_from([MAX_PILE, MAX_PILE + 1, 2.0, True, "1", None]), max_size=3
)
POSITIONS: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {"piles": PILES | st.lists(st.integers(0, MAX_PILE), max_size=3)},
    optional={
        "misere": st.sampled_from([True, False, False, 0, None]),
        "max_remove": st.sampled_from([1, 2.0, 0, MAX_PILE + 1, None, "3"]),
        "subtraction_set": st.sampled_from([[1], [3, 2.0], [], [1, 1], [0], 3, None, ["1"]]),
        "x": st.none(),
    },
) | st.sampled_from([None, [], {}, {"misere": True}, {"piles": None}, {"piles": {}}, 7])
GOOD_PILES = {"piles": st.lists(st.integers(0, 3) | st.just(4.0), max_size=3)}
GOOD_POSITIONS: st.SearchStrategy[Any] = st.fixed_dictionaries(
    GOOD_PILES, optional={"misere": st.booleans()}
)
RULED_POSITIONS: st.SearchStrategy[Any] = st.fixed_dictionaries(
    GOOD_PILES, optional={"misere": st.booleans(), "max_remove": st.sampled_from([1, 2.0])}
) | st.fixed_dictionaries(
    GOOD_PILES, optional={"misere": st.booleans(), "subtraction_set": st.just([4, 1.0])}
)


def alone(position: Any, prefix: str) -> list[tuple[str, str]]:
    try:
        SHAPES.position.load_body(position)
    except InvalidRequest as error:
        return [(prefix + fault.place.removeprefix("#"), fault.detail) for fault in error.faults]
    return []


def together(positions: list[Any]) -> list[tuple[str, str]]:
    try:
        SHAPES.batch.load_body({"positions": positions})
    except InvalidRequest as error:
        return [(fault.place, fault.detail) for fault in error.faults]
    return []


# Each has a fault of another kind: no object at all, and two rules.
@example([None, {"piles": [], "max_remove": 1, "subtraction_set": [1]}])
@given(st.lists(POSITIONS, max_size=4))
def test_a_batch_has_the_faults_of_its_positions(positions: list[Any]) -> None:
    expected = [
        fault
        for i, position in enumerate(positions)
        for fault in alone(position, f"#/positions/{i}")
    ]

    assert together(positions) == expected


@given(st.lists(GOOD_POSITIONS, max_size=4))
def test_a_batch_is_read_as_its_positions_are(positions: list[Any]) -> None:
    piles, misere, rules = SHAPES.batch.load_body({"positions": positions})["positions"]
    loaded = [*zip(piles, misere, strict=True)]
    singly = [SHAPES.position.load_body(position) for position in positions]

    assert loaded == [(position["piles"], position["misere"]) for position in singly]
    assert {*(rules or ())} <= {None}
    assert {type(pile) for piles, _ in loaded for pile in piles} <= {int}


@given(st.lists(RULED_POSITIONS, max_size=4))
def test_rules_in_a_batch_are_read_as_those_of_its_positions_are(positions: list[Any]) -> None:
    piles, misere, rules = SHAPES.batch.load_body({"positions": positions})["positions"]
    loaded = [*zip(piles, misere, strict=True)]
    singly = [SHAPES.position.load_body(position) for position in positions]

    assert loaded == [(position["piles"], position["misere"]) for position in singly]
    assert (rules or [None] * len(positions)) == [position.get("rule") for position in singly]
