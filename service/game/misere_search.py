"""Misère play of take-and-break games by exhaustive search.

A position is P exactly when it has a legal move and every move leads to an N-position. A position
is a multiset of piles here, written as an integer with five bits for the number of piles of each
size; so there can't be more than 31 objects.
"""

from collections.abc import Callable, Sequence

from service.game.octal import Code, moves_from
from service.game.unanswerable import Unanswerable

BITS_PER_SIZE = 5

# The objects up to which the search takes no longer than a tenth of a second.
MOST_SEARCHED = 20


class TooManyObjects(Unanswerable):
    """A position is too large for the search that misère play takes."""

    code = "too-much-work"

    def __init__(self, objects: int) -> None:
        super().__init__(
            "Misère play of these games is solved by exhaustive search, "
            f"for up to {MOST_SEARCHED} objects in all; this position has {objects:,}.",
            ("piles",),
        )
        self.objects = objects


def wins_by_search(code: Code, piles: Sequence[int]) -> Callable[[Sequence[int]], bool]:
    """What finds out whether the player to move wins a position that comes up from this one.

    Raises TooManyObjects.

    >>> from service.game.octal import parse_code
    >>> wins = wins_by_search(parse_code("0.77", most_digits=8), [9])
    >>> wins([9]), wins([8])
    (False, True)
    """
    if sum(piles) > MOST_SEARCHED:
        raise TooManyObjects(sum(piles))
    searcher = _searcher(code, max(piles, default=0))
    return lambda position: searcher(_written(position))


def _searcher(code: Code, largest: int) -> Callable[[int], bool]:
    """What finds out whether the player to move wins a position of piles up to the largest."""
    changes = [
        (
            31 << BITS_PER_SIZE * pile,
            sorted({_written(leaves) - _written([pile]) for _, leaves in moves_from(code, pile)}),
        )
        for pile in range(1, largest + 1)
    ]
    found: dict[int, bool] = {}

    def wins(position: int) -> bool:
        if position in found:
            return found[position]
        stuck = True
        for present, by in changes:
            if position & present:
                for change in by:
                    stuck = False
                    if not wins(position + change):
                        found[position] = True
                        return True
        found[position] = stuck
        return stuck

    return wins


def _written(piles: Sequence[int]) -> int:
    """A position, as the integer that the search works with; empty piles don't count."""
    return sum(1 << BITS_PER_SIZE * pile for pile in piles if pile)
