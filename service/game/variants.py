"""The other games called Nim: what their answers have in common.

Their moves change several piles at once, or depend on more than one pile; so a pile has no Grundy
value in them, and there is no nim-sum. A move is written as the position that it leaves.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, NotRequired, Protocol, TypedDict

from service.game.nim import PositionClass
from service.game.rules.rule import Rule
from service.game.unanswerable import Unanswerable


class WrongNumberOfPiles(Unanswerable):
    """A game is not played with so many piles, or so few; `places` has the list of them."""

    def __init__(self, message: str, *, too_many: bool) -> None:
        super().__init__(message, ("piles",))
        self.code = "too-many" if too_many else "too-few"


class VariantMove(TypedDict):
    """A move: the piles that it leaves, in the order of the position."""

    leaves: Sequence[int]


class VariantSolution(TypedDict):
    """Who wins a position, seen by the player to move, and how.

    The winning moves are ordered as lists compare. `more` is there, and true, where there are more
    than are listed.
    """

    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[VariantMove]
    best_move: VariantMove | None
    more: NotRequired[bool]


class Variant(Rule, Protocol):
    """One of these games."""

    def solve(self, piles: Sequence[int], misere: bool, /) -> VariantSolution:
        """Solve a position, seen by the player to move. Raises WrongNumberOfPiles."""


class MostListed(NamedTuple):
    """How many winning moves may be listed, and how many piles in all that they leave."""

    moves: int
    piles: int

    def moves_of(self, piles: Sequence[int]) -> int:
        """How many winning moves of a position may be listed: one at least."""
        return max(1, min(self.moves, self.piles // max(1, len(piles))))


ALL = MostListed(2**53, 2**53)
"""For games that never have more than a few winning moves."""


def solved(
    piles: Sequence[int],
    wins: bool,
    winning: Iterator[list[int]],
    can_move: bool,
    most: MostListed = ALL,
) -> VariantSolution:
    """The solution with as many of these winning moves as may be listed.

    The best move of an N-position is the one of them that removes most, the first on a tie. That of
    a P-position takes one object from the first of the largest piles, which is legal in all of
    these games and gives away least at once. It is None where no move is legal.
    """
    listed = sorted(islice(winning, most.moves_of(piles)))
    best = min(listed, key=sum) if listed else _smallest_move(piles) if can_move else None
    solution: VariantSolution = {
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": [{"leaves": leaves} for leaves in listed],
        "best_move": None if best is None else {"leaves": best},
    }
    if next(winning, None):
        solution["more"] = True
    return solution


def _smallest_move(piles: Sequence[int]) -> list[int]:
    i = piles.index(max(piles))
    return [*piles[:i], piles[i] - 1, *piles[i + 1 :]]
