"""The Grundy values of a subtraction set in which one number is far larger than the others.

Cut the piles into layers as long as that number n: layer j has the piles from jn on. The lowest
layer has the values of the other numbers alone, which repeat. In the next layers, a value follows
from the values just before it and from the one at its place in the layer below. So once the layer
below repeats, and the last values at the same place of its period are the same again, a layer
repeats too: however long it is, its first values and one period say all of it.

The values of all piles repeat with a period q once n values in a row, as many as the largest move,
are the same q places later. Two parts that repeat are the same if they agree for as long as their
periods together (N. J. Fine and H. S. Wilf, "Uniqueness theorems for periodic functions",
Proceedings of the American Mathematical Society 16, 1965). The periods that are tried are a few
times n and a little more; what is found is proven, and made the smallest.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ..meter import made_once, metered, spend
from .divisors import proper_divisors
from .grundy import mex
from .subtraction import values_of_set

MOST_LAYERS = 12
"""Layers that are examined for a period, which shows in them in 98 of 100 random sets."""

MOST_TIMES, MOST_MORE = 3, 10_000
"""A period that is tried is at most the largest number times the first, plus the second."""

SIGNATURE = 256
"""Values that are compared before all others."""

LAYERS_KEPT = 16

STEPS_OF_A_VALUE, NUMBERS_IN_A_STEP = 1.5, 15
"""Steps to find a value of a layer, besides those for the numbers."""


class Run(NamedTuple):
    """The values of a layer: the last `period` of the first ones repeat."""

    first: bytes
    period: int

    @property
    def settled(self) -> int:
        """The place from which the values repeat."""
        return len(self.first) - self.period

    def at(self, place: int) -> int:
        """The value at a place of the layer."""
        beyond = place - len(self.first)
        return self.first[place if beyond < 0 else self.settled + beyond % self.period]


class Layers(NamedTuple):
    """The values of a set; `known` piles without a period, all with one."""

    length: int
    runs: Sequence[Run]
    preperiod: int | None = None
    period: int | None = None

    @property
    def known(self) -> int:
        """The number of piles in the layers."""
        return self.length * len(self.runs)

    def knows(self, pile: int) -> bool:
        """Whether the value of a pile is known."""
        return self.period is not None or pile < self.known

    def at(self, pile: int) -> int:
        """The value of a pile that is known."""
        if self.period and self.preperiod is not None and pile >= self.preperiod + self.period:
            pile = self.preperiod + (pile - self.preperiod) % self.period
        layer, place = divmod(pile, self.length)
        return self.runs[layer].at(place)

    def largest(self) -> int:
        """The largest value before the end of the first period."""
        left, found = (self.preperiod or 0) + (self.period or 0), 0
        for run in self.runs:
            found = max(found, max(run.first[: max(0, left)], default=0))
            left -= self.length
        return found


@made_once(LAYERS_KEPT)
def layers_of(small: tuple[int, ...], large: int, max_values: int) -> Layers:
    """The values of these numbers, ascending, and of one that is larger.

    No pile is known if the values of the small numbers have no period within `max_values`.

    >>> layers = layers_of((1, 3), 10**9, 65_536)
    >>> layers.period, [layers.at(pile) for pile in range(10**9, 10**9 + 4)], layers.at(10**15)
    (1000000003, [2, 3, 2, 0], 1)
    """
    lowest = Run(b"\0", 1)
    if small:
        table = values_of_set(small, large - 1, max_values)
        if table.preperiod is None or table.period is None:
            return Layers(large, [])
        lowest = Run(table.values[: table.preperiod + table.period], table.period)
    runs = [lowest]
    while len(runs) < MOST_LAYERS:
        runs.append(_next_run(small, Layers(large, runs)))
        layers = Layers(large, runs)
        for start, period in _periods(layers):
            if _repeats(layers, start, period):
                return _with_least(layers, start, period)
    return Layers(large, runs)


def _next_run(small: Sequence[int], below: Layers) -> Run:
    """The next layer."""
    longest, run = small[-1] if small else 0, below.runs[-1]
    values = bytearray(map(below.at, range(below.known - longest, below.known)))
    met: dict[bytes, int] = {}
    for place in range(below.length):
        if place >= run.settled and (place - run.settled) % run.period == 0:
            last = bytes(values[len(values) - longest :])
            if last in met:
                return Run(bytes(values[longest:]), place - met[last])
            met[last] = place
            spend(longest / 1_000)
        spend(STEPS_OF_A_VALUE + len(small) / NUMBERS_IN_A_STEP)
        values.append(mex({values[-number] for number in small} | {run.at(place)}))
    return Run(bytes(values[longest:]), 1)


def _periods(layers: Layers) -> Iterator[tuple[int, int]]:
    """Periods that may begin at the start of a layer, as the values there come again."""
    length, top = layers.length, len(layers.runs) - 1
    most = min(MOST_MORE, length)
    for times in range(min(MOST_TIMES, top - 1) + 1):
        start = (top - times - 1) * length
        size = min(SIGNATURE, length)
        signature = bytes(map(layers.at, range(start, start + size)))
        first = start + times * length
        end = min(first + most + size, layers.known)
        spend(end - first)
        values = bytes(map(layers.at, range(first, end)))
        more = values.find(signature, 0 if times else 1)
        while more >= 0:
            yield start, times * length + more
            more = values.find(signature, more + 1)


def _repeats(layers: Layers, start: int, period: int) -> bool:
    """Whether as many values as the largest move are the same a period later."""
    return _last_exception(layers, start, start + layers.length, period) is None


def _last_exception(layers: Layers, start: int, end: int, period: int) -> int | None:
    """The last pile of a range whose value isn't the same a period later; None if there is none."""
    while end > start:
        (one, i), (two, j) = _place(layers, end - 1), _place(layers, end - 1 + period)
        size = min(i, j, end - 1 - start) + 1  # both are in one layer
        repeating = size - max(0, one.settled - i + size - 1, two.settled - j + size - 1)
        # If the part that repeats agrees for so long, all of it does.
        enough = min(max(0, repeating), one.period + two.period)
        for back in metered(chain(range(enough), range(max(0, repeating), size))):
            if one.at(i - back) != two.at(j - back):
                return end - 1 - back
        end -= size
    return None


def _place(layers: Layers, pile: int) -> tuple[Run, int]:
    layer, place = divmod(pile, layers.length)
    return layers.runs[layer], place


def _with_least(layers: Layers, start: int, period: int) -> Layers:
    """The layers with the smallest period and preperiod, of which each is proven."""
    divisors = [*proper_divisors(period), period]
    least = next(each for each in divisors if _repeats(layers, start, each))
    last = _last_exception(layers, 0, start, least)
    return layers._replace(preperiod=0 if last is None else last + 1, period=least)
