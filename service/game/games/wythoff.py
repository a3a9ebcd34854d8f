"""Wythoff's game: a move takes any number of objects from one of two piles, or the same from both.

With φ the golden ratio, (1 + √5) / 2, the P-positions of normal play are the pairs of ⌊dφ⌋ and
⌊dφ⌋ + d for d = 0, 1, 2 …: (0, 0), (1, 2), (3, 5), (4, 7) … Each difference d and each number is in
exactly one pair. In misère play the first two pairs are (2, 2) and (0, 1) instead, and all others
are the same.

Everything is exact, as ⌊dφ⌋ = ⌊(d + ⌊√(5d²)⌋) / 2⌋ needs only integers.

Source: W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7 (1907);
for misère play A. S. Fraenkel, "Wythoff games, continued fractions, cedar trees and Fibonacci
searches", Theoretical Computer Science 29 (1984).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from math import isqrt
from typing import Any

from ..bounds import PileLimits
from ..decision import Decision
from ..errors import IllegalMove
from ..game import Game
from ..moves import Move, Piles, removals
from ..position import Position
from ..solution import Solution
from ..words.wording import Reason, Theory


class Wythoff(Game):
    """A move takes any number from one pile, or the same number from both.

    >>> [*Wythoff.position([1, 3]).winning_moves()]
    [Move(changes=((1, (2,)),), component=None)]
    """

    name = "wythoff"
    title = "Wythoff's game"
    rule = (
        "A move takes any number of stones from one of two piles, or the same number from both, as "
        "a queen goes left, down or diagonally."
    )
    form = "removals"
    limits = PileLimits(2, 2, None)

    keeps_empty = _reaches_all_smaller = _loses_one = True

    def moves(self, position: Position) -> Iterator[Move]:
        a, b = piles = position.piles
        for taken in range(1, a + 1):
            yield removals(piles, [(0, taken)])
            if taken <= b:
                yield removals(piles, [(0, taken), (1, taken)])
        for taken in range(1, b + 1):
            yield removals(piles, [(1, taken)])

    def _left_of(self, part: Position) -> Iterator[tuple[Piles, int]]:
        a, b = part.piles  # in ascending order
        multiplicity = 1 + (a == b)
        return chain(
            (((left, b), multiplicity) for left in range(a)),
            (((left, b - a + left), 1) for left in range(a)),
            (((left, a) if left < a else (a, left), 1) for left in range(b) if a < b),
        )

    def _count_moves(self, position: Position) -> int:
        return sum(position.piles) + min(position.piles)

    def check_move(self, position: Position, move: Move) -> None:
        taken = [position.piles[i] - sum(left) for i, left in move.changes]
        if len({*taken}) > 1:
            text = "A move that takes from both piles takes the same number from each."
            raise IllegalMove(text, "removals", 1, "remove")

    def decide(self, position: Position) -> Decision:
        """Whether the piles are a cold pair."""
        return _ColdPairs(position)


class _ColdPairs(Decision):
    """The cold pairs are lost."""

    by = "cold-pairs"

    @cached_property
    def wins(self) -> bool:
        a, b = self.position.piles
        return b != _partner(a, self.position.misere)

    def winning_moves(self) -> Iterator[Move]:
        """All moves to a cold pair, in order."""
        if not self.wins:
            return
        (a, b), misere = self.position.piles, self.position.misere
        from_a, from_b = a - _partner(b, misere), b - _partner(a, misere)
        from_both = min(a, b) - _smaller(abs(a - b), misere)
        found = [[(0, from_a)], [(1, from_b)], [(0, from_both), (1, from_both)]]
        for taken in sorted(found):
            if taken[0][1] > 0:
                yield removals(self.position.piles, taken)

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """The cold pairs that winning moves leave, or the position's own."""
        position = self.position
        if not solution.wins:
            return {"cold_pairs": [position.canonical().piles]}
        left = {position.after(move).canonical().piles for move in solution.winning_moves}
        return {"cold_pairs": sorted(left)}

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        misere = self.position.misere
        first = "(0, 1), (2, 2)" if misere else "(0, 0), (1, 2)"
        yield f"The lost positions are the cold pairs {first}, (3, 5), (4, 7), (6, 10) and so on."
        a, b = self.position.canonical().piles
        pair = f"({a:,}, {b:,})"
        if solution.wins:
            yield f"{pair} is not a cold pair, so some move leaves one."
        else:
            yield f"{pair} is a cold pair, and no move from a cold pair leaves another."
        yield Theory(
            f"The cold pairs{' from (3, 5) on' if misere else ''} are (⌊nφ⌋, ⌊nφ²⌋), "
            "where φ is the golden ratio."
        )


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
