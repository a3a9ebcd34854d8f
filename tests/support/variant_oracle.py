"""Independent truth for the other games called Nim: solvers that know only what a move may do."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import TypeVar

Piles = tuple[int, ...]
Position = TypeVar("Position")

# What each legal move leaves
Moves = Callable[[Position], Iterable[Position]]


def player(moves: Moves[Position], misere: bool) -> Callable[[Position], bool]:
    """What finds out whether the player to move wins: one who has no move loses, or wins misère."""

    @cache
    def wins(position: Position) -> bool:
        reached = list(moves(position))
        return any(not wins(left) for left in reached) if reached else misere

    return wins


def moore(most_piles: int) -> Moves[Piles]:
    """Take from at least one pile, and at most so many."""

    def moves(piles: Piles) -> Iterator[Piles]:
        for left in product(*(range(pile + 1) for pile in piles)):
            taken_from = [i for i, pile in enumerate(piles) if left[i] < pile]
            if 1 <= len(taken_from) <= most_piles:
                yield left

    return moves


def wythoff(piles: Piles) -> Iterator[Piles]:
    """Take from one pile, or the same from both."""
    a, b = piles
    for left in product(range(a + 1), range(b + 1)):
        from_a, from_b = a - left[0], b - left[1]
        if from_a + from_b > 0 and (from_a == 0 or from_b in (0, from_a)):
            yield left


def fibonacci(position: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Take at most so many as the second number; the next move takes at most twice as many."""
    pile, most = position
    for taken in range(1, pile + 1):
        if taken <= most:
            yield pile - taken, 2 * taken


def greedy(piles: Piles) -> Iterator[Piles]:
    """Take from a pile that no other exceeds."""
    for i, pile in enumerate(piles):
        if all(pile >= other for other in piles):
            for left in range(pile):
                yield (*piles[:i], left, *piles[i + 1 :])
