"""Positions as multisets of independent parts: one kernel for all questions that moves answer.

A move changes one part, and leaves any number of parts in its place. A part is what the moves of
others never touch: a pile, the whole board of a game that can't be divided, a component of a sum.
Each part has a number, and its options are listed once. A position is the numbers of its parts.

Who wins is found by search: a position is lost exactly when it has a legal move and every move
leads to a won position; without a legal move it is lost in normal play and won in misère play. The
Grundy value of a part is the mex of those of its options, and of a position the XOR of those of its
parts.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from math import inf
from typing import Any, Generic, TypeVar

from .grundy import mex, nim_sum
from .walk import too_many_positions, walk

K = TypeVar("K", bound=Hashable)

Parts = tuple[int, ...]
"""The numbers of the parts of a position, in ascending order."""

Left = Iterable[tuple[Iterable[K], int]]
"""What moves leave of a part, as parts, each with the number of moves that leave it."""

OPTIONS_OF_A_PART = 10
"""To keep a part, in a search, counts as much as to examine this many options."""

USUAL_LENGTH = 30
"""An option of a position of this length takes twice as long as one of a short position."""


class Kernel(ABC, Generic[K]):
    """The parts of some positions, and what is known of them; `K` is what a part is outside.

    >>> class Nim(Kernel[int]):
    ...     def left_of(self, part):
    ...         return (([left] if left else [], 1) for left in range(part))
    >>> nim = Nim()
    >>> nim.allow(10_000, ValueError)
    >>> [nim.wins(nim.of(piles), misere=True) for piles in ([], [1], [1, 1], [1, 2, 3])]
    [True, False, True, False]
    >>> nim.value(nim.of([1, 2])), len(nim.reachable(nim.of([1, 2]), 99))
    (3, 5)
    """

    def __init__(self) -> None:
        self.forms: list[K] = []
        """What each number stands for."""
        self.ranks: list[Any] = []
        """The order in which the parts of a position are moved, and joined."""
        self.examined = 0.0
        """The options that were examined since the kernel was made."""
        self.begun = 0
        """The positions that searches began since then."""
        self._numbers: dict[K, int | None] = {}
        self._alone: list[Parts] = []
        self._sizes: list[int] = []
        self._replies: list[tuple[Sequence[Parts], Sequence[int]] | None] = []
        self._in_order: dict[int, list[Parts]] = {}  # the replies of a part, as they are searched
        self._found: tuple[dict[Parts, bool], dict[Parts, bool]] = ({}, {})
        self._values: dict[int, int] = {}
        self._most_options, self._most_begun, self._most_parts = 0.0, 0.0, inf
        self._error: Callable[[], Exception] = ValueError
        self._too_many_parts = Exception()

    # --- What the kernel asks about a part ---

    @abstractmethod
    def left_of(self, part: K) -> Left[K]:
        """What moves leave of a part, as parts, each with the number of moves that leave it."""

    def has_ended(self, part: K) -> bool:  # noqa: ARG002
        """Whether a part has no move, and is to be left out of positions."""
        return False

    def is_board(self, part: K) -> bool:  # noqa: ARG002
        """Whether a part, alone, stays alone: a whole board, of which no parts come off."""
        return False

    def size(self, part: K) -> int:  # noqa: ARG002
        """How large a part is: small ones are moved first, and small options looked at first."""
        return 0

    def rank(self, part: K) -> Any:  # noqa: ARG002
        """The order in which the parts of a position are moved."""
        return 0

    def count(self, part: K) -> int:  # noqa: ARG002
        """The number of options of a part where it is known without listing them, else 0."""
        return 0

    def costs(self, position: Parts) -> tuple[float, float]:
        """The options that it counts to begin a position, and to examine an option of it."""
        return 0, 1 + (len(position) / USUAL_LENGTH) ** 2

    def listing_costs(self) -> float:
        """The options that it counts to list an option of a part."""
        return 1

    # --- How much is allowed ---

    def allow(self, options: float, error: Callable[[], Exception], positions: float = inf) -> None:
        """Allow this many more options to be examined, and this many more positions to be begun.

        Beyond them `error` is raised.
        """
        self._most_options, self._error = self.examined + options, error
        self._most_begun = self.begun + positions
        for found in self._found:
            if len(found) > positions:
                found.clear()

    def examine(self, options: float) -> None:
        """Count options."""
        self.examined += options
        if self.examined > self._most_options:
            raise self._error()

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
        if self.has_ended(form):
            self._numbers[form] = None
            return None
        if len(self.forms) >= self._most_parts:
            raise self._too_many_parts
        if self._most_begun < inf:
            self.examined += OPTIONS_OF_A_PART
        number = self._numbers[form] = len(self.forms)
        self.forms.append(form)
        self._alone.append((number,))
        self._sizes.append(self.size(form))
        self.ranks.append(self.rank(form))
        self._replies.append(None)
        return number

    def replies(self, part: int) -> tuple[Sequence[Parts], Sequence[int]]:
        """What moves leave of a part, and the number of moves that leave each."""
        known = self._replies[part]
        if known is None:
            found: dict[Parts, int] = {}
            costs = self.listing_costs()
            if self.examined + costs * self.count(self.forms[part]) > self._most_options:
                raise self._error()
            for forms, ways in self.left_of(self.forms[part]):
                self.examine(costs)
                left = self.of(forms)
                found[left] = found.get(left, 0) + ways
            known = self._replies[part] = (*found,), (*found.values(),)
        return known

    def options(self, position: Parts) -> Iterator[tuple[Parts, int]]:
        """What moves leave of a position, with the number of moves; of equal parts one is moved."""
        for part in sorted({*position}, key=self.ranks.__getitem__):
            at, count = position.index(part), position.count(part)
            others = position[:at] + position[at + 1 :]
            for left, ways in zip(*self.replies(part), strict=True):
                yield tuple(sorted(others + left)) if others else left, ways * count

    # --- Who wins ---

    def wins(
        self, start: Parts, misere: bool, theory: Callable[[Parts], bool | None] | None = None
    ) -> bool:
        """Whether the player to move wins; `theory` may know it of a position.

        Without recursion: play may last longer than Python's limit on it.
        """
        found = self._found[misere]
        if start in found:
            return found[start]
        line = [self._begin(start)]  # the positions on the way to the one that is looked at
        while line:
            position, options, share = line[-1]
            examined = 0
            for option in options:
                examined += 1
                won = found.get(option)
                if won is None and theory:
                    won = theory(option)
                    if won is not None:
                        found[option] = won
                if won is None:
                    line.append(self._begin(option))
                    break
                if not won:
                    found[position] = True
                    line.pop()
                    break
            else:
                line.pop()
                found[position] = misere and not any(map(self._has_options, position))
                if line and not found[position]:
                    found[line.pop()[0]] = True
            self.examine(examined * share)
        return found[start]

    def _begin(self, position: Parts) -> tuple[Parts, Iterator[Parts], float]:
        begun, share = self.costs(position)
        self.begun += 1
        if self.begun > self._most_begun:
            raise self._error()
        self.examine(begun)
        if len(position) == 1 and self.is_board(self.forms[position[0]]):
            return position, self._as_they_come(position[0]), share
        return position, self._smallest_first(position), share

    def _as_they_come(self, part: int) -> Iterator[Parts]:
        """The options of a board, which need not all be listed."""
        known = self._replies[part]
        if known is None:
            return (self.of(forms) for forms, _ in self.left_of(self.forms[part]))
        return iter(known[0])

    def _smallest_first(self, position: Parts) -> Iterator[Parts]:
        sizes = self._sizes
        for part in sorted(dict.fromkeys(position), key=sizes.__getitem__):
            replies = self._in_order.get(part)
            if replies is None:
                replies = self._in_order[part] = sorted(
                    self.replies(part)[0],
                    key=lambda left: sorted([sizes[each] for each in left], reverse=True),
                )
            at = position.index(part)
            others = position[:at] + position[at + 1 :]
            yield from map(tuple, map(sorted, map(others.__add__, replies)))

    def _has_options(self, part: int) -> bool:
        known = self._replies[part]
        if known is None:
            return any(True for _ in self.left_of(self.forms[part]))
        return bool(known[0])

    # --- Grundy values ---

    @property
    def valued(self) -> int:
        """The number of parts whose Grundy values have been found."""
        return len(self._values)

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
            replies, _ = self.replies(part)
            unknown = {each for left in replies for each in left if each not in values}
            waiting += unknown
            if not unknown:
                values[part] = mex({nim_sum([values[each] for each in left]) for left in replies})
        return nim_sum([values[part] for part in position])

    # --- Reachable positions ---

    def reachable(self, start: Parts, max_positions: int, key: str = "piles") -> Collection[Parts]:
        """The positions that play can reach, this one included. Raises TooMuchWork.

        What each part becomes is combined, part by part; a further part never makes them fewer.
        With fewer options of parts than parts, following the moves is faster.
        """
        is_alone = len(start) == 1
        if is_alone and self.is_board(self.forms[start[0]]):
            # Each position is a part, so that too many are noticed while options are listed.
            self._most_parts = len(self.forms) + max_positions
            self._too_many_parts = too_many_positions(max_positions, key)
            try:
                self._list_all(start[0])
            finally:
                self._most_parts = inf

        def follow(position: Parts) -> Iterator[Parts]:
            return (left for left, _ in self.options(position))

        if is_alone or self._has_few_options(start):
            return walk(start, follow, max_positions, key)
        found: set[Parts] = {()}
        for part, equal in groupby(start):
            become = walk(self._alone[part], follow, max_positions, key)
            for _ in equal:
                found = _combined(found, become, max_positions, key)
        return found

    def _list_all(self, start: int) -> None:
        """List the options of all boards that play can reach, unless there are too many to list."""
        seen, waiting, waiting_options = {start}, deque([start]), self.count(self.forms[start])
        while waiting:
            part = waiting.popleft()
            waiting_options -= self.count(self.forms[part])
            for left in self.replies(part)[0]:
                for each in left:
                    if each not in seen:
                        seen.add(each)
                        waiting.append(each)
                        waiting_options += self.count(self.forms[each])
            if self.examined + waiting_options > self._most_options:
                raise self._error()

    def _has_few_options(self, start: Parts) -> bool:
        """Whether there are fewer options of all parts that play can reach than parts."""
        seen, waiting, left = {*start}, [*{*start}], len(start)
        while waiting and left >= 0:
            replies, _ = self.replies(waiting.pop())
            left -= len(replies)
            new = {each for reply in replies for each in reply} - seen
            seen |= new
            waiting += new
        return left >= 0


def _combined(
    some: Iterable[Parts], others: Collection[Parts], max_positions: int, key: str
) -> set[Parts]:
    """Each position of one set together with each of the other. Raises TooMuchWork."""
    found: set[Parts] = set()
    for position in some:
        found.update(tuple(sorted(position + other)) for other in others)
        if len(found) > max_positions:
            raise too_many_positions(max_positions, key)
    return found
