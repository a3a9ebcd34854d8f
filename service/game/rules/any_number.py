"""Nim itself, as a rule: a move removes any number of objects."""

from collections.abc import Iterator, Sequence

from service.game.nim import Solution, solve
from service.game.rules.rule import RemovalRule, ValueSequence
from service.game.sentences import nim_sentences
from service.game.work import Budget


class AnyNumber(RemovalRule):
    """A move removes any number of objects from one pile, so the value of a pile is its size."""

    kind = "none"
    moves_per_pile = 1

    def why_illegal(self, _remove: int) -> None:
        """Every number is allowed."""

    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile."""
        return range(1, pile + 1)

    def sizes_from(self, pile: int) -> Sequence[int]:
        """The sizes that play can bring a pile to."""
        return range(pile + 1)

    def up_to(self, _largest_pile: int, _budget: Budget | None = None) -> "AnyNumber":
        """The rule itself: there is nothing to prepare."""
        return self

    def value(self, pile: int) -> int:
        """The Grundy value of a pile."""
        return pile

    def sequence(self, size: int, _most_values: int) -> ValueSequence:
        """The values of the first piles, which never repeat."""
        return {"values": range(size), "preperiod": None, "period": None, "proof": None}

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position; its answer needs no values beside the piles."""
        return solve(piles, misere)

    def sentences(
        self, piles: Sequence[int], misere: bool, solution: Solution, odd_columns: Sequence[int]
    ) -> Iterator[str]:
        """Why a solved position is won or lost, and what to do about it."""
        return nim_sentences(piles, misere, solution, odd_columns)


NIM = AnyNumber()
