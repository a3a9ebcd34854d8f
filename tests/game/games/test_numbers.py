"""Numbers of a kind: its values against plain recursion and published sequences."""

from functools import cache

import pytest

from service.game.errors import TooMuchWork
from service.game.games.numbers import LARGEST_PILE, MAX_LEGAL_MOVES, WORDS, Numbers
from service.game.questions.solve import solve
from tests.support.oracle import mex
from tests.support.rules import NUMBERS
from tests.support.tries import at_most

MAX_MOVES = 100
each_word = pytest.mark.parametrize("word", WORDS)

# First values, of piles 0, 1, 2 …
PUBLISHED = {
    # A014586
    "squares": [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 2],
    # A014589
    "primes": [0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7],
    # A007814, which begins with the value of 1
    "proper-divisors": [0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, 4, 0, 1, 0, 2],
    # A025480, which begins with 0 and has the value of n at n - 1
    "at-most-half": [0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8, 4, 9, 2],
}


@cache
def allowed(word: str, size: int) -> list[list[int]]:
    """The numbers that may be removed from each pile."""
    numbers = map(NUMBERS[word], range(size))
    return [[n for n in range(1, pile + 1) if n in each] for pile, each in enumerate(numbers)]


@each_word
def test_numbers_are_those_of_the_word(word: str) -> None:
    size = at_most(300, quick=60)

    assert [[*Numbers(word).removals(pile)] for pile in range(size)] == allowed(word, size)


@each_word
def test_numbers_have_the_values_of_plain_recursion(word: str) -> None:
    """Even the values in closed form."""
    size = at_most(300, quick=60)
    values: list[int] = []
    for pile, numbers in enumerate(allowed(word, size)):
        values.append(mex([values[pile - n] for n in numbers]))

    assert [*Numbers(word).sequence(size)["values"]] == values


@pytest.mark.parametrize("word", PUBLISHED)
def test_numbers_have_the_published_values(word: str) -> None:
    known = PUBLISHED[word]

    assert [*Numbers(word).sequence(len(known))["values"]] == known


@pytest.mark.parametrize("word", NUMBERS)
def test_numbers_have_a_period_where_the_closed_form_shows_it(word: str) -> None:
    period = {"odd": 2, "powers-of-2": 3}.get(word)
    sequence = Numbers(word).sequence(5)

    assert sequence["period"] == period
    assert sequence["proof"] == (period and "computed")


def test_numbers_have_a_limit_on_legal_moves() -> None:
    half = MAX_LEGAL_MOVES // (LARGEST_PILE // 2)
    solve(Numbers.position([LARGEST_PILE] * half, numbers="odd"), MAX_MOVES)
    with pytest.raises(TooMuchWork, match=r"has 50,001 legal moves; at most 50,000 are allowed"):
        solve(Numbers.position([LARGEST_PILE] * half + [1], numbers="odd"), MAX_MOVES)
