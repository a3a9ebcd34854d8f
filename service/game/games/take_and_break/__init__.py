"""Take-and-break games: a move takes objects from a pile, and may split it in two.

In normal play the XOR of the piles' Grundy values decides. In misère play codes of 0 and 3 follow
Ferguson's rule, since their moves only remove objects; Kayles has its own rule; all others are
solved by search, unless all piles are tame. The codes are described in code.py.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import ClassVar

from ...bounds import Example, PileLimits, reject_larger
from ...decision import Decision
from ...errors import TooMuchWork, WrongKeys
from ...game import Game
from ...heap_game import HeapGame
from ...moves import PileMove
from ...position import Position
from ...theory.period import Period
from ...values import ComputedValues
from ...words.wording import every, listed
from .any_size import growing_parts_with, laskers_parts_with, laskers_value
from .code import (
    BadCode,
    Code,
    count_moves_from,
    is_legal,
    moves_from,
    parse_code,
)
from .misere_kayles import KAYLES, MisereKayles
from .periods import period_of
from .values import grundy_values, parts_with, value_at

MAX_CODE_DIGITS = 64
"""Digits of a code, as many as a `subtraction_set` has numbers. With so many a table of 1,000
values takes 0.03 s, and the search of a period 0.12 s."""

EXAMPLES = (
    Example(
        MAX_CODE_DIGITS,
        "digits of a `code`",
        "/move?game=octal&code=0.000000007&piles=64",
        "pieces that cover 9 squares of a strip, as in Kboard of infoarena",
    ),
)

LONGEST_CODE = 70
"""Characters of a text that may be a code: more than any has."""

MAX_LEGAL_MOVES = 10_000
"""Legal moves in a position that is searched, or of which all winning ones are listed."""

LARGEST_IN_TABLE = 1_000
"""The largest pile in a game whose values have no period that is proven here."""

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
    limits: ClassVar[PileLimits] = PileLimits(most=100, largest=None)
    _most_listed = MAX_LEGAL_MOVES

    code: Code

    def check(self, position: Position) -> None:
        """Raise an InputError if a pile is too large, or there are too many moves to search."""
        self.limits.check(position.piles)
        searched = position.misere and self.decide(position).may_search and not self.is_tame
        unequal = self.code.splits and not self.code.splits_equally
        if unequal:
            reject_larger(position.piles, LARGEST_IN_TABLE)
        if searched:
            reject_larger(position.piles, LARGEST_IN_TABLE, "In misère play a pile")
        if searched and (moves := self._count_moves(position)) > MAX_LEGAL_MOVES:
            raise TooMuchWork(
                f"This position has {moves:,} legal moves; at most {MAX_LEGAL_MOVES:,} are allowed."
            )

    @cached_property
    def _comes_apart(self) -> bool:
        return self.code.divides

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        return moves_from(self.code, pile)

    def _count_pile_moves(self, pile: int) -> int:
        return count_moves_from(self.code, pile)

    def _parts_after(self, position: Position, i: int, remove: int) -> Iterator[Sequence[int]]:
        return (parts for _, parts in moves_from(self.code, position.piles[i], [remove]))

    def _can_leave(self, position: Position, i: int, remove: int, parts: Sequence[int]) -> bool:
        return is_legal(self.code, position.piles[i], remove, parts)

    # --- Values ---

    @property
    def values(self) -> "CodeValues":
        return CodeValues(self)

    def _parts_leaving(self, pile: int, target: int) -> Iterator[Sequence[int]]:
        if self.code.is_laskers:
            return laskers_parts_with(pile, target)
        if pile <= LARGEST_IN_TABLE:
            return parts_with(self.code, grundy_values(self.code, pile + 1), None, pile, target)
        table, period = self.values.repeated([pile])
        if period.saltus:
            return growing_parts_with(self.code, table, period, pile, target)
        return parts_with(self.code, table, period, pile, target)

    @property
    def obeys_ferguson(self) -> bool:
        """Whether moves only remove objects."""
        return self.code.shortest.only_removes

    @property
    def plain(self) -> Game:
        """The game of these rules that stands for all its names.

        >>> [Octal.of(code).plain.name for code in ("0.770", "4.3[3]", "0.6")]
        ['kayles', 'laskers-nim', 'octal']
        """
        code = self.code.shortest
        if named := LaskersNim if code.is_laskers else _named().get(code):
            return self if type(self) is named else named()
        return self if type(self) is Octal and code == self.code else Octal(code)

    def decide(self, position: Position) -> Decision:
        """In misère Kayles its own rule, otherwise what decides any heap game."""
        if position.misere and self.code.shortest == KAYLES:
            return MisereKayles(position)
        return super().decide(position)

    @property
    def is_tame(self) -> bool:
        return self.code.is_laskers

    def _firm(self, piles: Sequence[int]) -> Sequence[bool] | None:
        """In Lasker's Nim every pile is tame: one that is larger than 1 can become 0 or 1."""
        return [pile > 1 for pile in piles] if self.is_tame else super()._firm(piles)


class CodeValues(ComputedValues):
    """The values of a code, for piles of any size if a period is proven or they grow."""

    game: TakeAndBreak

    def __init__(self, game: TakeAndBreak) -> None:
        self.game, self.code = game, game.code

    def table(self, size: int) -> Sequence[int]:
        return grundy_values(self.code, size)

    def period(self) -> Period | None:
        """The period, if one is proven or published; the values of Lasker's Nim have a formula."""
        if self.code.is_laskers:
            return Period(1, 4, 4, "published", "E. Lasker, Brettspiele der Völker, 1931")
        return period_of(self.code, MAX_CODE_VALUES)

    def of(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile. Raises WrongPiles."""
        largest = max(piles, default=0)
        if largest <= LARGEST_IN_TABLE:
            return [*map(grundy_values(self.code, largest + 1).__getitem__, piles)]
        if self.code.is_laskers:
            return [*map(laskers_value, piles)]
        table, period = self.repeated(piles)
        return [value_at(table, period, pile) for pile in piles]

    def repeated(self, piles: Sequence[int]) -> tuple["array[int]", Period]:
        """The period, and the values of two. Raises WrongPiles if none is proven here."""
        period = self.period()
        if period is None or period.proof != "computed":
            reject_larger(piles, LARGEST_IN_TABLE, "Without a period that is proven here, a pile")
        assert period is not None  # noqa: S101
        return grundy_values(self.code, 2 * (period.preperiod + period.period)), period

    def why_pile(self, pile: int) -> str:
        if pile <= LARGEST_IN_TABLE:
            return super().why_pile(pile)
        if self.code.is_laskers:
            return "Piles have their sizes as values, but those of 4k + 3 and 4k + 4 are exchanged"
        table, period = self.repeated([pile])
        if pile < period.preperiod + period.period:
            return (
                f"The values up to that of {pile:,} are computed one by one, and the least number "
                f"missing from those that a move leaves is {table[pile]:,}"
            )
        equal = period.preperiod + (pile - period.preperiod) % period.period
        start = f"Starting at a pile of {period.preperiod:,}, the" if period.preperiod else "The"
        if period.saltus:
            return (
                f"{start} values grow by {period.saltus:,} {every(period.period)}, and "
                f"that of {equal:,} is {table[equal]:,}"
            )
        return (
            f"{start} values repeat {every(period.period)}, and {pile:,} is at the place "
            f"of {equal:,}"
        )


class Octal(TakeAndBreak):
    """The game of any code."""

    name = "octal"
    title = "Take-and-break game"
    rule = "Digit n of the code says what may remain of a row after n pins are taken from it."
    keys: ClassVar[Mapping[str, bool]] = {"code": True}

    def __init__(self, code: Code) -> None:
        self.code = code

    @classmethod
    def of(cls, code: str) -> Game:
        """The game of a code. Raises WrongKeys."""
        try:
            return cls(parse_code(code, MAX_CODE_DIGITS))
        except BadCode as error:
            raise WrongKeys("not-a-code", str(error), "code") from None

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title with the code."""
        return f"{self.title} (code {self.code.text})"

    @property
    def called(self) -> str:
        """The code with an article.

        >>> Octal.position([1], code=".6").game.called
        'the take-and-break game 0.6'
        """
        return f"the take-and-break game {self.code.text}"

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        """What each digit of the code allows.

        >>> Octal.position([1], code="0.6").game.rule_of(Octal.position([1], code="0.6"))
        'A move may take 1 and leave one row or two.'
        """
        return f"A move may {'; '.join(_allowed(self.code)) or 'do nothing: no move is legal'}."


def _allowed(code: Code) -> Iterator[str]:
    """What a code allows, digit by digit."""
    if code.splits:
        yield f"split a row into two{'' if code.splits_equally else ' unequal ones'}"
    for removed, digit in enumerate(code.digits, 1):
        left = [words for i, words in enumerate(("nothing", "one row", "two")) if digit >> i & 1]
        left = ["two rows" if words == "two" and left == ["two"] else words for words in left]
        if left:
            more = " or more" if code.repeats and removed == len(code.digits) else ""
            yield f"take {removed}{more} and leave {listed(left, 'or')}"


class Kayles(TakeAndBreak):
    """A row of pins: a move knocks down one, or two that are neighbours."""

    name = "kayles"
    title = "Kayles"
    rule = "A move knocks down one pin or two neighbours, which may split the row in two."
    code = parse_code("0.77", MAX_CODE_DIGITS)


class DawsonsKayles(TakeAndBreak):
    """A row of pins: a move knocks down two that are neighbours."""

    name = "dawsons-kayles"
    title = "Dawson's Kayles"
    rule = "A move knocks down two neighbouring pins, which may split the row in two."
    code = parse_code("0.07", MAX_CODE_DIGITS)


class DawsonsChess(TakeAndBreak):
    """A row of places: a move takes one, and what is next to it can't be taken any more."""

    name = "dawsons-chess"
    title = "Dawson's chess"
    rule = (
        "A move takes a lone pin, two at an end of a row, or three neighbours, which may split the "
        "row in two."
    )
    code = parse_code("0.137", MAX_CODE_DIGITS)


class LaskersNim(TakeAndBreak):
    """Nim in which a move may split a pile instead of taking from it."""

    name = "laskers-nim"
    title = "Lasker's Nim"
    rule = "A move takes any number of pins from one row, or splits a row in two."
    code = parse_code("4.[3]", MAX_CODE_DIGITS)


class GrundysGame(TakeAndBreak):
    """A move splits a pile into two piles of different sizes."""

    name = "grundys-game"
    title = "Grundy's game"
    rule = "A move splits a row into two rows of different lengths."
    code = parse_code("4!.0", MAX_CODE_DIGITS)
    limits = PileLimits(most=100, largest=LARGEST_IN_TABLE)


@cache
def _named() -> Mapping[Code, type[TakeAndBreak]]:
    """The games with names of their own but Lasker's Nim, by their codes.

    No game itself is kept, since a game keeps what was found out about its positions.
    """
    named = (Kayles, DawsonsKayles, DawsonsChess, GrundysGame)
    return {game.code.shortest: game for game in named}
