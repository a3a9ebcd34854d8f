"""Fibonacci Nim: its lost piles, the Zeckendorf form, and quotas beyond the pile."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from service.game.games.fibonacci import Fibonacci, zeckendorf
from service.game.questions.solve import solve
from tests.support.strategies import LARGEST_PILE, conventions


def test_fibonacci_numbers_are_the_piles_that_are_lost_at_the_start() -> None:
    lost = [n for n in range(1, 100) if not Fibonacci.position([n]).wins()]

    assert lost == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]


@given(st.integers(0, LARGEST_PILE))
def test_zeckendorf_form_has_no_neighbours(number: int) -> None:
    fibonacci = [1, 2]
    while fibonacci[-1] < LARGEST_PILE:
        fibonacci.append(fibonacci[-2] + fibonacci[-1])
    places = [fibonacci.index(part) for part in zeckendorf(number)]

    assert sum(zeckendorf(number)) == number
    assert all(b - a > 1 for a, b in pairwise(places))


@given(st.integers(1, LARGEST_PILE), st.integers(1, LARGEST_PILE), conventions)
def test_quota_beyond_the_pile_counts_as_the_pile(pile: int, more: int, misere: bool) -> None:
    beyond, equal = (
        solve(Fibonacci.position([pile], misere, quota=quota), 100) for quota in (pile + more, pile)
    )
    assert beyond == equal
