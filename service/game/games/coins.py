"""Turning coins: a move turns coins, the last of which goes from heads to tails.

A code says which coins a move may turn in a row. In each such game the heads are independent: in
normal play a position has the XOR of the values that its heads have alone. A product of two games
is played on rows of coins: a move turns the coins that lie in the columns of a move of the first
and in the rows of a move of the second. By the Tartan theorem the value of a head is the nimber
product of those of its column and its row. Misère play is searched.

Sources: H. W. Lenstra, "Nim multiplication", Séminaire de théorie des nombres de Bordeaux
(1977-78); E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", chapter 14.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, ClassVar, NamedTuple

from ..board_game import BoardGame, Choice
from ..errors import WrongKeys
from ..meter import metered
from ..moves import Move
from ..position import Position
from ..theory.grundy import nim_sum
from ..theory.nimber import product
from ..words.wording import listed

HEADS, TAILS = "H", "T"
BETWEEN = "*"

Places = tuple[int, ...]
"""The places of coins in a row, from 0; the last one first."""

Coin = tuple[int, int]
"""The row and the column of a coin, from 0."""

Rows = tuple[str, ...]


class Line(NamedTuple):
    """A game with one row of coins: what a move turns whose last coin is at a place, and values."""

    turned: Callable[[int], Iterable[Places]]
    value: Callable[[int], int]
    rule: str


def _with_others(last: int, fewest: int, most: int) -> Iterator[Places]:
    """A coin with some that come before it."""
    for count in range(fewest, most + 1):
        for others in combinations(range(last), count):
            yield last, *others


def _odious(n: int) -> int:
    """The n-th number with an odd number of ones in binary, from 0.

    >>> [_odious(n) for n in range(6)]
    [1, 2, 4, 7, 8, 11]
    """
    return 2 * n + (n.bit_count() + 1) % 2


LINES: Mapping[str, Line] = {
    "turtles": Line(lambda last: _with_others(last, 0, 1), lambda n: n + 1, "one coin or two"),
    "mock": Line(lambda last: _with_others(last, 0, 2), _odious, "one coin, two or three"),
    "ruler": Line(
        lambda last: (tuple(range(last, first - 1, -1)) for first in range(last, -1, -1)),
        lambda n: (n + 1) & -(n + 1),
        "any number of neighbouring coins",
    ),
    "twins": Line(lambda last: _with_others(last, 1, 1), lambda n: n, "two coins"),
}
"""The games with one row, by the words of a code."""


class Coins(BoardGame):
    """A move turns coins as a code says, the last of them from heads to tails.

    >>> position = Coins.position(board="THTHH", code="turtles")
    >>> [position.game.named(position.state, move.changes) for move in position.winning_moves()]
    ['2-1']
    """

    name = "coins"
    title = "Turning coins"
    rule = (
        "A move turns coins of a row, the one furthest right from heads to tails: `turtles` one or "
        "two, `mock` up to three, `ruler` neighbouring ones, `twins` two. In a product, such as "
        "`twins*twins`, it turns the columns of a move of the first in the rows of a move of the "
        "second."
    )
    keys: ClassVar[Mapping[str, bool]] = {"board": True, "code": True}
    words: ClassVar[Mapping[str, str]] = {"pile": "head", "object": "coin"}
    nothing_left = "No move is legal."
    shape = "coins"
    notation = (
        "H for heads and T for tails, from the left: `THH`. In a product the rows from the top, "
        "between commas: `HT,TH`."
    )
    largest = 100
    steps_of_each = 0.12

    def __init__(self, along: str, down: str | None = None) -> None:
        self.along, self.down = along, down

    @property
    def code(self) -> str:
        """The code, as a request has it."""
        return BETWEEN.join(filter(None, [self.along, self.down]))

    @classmethod
    def of(cls, code: str) -> "Coins":
        """The game with this code. Raises WrongKeys."""
        words = "".join(code.lower().split()).replace("\u00d7", BETWEEN).split(BETWEEN)
        if not {*words} <= LINES.keys() or len(words) > 2:
            text = f"Must be {listed([*LINES], 'or')}, or two of them, such as twins*twins."
            raise WrongKeys("not-a-code", text, "code")
        return cls(*words)

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title with the code."""
        code = self.code.replace(BETWEEN, " \u00d7 ")
        return f"{self.title} ({code})"

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        along = LINES[self.along].rule
        if not self.down:
            return f"A move turns {along}; the one furthest right goes from heads to tails."
        return (
            f"A move chooses columns as if it turned {along}, and rows as if it turned "
            f"{LINES[self.down].rule}, and turns the coins where these cross; the one furthest "
            "right and furthest down goes from heads to tails."
        )

    # --- Boards ---

    def parse(self, text: str) -> Rows:
        rows = tuple(filter(None, re.split(r"[,;/\s]+", text.strip().upper())))
        if any(len(row) != len(rows[0]) or {*row} - {HEADS, TAILS} for row in rows):
            raise ValueError("The rows are equally long, of H for heads and T for tails: THH.")
        if len(rows) > 1 and not self.down:
            raise ValueError("Several rows need a code of two words, such as twins*twins.")
        return rows

    def write(self, board: Rows) -> str:
        return ",".join(board)

    def size(self, board: Rows) -> int:
        return sum(map(len, board))

    def choices(self, board: Rows) -> Iterator[Choice]:
        for head in _heads(board):
            for columns, rows, _ in self._turned(head):
                yield columns, rows

    def _turned(self, head: Coin) -> Iterator[tuple[Places, Places, int]]:
        """The columns and rows of moves with this last coin, with the XOR of what they turn."""
        row, column = head
        downs = [((row,), 1)] if self.down is None else [*_with_values(LINES[self.down], row)]
        along = [*_with_values(LINES[self.along], column)]
        for rows, down in downs:
            for columns, value in along:
                yield columns, rows, value if self.down is None else product(value, down)

    def play(self, board: Rows, choice: Choice) -> Rows:
        columns, rows = choice
        left = [[*row] for row in board]
        for y in rows:
            for x in columns:
                left[y][x] = TAILS if left[y][x] == HEADS else HEADS
        return tuple(map("".join, left))

    def named(self, board: Rows, choice: Choice) -> str:  # noqa: ARG002
        columns, rows = ("-".join(str(i + 1) for i in each) for each in choice)
        return f"{columns}:{rows}" if self.down else columns

    def same_name(self, text: str) -> str:
        return ":".join(map(super().same_name, text.split(":")))

    def text(self, board: Rows, choice: Choice) -> str:  # noqa: ARG002
        columns, rows = (listed(sorted(i + 1 for i in each)) for each in choice)
        coins = f"turn coin{'s' if len(choice[0]) > 1 else ''} {columns}"
        if not self.down:
            return coins
        return f"{coins} of row{'s' if len(choice[1]) > 1 else ''} {rows}"

    def order_of(self, position: Position, move: Move) -> Sequence[Any]:  # noqa: ARG002
        """By the last coin, then by how many are turned, then by which."""
        columns, rows = move.changes
        return [(rows[0], columns[0], len(rows), rows, len(columns), columns)]

    # --- Values ---

    def values_of(self, board: Rows) -> list[int]:
        self._spend(board)
        return [self._value(head) for head in metered(_heads(board), 5 if self.down else 1)]

    def _value(self, head: Coin) -> int:
        row, column = head
        along = LINES[self.along].value(column)
        return along if self.down is None else product(along, LINES[self.down].value(row))

    def piece_value(self, piece: Rows) -> int:
        return nim_sum(self.values_of(piece))

    def choices_leaving(self, board: Rows, targets: Sequence[int]) -> Iterator[Choice]:
        """The moves that turn coins whose values have the XOR by which the position's changes."""
        values = self.values_of(board)
        change = next((v ^ t for v, t in zip(values, targets, strict=True)), 0)
        turned = chain.from_iterable(map(self._turned, _heads(board)))
        for columns, rows, value in metered(turned, 3 if self.down else 0.7):
            if value == change:
                yield columns, rows

    def pieces(self, board: Rows) -> Sequence[str]:
        """The places of the heads."""
        return [f"{x + 1}:{y + 1}" if self.down else f"{x + 1}" for y, x in _heads(board)]

    @property
    def why_values(self) -> str:
        if self.down:
            return (
                "Each head has its own value, whatever the other coins show: the nimber product of "
                "the value of its column and the value of its row."
            )
        return "Each head has its own value, whatever the other coins show."


def _heads(board: Rows) -> Iterator[Coin]:
    return ((y, x) for y, row in enumerate(board) for x, coin in enumerate(row) if coin == HEADS)


def _with_values(line: Line, last: int) -> Iterator[tuple[Places, int]]:
    """What a move with this last coin may turn, with the XOR of the coins' values."""
    values = [*map(line.value, range(last + 1))]
    for places in metered(line.turned(last)):
        yield places, nim_sum([values[place] for place in places])
