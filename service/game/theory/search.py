"""Who wins, by search.

A position is lost exactly when it has a legal move and every move leads to a won position; without
a legal move it is lost in normal play and won in misère play.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from ..errors import TooMuchWork
from ..meter import MAX_STEPS, STEPS_TO_KEEP, STEPS_TO_LIST, OutOfSteps, spend
from .parts import COUNTED_TOGETHER, K, Kernel, Parts

Q = TypeVar("Q", bound=Hashable)

MAX_SEARCHED = 700_000
SEARCHED_IN_A_STEP = 3
"""Options that a search may examine, and those in a step of a request; see Search.costs."""

TO_BEGIN = 20
"""To begin a position counts as so many options."""


class SearchTooLong(TooMuchWork):
    """Searching a position takes too long."""

    def __init__(self) -> None:
        super().__init__(
            f"This position can be solved only by a search of more than {MAX_SEARCHED:,} steps, "
            "which is too many."
        )


USUAL_LENGTH = 22
"""An option of a position of this length takes twice as long as one of a short position."""

MOST_FOUND = 20_000
"""Positions whose winner is remembered from one search to the next."""

PACKED_SHARE = 0.1
PACKED_BITS = 20_000
"""An option stored as an integer counts as a share of one stored as parts, more with each bit."""

FEW_PARTS = 255
"""Parts of each kind that an integer can hold at first."""

BITS_OF_AN_OPTION = 400
"""Bits of a stored integer that count as one option, which also limits memory."""

WIDEST_PACKED = 2_000
"""Bits of an integer beyond which positions are stored as parts."""


class _NotPacked(Exception):
    """Integers are too wide, or a move makes the parts larger in total, so that they may become."""


Replies = Callable[[int], Iterable[Iterable[int]]]
"""What a part becomes."""


class Packed:
    """Positions as integers, which are added instead of sorted.

    For each part some bits count its occurrences, up to `most`, so that a move adds a number: its
    result's, minus the part's. If parts are few and small, this takes a tenth of the time. Parts
    are moved in order of `sizes`.

    >>> packed = Packed(3, sizes=range(9))
    >>> options = packed.options(packed.of([1, 2]), lambda part: [(n,) for n in range(part)])
    >>> [[*packed.parts(option)] for option in options]
    [[0, 2], [0, 1], [1]]
    """

    def __init__(self, most: int, sizes: Sequence[int]) -> None:
        self.most = most
        self._bits = most.bit_length()
        self._sizes = sizes
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

    def count(self, position: int, part: int) -> int:
        """The number of parts of a position that are this one."""
        return position >> part * self._bits & (1 << self._bits) - 1

    def options(self, position: int, replies: Replies) -> Iterator[int]:
        """The results of moves in a position, small parts first.

        The function of the replies is not kept, since it may belong to what keeps this.
        """
        for part in sorted(self.parts(position), key=self._sizes.__getitem__):
            yield from map(position.__add__, self._changes_of(part, replies))

    def _changes_of(self, part: int, replies: Replies) -> list[int]:
        if part >= len(self._changes):
            self._changes += [None] * (part + 1 - len(self._changes))
        known = self._changes[part]
        if known is None:
            one = self.of([part])
            known = self._changes[part] = [self.of(left) - one for left in replies(part)]
        return known


class Search(Kernel[K]):
    """A kernel that finds out who wins positions.

    >>> class Nim(Search[int]):
    ...     def left_of(self, part):
    ...         return (((left,) if left else (), 1) for left in range(part))
    >>> nim = Nim()
    >>> [nim.wins(nim.of(piles), misere=True) for piles in ([], [1], [1, 1], [1, 2, 3])]
    [True, False, True, False]
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_order: dict[int, list[Parts]] = {}  # the replies of a part, as they are searched
        self._ended: dict[int, bool] = {}  # whether no move is legal in a part
        self._found: tuple[dict[Any, bool], dict[Any, bool]] = ({}, {})
        self._packed = Packed(FEW_PARTS, self.sizes)
        self._never_packed = False

    def has_ended(self, part: K) -> bool:  # noqa: ARG002
        """Whether no move is legal in a part, so that a search may leave it out."""
        return False

    def costs(self, position: Parts) -> tuple[float, float]:
        """The options that beginning a position counts as, and examining one of its options."""
        return 0, 1 + (len(position) / USUAL_LENGTH) ** 2

    def begin(
        self,
        options: float = MAX_STEPS,
        error: Callable[[], Exception] = OutOfSteps,
        step: float = STEPS_TO_LIST,
        part: int = STEPS_TO_KEEP,
    ) -> None:
        super().begin(options, error, step, part)
        for found in self._found:
            if len(found) > MOST_FOUND:
                found.clear()

    def wins(
        self, start: Parts, misere: bool, theory: Callable[[Parts], bool | None] | None = None
    ) -> bool:
        """Whether the player to move wins; `theory` may know the winner of a position."""
        start = self._playable(start)
        if not (theory or self._never_packed or any(map(self._is_not_packed, start))):
            packed = self._packed_for(start)
            try:
                return self._search(packed.of(start), misere, self._begin_packed)
            except _NotPacked:
                self._never_packed = True
        return self._search(start, misere, self._begin, theory)

    def _is_not_packed(self, part: int) -> bool:
        return not self.sizes[part] or self.about[part].is_board

    def _search(
        self,
        start: Q,
        misere: bool,
        begin: Callable[[Q], tuple[Iterator[Q], float]],
        theory: Callable[[Q], bool | None] | None = None,
    ) -> bool:
        """Whether the player to move wins, with positions in one of the two forms.

        Without recursion: play may last longer than Python's limit on it.
        """
        found: dict[Q, bool] = self._found[misere]
        if start in found:
            return found[start]
        line = [(start, *begin(start), False)]  # the positions on the way to the current one
        while line:
            position, options, share, has_options = line[-1]
            examined = 0
            for option in options:
                examined += 1
                if not examined % COUNTED_TOGETHER:
                    self.examine(COUNTED_TOGETHER * share)
                won = found.get(option)
                if won is None and theory:
                    won = theory(option)
                    if won is not None:
                        found[option] = won
                if won is None:
                    line[-1] = position, options, share, True
                    line.append((option, *begin(option), False))
                    break
                if not won:
                    found[position] = True
                    line.pop()
                    break
            else:
                line.pop()
                found[position] = misere and not examined and not has_options
                if line and not found[position]:
                    found[line.pop()[0]] = True
            self.examine(examined % COUNTED_TOGETHER * share)
        return found[start]

    def _begin(self, position: Parts) -> tuple[Iterator[Parts], float]:
        begun, share = self.costs(position)
        self.examine(begun)
        if len(position) > 1:
            return self._smallest_first(position), share
        if position and self.about[position[0]].is_board:
            return self._as_they_come(position[0]), share
        return reversed(self._playable_replies(position[0]) if position else ()), share

    def _begin_packed(self, position: int) -> tuple[Iterator[int], float]:
        width = position.bit_length()
        self.examine(self._part_cost + width / BITS_OF_AN_OPTION)
        options = self._packed.options(position, self._packed_replies)
        return options, PACKED_SHARE + width / PACKED_BITS

    def _packed_for(self, start: Parts) -> Packed:
        """Integers with enough bits: no part is made larger, so sizes limit how many there are."""
        most = sum([self.sizes[part] for part in start])
        if self._packed.most < most:
            for found in self._found:
                found.clear()
            self._packed = Packed(2 * most, self.sizes)
        return self._packed

    def _packed_replies(self, part: int) -> list[Parts]:
        replies, sizes = self._ordered(part), self.sizes
        for left in replies:
            after = [sizes[each] for each in left]
            if sum(after) > sizes[part] or 0 in after:
                raise _NotPacked
        # Each is kept, and has a few bits for each part that is known.
        width = len(self.forms) * self._packed.most.bit_length()
        if width > WIDEST_PACKED:
            raise _NotPacked
        self.examine(len(replies) * width / BITS_OF_AN_OPTION)
        return replies

    def _as_they_come(self, part: int) -> Iterator[Parts]:
        """The options of a board, which need not all be listed."""
        replies = self._replies[part]
        if replies is not None:
            return iter(replies[0])
        return map(itemgetter(0), self._results(part))

    def _ordered(self, part: int) -> list[Parts]:
        """A part's replies, beginning with those that leave the smallest parts."""
        replies = self._in_order.get(part)
        if replies is None:
            replies = sorted(self._playable_replies(part), key=self._sizes_of)
            spend(STEPS_TO_LIST * len(replies))
            self._in_order[part] = replies
        return replies

    def _playable_replies(self, part: int) -> Sequence[Parts]:
        """A part's replies, each without what has ended; some become the same."""
        replies, _ = self.replies(part)
        spend(STEPS_TO_LIST * len(replies))
        return [*dict.fromkeys(map(self._playable, replies))]

    def _playable(self, position: Parts) -> Parts:
        """A position without the parts in which no move is legal: they change nothing."""
        ended = self._ended
        if len(position) == 1 and position[0] in ended:  # most replies are
            return () if ended[position[0]] else position
        for part in position:
            if part not in ended:
                ended[part] = not self.about[part].is_board and self.has_ended(self.forms[part])
        left = tuple([part for part in position if not ended[part]])
        return position if len(left) == len(position) else left

    def _sizes_of(self, parts: Parts) -> list[int]:
        """The sizes of parts, the largest first."""
        if len(parts) == 1:
            return [self.sizes[parts[0]]]
        return sorted([self.sizes[part] for part in parts], reverse=True)

    def _smallest_first(self, position: Parts) -> Iterator[Parts]:
        for part in sorted(dict.fromkeys(position), key=self.sizes.__getitem__):
            at = position.index(part)
            others = position[:at] + position[at + 1 :]
            yield from map(tuple, map(sorted, map(others.__add__, self._ordered(part))))
