"""How far a search may go."""

from functools import cache

from ..errors import TooMuchWork

MAX_SEARCHED = 800_000
"""Options that all searches of a request may examine together, each of a third of a microsecond."""

# There are 14,742 multisets of piles with at most 27 objects in total. So each position of piles
# with up to 27 objects is solved: to begin a position counts as STEPS_TO_BEGIN options.
MAX_BEGUN = 20_000
ALWAYS_SEARCHED = 27
STEPS_TO_BEGIN = 20


@cache
def count_searched(objects: int) -> int:
    """An upper bound of the positions that a search begins, for piles with this many objects.

    That is the number of multisets of piles that have at most this many objects in total.

    >>> [count_searched(objects) for objects in (0, 1, 2, 3, 4, 20, 27, 28)]
    [1, 2, 4, 7, 12, 2714, 14742, 20000]
    """
    if objects > ALWAYS_SEARCHED:
        return MAX_BEGUN
    ways = [1] + [0] * objects
    for size in range(1, len(ways)):
        for total in range(size, len(ways)):
            ways[total] += ways[total - size]
    return sum(ways)


class SearchTooLong(TooMuchWork):
    """Searching a position takes too long."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"This position can be solved only by a search that examines more than "
            f"{MAX_SEARCHED:,} moves, which is too many.",
            key,
        )
