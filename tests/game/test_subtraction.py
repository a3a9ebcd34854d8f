"""Bounded and subtraction Nim, against solvers that know only the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.base_nim import BaseNim
from service.game.games.nim import Nim
from service.game.games.nim.subtraction import NotProven, Subtraction
from tests.support.rule_oracle import table
from tests.support.solved import solve
from tests.support.strategies import LARGEST_PILE, piles

conventions = st.booleans()
small_sets = st.sets(st.integers(1, 30), min_size=1, max_size=6)
sets = st.builds(
    lambda numbers: Subtraction(tuple(sorted(numbers))),
    st.sets(st.integers(1, 60), min_size=1, max_size=8),
)
rules: st.SearchStrategy[BaseNim] = st.one_of(
    sets, st.builds(Bounded, st.one_of(st.integers(1, 20), st.integers(1, LARGEST_PILE)))
)
LONG = Subtraction((9, 40))
"""The values of this set repeat after 49 objects, which takes 49 + 40 values to prove."""


@pytest.fixture
def short_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.game.games.nim.subtraction.MAX_SET_VALUES", 64)


# --- Piles too large to play out ------------------------------------------------------------------


@given(small_sets, st.lists(st.integers(0, 600), max_size=5))
def test_values_are_those_of_plain_recursion(numbers: set[int], position: list[int]) -> None:
    values = table(numbers, 601)

    solution = solve(position, False, Subtraction(tuple(sorted(numbers))))
    assert solution["grundy_values"] == [values[pile] for pile in position]


@given(st.lists(st.integers(0, LARGEST_PILE), max_size=9), conventions, st.integers(1, 64))
def test_bounded_nim_is_the_set_of_all_numbers_up_to_the_bound(
    position: list[int], misere: bool, most: int
) -> None:
    by_set = solve(position, misere, Subtraction(tuple(range(1, most + 1))))

    assert solve(position, misere, Bounded(most)) == by_set


@given(piles, conventions)
def test_bound_as_large_as_the_largest_pile_is_nim(position: list[int], misere: bool) -> None:
    ruled = dict(solve(position, misere, Bounded(max(position, default=0) or 1)))

    assert ruled.pop("grundy_values") == position
    assert ruled == solve(position, misere)


@given(st.lists(st.integers(0, LARGEST_PILE), max_size=9), conventions, rules)
def test_winning_moves_are_exactly_those_that_leave_p(
    position: list[int], misere: bool, rule: BaseNim
) -> None:
    """For the moves by 1 to 20, or by the numbers of the set."""
    numbers = [n for n in range(1, 61) if rule.allows(60, n)][:20]
    solution = solve(position, misere, rule)

    leaving_p = [
        {"pile": i, "remove": s, "leaves": pile - s}
        for i, pile in enumerate(position)
        for s in numbers
        if s <= pile
        if not rule.solve([*position[:i], pile - s, *position[i + 1 :]], misere)["to_move_wins"]
    ]
    listed = [m for m in solution["winning_moves"] if m["remove"] in numbers]
    assert listed == leaving_p
    for move in solution["winning_moves"]:
        assert rule.allows(position[move["pile"]], move["remove"])
        assert 1 <= move["remove"] == position[move["pile"]] - move["leaves"]


# --- No period proven -----------------------------------------------------------------------------


@pytest.mark.usefixtures("short_table")
def test_pile_within_the_table_is_exact_without_a_period() -> None:
    assert solve([63], False, LONG)["grundy_values"] == [table((9, 40), 64)[63]]


@pytest.mark.usefixtures("short_table")
def test_piles_beyond_a_table_without_a_period_are_named() -> None:
    with pytest.raises(NotProven) as error:
        solve([64, 63, 0, 100], False, LONG)

    assert error.value.locations == [("piles", 0), ("piles", 3)]
    assert error.value.largest == 63
    assert str(error.value) == (
        "No period is proven for this subtraction set: the largest pile that can be solved is 63."
    )


def test_longer_table_proves_the_period() -> None:
    solution = solve([LARGEST_PILE], False, LONG)

    assert solution["grundy_values"] == [table((9, 40), 49)[LARGEST_PILE % 49]]
