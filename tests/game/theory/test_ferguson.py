"""Ferguson's rule: from the values of piles alone, in both conventions, against play."""

from collections.abc import Sequence
from functools import reduce
from itertools import product
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.theory.grundy import values_to_leave
from tests.support.rules import Rules, State, removing
from tests.support.strategies import conventions

both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


def wins(values: Sequence[int], misere: bool) -> bool:
    """Whether the player to move wins, by Ferguson's rule as he states it."""
    total = reduce(xor, values, 0)
    return total == 0 if misere and all(value <= 1 for value in values) else total != 0


@both_conventions
@pytest.mark.parametrize("numbers", [(1,), (1, 3), (2, 3), (2, 5, 6), (1, 2, 3)])
def test_values_decide_who_wins_under_any_set(numbers: tuple[int, ...], misere: bool) -> None:
    rules = Rules(removing(numbers))
    for piles in product(range(9), repeat=3):
        values = [rules.value(State((pile,))) for pile in piles]
        leave = values_to_leave(values, misere)
        assert (leave is not None) == rules.wins(State(piles), misere), piles


@given(st.lists(st.integers(0, 2**53), max_size=9), conventions)
def test_values_to_leave_are_left_in_lost_positions(values: list[int], misere: bool) -> None:
    leave = values_to_leave(values, misere)

    assert (leave is None) == (not wins(values, misere))
    for i, value in enumerate(leave or []):
        assert not wins([*values[:i], value, *values[i + 1 :]], misere)
