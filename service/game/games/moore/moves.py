"""The winning moves of Moore's Nim: all of them in any order, or the first ones in order.

A winning move makes the number of 1s in each column of the piles leave a given remainder. It can be
put together column by column, from the highest: a pile that was made smaller in one column is free
in all lower columns, where it can have either digit. Whatever was chosen so far, some choice is
left for the next column, so that no attempt fails.

This method finds moves in no useful order, and more of them than could ever be listed. To find the
first moves in order, they are put together pile by pile instead, and the new size of a pile digit
by digit from the highest, always the first possible choice. Before each choice a search, again
column by column, checks that the other piles can complete it. The search can take very long, so
its steps are counted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from ...meter import spend

Taking = list[tuple[int, int]]
"""The removals of a move: the index of each pile and the number of objects."""

COUNTED_TOGETHER = 200
PILES_IN_A_STEP = 100
"""Steps that are taken here, times piles, in a step of a request: each begins like 30 piles."""

UNLIMITED = 1 << 62
"""More steps than are ever taken."""

Sizes = Sequence[int] | Mapping[int, int]
Chooser = Callable[[Sizes, Sequence[int], int], Iterable[tuple[int, ...]]]
"""A function that chooses a number of the piles with these indexes, given their sizes."""


def ascending(least: int, size: int, count: int) -> Iterator[tuple[int, ...]]:
    """All rows of `count` numbers that are at least `least` and below `size`, in ascending order.

    One at a time: itertools keeps the whole range, which for large piles is beyond all memory.

    >>> [*ascending(1, 3, 2)]
    [(1, 1), (1, 2), (2, 2)]
    """
    if count < 2:
        yield from zip(range(least, size)) if count else [()]
        return
    for first in range(least, size):
        for rest in ascending(first, size, count - 1):
            yield (first, *rest)


def choose_any(sizes: Sizes, indexes: Sequence[int], count: int) -> Iterable[tuple[int, ...]]:  # noqa: ARG001
    """All choices of `count` piles."""
    return combinations(indexes, count)


def choose_by_size(sizes: Sizes, indexes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """The choices of `count` piles that differ in the sizes of the piles.

    >>> [*choose_by_size([7, 7, 8], [0, 1, 2], 2)]
    [(0, 2), (0, 1)]
    >>> [*choose_by_size([7, 7, 8, 9], [0, 1, 2, 3], 1)]
    [(2,), (3,), (0,)]
    """
    groups: dict[int, list[int]] = {}
    for i in indexes:
        groups.setdefault(sizes[i], []).append(i)
    alone = [i for group in groups.values() if len(group) == 1 for i in group]
    alike = [group for group in groups.values() if len(group) > 1]
    for some in _from_groups(alike, count - len(alone), count):
        for others in combinations(alone, count - len(some)):
            yield (*some, *others)


def _from_groups(groups: Sequence[Sequence[int]], least: int, most: int) -> Iterator[Sequence[int]]:
    """The first piles of each group, from `least` to `most` in total."""
    if not groups:
        yield ()
        return
    first, *rest = groups
    fewest = max(0, least - sum(map(len, rest)))
    for count in range(fewest, min(len(first), most) + 1):
        for others in _from_groups(rest, least - count, most - count):
            yield (*first[:count], *others)


class _OutOfSteps(Exception):
    """More steps would be needed than may be taken."""


class WinningMoves:
    """The moves from 1 to `max_piles` piles after which the columns leave the wanted remainders.

    >>> moves = WinningMoves([1, 2, 3], 2, wanted=[0, 0], steps=99)
    >>> [*moves.in_order()]
    [[(1, 1), (2, 2)]]
    """

    def __init__(
        self, piles: Sequence[int], max_piles: int, wanted: Sequence[int], steps: int
    ) -> None:
        """`wanted` are the remainders by `max_piles` + 1 of all columns, the lowest first.

        At most `steps` steps are taken, each of less than a microsecond; `ended_early` says whether
        that was too few to find all moves.
        """
        self.ended_early = False
        self._piles, self._max_piles, self._wanted, self._steps = piles, max_piles, wanted, steps
        self._modulus = max_piles + 1
        self._unspent, self._of_a_step = 0, (30 + len(piles)) / PILES_IN_A_STEP
        # Sets of piles are integers with a bit for each pile.
        self._all = (1 << len(piles)) - 1
        self._ones = [
            sum(1 << i for i, pile in enumerate(piles) if pile >> column & 1)
            for column in range(len(wanted))
        ]

    def _take_steps(self, count: int) -> None:
        self._steps -= count
        self._unspent += count
        if self._unspent > COUNTED_TOGETHER:
            spend(self._unspent * self._of_a_step)
            self._unspent = 0
        if self._steps < 0:
            raise _OutOfSteps

    def _while_steps_last(self, moves: Iterator[Taking]) -> Iterator[Taking]:
        try:
            yield from moves
        except _OutOfSteps:
            self.ended_early = True

    # --- In any order ---

    def by_columns(self, choose: Chooser = choose_any) -> Iterator[Taking]:
        """All of them, or with `choose_by_size` those that leave different sizes."""
        return self._while_steps_last(
            self._by_columns(len(self._wanted) - 1, self._all, {}, choose)
        )

    def _by_columns(
        self, column: int, others: int, sizes: Mapping[int, int], choose: Chooser
    ) -> Iterator[Taking]:
        """The moves that leave these `sizes`, known above `column`, and keep `others`."""
        self._take_steps(8 + len(sizes))
        if column < 0:
            if sizes:
                yield sorted((i, self._piles[i] - size) for i, size in sizes.items())
            return
        ones = self._ones[column] & others
        total = ones.bit_count()
        for count in range(min(total, self._max_piles - len(sizes)) + 1):
            raised = (self._wanted[column] - total + count) % self._modulus
            if raised > len(sizes):
                continue
            for lowered in choose(self._piles, _indexes(ones), count) if count else [()]:
                left = others
                made = {}
                for i in lowered:
                    left ^= 1 << i
                    made[i] = self._piles[i] >> column + 1 << column + 1
                for back in choose(sizes, [*sizes], raised):
                    after = {**sizes, **made}
                    for i in back:
                        after[i] |= 1 << column
                    yield from self._by_columns(column - 1, left, after, choose)

    # --- In order ---

    def in_order(self) -> Iterator[Taking]:
        """All of them, in lexicographic order."""
        return self._while_steps_last(self._in_order(0, self._max_piles, self._wanted))

    def _in_order(self, first: int, max_piles: int, wanted: Sequence[int]) -> Iterator[Taking]:
        """The ways to take from up to `max_piles` of the piles, starting at `first`, in order."""
        others = self._all >> first << first
        if max_piles < self._max_piles and all(
            (ones & others).bit_count() % self._modulus == remainder
            for ones, remainder in zip(self._ones, wanted, strict=True)
        ):
            yield []
        for i in range(first, len(self._piles)):
            if not max_piles or not self._can_complete(wanted, others, max_piles):
                return
            others ^= 1 << i
            for size, left in self._sizes(i, wanted, others, max_piles - 1):
                for more in self._in_order(i + 1, max_piles - 1, left):
                    yield [(i, self._piles[i] - size), *more]
            wanted = self._left_for_others(wanted, self._piles[i], 0)

    def _sizes(
        self, i: int, wanted: Sequence[int], others: int, max_piles: int
    ) -> Iterator[tuple[int, Sequence[int]]]:
        """The smaller sizes of a pile that up to `max_piles` of the others can complete.

        The largest comes first, each with what is then wanted of the others.
        """
        pile = self._piles[i]
        for column in range(pile.bit_length()):
            if pile >> column & 1:
                size = pile >> column + 1 << column + 1
                left = self._left_for_others(wanted, size, column)
                if self._can_complete(left, others, max_piles, free_below=column):
                    yield from self._digits(size, column, left, others, max_piles)

    def _digits(
        self, size: int, column: int, wanted: Sequence[int], others: int, max_piles: int
    ) -> Iterator[tuple[int, Sequence[int]]]:
        """The same for a pile with the digits of `size` down to a column, and any digits below."""
        if column == 0:
            yield size, wanted
            return
        bit = 1 << column - 1
        for digit in (bit, 0):
            left = self._left_for_others(wanted, digit, column - 1)
            if self._can_complete(left, others, max_piles, free_below=column - 1):
                yield from self._digits(size | digit, column - 1, left, others, max_piles)

    def _left_for_others(self, wanted: Sequence[int], size: int, lowest: int) -> list[int]:
        """The remainders wanted of the other piles, given the digits of a pile down to `lowest`."""
        modulus = self._modulus
        return [
            (remainder - (size >> column & 1)) % modulus if column >= lowest else remainder
            for column, remainder in enumerate(wanted)
        ]

    def _can_complete(
        self, wanted: Sequence[int], others: int, max_piles: int, free_below: int = 0
    ) -> bool:
        """Whether the others give the wanted remainders if up to `max_piles` are made smaller.

        One more pile is free in the columns below `free_below`.
        """
        self._take_steps(4 + len(wanted) // 4)
        return self._can_complete_from(len(wanted) - 1, wanted, others, (0, max_piles, free_below))

    def _can_complete_from(
        self, column: int, wanted: Sequence[int], others: int, left: tuple[int, int, int]
    ) -> bool:
        if column < 0:
            return True
        self._take_steps(2)
        smaller, max_piles, free_below = left
        ones = self._ones[column] & others
        total = ones.bit_count()
        free = smaller + (column < free_below)
        for count in range(min(total, max_piles) + 1):
            if (wanted[column] - total + count) % self._modulus <= free:
                after = smaller + count, max_piles - count, free_below
                for chosen in self._choices(ones, count):
                    if self._can_complete_from(column - 1, wanted, others ^ chosen, after):
                        return True
        return False

    def _choices(self, among: int, count: int) -> Iterable[int]:
        """The sets of this many piles among these; piles of equal size count as the same."""
        if not count:
            return (0,)
        indexes = _indexes(among)
        return (
            self._bits(some, len(indexes)) for some in choose_by_size(self._piles, indexes, count)
        )

    def _bits(self, some: Sequence[int], among: int) -> int:
        self._take_steps(among)
        return sum(1 << i for i in some)


def _indexes(piles: int) -> list[int]:
    """The indexes of a set of piles."""
    return [i for i, digit in enumerate(reversed(f"{piles:b}")) if digit == "1"]
