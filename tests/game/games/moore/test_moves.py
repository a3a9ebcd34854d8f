"""The winning moves of Moore's Nim, against all combinations and all moves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.moore.moves import Taking, WinningMoves, choose_by_size
from tests.support.tries import tries


@tries(100)
@given(st.lists(st.integers(1, 4), max_size=9), st.integers(0, 9))
def test_each_choice_of_sizes_is_made_once(sizes: list[int], count: int) -> None:
    choices = choose_by_size(sizes, range(len(sizes)), count)
    chosen = [tuple(sorted(sizes[i] for i in choice)) for choice in choices]
    different = {tuple(sorted(each)) for each in combinations(sizes, count)}
    assert Counter(chosen) == Counter(different)


def moves_to(piles: Sequence[int], max_piles: int, wanted: Sequence[int]) -> Iterator[Taking]:
    """The moves after which each column has the wanted number of 1s, found by trying all moves."""
    for left in product(*(range(pile + 1) for pile in piles)):
        taken = [(i, p - q) for i, (p, q) in enumerate(zip(piles, left, strict=True)) if p > q]
        columns = [sum(pile >> j & 1 for pile in left) for j in range(len(wanted))]
        remainders = [ones % (max_piles + 1) for ones in columns]
        if 0 < len(taken) <= max_piles and remainders == wanted:
            yield taken


@pytest.mark.parametrize("max_piles", [1, 2, 3])
@pytest.mark.parametrize("wanted", [[0, 0, 0], [1, 0, 0]], ids=["normal", "misère endgame"])
def test_moves_are_all_and_in_order(max_piles: int, wanted: list[int]) -> None:
    for piles in product(range(1, 6), repeat=3):
        expected = sorted(moves_to(piles, max_piles, wanted))
        made = WinningMoves(piles, max_piles, wanted, steps=10**6)
        assert [*made.in_order()] == expected
        assert sorted(made.by_columns()) == expected
        assert not made.ended_early


def test_with_too_few_steps_some_moves_are_missing_and_that_is_noted() -> None:
    piles, wanted = [7, 6, 5, 4, 3], [0, 0, 0]
    made = WinningMoves(piles, 2, wanted, steps=150)
    found = [*made.in_order()]
    expected = sorted(moves_to(piles, 2, wanted))
    assert 0 < len(found) < len(expected)
    assert found == expected[: len(found)]
    assert made.ended_early
