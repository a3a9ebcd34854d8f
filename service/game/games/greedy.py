"""Greedy Nim: a move takes any number of stones from a largest pile.

In normal play a position is P exactly when the number of largest piles is even, which is 0 if there
are no piles. In misère play that holds while a pile exceeds 1; without such a pile a position is P
exactly when the number of 1s is odd.

A winning move leaves an even number of largest piles. From an odd number of them, 3 or more, every
move does. A single largest pile must be made equal to the next largest if those are odd in number,
and smaller if they are even. In misère play a single pile larger than 1, if all others are 1s, is
taken down to 1 or 0, whichever leaves an odd number of 1s, as in Nim.

Sources: M. H. Albert and R. J. Nowakowski, "Nim restrictions", Integers 4 (2004), G1, for normal
play; "Misère Greedy Nim and Misère Bounded Greedy Nim", arXiv 2506.04657 (2025), for misère play.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..bounds import PileLimits
from ..decision import Decision
from ..errors import IllegalMove
from ..game import Game
from ..moves import Move, Piles, removal
from ..position import Position
from ..solution import Solution
from ..words.wording import Reason, counted


class Greedy(Game):
    """A move takes any number of stones from a largest pile.

    >>> [move.changes for move in Greedy.position([5, 2, 2]).winning_moves()]
    [((0, (1,)),), ((0, (0,)),)]
    """

    name = "greedy"
    title = "Greedy Nim"
    rule = "A move takes any number of stones from a largest pile."
    limits = PileLimits(largest=None)

    def moves(self, position: Position) -> Iterator[Move]:
        piles = position.piles
        for i in _largest(piles):
            for remove in range(1, piles[i] + 1):
                yield removal(piles, i, remove)

    def _count_moves(self, position: Position) -> int:
        return len(_largest(position.piles)) * max(position.piles, default=0)

    def _count_options(self, part: Position) -> int:
        return max(part.piles, default=0)

    def _left_of(self, part: Position) -> Iterator[tuple[Piles, int]]:
        if part.piles:
            *others, largest = part.piles  # in ascending order, none of them empty
            multiplicity = part.piles.count(largest)
            for size in range(largest):
                yield tuple(sorted([*others, size] if size else others)), multiplicity

    def check_move(self, position: Position, move: Move) -> None:
        piles = position.piles
        if any(piles[i] < max(piles) for i, _ in move.changes):
            text = f"A move takes from a largest pile, which has {max(piles):,} objects."
            raise IllegalMove(text, "pile")

    def decide(self, position: Position) -> Decision:
        """The number of largest piles."""
        return _LargestPiles(position)


class _LargestPiles(Decision):
    """The number of largest piles decides, or of 1s."""

    @cached_property
    def wins(self) -> bool:
        piles = self.position.piles
        ones_only = self.position.misere and max(piles, default=0) <= 1
        return (len(_largest(piles)) % 2 == 1) != ones_only

    def winning_moves(self) -> Iterator[Move]:
        piles, misere = self.position.piles, self.position.misere
        places = _largest(piles)
        if not places or not self.wins:
            return
        ones_only = misere and max(piles) <= 1
        sizes = range(1) if ones_only else _winning_sizes(piles, misere)
        for i in places:
            for size in reversed(sizes):
                yield removal(piles, i, piles[i] - size)

    @property
    def by(self) -> str:
        is_endgame = self.position.misere and max(self.position.piles) <= 1
        return "ones" if is_endgame else "largest-piles"

    def data(self, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        return {"largest_piles": len(_largest(self.position.piles))}

    def reasons(self, solution: Solution) -> Iterator[Reason]:  # noqa: ARG002
        piles, misere = self.position.piles, self.position.misere
        largest, count = max(piles), len(_largest(piles))
        if misere and largest <= 1:
            yield (
                "In misère play with no pile larger than 1, each move takes a whole pile, so only "
                "the number of 1s matters: an odd number is lost."
            )
            yield f"There {counted(count, 'pile')} of 1."
            return
        parity = "odd" if count % 2 else "even"
        yield "A position is lost if and only if it has an even number of largest piles" + (
            "; in misère play this holds while a pile is larger than 1." if misere else "."
        )
        yield f"There {counted(count, 'largest pile')} of {largest:,}, an {parity} number."


def _winning_sizes(piles: Sequence[int], misere: bool) -> range:
    """The sizes that a winning move leaves of a largest pile, if their number is odd."""
    *others, largest = sorted(piles)
    second = max(others, default=0)
    if second == largest:
        return range(largest)
    if misere and second <= 1:
        kept = 1 - others.count(1) % 2
        return range(kept, kept + 1)
    if second == 0 or others.count(second) % 2:
        return range(second, second + 1)
    return range(second)


def _largest(piles: Sequence[int]) -> list[int]:
    """The indexes of the largest piles."""
    largest = max(piles, default=0)
    return [i for i, pile in enumerate(piles) if pile == largest > 0]
