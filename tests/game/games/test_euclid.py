"""Euclid's closed form, against the Grundy values of the game and at any size."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.euclid import Euclid
from service.game.questions.solve import solve
from tests.support.rules import Rules, State, euclid, in_any_order
from tests.support.strategies import LARGEST_PILE, conventions
from tests.support.tries import at_most

PLAYED = Rules(euclid, in_any_order)


def test_euclid_is_lost_where_the_grundy_value_is_0() -> None:
    """In normal play; the value is that of the definition, found by playing out."""
    size = at_most(50, quick=20)
    for piles in product(range(size), repeat=2):
        assert Euclid.position(piles).wins() == (PLAYED.value(State(piles)) != 0), piles


@pytest.mark.parametrize(("piles", "value"), [((1, 1), 1), ((1, 2), 2), ((2, 5), 1)])
def test_euclid_has_other_values_than_where_no_pile_may_become_empty(
    piles: tuple[int, int], value: int
) -> None:
    """Nivasch's formula for that game, ⌊|x/y − y/x|⌋, gives 0, 1 and 2."""
    assert PLAYED.value(State(piles)) == value
    assert solve(Euclid.position(piles), 100)["nim_sum"] is None


@given(st.integers(1, LARGEST_PILE), st.integers(1, LARGEST_PILE), conventions)
def test_euclid_in_misere_play_differs_for_equal_piles_only(a: int, b: int, misere: bool) -> None:
    assert Euclid.position([a, b], misere).wins() == Euclid.position([a, b]).wins() or a == b
    assert Euclid.position([a, a]).wins()
    assert not Euclid.position([a, a], misere=True).wins()


def test_euclid_is_exact_at_neighbouring_fibonacci_numbers() -> None:
    """Their ratio is now above the golden ratio, now below it, and ever closer to it."""
    numbers = [1, 2]
    while sum(numbers[-2:]) <= LARGEST_PILE:
        numbers.append(sum(numbers[-2:]))
    wins = [Euclid.position(pair).wins() for pair in pairwise(numbers)]

    assert wins == [i % 2 == 0 for i in range(len(wins))]
    assert len(wins) > 70


@given(st.integers(0, LARGEST_PILE), st.integers(0, LARGEST_PILE))
def test_euclid_is_over_exactly_when_a_pile_is_empty(a: int, b: int) -> None:
    position = Euclid.position([a, b])

    assert (next(position.moves(), None) is None) == (a == 0 or b == 0)
    assert (position.game.count_moves(position) == 0) == (a == 0 or b == 0)


@given(st.integers(1, LARGEST_PILE), st.integers(1, LARGEST_PILE), conventions)
def test_euclid_plays_on_with_the_first_legal_move(a: int, b: int, misere: bool) -> None:
    position = Euclid.position([a, b], misere)
    if not position.wins():
        assert solve(position, 100)["best_move"] == next(position.moves())
