"""Euclid: a move removes a positive multiple of the smaller of two piles from the larger.

Play ends when one pile is empty. Call the piles s ≤ l, neither of them empty. In normal play a
position is P exactly when s < l < φs, with φ the golden ratio, (1 + √5) / 2: then a single move is
legal. In misère play two equal piles are P as well, because the only move ends the game.

Everything is exact, as l < φs exactly when l² < ls + s².

Sources: A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm and a winning
strategy for it", The Mathematical Gazette 53 (1969); for misère play V. Gurvich, "On the misère
version of game Euclid and miserable games", Discrete Mathematics 307 (2007).
"""

from collections.abc import Iterator
from functools import cached_property

from ..bounds import PileLimits
from ..decision import Decision
from ..errors import IllegalMove
from ..game import Game
from ..moves import Move, Piles, removal
from ..position import Position
from ..solution import Solution
from ..words.wording import Reason


class Euclid(Game):
    """A move removes a positive multiple of the smaller pile from a pile that is no smaller.

    >>> [*Euclid.position([8, 3]).winning_moves()]
    [Move(changes=((0, (2,)),), component=None)]
    """

    name = "euclid"
    title = "Euclid"
    rule = (
        "A move takes a multiple of the smaller pile from the larger one, or from either if they "
        "are equal; no move is legal once a pile is empty."
    )
    limits = PileLimits(2, 2, None)
    keeps_empty = True

    def moves(self, position: Position) -> Iterator[Move]:
        piles = position.piles
        for i, pile in enumerate(piles):
            other = piles[1 - i]
            if other:
                for remove in range(other, pile + 1, other):
                    yield removal(piles, i, remove)

    def _left_of(self, part: Position) -> Iterator[tuple[Piles, int]]:
        small, large = part.piles  # in ascending order
        for left in range(large % small, large, small) if small else ():
            yield (min(left, small), max(left, small)), 1 + (small == large)

    def _count_moves(self, position: Position) -> int:
        a, b = position.piles
        return a // b + b // a if a and b else 0

    def check_move(self, position: Position, move: Move) -> None:
        ((i, _),) = move.changes
        other = position.piles[1 - i]
        if not other:
            raise IllegalMove("No move is legal once a pile is empty.", "pile")
        if position.removed(move) % other:
            text = f"A move removes a multiple of {other:,}, the size of the other pile."
            raise IllegalMove(text, "remove")

    def decide(self, position: Position) -> Decision:
        """The ratio of the piles."""
        return _Ratio(position)


class _Ratio(Decision):
    """The ratio of the piles decides."""

    by = "ratio"

    @cached_property
    def wins(self) -> bool:
        small, large = sorted(self.position.piles)
        if not small:
            return self.position.misere
        if small == large:
            return not self.position.misere
        return large * large > small * (large + small)

    def winning_moves(self) -> Iterator[Move]:
        """All moves to a lost position, in order: at most the two smallest remainders are lost."""
        piles = self.position.piles
        for i, pile in enumerate(piles):
            other = piles[1 - i]
            for left in (pile % other + other, pile % other) if other else ():
                move = removal(piles, i, pile - left)
                if left < pile and not self.position.after(move).wins():
                    yield move

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        small, large = sorted(self.position.piles)
        yield (
            "A position with two non-empty piles is lost if and only if the larger pile is less "
            "than φ = 1.618… times the smaller one"
            + ("." if self.position.misere else " and the piles are different.")
        )
        if small == large:
            yield "The piles are equal, so every move takes a whole pile and ends the game."
        elif solution.wins:
            yield f"{large:,} is more than φ times {small:,}, so some move leaves a lost position."
        else:
            yield f"{large:,} is less than φ times {small:,}, so only one move is legal."
