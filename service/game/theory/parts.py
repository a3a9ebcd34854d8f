"""Positions as multisets of independent parts: one kernel for every question about moves.

A move changes one part, and leaves any number of parts in its place. A part is anything that moves
in other parts never touch: a pile, the whole board of a game that can't be divided, a component of
a sum. Each part has a number, and its options are listed once. A position is the numbers of its
parts.

Who wins is found by search: a position is lost exactly when it has a legal move and every move
leads to a won position; without a legal move it is lost in normal play and won in misère play. A
part's Grundy value is the mex of its options' values, and a position's is the XOR of its parts'
values.
"""

from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement, islice
from math import comb, inf, prod
from typing import Any, Generic, NamedTuple, TypeVar

from ..meter import (
    BYTES_IN_A_STEP,
    MAX_STEPS,
    NUMBERS_IN_A_STEP,
    STEPS_TO_KEEP,
    STEPS_TO_LIST,
    Meter,
    OutOfSteps,
    afford,
    current,
    spend,
)
from .grundy import mex, nim_sum
from .walk import TooManyMoves, TooManyPositions, too_many_moves, too_many_positions, walk

K = TypeVar("K", bound=Hashable)

Parts = tuple[int, ...]
"""The numbers of the parts of a position, in ascending order."""

Left = Iterable[tuple[Any, int]]
"""The results of moves in a part, each with the number of moves that lead to it."""

BOARD_IN_A_SEARCH = 3
"""Listing an option of a board in a search counts as so many, since it is kept."""

COUNTED_TOGETHER = 100
"""Options that are counted at once, since counting takes as long as listing."""


class About(NamedTuple):
    """What a kernel has to know about a part.

    Parts of a position are moved in order of `rank`, and in a search in order of `size`, the small
    ones first. A move in a part that `comes_apart` may leave several; a board, which is all of a
    position, never does. Parts of a group have the same keys for the same positions. Listing an
    option counts as `weight` options.
    """

    rank: Any = 0
    size: int = 0
    is_board: bool = False
    comes_apart: bool = True
    group: Hashable = None
    weight: float = 1


class Kernel(ABC, Generic[K]):
    """The parts of some positions, and what is known about them; `K` is a part's type outside.

    >>> class Nim(Kernel[int]):
    ...     def left_of(self, part):
    ...         return (((left,) if left else (), 1) for left in range(part))
    >>> nim = Nim()
    >>> nim.value(nim.of([1, 2])), len(nim.reachable(nim.of([1, 2]), 99))
    (3, 5)
    """

    def __init__(self) -> None:
        self.forms: list[K] = []
        """What each number stands for."""
        self.about: list[About] = []
        self.ranks: list[Any] = []
        self.sizes: list[int] = []
        self._numbers: dict[K, int | None] = {}
        self._positions: dict[Hashable, dict[Any, Parts]] = {}  # by groups and keys
        self._alone: list[Parts] = []
        self._replies: list[tuple[Sequence[Parts], Sequence[int]] | None] = []
        self._values: dict[int, int] = {}
        self._most_left = inf
        self._own = Meter()
        self._step: float = STEPS_TO_LIST
        self._part_cost = STEPS_TO_KEEP
        self._too_many: Callable[[], Exception] = Exception

    # --- What the kernel asks about a part ---

    @abstractmethod
    def left_of(self, part: K) -> Left:
        """The results of moves in a part, each with the number of moves that lead to it.

        Each is a key of `position_of`; the same one may occur several times.
        """

    def position_of(self, part: K, key: Any) -> Parts:  # noqa: ARG002
        """The position for which a key stands; by default the key is its parts."""
        return self.of(key)

    def describe(self, part: K) -> About | None:  # noqa: ARG002
        """What there is to know about a part; None if it has ended and is left out of positions."""
        return About()

    def count(self, part: K) -> int:  # noqa: ARG002
        """The number of options of a part if it is known without listing them, else 0."""
        return 0

    def known_value(self, part: K) -> int | None:  # noqa: ARG002
        """The Grundy value of a part if it is known without its options, else None."""
        return None

    # --- How much is spent ---

    def begin(
        self,
        options: float = MAX_STEPS,
        error: Callable[[], Exception] = OutOfSteps,
        step: float = STEPS_TO_LIST,
        part: int = STEPS_TO_KEEP,
    ) -> None:
        """Begin a walk or a search of this many options at most; beyond them `error` is raised.

        For the current request an option counts as `step` steps. Keeping a part, or beginning an
        integer, counts as `part` options.
        """
        self._own, self._step, self._part_cost = Meter(options, error), step, part

    @property
    def _searches(self) -> bool:
        return self._step < STEPS_TO_LIST

    def examine(self, options: float) -> None:
        """Count options. Raises OutOfSteps, or the error of the walk or search."""
        self._own.spend(options)
        if meter := current():
            meter.spend(options * self._step)

    def afford(self, options: float) -> None:
        """Raise the same if so many options can't be examined any more."""
        self._own.afford(options)
        afford(options * self._step)

    # --- Parts and their options ---

    def of(self, forms: Iterable[K]) -> Parts:
        """The position with these parts."""
        numbers = []
        for form in forms:
            number = self._numbers.get(form, -1)
            if number == -1:
                number = self._add(form)
            if number is not None:
                numbers.append(number)
        if len(numbers) == 1:
            return self._alone[numbers[0]]
        return tuple(sorted(numbers))

    def _add(self, form: K) -> int | None:
        about = self.describe(form)
        if about is None:
            self._numbers[form] = None
            return None
        self.examine(self._part_cost)
        number = self._numbers[form] = len(self.forms)
        self.forms.append(form)
        self._alone.append((number,))
        self.about.append(about)
        self.ranks.append(about.rank)
        self.sizes.append(about.size)
        self._replies.append(None)
        return number

    def replies(self, part: int) -> tuple[Sequence[Parts], Sequence[int]]:
        """The results of moves in a part, and the number of moves that lead to each."""
        replies = self._replies[part]
        if replies is None:
            found, cost = dict[Parts, int](), self._listing_cost(part)
            self.afford(self.count(self.forms[part]) * cost)
            results = self._results(part)
            while some := [*islice(results, COUNTED_TOGETHER)]:
                for left, multiplicity in some:
                    found[left] = found.get(left, 0) + multiplicity
                self.examine(len(some) * cost)
                if len(found) > self._most_left:
                    raise self._too_many()
            replies = self._replies[part] = (*found,), _kept(found.values())
        return replies

    def _results(self, part: int) -> Iterator[tuple[Parts, int]]:
        """The results of moves in a part as they come, with the number of moves to each."""
        form, known = self.forms[part], self._positions.setdefault(self.about[part].group, {})
        for key, multiplicity in self.left_of(form):
            left = known.get(key)
            if left is None:
                left = known[key] = self.position_of(form, key)
                self.examine(self._part_cost / NUMBERS_IN_A_STEP)
            yield left, multiplicity

    def _listing_cost(self, part: int) -> float:
        about = self.about[part]
        return about.weight * (BOARD_IN_A_SEARCH if about.is_board and self._searches else 1)

    def options(self, position: Parts) -> Iterator[tuple[Parts, int]]:
        """The results of moves, with the number of moves; only one of equal parts is moved."""
        for part in sorted({*position}, key=self.ranks.__getitem__):
            at, count = position.index(part), position.count(part)
            others = position[:at] + position[at + 1 :]
            for left, multiplicity in zip(*self.replies(part), strict=True):
                yield tuple(sorted(others + left)) if others else left, multiplicity * count

    # --- Grundy values ---

    def has_value(self, position: Parts) -> bool:
        """Whether the Grundy value of a position has been found."""
        return all(part in self._values for part in position)

    def value(self, position: Parts) -> int:
        """The Grundy value of a position, by walking over the parts that play can reach."""
        values, waiting = self._values, [*position]
        while waiting:
            part = waiting[-1]
            if part in values:
                waiting.pop()
                continue
            known = self.known_value(self.forms[part])
            if known is not None:
                values[part] = known
                continue
            replies, _ = self.replies(part)
            try:
                reached = {
                    values[left[0]] if len(left) == 1 else nim_sum([values[each] for each in left])
                    for left in replies
                }
            except KeyError:
                waiting += {each for left in replies for each in left if each not in values}
            else:
                values[part] = mex(reached)
        return nim_sum([values[part] for part in position])

    # --- Reachable positions ---

    def reachable(
        self, start: Parts, max_positions: int, max_moves: float = inf
    ) -> Collection[Parts]:
        """The positions that play can reach, this one included. Raises TooMuchWork.

        With more than `max_moves` different moves a board need not be listed to the end.

        What each part becomes is combined, part by part; another part never makes it fewer.
        """

        def follow(position: Parts) -> Iterator[Parts]:
            return (left for left, _ in self.options(position))

        # Several moves to one option are one, so a graph may have fewer than are followed.
        most = 4 * max_moves
        for part in {*start}:  # the large part refuses before the small ones are walked
            self.afford(self.to_list(self._alone[part]))
        become: dict[int, Collection[Parts]] = {}
        counts: dict[Hashable, int] = {}  # of positions, by groups of parts
        self._too_many = partial(too_many_positions, max_positions)
        try:
            for part in sorted({*start}, key=self._walked_late):
                about, alone = self.about[part], self._alone[part]
                # Parts of other groups are never the same: each position goes with each of theirs.
                others = prod(count for group, count in counts.items() if group != about.group)
                left = self._most_left = max_positions // others
                if about.comes_apart:
                    become[part] = walk(alone, follow, left, most)
                else:
                    limit = max_moves if about.is_board else most
                    become[part] = self._listed(alone, left, limit)
                counts[about.group] = max(counts.get(about.group, 0), len(become[part]))
        except TooManyPositions:  # together
            raise self._too_many() from None
        except TooManyMoves:  # of a limit of this walk
            raise too_many_moves(max_moves) from None
        finally:
            self._most_left = inf
        if len(start) == 1:
            return become[start[0]]
        return self._together(start, become, max_positions)

    def _walked_late(self, part: int) -> tuple[bool, float]:
        """The place of a part in a walk: the small ones leave less room for the large ones."""
        return self.about[part].comes_apart, self.to_list(self._alone[part])

    def _together(
        self, start: Parts, become: Mapping[int, Collection[Parts]], max_positions: int
    ) -> Collection[Parts]:
        """What parts become together, of which each alone becomes these. Raises TooMuchWork."""
        groups: list[Collection[Parts]] = []
        for part, count in Counter(start).items():
            if self.about[part].comes_apart:
                groups += [become[part]] * count
            else:
                groups.append(_equal(become[part], count, max_positions))
        found: Collection[Parts] = {()}
        for group in sorted(groups, key=len):
            found = _combined(found, group, max_positions)
        return found

    def _listed(self, start: Parts, max_positions: int, max_moves: float) -> Collection[Parts]:
        """The positions of a part that never comes apart.

        Raises TooMuchWork, if possible before all are listed.
        """
        seen, waiting, to_list, moves = {start}, deque([start]), self.to_list(start), 0
        while waiting:
            position = waiting.popleft()
            if not position:
                continue
            to_list -= self.to_list(position)
            replies, _ = self.replies(position[0])
            new = [left for left in replies if left not in seen]
            seen.update(new)
            waiting += new
            moves += len(replies)
            if len(seen) > max_positions:
                raise self._too_many()
            if moves > max_moves:
                raise too_many_moves(max_moves)
            for left in new:
                to_list += self.to_list(left)
                self.afford(to_list)
        return seen

    def to_list(self, position: Parts) -> float:
        """The options that listing those of one part counts as, if their number is known."""
        if not position or self._replies[position[0]] is not None:
            return 0
        return self.count(self.forms[position[0]]) * self._listing_cost(position[0])


def _kept(counts: Collection[int]) -> Sequence[int]:
    """Numbers of moves, in an eighth of the memory if they are small, as they nearly always are."""
    return bytes(counts) if max(counts, default=0) < 256 else (*counts,)


def _steps_to_join(parts: int) -> float:
    """Steps to join two positions; a part is a pointer of eight bytes."""
    return STEPS_TO_LIST + 8 * parts / BYTES_IN_A_STEP


def _equal(positions: Collection[Parts], count: int, max_positions: int) -> Collection[Parts]:
    """What equal parts become, each of which stays one part or none. Raises TooMuchWork."""
    if comb(len(positions) + count - 1, count) > max_positions:
        raise too_many_positions(max_positions)
    spend(comb(len(positions) + count - 1, count) * _steps_to_join(count))
    each = combinations_with_replacement(sorted(positions), count)
    return {tuple(chain.from_iterable(chosen)) for chosen in each}


def _combined(some: Iterable[Parts], others: Collection[Parts], max_positions: int) -> set[Parts]:
    """Each position of one set together with each of the other. Raises TooMuchWork."""
    found: set[Parts] = set()
    for position in some:
        spend(len(others) * _steps_to_join(len(position)))
        found.update(tuple(sorted(position + other)) for other in others)
        if len(found) > max_positions:
            raise too_many_positions(max_positions)
    return found
