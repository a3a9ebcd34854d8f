"""The lost positions of Wythoff's game, as published and as found one after another."""

from itertools import combinations_with_replacement

import pytest

from service.game.games.wythoff import Wythoff
from tests.support.strategies import fibonacci_pairs

# A000201 and A001950 of the On-Line Encyclopedia of Integer Sequences
LOST = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23)]


def test_wythoff_has_the_published_lost_positions() -> None:
    pairs = combinations_with_replacement(range(24), 2)

    assert [pair for pair in pairs if not Wythoff.position(pair).wins()] == LOST


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
def test_wythoff_has_each_number_and_each_difference_in_one_lost_position(misere: bool) -> None:
    """This finds the next one without play."""
    rows = [(2, 2), (0, 1)] if misere else [(0, 0), (1, 2)]
    used = {number for row in rows for number in row}
    for difference in range(2, 500):
        a = next(n for n in range(10_000) if n not in used)
        used |= {a, a + difference}
        rows.append((a, a + difference))

    assert not any(Wythoff.position(row, misere).wins() for row in rows)


def test_wythoff_is_exact_at_neighbouring_fibonacci_numbers() -> None:
    """Every other pair of them is lost: (1, 2), (3, 5), (8, 13) …"""
    wins = [Wythoff.position(pair).wins() for pair in fibonacci_pairs()]

    assert wins == [i % 2 == 1 for i in range(len(wins))]
