"""Cram: a move covers two free squares of a grid that share a side.

Regions of free squares that don't touch are independent. Two theorems give values of some boards in
normal play. A row is Dawson's Kayles, and so is a path of squares, whatever its bends. If turning a
board by half puts it on itself, the second player can copy each move, turned, unless it covers a
square and the one to which that is turned; so a board on which no move does that is lost, and one
on which one move does, because its middle lies between two free squares, is won by that move. So a
board of even × even is lost, and one of even × odd is won. All others, and misère play, are
searched.

Source: M. Gardner, "Mathematical Games", Scientific American 230 (February 1974).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from ..board_game import BoardGame, ByWalk, Choice
from ..decision import Decision
from ..graph_game import bits
from ..meter import MAX_STEPS, OutOfSteps, at_most, current, spend
from ..moves import Move
from ..position import Position
from ..solution import Solution
from ..words.wording import Reason
from .take_and_break import DawsonsKayles

FREE, COVERED = "_", "x"
COLUMNS = "abcdefghijklmnopqrstuvwxyz"

STEPS_FOR_ALL = 300_000
"""Steps to find the values of the regions where symmetry decides, for all winning moves."""

_ROWS = DawsonsKayles()


class Grid(NamedTuple):
    """A grid; its free squares are bits, row by row, with a bit between rows that is never set."""

    rows: int
    columns: int
    free: int

    @property
    def step(self) -> int:
        """From a square to the one below."""
        return self.columns + 1

    def near(self, squares: int) -> int:
        """The free squares that touch some squares."""
        step = self.columns + 1
        return (squares << 1 | squares >> 1 | squares << step | squares >> step) & self.free


class Cram(BoardGame):
    """A move covers two neighbouring squares.

    >>> position = Cram.position(board="___")
    >>> [position.game.named(position.state, move.changes) for move in position.winning_moves()]
    ['a1-b1', 'b1-c1']
    """

    name = "cram"
    title = "Cram"
    rule = "A move covers two free squares that share a side with a domino."
    words: ClassVar[Mapping[str, str]] = {"pile": "region", "object": "square"}
    nothing_left = "No two free squares share a side, so there is no move."
    shape = "grid"
    notation = (
        "The rows from the top, between commas, such as `____,_x__`: `_` is free, `x` is not. "
        "`4x5` is a board of 4 rows and 5 columns. Squares are named a1, b1 and so on, from the "
        "top left."
    )
    largest = 400
    steps_of_each = 0.2

    def parse(self, text: str) -> Grid:
        text = text.strip().lower()
        if found := re.fullmatch(r"([1-9][0-9]{0,3})\s*[x\u00d7*]\s*([1-9][0-9]{0,3})", text):
            height, width = map(int, found.groups())
            if height * width > self.largest:
                raise ValueError(f"This board has more than {self.largest} squares.")
            rows = [FREE * width] * height
        else:
            rows = [*filter(None, re.split(r"[,;/\s]+", text))]
        if any(len(row) != len(rows[0]) or {*row} - {FREE, COVERED} for row in rows):
            raise ValueError("The rows are equally long, of _ for a free square and x: ____,_x__.")
        columns = len(rows[0]) if rows else 0
        if columns > len(COLUMNS):
            raise ValueError(f"A row has {columns} squares; at most {len(COLUMNS)} are allowed.")
        spend(len(text) / 5)
        squares = "0".join(row.replace(FREE, "1").replace(COVERED, "0") for row in rows)
        return Grid(len(rows), columns, int(squares[::-1] or "0", 2))

    def write(self, board: Grid) -> str:
        text = "".join(
            FREE if board.free >> i & 1 else COVERED for i in range(board.rows * board.step)
        )
        return ",".join(text[i : i + board.columns] for i in range(0, len(text), board.step))

    def choices(self, board: Grid) -> Iterator[Choice]:
        step, free = board.step, board.free
        for i in bits(free & (free >> 1 | free >> step)):
            if free >> i + 1 & 1:
                yield i, i + 1
            if free >> i + step & 1:
                yield i, i + step

    def play(self, board: Grid, choice: Choice) -> Grid:
        i, j = choice
        return board._replace(free=board.free & ~(1 << i | 1 << j))

    def named(self, board: Grid, choice: Choice) -> str:
        squares = [divmod(i, board.step) for i in choice]
        return "-".join(f"{COLUMNS[column]}{row + 1}" for row, column in squares)

    def size(self, board: Grid) -> int:
        return board.free.bit_count()

    def text(self, board: Grid, choice: Choice) -> str:
        return f"cover {self.named(board, choice).replace('-', ' and ')}"

    def split(self, board: Grid) -> Sequence[Grid]:
        """The regions of two free squares or more."""
        left, found = board.near(board.free), list[Grid]()
        while left:
            region = left & -left
            while (grown := region | board.near(region)) != region:
                region = grown
            left &= ~region
            found.append(board._replace(free=region))
        return found

    def common(self, piece: Grid) -> Grid:
        """A region in the corner, turned so that its number is least; a path as a row."""
        spend(3 * self.size(piece))
        if (length := _length_of_path(piece)) is not None:
            return Grid(1, length, (1 << length) - 1)
        cells = [divmod(i, piece.step) for i in bits(piece.free)]
        rows, columns = zip(*cells, strict=True)
        top, left = min(rows), min(columns)
        height, width = max(rows) - top + 1, max(columns) - left + 1
        cells = [(row - top, column - left) for row, column in cells]
        if height > width:
            cells = [(column, row) for row, column in cells]
            height, width = width, height
        least = _least(cells, height, width)
        if height == width:
            least = min(least, _least([(column, row) for row, column in cells], height, width))
        return Grid(height, width, least)

    def beside(self, pieces: Sequence[Grid]) -> Grid:
        """The regions in a row, a covered column between two of them."""
        rows = max([piece.rows for piece in pieces], default=0)
        columns = sum(piece.columns + 1 for piece in pieces) - 1 if pieces else 0
        free, start = 0, 0
        for piece in pieces:
            for i in bits(piece.free):
                row, column = divmod(i, piece.step)
                free |= 1 << row * (columns + 1) + start + column
            start += piece.columns + 1
        return Grid(rows, columns, free)

    # --- Who wins ---

    def value_of_common(self, piece: Grid) -> int | None:
        """The value of a row, and of a region on which each move can be copied."""
        if piece.rows == 1:
            return _ROWS.values.of([piece.columns])[0]
        return 0 if _middle(piece) == () else None

    def decide(self, position: Position) -> Decision:
        """Symmetry, or the values of the regions; a search in misère play."""
        board = position.state
        assert isinstance(board, Grid)  # noqa: S101
        if not position.misere and _middle(board) is not None:
            return _BySymmetry(position)
        return super().decide(position)


def _least(cells: Sequence[tuple[int, int]], rows: int, columns: int) -> int:
    """The least number of a region in the corner, either way round along rows and columns."""
    step, bottom, last = columns + 1, rows - 1, columns - 1
    free = down = right = both = 0
    for row, column in cells:
        at, below = row * step, (bottom - row) * step
        free |= 1 << at + column
        down |= 1 << below + column
        right |= 1 << at + last - column
        both |= 1 << below + last - column
    return min(free, down, right, both)


def _length_of_path(region: Grid) -> int | None:
    """The number of squares of a connected region in which they form a path, else None."""
    ends = 0
    for i in bits(region.free):
        beside = region.near(1 << i).bit_count()
        if beside > 2:
            return None
        ends += beside < 2
    return region.free.bit_count() if ends else None


def _middle(board: Grid) -> Choice | None:
    """The two free squares beside the middle, or () if there are none that touch.

    None if turning the board by half doesn't put it on itself, or turns a free square with a free
    neighbour onto itself: a move that covers that can't be copied.
    """
    spend(board.free.bit_count() / 2)
    step, free = board.step, board.near(board.free)
    if not free:
        return None
    cells = [divmod(i, step) for i in bits(free)]
    (top, bottom), (left, right) = ((min(each), max(each)) for each in zip(*cells, strict=True))
    rows, columns = top + bottom, left + right
    known = {*cells}
    if any((rows - row, columns - column) not in known for row, column in cells):
        return None
    beside = [
        (row, column)
        for row, column in cells
        if abs(2 * row - rows) + abs(2 * column - columns) <= 1
    ]
    if len(beside) == 1:
        return None
    return tuple([row * step + column for row, column in beside])


class _BySymmetry(ByWalk):
    """Turning the board by half decides; the values of the regions, too, if these can be found."""

    game: Cram

    @property
    def board(self) -> Grid:
        """The board."""
        assert isinstance(self.position.state, Grid)  # noqa: S101
        return self.position.state

    @cached_property
    def middle(self) -> Choice:
        """The move in the middle, or ()."""
        return _middle(self.board) or ()

    @cached_property
    def is_walked(self) -> bool:
        """Whether the values of the regions are known: only these give all winning moves."""
        if not self.middle:
            return False
        left = meter.left if (meter := current()) else MAX_STEPS
        try:
            with at_most(STEPS_FOR_ALL):
                for move in self.position.moves():
                    self.value_after(self.position.after(move))
                return len(self.pile_values) > 0
        except OutOfSteps:
            if left < STEPS_FOR_ALL:  # no value depends on what is asked beside
                raise
            return False

    @property
    def is_searched(self) -> bool:
        return False

    @cached_property
    def wins(self) -> bool:
        return bool(self.middle)

    @property
    def values(self) -> Sequence[int] | None:
        return self.pile_values if self.is_walked else None

    @property
    def value(self) -> int | None:
        return super().value if self.is_walked else None if self.middle else 0

    def solve(self, max_moves: int) -> Solution:
        if self.is_walked or not self.middle:
            return super().solve(max_moves)
        return self._solution([Move(self.middle)], more=True)

    def winning_moves(self) -> Iterator[Move]:
        if self.is_walked:
            return super().winning_moves()
        return iter([Move(self.middle)] if self.middle else [])

    by = "symmetry"

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """What the middle of the board lies between, besides the regions."""
        middle = [self.game.named(self.board, self.middle)] if self.middle else []
        return {**super().data(solution), "middle": middle}

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        yield "Turning the board by half puts it on itself."
        if not self.middle:
            yield "The opponent can copy each move, turned, and so makes the last one."
            return
        named = self.game.named(self.board, self.middle).replace("-", " and ")
        yield f"A player who covers the middle, {named}, can then copy each move, turned."
        if solution.more:
            yield "Other moves may win, too."
