"""The Grundy values of a heap game's piles, and why they are what they are: one object a game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from .meter import made_once, metered
from .moves import PileMove
from .theory.grundy import mex, nim_sum
from .theory.period import Period, ValueSequence, sequence_of
from .words.wording import NAMED, numbers

TABLES_KEPT = 16
"""The tables of each kind that are kept: those of the games that were asked for last."""


class PileGame(Protocol):
    """A game whose moves change one pile; equal games have equal hashes."""

    name: ClassVar[str]
    rule: ClassVar[str]

    def pile_moves(self, pile: int) -> Iterable[PileMove]: ...

    def __hash__(self) -> int: ...


class PileValues(ABC):
    """The Grundy values of single piles in normal play."""

    def __init__(self, game: PileGame) -> None:
        self.game = game

    @abstractmethod
    def of(self, piles: Sequence[int]) -> list[int]:
        """The value of each pile. Raises an InputError."""

    def table(self, size: int) -> Sequence[int]:
        """The values of the piles 0, 1, 2 …, at least `size` of them."""
        return self.of(range(size))

    def period(self) -> Period | None:
        """The period of the values, if one is known."""
        return None

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, and the period if one is known."""
        return sequence_of(self.of(range(size)), self.period())

    def pictured(self, pile: int) -> Mapping[str, Any] | None:  # noqa: ARG002
        """The numbers of a picture of a pile, if there is one, under the name of its kind."""
        return None

    # --- Why ---

    def why(self) -> str:
        """The derivation of the values from the rule, as a sentence."""
        return (
            f"{self.game.rule} The Grundy value of a pile is the least number missing from the "
            "values that a move can leave."
        )

    def why_pile(self, pile: int) -> str:
        """Why a pile has its value, as the beginning of a sentence."""
        moves = metered(self.game.pile_moves(pile))
        reached = sorted({nim_sum(self.of(parts)) for _, parts in moves})
        if not reached:
            return f"No move is legal from {pile:,}"
        if len(reached) > NAMED:
            reach = f"{len(reached):,} different values"
        else:
            reach = f"the value {numbers(reached, 'or')}"
        least = f"the least number missing is {self.of([pile])[0]:,}"
        return f"A move from {pile:,} leaves {reach}, and {least}"

    def why_alone(self, pile: int, misere: bool, wins: bool) -> list[str]:  # noqa: ARG002
        """Why a position with a single pile is won or lost, if that is simpler than its columns."""
        return [] if misere else ["A single pile is lost if and only if its value is 0."]


class ComputedValues(PileValues):
    """The values by definition: each is the mex of the values that a move can leave."""

    def of(self, piles: Sequence[int]) -> list[int]:
        known = self.table(max(piles, default=0) + 1)
        return [known[pile] for pile in piles]

    def table(self, size: int) -> Sequence[int]:
        return _table(self.game, max(1, size - 1).bit_length())


@made_once(TABLES_KEPT)
def _table(game: PileGame, exponent: int) -> Sequence[int]:
    values: list[int] = []
    for pile in range(1 << exponent):
        left = [parts for _, parts in metered(game.pile_moves(pile))]
        if any(part >= pile for parts in left for part in parts):
            text = f"{game.name}: a move leaves a pile that is no smaller, so it is no HeapGame"
            raise TypeError(text)
        values.append(mex({nim_sum([values[part] for part in parts]) for parts in left}))
    return values
