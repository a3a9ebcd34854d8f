"""Take-and-break games: a move takes objects from a pile, and may split it in two.

In normal play the XOR of the piles' Grundy values decides. In misère play codes of 0 and 3 follow
Ferguson's rule, since their moves only remove objects; Kayles has a rule of its own; all others are
solved by search, unless all piles are tame. The codes are described in code.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from ...errors import TooMuchWork, WrongKeys
from ...game import Cost, Game, Position
from ...heap_game import HeapGame, PileMove
from ...moves import Move
from ...solution import Solution
from ...theory.period import ValueSequence, sequence_of
from .code import (
    BadCode,
    Code,
    count_moves_from,
    moves_from,
    parse_code,
)
from .misere_kayles import KAYLES, wins_kayles
from .periods import period_of
from .values import grundy_values

MAX_DIGITS = 8
LONGEST_CODE = 20
"""Characters of a text that may be a code: more than any has."""

MAX_LEGAL_MOVES = 10_000
"""Legal moves in one position: each may be a winning one."""

MAX_CODE_VALUES = 16_384
"""Grundy values that are computed to prove a period."""


class TakeAndBreak(HeapGame):
    """A game whose moves are those of a code.

    >>> [*Octal.position([5], code="0.77").winning_moves()]
    [Move(changes=((0, (2, 2)),), component=None)]
    >>> Octal.position([9], misere=True, code="0.77").wins()
    False
    """

    words: ClassVar[Mapping[str, str]] = {"an object": "a pin", "pile": "row", "object": "pin"}
    form = "split"
    max_pile_count = 100

    def __init__(self, code: Code) -> None:
        self.code = code

    def check(self, position: Position) -> None:
        """Raise an InputError if there are too many legal moves."""
        super().check(position)
        if (moves := self.count_moves(position)) > MAX_LEGAL_MOVES:
            raise TooMuchWork(
                f"This position has {moves:,} legal moves; at most {MAX_LEGAL_MOVES:,} are allowed."
            )

    def cost(self, position: Position, max_moves: int) -> Cost:  # noqa: ARG002
        """Each value is computed from those that a move can leave, and each legal move examined."""
        piles, largest = position.piles, max(position.piles, default=0)
        legal = self.count_moves(position)
        looked_at = sum(piles) // 2 if self.code.repeats else 0
        steps = legal + looked_at + len(piles)
        if position.misere and self.code.shortest == KAYLES:
            steps = legal * (5 + len(piles))
        return Cost(steps, (largest + 1) * (20 + largest // 20), legal)

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        return moves_from(self.code, pile)

    def _count_pile_moves(self, pile: int) -> int:
        return count_moves_from(self.code, pile)

    def table(self, size: int) -> Sequence[int]:
        return grundy_values(self.code, size)

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, and the period where one is proven or published."""
        return sequence_of(self.table(size)[:size], period_of(self.code, MAX_CODE_VALUES))

    @property
    def follows_ferguson(self) -> bool:  # type: ignore[override]
        """Whether moves only remove objects."""
        return self.code.shortest.only_removes

    def _may_be_searched(self, position: Position) -> bool:
        """Whether no rule is known beforehand; in misère play Kayles has a rule of its own."""
        return super()._may_be_searched(position) and self.code.shortest != KAYLES

    def firm(self, piles: Sequence[int]) -> Sequence[bool] | None:
        """In Lasker's Nim every pile is tame: one that is larger than 1 can become 0 or 1."""
        if self.code.is_laskers:
            return [pile > 1 for pile in piles]
        return super().firm(piles)

    def wins(self, position: Position) -> bool:
        if not position.misere or self.code.shortest != KAYLES:
            return super().wins(position)
        return wins_kayles(position.piles, self.table(max(position.piles, default=0) + 1))

    def winning_moves(self, position: Position) -> Iterator[Move]:
        if not position.misere or self.code.shortest != KAYLES:
            return super().winning_moves(position)
        return (move for move in self.moves(position) if not self.wins(self.after(position, move)))

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:
        if not position.misere or self.code.shortest != KAYLES:
            yield from super().reasons(position, solution)
            return
        yield (
            "Misère Kayles follows Sibert and Conway's rule: that of normal play, with exceptions "
            "only among rows of 1, 4, 5, 9, 12, 17, 20 and 25."
        )


class Octal(TakeAndBreak):
    """The game of any code."""

    name = "octal"
    title = "Take-and-break game"
    rule = "Digit n of the code says what may remain of a pile after n objects are removed."
    keys: ClassVar[Mapping[str, bool]] = {"code": True}

    @classmethod
    def of(cls, code: str) -> Game:
        """The game of a code. Raises WrongKeys."""
        try:
            return cls(parse_code(code, MAX_DIGITS))
        except BadCode as error:
            raise WrongKeys("not-a-code", str(error), "code") from None


class Named(TakeAndBreak):
    """A take-and-break game with a name of its own, which stands for its code."""

    text: ClassVar[str]

    def __init__(self) -> None:
        super().__init__(parse_code(self.text, MAX_DIGITS))


class Kayles(Named):
    """A row of pins: a move knocks down one, or two that are neighbours."""

    name = "kayles"
    title = "Kayles"
    rule = "A move takes one object or two neighbouring ones, which may split the pile in two."
    text = "0.77"


class DawsonsKayles(Named):
    """A row of pins: a move knocks down two that are neighbours."""

    name = "dawsons-kayles"
    title = "Dawson's Kayles"
    rule = "A move takes two neighbouring objects, which may split the pile in two."
    text = "0.07"


class DawsonsChess(Named):
    """A row of places: a move takes one, and what is next to it can't be taken any more."""

    name = "dawsons-chess"
    title = "Dawson's chess"
    rule = (
        "A move takes an object and its neighbours: one that stands alone, two at an end, or "
        "three in a row, which may split the pile in two."
    )
    text = "0.137"


class LaskersNim(Named):
    """Nim in which a move may split a pile instead of taking from it."""

    name = "laskers-nim"
    title = "Lasker's Nim"
    rule = "A move removes any number of objects from one pile, or splits a pile in two."
    text = "4.[3]"


class GrundysGame(Named):
    """A move splits a pile into two piles of different sizes."""

    name = "grundys-game"
    title = "Grundy's game"
    rule = "A move splits a pile into two piles of different sizes."
    text = "4!.0"
