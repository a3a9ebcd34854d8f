"""Positions of a search as integers, which are added instead of sorted.

For each part some bits count its occurrences, so that a move adds a number: its result's, minus the
part's. If parts are few and small, this takes a tenth of the time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence


class Packed:
    """Positions with at most `most` parts of each kind; `replies` are what a part may become.

    Parts are moved in order of `sizes`.

    >>> packed = Packed(3, lambda part: [(n,) for n in range(part)], sizes=range(9))
    >>> [[*packed.parts(option)] for option in packed.options(packed.of([1, 2]))]
    [[0, 2], [0, 1], [1]]
    """

    def __init__(
        self, most: int, replies: Callable[[int], Iterable[Iterable[int]]], sizes: Sequence[int]
    ) -> None:
        self.most = most
        self._bits = most.bit_length()
        self._replies, self._sizes = replies, sizes
        self._changes: list[list[int] | None] = []  # what each reply to a part adds

    def of(self, parts: Iterable[int]) -> int:
        """The position with these parts."""
        return sum([1 << part * self._bits for part in parts])

    def parts(self, position: int) -> Iterator[int]:
        """The different parts of a position."""
        bits = self._bits
        while position:
            part = ((position & -position).bit_length() - 1) // bits
            yield part
            position = position >> (part + 1) * bits << (part + 1) * bits

    def options(self, position: int) -> Iterator[int]:
        """The results of moves in a position, small parts first."""
        for part in sorted(self.parts(position), key=self._sizes.__getitem__):
            yield from map(position.__add__, self._changes_of(part))

    def _changes_of(self, part: int) -> list[int]:
        if part >= len(self._changes):
            self._changes += [None] * (part + 1 - len(self._changes))
        known = self._changes[part]
        if known is None:
            one = self.of([part])
            known = self._changes[part] = [self.of(left) - one for left in self._replies(part)]
        return known
