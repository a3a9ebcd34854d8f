"""Misère play of take-and-break games by exhaustive search.

A position is P exactly when it has a legal move and every move leads to an N-position. A position
is a multiset of piles here, written as an integer: for each size some bits say how many piles of it
there are. Of n objects at most n // p piles of p can be made, so that many bits are enough.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from service.game.errors import InputError
from service.game.octal import Code, moves_from

# How much a search keeps at most: the positions that it has begun to search, and the moves in a
# pile of each size. There are 14,742 multisets of piles with at most 27 objects in all, and the
# piles of up to 27 objects have 2,107 moves in all even if every move is legal. So each position of
# up to 27 objects is solved, within a tenth of a second.
MAX_SEARCHED = 20_000
ALWAYS_SEARCHED = 27


@cache
def count_searched(objects: int) -> int:
    """An upper bound of the positions that a search keeps, for a position of so many objects.

    That is how many multisets of piles have so many objects in all at most.

    >>> [count_searched(objects) for objects in (0, 1, 2, 3, 4, 20, 27, 28)]
    [1, 2, 4, 7, 12, 2714, 14742, 20000]
    """
    if objects > ALWAYS_SEARCHED:
        return MAX_SEARCHED
    ways = [1] + [0] * objects
    for size in range(1, len(ways)):
        for total in range(size, len(ways)):
            ways[total] += ways[total - size]
    return sum(ways)


class SearchTooLong(InputError):
    """A position of a take-and-break game takes too long a search in misère play."""

    code = "too-much-work"

    def __init__(self) -> None:
        super().__init__(
            "Misère play of these games is solved by exhaustive search, "
            f"of up to {MAX_SEARCHED:,} positions and moves of a pile; this position needs more.",
            ("piles",),
        )


def search_solver(code: Code, piles: Sequence[int]) -> Callable[[Sequence[int]], bool]:
    """A function that says whether the player to move wins a position reachable from this one.

    It remembers all positions that it has searched, and raises SearchTooLong where that would be
    too many, which depends on nothing but the positions that it has been asked for. Where this one
    has at most 27 objects it never does.

    >>> from service.game.octal import parse_code
    >>> wins = search_solver(parse_code("0.77", max_digits=8), [9])
    >>> wins([9]), wins([8])
    (False, True)
    """
    return _Search(code, piles).to_move_wins


class _Search:
    """The positions reachable from one, as far as they have been searched."""

    def __init__(self, code: Code, piles: Sequence[int]) -> None:
        self._code = code
        objects = sum(piles)
        self._one = [0]  # of each size, the position of one such pile
        self._all = [0]  # of each size, the bits that say how many piles of it there are
        self._size_at: list[int] = []  # of each bit, the size that it is for
        for size in range(1, max(piles, default=0) + 1):
            bits = (objects // size).bit_length()
            self._one.append(1 << len(self._size_at))
            self._all.append((1 << bits) - 1 << len(self._size_at))
            self._size_at += [size] * bits
        self._changes: dict[int, list[int]] = {}  # of each size, what moves add to a position
        self._found: dict[int, bool] = {}
        self._kept = 0

    def to_move_wins(self, piles: Sequence[int]) -> bool:
        """Whether the player to move wins. Raises SearchTooLong."""
        position = self._encoded(piles)
        if position not in self._found:
            self._search(position)
        return self._found[position]

    def _search(self, start: int) -> None:
        """Find the winner of a position, and of the positions on which that depends.

        Without recursion: play may last longer than Python's limit on it.
        """
        found = self._found
        line = [self._begin(start)]  # the positions on the way to the one that is looked at
        while line:
            position, options = line[-1]
            for option in options:
                if option not in found:
                    line.append(self._begin(option))
                    break
                if not found[option]:
                    found[position] = True
                    line.pop()
                    break
            else:
                stuck = next(self._options(position), None) is None
                found[position] = stuck
                line.pop()
                if line and not stuck:
                    found[line.pop()[0]] = True

    def _begin(self, position: int) -> tuple[int, Iterator[int]]:
        self._keep_one_more()
        return position, self._options(position)

    def _options(self, position: int) -> Iterator[int]:
        rest = position
        while rest:
            size = self._size_at[(rest & -rest).bit_length() - 1]
            for change in self._changes_of(size):
                yield position + change
            rest &= ~self._all[size]

    def _changes_of(self, size: int) -> list[int]:
        if size not in self._changes:
            changes = []
            for _, leaves in moves_from(self._code, size):
                self._keep_one_more()
                changes.append(self._encoded(leaves) - self._one[size])
            self._changes[size] = sorted(changes)
        return self._changes[size]

    def _keep_one_more(self) -> None:
        self._kept += 1
        if self._kept > MAX_SEARCHED:
            raise SearchTooLong

    def _encoded(self, piles: Sequence[int]) -> int:
        """A position as an integer, as the search keeps it; empty piles don't count."""
        return sum([self._one[pile] for pile in piles])
