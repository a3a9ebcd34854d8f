"""Wythoff's game: a move takes any number of objects from one of two piles, or the same from both.

With φ the golden ratio, (1 + √5) / 2, the P-positions of normal play are the pairs of ⌊dφ⌋ and
⌊dφ⌋ + d for d = 0, 1, 2 …: (0, 0), (1, 2), (3, 5), (4, 7) … Each difference d and each number is in
exactly one pair. In misère play the first two pairs are (2, 2) and (0, 1) instead, and all others
are the same.

Everything is exact, as ⌊dφ⌋ = ⌊(d + ⌊√(5d²)⌋) / 2⌋ takes integers only.

Source: W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7 (1907);
for misère play A. S. Fraenkel, "Wythoff games, continued fractions, cedar trees and Fibonacci
searches", Theoretical Computer Science 29 (1984).
"""

from collections.abc import Iterator, Sequence
from math import isqrt

from service.game.variants import Variant, VariantSolution, WrongNumberOfPiles, solved

PILES = 2


class Wythoff(Variant):
    """A move takes any number from one pile, or the same number from both.

    >>> Wythoff().solve([5, 8], False)["winning_moves"]
    [{'leaves': [4, 7]}, {'leaves': [5, 3]}]
    """

    kind = "wythoff"

    def options(self, piles: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """What each legal move leaves."""
        a, b = piles
        yield from ((left, b) for left in range(a))
        yield from ((a, left) for left in range(b))
        yield from ((a - taken, b - taken) for taken in range(1, min(a, b) + 1))

    def solve(self, piles: Sequence[int], misere: bool) -> VariantSolution:
        """Solve a position. Raises WrongNumberOfPiles."""
        if len(piles) != PILES:
            message = "This game is played with 2 piles."
            raise WrongNumberOfPiles(message, too_many=len(piles) > PILES)
        a, b = piles
        if b == _partner(a, misere):
            return solved(piles, False, iter(()), any(piles))
        winning = set()
        if _partner(a, misere) < b:
            winning.add((a, _partner(a, misere)))
        if _partner(b, misere) < a:
            winning.add((_partner(b, misere), b))
        taken = min(a, b) - _smaller(abs(a - b), misere)
        if taken > 0:
            winning.add((a - taken, b - taken))
        return solved(piles, True, map(list, sorted(winning)), any(piles))


def _smaller(difference: int, misere: bool) -> int:
    """The smaller pile of the P-position with this difference."""
    if misere and difference <= 1:
        return 2 - 2 * difference
    return (difference + isqrt(5 * difference * difference)) // 2


def _partner(pile: int, misere: bool) -> int:
    """The other pile of the P-position that has this one.

    >>> [_partner(pile, False) for pile in range(9)]
    [0, 2, 1, 5, 7, 3, 10, 4, 13]
    >>> [_partner(pile, True) for pile in range(9)]
    [1, 0, 2, 5, 7, 3, 10, 4, 13]
    """
    if misere and pile <= 2:
        return (1, 0, 2)[pile]
    below = (isqrt(5 * pile * pile) - pile) // 2  # pile / φ, rounded down
    if _smaller(below + 1, misere) == pile:
        return pile + below + 1
    return below
