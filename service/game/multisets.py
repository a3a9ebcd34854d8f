"""Positions as multisets: piles in ascending order."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, groupby
from math import comb

from service.game.errors import too_many_positions
from service.game.solution import Piles


def ascending(least: int, size: int, count: int) -> Iterator[Piles]:
    """All rows of so many numbers from `least` on and below `size`, in ascending order.

    One at a time: itertools keeps the whole range, which for large piles is beyond all memory.

    >>> [*ascending(1, 3, 2)]
    [(1, 1), (1, 2), (2, 2)]
    """
    if not count:
        yield ()
        return
    for first in range(least, size):
        for rest in ascending(first, size, count - 1):
            yield (first, *rest)


def none_larger(piles: Sequence[int], max_positions: int) -> list[Piles]:
    """All positions that piles become when each may be made smaller, empty piles included.

    The n-th smallest pile of such a position is at most as large as that of `piles`, and every
    position for which that holds is one of them. Raises TooMuchWork where they are too many.

    >>> none_larger([1, 2], max_positions=9)
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    """
    found: list[Piles] = [()]
    for pile, equal in groupby(sorted(piles)):
        count = sum(1 for _ in equal)
        least = [position[-1] if position else 0 for position in found]
        if sum(comb(pile - size + count, count) for size in least) > max_positions:
            raise too_many_positions(max_positions)
        found = [
            position + sizes
            for position, size in zip(found, least, strict=True)
            for sizes in combinations_with_replacement(range(size, pile + 1), count)
        ]
    return found
