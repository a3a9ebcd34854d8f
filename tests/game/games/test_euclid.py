"""Euclid at any size; small positions are in test_solve.py."""

from hypothesis import given
from hypothesis import strategies as st

from service.game.games.euclid import Euclid
from tests.support.strategies import LARGEST_PILE, conventions, fibonacci_pairs


@given(st.integers(1, LARGEST_PILE), st.integers(1, LARGEST_PILE), conventions)
def test_euclid_in_misere_play_differs_for_equal_piles_only(a: int, b: int, misere: bool) -> None:
    assert Euclid.position([a, b], misere).wins() == Euclid.position([a, b]).wins() or a == b
    assert Euclid.position([a, a]).wins()
    assert not Euclid.position([a, a], misere=True).wins()


def test_euclid_is_exact_at_neighbouring_fibonacci_numbers() -> None:
    wins = [Euclid.position(pair).wins() for pair in fibonacci_pairs()]

    assert wins == [i % 2 == 0 for i in range(len(wins))]
    assert len(wins) > 70
