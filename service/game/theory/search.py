"""Who wins, by search: each position that play has to look at is judged once.

A position is lost exactly when it has a legal move and every move leads to a won position; without
a legal move it is lost in normal play and won in misère play.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from typing import Generic, TypeVar

from service.game.errors import TooMuchWork

# What one search may examine: the positions that it begins to search, and the moves of each pile
# or position that it lists. There are 14,742 multisets of piles with at most 27 objects in total,
# and the piles of up to 27 objects have 2,107 moves even if every move is legal. So each position
# of piles with up to 27 objects is solved, within a tenth of a second.
MAX_SEARCHED = 20_000
ALWAYS_SEARCHED = 27

MAX_SEARCHED_BITS = 8 * 50_000_000
"""Bits of all positions that a HeapSearch writes as integers, about 50 MB."""

P = TypeVar("P", bound=Hashable)
PileMoves = Callable[[int], Iterable[tuple[int, Sequence[int]]]]
"""What each legal move removes from a pile, and the piles that remain of it."""


@cache
def count_searched(objects: int) -> int:
    """An upper bound of the positions that a search begins, for piles with this many objects.

    That is the number of multisets of piles that have at most this many objects in total.

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


class SearchTooLong(TooMuchWork):
    """Searching a position takes too long."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"This position can be solved only by searching more than {MAX_SEARCHED:,} "
            "positions, which is too many.",
            key,
        )


class Search(Generic[P]):
    """A game by search; `options` gives what the moves from a position leave.

    >>> search = Search(lambda pile: range(max(0, pile - 2), pile), misere=True)
    >>> [search.wins(pile) for pile in range(5)]
    [True, False, True, True, False]
    """

    def __init__(
        self,
        options: Callable[[P], Iterable[P]],
        misere: bool,
        max_positions: float = MAX_SEARCHED,
        key: str = "piles",
    ) -> None:
        """`max_positions` is how many a search may begin; inf where `options` has a limit.

        `key` is the location of the error where it would begin more.
        """
        self._options, self._misere, self._key = options, misere, key
        self._found: dict[P, bool] = {}
        self._left = self._max_positions = max_positions
        self.begun: float = 0
        """The positions and moves that were examined since the search was made."""

    def renew(self) -> None:
        """Allow as much work as a new search has; results are kept."""
        self._left = self._max_positions
        if len(self._found) > self._max_positions:
            self._found.clear()

    def examine(self, share: float = 1) -> None:
        """Count one more position, or what takes a share of the time. Raises SearchTooLong."""
        self.begun += share
        self._left -= share
        if self._left < 0:
            raise SearchTooLong(self._key)

    def wins(self, position: P) -> bool:
        """Whether the player to move wins. Raises SearchTooLong.

        Without recursion: play may last longer than Python's limit on it.
        """
        found = self._found
        if position in found:
            return found[position]
        line = [self._begin(position)]  # the positions on the way to the one that is looked at
        while line:
            current, options, has_moves = line[-1]
            for option in options:
                has_moves = True
                if option not in found:
                    line[-1] = current, options, True
                    line.append(self._begin(option))
                    break
                if not found[option]:
                    found[current] = True
                    line.pop()
                    break
            else:
                line.pop()
                found[current] = self._misere and not has_moves
                if line and not found[current]:
                    found[line.pop()[0]] = True
        return found[position]

    def _begin(self, position: P) -> tuple[P, Iterator[P], bool]:
        self.examine()
        return position, iter(self._options(position)), False


class HeapSearch:
    """A game in which a move changes one pile, by search from one position.

    A position is a multiset of piles here, written as an integer: for each size some bits say how
    many piles of it there are. Of n objects at most n // p piles of p can be made, and if no move
    splits a pile, no more than there are: this many bits are enough. Where the first position has
    at most 27 objects, SearchTooLong is never raised.

    >>> search = HeapSearch(lambda pile: [(n, [pile - n]) for n in (1, 2) if n <= pile], [9], True)
    >>> search.wins([4]), search.wins([8])
    (False, True)
    """

    def __init__(
        self, pile_moves: PileMoves, piles: Sequence[int], misere: bool, splits: bool = True
    ) -> None:
        self._pile_moves = pile_moves
        self._objects, self._largest = sum(piles), max(piles, default=0)
        self._count = self._objects if splits else sum(pile > 0 for pile in piles)
        self._one = [0]  # of each size, the position of one such pile
        self._all = [0]  # of each size, the bits that say how many piles of it there are
        self._size_at: list[int] = []  # of each bit, the size that it is for
        for size in range(1, self._largest + 1):
            bits = min(self._objects // size, self._count).bit_length()
            self._one.append(1 << len(self._size_at))
            self._all.append((1 << bits) - 1 << len(self._size_at))
            self._size_at += [size] * bits
        self._changes: dict[int, list[int]] = {}  # of each size, what moves add to a position
        max_positions = MAX_SEARCHED_BITS // max(1, len(self._size_at))
        self._search = Search(self._options, misere, min(MAX_SEARCHED, max_positions))

    def covers(self, piles: Sequence[int]) -> bool:
        """Whether a position is at most as large as the first one, so that it can be written."""
        return (
            sum(piles) <= self._objects
            and max(piles, default=0) <= self._largest
            and sum(pile > 0 for pile in piles) <= self._count
        )

    @property
    def begun(self) -> float:
        """The positions and moves that were examined since the search was made."""
        return self._search.begun

    def renew(self) -> None:
        """Allow as much work as a new search has; results are kept."""
        self._search.renew()

    def wins(self, piles: Sequence[int]) -> bool:
        """Whether the player to move wins. Raises SearchTooLong."""
        return self._search.wins(self._encoded(piles))

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
            for _, leaves in self._pile_moves(size):
                self._search.examine()
                changes.append(self._encoded(leaves) - self._one[size])
            self._changes[size] = sorted(changes)
        return self._changes[size]

    def _encoded(self, piles: Sequence[int]) -> int:
        """A position as an integer; empty piles do not count."""
        return sum([self._one[pile] for pile in piles])
