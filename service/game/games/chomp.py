"""Chomp: a move bites a square off a bar of chocolate, with everything to its right or below.

The rows are the piles, from the top, none longer than the one above. A move chooses a square, and
every row from there down keeps at most the squares to the left of it. The first square of the first
row is poisoned and never taken, so a player to whom only that is left has no move.

From any rectangle but the single square the first player wins normal play: if biting off the last
square did not win, the reply to it would have been a winning first move. That does not show which
move wins, and positions of three rows or more are solved by search.

Two rows are lost exactly when the first is one square longer than the second: no move keeps that,
and one move restores it. In misère play two rows are lost exactly when they are two squares: then
the only move leaves the poisoned one, and from any larger position a move leaves two squares, both
in the first row if there is no other and one below the other if there is.

Sources: F. Schuh, "Spel van delers", Nieuw Tijdschrift voor Wiskunde 39 (1952); D. Gale, "A curious
Nim-type game", The American Mathematical Monthly 81 (1974).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from ..bounds import PileLimits, reject_larger
from ..decision import BySearch, Decision
from ..errors import IllegalMove, WrongPiles
from ..game import Game
from ..moves import Move, Piles, removals
from ..position import Position
from ..solution import Solution
from ..words.moves import numbers_in
from ..words.wording import Reason, objects

LARGEST_ROW = 1_000
"""The longest row if there are more than two."""


class Chomp(Game):
    """A move takes a square with all squares to the right of it, below it, or both.

    >>> [*Chomp.position([2, 2]).winning_moves()]
    [Move(changes=((1, (1,)),), component=None)]
    """

    name = "chomp"
    title = "Chomp"
    rule = (
        "A move takes a square with all squares right of it, below it, or both, but never the "
        "first square of row 1."
    )
    piles_are = "rows of squares from the top, none longer than the one above"
    words: ClassVar[Mapping[str, str]] = {"pile": "row", "object": "square"}
    form = "removals"
    limits = PileLimits(1, 20, None)
    is_ordered = keeps_empty = True

    def check(self, position: Position) -> None:
        """Raise an InputError if the rows are too many or too long, or not those of a bar."""
        super().check(position)
        rows = position.piles
        if any(rows[2:]):
            reject_larger(rows, LARGEST_ROW, "With more than two rows, a row")
        if not rows[0]:
            raise WrongPiles("not-a-position", "The first row has at least 1 square.")
        for i, (above, row) in enumerate(pairwise(rows), 2):
            if row > above:
                has = objects(row, "square")
                text = f"Row {i} has {has}, more than the {above:,} of the row before."
                raise WrongPiles("not-a-position", text)

    def moves(self, position: Position) -> Iterator[Move]:
        rows = position.piles
        for i, row in enumerate(rows):
            for left in range(row - 1, -1 if i else 0, -1):
                yield _cut(rows, i, left)

    def check_move(self, position: Position, move: Move) -> None:
        (i, (left, *_)), *_ = move.changes
        if move.changes != _cut(position.piles, i, left).changes or not (i or left):
            rule = f"{self.rule[0].lower()}{self.rule[1:]}"
            raise IllegalMove(f"This move is not legal: {rule}", "removals")

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

    def text_of(self, position: Position, move: Move) -> str:  # noqa: ARG002
        """The square that a move chooses: the first one that it takes from its first row."""
        (i, (left,)), *_ = move.changes
        return f"take square {left + 1:,} of row {i + 1} with all right of it and below"

    def read(self, position: Position, text: str) -> Move | None:
        """A square, with or without the rest of the sentence."""
        square = text.removesuffix(" with all right of it and below")
        if not (found := numbers_in(square, "take square # of row #")):
            return None
        column, row = found
        if not 1 <= row <= len(position.piles) or not 1 <= column <= position.piles[row - 1]:
            raise IllegalMove(f"There is no square {column:,} of row {row:,}.")
        if column == row == 1:
            raise IllegalMove("The first square of the first row is never taken.")
        return _cut(position.piles, row - 1, column - 1)

    def decide(self, position: Position) -> Decision:
        """The rule for two rows, or a search."""
        return BySearch(position) if any(position.piles[2:]) else _TwoRows(position)


class _TwoRows(Decision):
    """The rule for two rows, or one."""

    @cached_property
    def wins(self) -> bool:
        first, second, *_ = (*self.position.piles, 0)
        return first + second != 2 if self.position.misere else first != second + 1

    def winning_moves(self) -> Iterator[Move]:
        rows = self.position.piles
        first, second, *_ = (*rows, 0)
        if self.position.misere:
            cuts = [(0, 1 if second else 2), *([(1, 0)] if first == 2 and second else [])]
        else:
            cuts = [(0, second + 1) if first > second else (1, first - 1)]
        for i, left in cuts if self.wins and sum(rows) > 1 else ():
            yield _cut(rows, i, left)

    def reasons(self, solution: Solution) -> Iterator[Reason]:  # noqa: ARG002
        if self.position.misere:
            yield "Two rows or one are lost in misère play if and only if they have two squares."
        else:
            yield (
                "Two rows are lost if and only if the first is one square longer than the second; "
                "a single row is lost if and only if it is one square."
            )


def _cut(rows: Piles, row: int, left: int) -> Move:
    """The move after which the rows from this one on have at most this many squares."""
    return removals(rows, [(i, rows[i] - left) for i in range(row, len(rows)) if rows[i] > left])
