"""Positions of Nim and of other games: Hypothesis strategies, and pairs that floats get wrong."""

from functools import reduce
from itertools import pairwise
from operator import xor

from hypothesis import strategies as st

LARGEST_PILE = 2**53 - 1

# Positions of every size, with both classes and the endgames common
sizes = st.one_of(st.integers(0, 3), st.integers(0, LARGEST_PILE))
any_piles = st.lists(sizes, max_size=20)


@st.composite
def balanced_piles(draw: st.DrawFn) -> list[int]:
    """Piles with the nim-sum 0, which is rare for random piles."""
    piles = draw(any_piles)
    piles.insert(draw(st.integers(0, len(piles))), reduce(xor, piles, 0))
    return piles


piles = st.one_of(any_piles, balanced_piles(), st.lists(st.integers(0, 1), max_size=9))
conventions = st.booleans()

NAMES = "abcdefgh"

GameWithSums = tuple[dict[str, list[str]], dict[str, list[str]]]
"""Positions with their options, and sums with their components."""


@st.composite
def games(draw: st.DrawFn) -> dict[str, list[str]]:
    """Finite games: each position's options come later in an order that the names don't show.

    Half of the later positions are options, some of them twice. One number encodes all options of
    a position, because drawing a list takes Hypothesis much longer.
    """
    order = draw(st.permutations(NAMES))
    options = {}
    for i, name in enumerate(order):
        later = order[i + 1 :]
        chosen = draw(st.integers(0, 4 ** len(later) - 1))
        options[name] = [
            each for j, each in enumerate(later) for _ in range(max(0, (chosen >> 2 * j & 3) - 1))
        ]
    return {name: options[name] for name in draw(st.permutations(NAMES))}


@st.composite
def games_with_sums(draw: st.DrawFn) -> GameWithSums:
    """Finite games; sums have earlier sums and any positions as components.

    Positions on top may have sums as options.
    """
    options = draw(games())
    sums: dict[str, list[str]] = {}
    for i in range(draw(st.integers(0, 3))):
        sums[f"s{i}"] = draw(st.lists(st.sampled_from([*NAMES, *sums]), max_size=3))
    for i in range(draw(st.integers(0, 2))):
        options[f"t{i}"] = draw(st.lists(st.sampled_from([*NAMES, *sums]), max_size=4))
    return options, sums


@st.composite
def codes(draw: st.DrawFn) -> tuple[str, str, list[int], bool]:
    """Codes of take-and-break games: the text and its parts."""
    before_point = draw(st.sampled_from(["0", "4", "4!"]))
    digits = draw(st.lists(st.integers(0, 7), min_size=1, max_size=8))
    repeats = draw(st.booleans())
    written = "".join(map(str, digits))
    after_point = f"{written[:-1]}[{written[-1]}]" if repeats else written
    return f"{before_point}.{after_point}", before_point, digits, repeats


def fibonacci_pairs() -> list[tuple[int, int]]:
    """Neighbouring Fibonacci numbers up to the largest pile, the first pair being 1 and 2.

    Their ratio is alternately above and below the golden ratio, and gets ever closer to it.
    """
    numbers = [1, 2]
    while sum(numbers[-2:]) <= LARGEST_PILE:
        numbers.append(sum(numbers[-2:]))
    return [*pairwise(numbers)]
