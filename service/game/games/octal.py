"""Take-and-break games: a move takes objects from a pile, and may split it in two.

In normal play the XOR of the piles' Grundy values decides. Misère play has no such rule for all
codes; see misere_play.py. The codes are described in octal.py of the theory.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from service.game.errors import TooMuchWork, WrongKeys
from service.game.game import Game
from service.game.misere_kayles import KAYLES
from service.game.misere_play import misere_solver
from service.game.misere_search import count_searched
from service.game.octal import BadCode, Code, count_moves_from, moves_from, parse_code
from service.game.octal_periods import period_of
from service.game.octal_values import grundy_values
from service.game.pile_game import PileGame, PileMove
from service.game.value_sequence import ValueSequence, sequence_of

MAX_DIGITS = 8
LONGEST_CODE = 20
"""Characters of a text that may be a code: more than any has."""

MAX_LEGAL_MOVES = 10_000
"""Legal moves in one position: each may be a winning one."""

SEARCH_STEPS = 10
"""Work for each position that a search visits, in the usual case."""

MAX_CODE_VALUES = 16_384
"""Grundy values that are computed to prove a period."""


class TakeAndBreak(PileGame):
    """A game whose moves are those of a code.

    >>> kayles = Octal.of(code="0.77")
    >>> kayles.solve([5], False)["winning_moves"]
    [{'pile': 0, 'remove': 1, 'leaves_piles': [2, 2]}]
    >>> kayles.solve([9], True)["position_class"]
    'P'
    """

    form = "split"
    max_pile_count = 100

    def __init__(self, code: Code) -> None:
        self.code = code
        self._searched = -1, -1
        self._wins: Callable[[Sequence[int]], bool]

    def check(self, piles: Sequence[int]) -> None:
        """Raise an InputError if there are too many legal moves."""
        super().check(piles)
        if (moves := self.count_moves(piles)) > MAX_LEGAL_MOVES:
            text = (
                f"This position has {moves:,} legal moves; at most {MAX_LEGAL_MOVES:,} are allowed."
            )
            raise TooMuchWork(text)

    def preparation(self, largest: int) -> int:
        """The work to compute each value from the smaller ones that a move can leave."""
        return (largest + 1) * (20 + largest // 20)

    def max_listed(self, piles: Sequence[int]) -> int:
        """The number of legal moves: each may win."""
        return self.count_moves(piles)

    def work(self, piles: Sequence[int], misere: bool) -> int:
        """The work to examine each legal move, or to search in misère play."""
        if misere and not self.follows_values():
            if self.code.shortest != KAYLES:
                return SEARCH_STEPS * count_searched(sum(piles))
            return self.max_listed(piles) * (5 + len(piles))
        looked_at = sum(piles) // 2 if self.code.repeats else 0
        return self.max_listed(piles) + looked_at + len(piles)

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        """Each legal move in a pile: what it removes and what remains."""
        return moves_from(self.code, pile)

    def count_pile_moves(self, pile: int) -> int:
        """The number of legal moves in a pile."""
        return count_moves_from(self.code, pile)

    def table(self, size: int) -> Sequence[int]:
        """The Grundy values of the piles 0, 1, 2 …, at least `size` of them."""
        return grundy_values(self.code, size)

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, and the period where one is proven or published."""
        return sequence_of(self.table(size)[:size], period_of(self.code, MAX_CODE_VALUES))

    def follows_values(self) -> bool:
        """Whether moves only remove objects: then Ferguson's rule holds."""
        return self.code.shortest.only_removes

    def misere_wins(self, piles: Sequence[int]) -> bool:
        """Whether the player to move wins in misère play. Raises where a search would be too long.

        A search is kept, since what it has found holds for all positions that play can reach.
        """
        objects, largest = sum(piles), max(piles, default=0)
        if objects > self._searched[0] or largest > self._searched[1]:
            self._wins = misere_solver(self.code, piles)
            self._searched = objects, largest
        return self._wins(piles)

    def misere_reasons(self) -> Iterator[str]:
        """Sentences on how misère play was solved."""
        if self.code.shortest != KAYLES:
            yield from super().misere_reasons()
            return
        yield (
            "In misère play of Kayles the rule of Sibert and Conway decides: it is the rule of "
            "normal play, with exceptions among rows of 1, 4, 5, 9, 12, 17, 20 and 25 only."
        )


class Octal(TakeAndBreak):
    """The game of any code."""

    name = "octal"
    title = "Take-and-break game"
    rule = "The code's digit for a number says what removing so many objects may leave of a pile."
    keys = {"code": True}  # noqa: RUF012

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
    rule = "A move takes one or two neighbouring objects, and may so split the pile in two."
    text = "0.77"


class DawsonsKayles(Named):
    """A row of pins: a move knocks down two that are neighbours."""

    name = "dawsons-kayles"
    title = "Dawson's Kayles"
    rule = "A move takes two neighbouring objects, and may so split the pile in two."
    text = "0.07"


class DawsonsChess(Named):
    """A row of places: a move takes one, and what is next to it can't be taken any more."""

    name = "dawsons-chess"
    title = "Dawson's chess"
    rule = (
        "A move takes an object together with its neighbours: 1 that is all of its pile, 2 from an "
        "end, or 3, which may split the pile in two."
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
