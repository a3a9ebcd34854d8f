"""Chomp: a move bites a square off a bar of chocolate, with everything to its right or below.

The rows are the piles, from the top, none longer than the one above. A move chooses a square, and
every row from there down keeps at most the squares to the left of it. The first square of the first
row is poisoned and never taken, so a player to whom only that is left has no move.

From any rectangle but the single square the first player wins normal play: if biting off the last
square did not win, the reply to it would have been a winning first move. That does not show which
move wins, and all positions are solved by search.

Sources: F. Schuh, "Spel van delers", Nieuw Tijdschrift voor Wiskunde 39 (1952); D. Gale, "A curious
Nim-type game", The American Mathematical Monthly 81 (1974).
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import comb
from typing import ClassVar

from ..bounds import PileLimits
from ..errors import WrongPiles
from ..game import Game, Position
from ..moves import Move, Piles, removals
from ..theory.walk import TOO_MANY


class Chomp(Game):
    """A move takes a square with all squares to the right of it, below it, or both.

    >>> [*Chomp.position([2, 2]).winning_moves()]
    [Move(changes=((1, (1,)),), component=None)]
    """

    name = "chomp"
    title = "Chomp"
    rule = (
        "The piles are rows of squares, none longer than the one above. A move takes a square with "
        "all squares right of it, below it, or both; the first square of the first row is never "
        "taken."
    )
    words: ClassVar[Mapping[str, str]] = {"pile": "row", "object": "square"}
    form = "removals"
    limits = PileLimits(1, 20)
    is_ordered = keeps_empty = True

    def check(self, position: Position) -> None:
        """Raise an InputError if the rows are too many or too long, or not those of a bar."""
        super().check(position)
        rows = position.piles
        if not rows[0]:
            raise WrongPiles("not-a-position", "The first row has at least 1 square.")
        for i, (above, row) in enumerate(pairwise(rows), 2):
            if row > above:
                text = f"Row {i} has {row:,} squares, more than the {above:,} of the row before."
                raise WrongPiles("not-a-position", text)

    def _max_reachable(self, position: Position) -> int:
        """As many as there are ways to cut rows of that length: paths along a grid."""
        rows, longest = len(position.piles), max(position.piles, default=0)
        return min(TOO_MANY, comb(rows + longest, min(rows, longest, 10)))

    def moves(self, position: Position) -> Iterator[Move]:
        rows = position.piles
        for i, row in enumerate(rows):
            for left in range(row - 1, -1 if i else 0, -1):
                taken = [(j, rows[j] - left) for j in range(i, len(rows)) if rows[j] > left]
                yield removals(rows, taken)

    def _left_of(self, part: Position) -> Iterator[tuple[Piles, int]]:
        rows = part.piles
        for i, row in enumerate(rows):
            cut = len(rows)  # the rows from i up to this one are longer than what is left
            for left in range(0 if i else 1, row):
                while rows[cut - 1] <= left:
                    cut -= 1
                yield rows[:i] + (left,) * (cut - i) + rows[cut:], 1

    def _count_moves(self, position: Position) -> int:
        return sum(position.piles) - 1
