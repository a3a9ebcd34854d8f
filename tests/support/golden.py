"""Known answers with their sources. Nothing here is computed."""

from typing import NamedTuple


class Known(NamedTuple):
    """A solved position; each move is (pile, remove, leaves)."""

    piles: list[int]
    misere: bool
    nim_sum: int
    position_class: str
    moves: list[tuple[int, int, int]]


# From articles on Nim that solve these positions; each checked by exhaustive search.
POSITIONS = [
    Known([19, 20, 21], False, 18, "N", [(0, 18, 1), (1, 14, 6), (2, 14, 7)]),
    Known([25, 28, 10], False, 15, "N", [(0, 3, 22), (1, 9, 19), (2, 5, 5)]),
    Known([41, 163, 13], False, 135, "N", [(1, 127, 36)]),
    Known([1, 3, 5], False, 7, "N", [(2, 3, 2)]),
    Known([8, 8, 1], False, 1, "N", [(2, 1, 0)]),
    Known([1, 2, 3], False, 0, "P", []),
    Known([2, 3, 4], False, 5, "N", [(2, 3, 1)]),
    Known([1, 1], True, 0, "N", [(0, 1, 0), (1, 1, 0)]),
    Known([1], True, 1, "P", []),
    Known([5, 1], True, 4, "N", [(0, 5, 0)]),
    Known([], False, 0, "P", []),
    Known([], True, 0, "N", []),
]

# On-Line Encyclopedia of Integer Sequences, A051910: row n, column m <= n is the product of n and
# m. Also in J. H. Conway, "On Numbers and Games" (1976), chapter 6.
NIMBER_PRODUCTS = [
    [0],
    [0, 1],
    [0, 2, 3],
    [0, 3, 1, 2],
    [0, 4, 8, 12, 6],
    [0, 5, 10, 15, 2, 7],
    [0, 6, 11, 13, 14, 8, 5],
    [0, 7, 9, 14, 10, 13, 3, 4],
    [0, 8, 12, 4, 11, 3, 7, 15, 13],
    [0, 9, 14, 7, 15, 6, 1, 8, 5, 12],
    [0, 10, 15, 5, 3, 9, 12, 6, 1, 11, 14],
]
