"""Nim: a move removes objects from one pile, any number or those that a rule allows.

With `max_remove` it is bounded Nim, with `subtraction_set` a subtraction game; see bounded_nim.py
and subtraction_nim.py.
"""

from collections.abc import Iterator, Sequence

from service.game import nim
from service.game.base_nim import BaseNim
from service.game.bounded_nim import Bounded
from service.game.errors import WrongKeys
from service.game.ferguson import Change
from service.game.game import Game
from service.game.multisets import none_larger
from service.game.nim import nim_sum
from service.game.published_periods import Period
from service.game.solution import Move, Piles, Solution
from service.game.subtraction_nim import Subtraction
from service.game.value_sequence import ValueSequence, sequence_of
from service.game.wording import counted, named_pile, numbers, piles_have


class Nim(BaseNim):
    """A move removes any number of objects from one pile, so the value of a pile is its size."""

    @classmethod
    def of(
        cls, max_remove: int | None = None, subtraction_set: Sequence[int] | None = None
    ) -> Game:
        """Nim, with a rule where one of the two keys is given. Raises WrongKeys.

        >>> Nim.of(max_remove=3)
        Bounded(3)
        """
        if max_remove is not None and subtraction_set is not None:
            text = "Give max_remove or subtraction_set, not both."
            raise WrongKeys("conflict", text, "subtraction_set")
        if subtraction_set is not None:
            return Subtraction(tuple(sorted(subtraction_set)))
        return NIM if max_remove is None else Bounded(max_remove)

    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile: all."""
        return range(1, pile + 1)

    def values(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile."""
        return [*piles]

    def wins(self, piles: Sequence[int], misere: bool) -> bool:
        """Whether the player to move wins."""
        if misere and max(piles, default=0) <= 1:
            return nim_sum(piles) == 0
        return nim_sum(piles) != 0

    def moves_by_values(
        self, piles: Sequence[int], values: Sequence[int], by: Change
    ) -> Iterator[Move]:
        """The winning moves: at most one in a pile, which leaves as many objects as the value."""
        for i, (pile, value) in enumerate(zip(piles, values, strict=True)):
            target = by.target(i, value)
            if by.wins and target < pile:
                yield {"pile": i, "remove": pile - target, "leaves": target}

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position; the values are the piles."""
        return nim.solve(piles, misere)

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, each larger by 1."""
        return sequence_of(range(size), Period(0, 1, 1, "computed"))

    def reachable(self, piles: Sequence[int], max_positions: int) -> set[Piles]:
        """The reachable positions: all without larger piles. Raises TooMuchWork."""
        found = none_larger(self.canonical(piles), max_positions)
        return {position[position.count(0) :] for position in found}

    def reasons(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:  # noqa: ARG002
        """Why the columns of the piles decide the position."""
        large = [i for i, p in enumerate(piles) if p > 1]
        if misere and len(large) <= 1:
            return _endgame(piles, large)
        return _columns(piles, misere)


NIM = Nim()


# --- Why, in plain Nim ---


def _endgame(piles: Sequence[int], large: Sequence[int]) -> Iterator[str]:
    """Why the misère endgame, with at most one pile larger than 1, is won or lost."""
    ones = sum(p == 1 for p in piles)
    if large:
        yield (
            f"In this misère endgame only {named_pile(large[0])} is larger than 1: "
            "the player who leaves an odd number of 1s and nothing else wins."
        )
        yield (
            f"Besides it there {counted(ones, 'pile')} of 1, "
            f"so it must {'be taken whole' if ones % 2 else 'become 1'}."
        )
    else:
        yield (
            "In this misère endgame no pile is larger than 1: "
            "each move takes a whole pile, and only the number of 1s counts."
        )
        if ones % 2:
            yield f"It is odd, {ones:,}, so the player to move takes the last object and loses."
        else:
            yield f"It is even, {ones:,}, so the opponent takes the last object and loses."


def _columns(piles: Sequence[int], misere: bool) -> Iterator[str]:
    """Why the parity of the columns decides."""
    if misere:
        yield (
            "Two or more piles are larger than 1, so the columns decide as in normal play, "
            "until at most one pile is larger than 1."
        )
    total = nim_sum(piles)
    odd = [1 << i for i in reversed(range(total.bit_length())) if total >> i & 1]
    if not odd:
        yield "Every column holds an even number of 1s, so the position is even."
        yield (
            "Any move makes some column odd; the opponent can then make every column even again"
            + (", or leave an odd number of 1s and nothing else." if misere else ".")
        )
        return
    if len(odd) == 1:
        yield f"Column {odd[0]:,} holds an odd number of 1s, so the position is odd."
    else:
        yield f"Columns {numbers(odd)} each hold an odd number of 1s, so the position is odd."
    if misere:
        yield (
            "The player who always leaves every column even is the one who later meets "
            "a single pile larger than 1, and wins from there."
        )
    else:
        yield "The player who always leaves every column even takes the last object."
    having = [i for i, p in enumerate(piles) if p & odd[0]]
    only = "only " if len(having) == 1 else ""
    yield (
        "Such a move changes a pile with a 1 in the leading odd column, "
        f"{odd[0]:,}: {only}{piles_have(having)} one."
    )
