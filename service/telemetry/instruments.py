"""Instruments: what counts, and the series of numbers that a process has of each.

prometheus_client only writes the text that Prometheus reads (exposition.py). Its own instruments
know no way between processes but files, which took a third of a request's time.
"""

import logging
import os
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from operator import add
from threading import Lock
from typing import Any, Generic, TypeVar

from service.telemetry.slots import DESCRIPTOR, SIZE, Table, read, rows, take

log = logging.getLogger(__name__)

LOCK = Lock()

Numbers = list[float]


class Series:
    """The numbers for one set of labels."""

    numbers: "memoryview[float]"

    def __init__(self, key: str, bounds: Sequence[float]) -> None:
        self.key = key
        self.bounds = bounds


class Counter(Series):
    """A number that grows."""

    _last = 0.0

    def add(self, amount: float = 1) -> None:
        """Add to the number, while the caller holds LOCK: several at the cost of one."""
        self.numbers[0] += amount

    def inc(self, amount: float = 1) -> None:
        """Add to the number."""
        with LOCK:
            self.add(amount)

    def follow(self, total: float) -> None:
        """Add what a number of this process has grown by since it was last followed."""
        with LOCK:  # a scrape is made beside the loop
            if total > self._last:
                self.numbers[0] += total - self._last
                self._last = total


class Gauge(Series):
    """A number that goes up and down, and counts while its process lives."""

    def set(self, value: float) -> None:
        """Replace the number."""
        self.numbers[0] = value


class Histogram(Series):
    """The sum of amounts, and how many there are up to each bound from the one before."""

    def add(self, amount: float, count: int = 1) -> None:
        """Count an amount, or many equal ones at the cost of one, while the caller holds LOCK."""
        numbers = self.numbers
        numbers[0] += amount * count
        numbers[1 + bisect_left(self.bounds, amount)] += count

    def observe(self, amount: float, count: int = 1) -> None:
        """Count an amount, or many equal ones at the cost of one."""
        with LOCK:
            self.add(amount, count)


Kind = TypeVar("Kind", bound=Series)


class Instrument(Generic[Kind]):
    """Series of one kind, by the values of their labels."""

    def __init__(
        self,
        kind: type[Kind],
        declared: tuple[str, str, Sequence[str]],
        bounds: Sequence[float],
        attach: Callable[[Series], None],
    ) -> None:
        name, _, labels = declared
        self.identity = " ".join([kind.__name__, name, *labels, *map(str, bounds)])
        """The prefix of its keys: a version that declares it otherwise does not read its series."""
        self.kind = kind
        self.labels = cache(self._series)  # the sets of values are small and closed
        self.declared = declared
        self.bounds = bounds
        self._attach = attach

    def _series(self, *values: str) -> Kind:
        series = self.kind("\n".join([self.identity, *values]), self.bounds)
        self._attach(series)
        return series


class Instruments:
    """Instruments that count in this process, or in the memory that all processes share."""

    def __init__(self) -> None:
        self._by_identity: dict[str, Instrument[Any]] = {}
        self._series: list[Series] = []
        self._table = Table(bytearray(SIZE))
        self._shared: int | None = None
        self._full: dict[Instrument[Any], set[tuple[str, ...]]] = {}

    def counter(self, name: str, text: str, labels: Sequence[str] = ()) -> Instrument[Counter]:
        """A new counter; Prometheus adds `_total` to its name."""
        return self._add(Instrument(Counter, (name, text, labels), (), self._attach))

    def gauge(self, name: str, text: str) -> Instrument[Gauge]:
        """A new gauge, which has no labels; it is not shown before it is set."""
        return self._add(Instrument(Gauge, (name, text, ()), (), self._attach))

    def histogram(
        self, name: str, text: str, bounds: Sequence[float], labels: Sequence[str] = ()
    ) -> Instrument[Histogram]:
        """A new histogram."""
        return self._add(Instrument(Histogram, (name, text, labels), bounds, self._attach))

    def _add(self, instrument: Instrument[Kind]) -> Instrument[Kind]:
        self._by_identity[instrument.identity] = instrument
        return instrument

    def share(self, descriptor: int | None = None) -> None:
        """Go on in a slot of the memory that processes share: this one, or the one of the master.

        Counts go on from those of the process that had the slot before. Gauges say what is so of a
        living process, so they begin at 0.
        """
        try:
            if descriptor is None and (inherited := os.environ.get(DESCRIPTOR)):
                descriptor = int(inherited)
            if descriptor is not None:
                self._shared = descriptor
                memory = take(descriptor)
                for key, numbers in rows(memory):
                    if key.startswith(f"{Gauge.__name__} "):
                        numbers[0] = 0.0
                self._table = Table(memory)
        except Exception as error:  # noqa: BLE001  # what can't be measured stops no start
            log.error("no metrics from this process: %r", error)  # noqa: TRY400
        series, self._series = self._series, []
        for each in series:
            self._attach(each)

    def _attach(self, series: Series) -> None:
        """Let a series go on with the numbers that the table has for it."""
        size = 2 + len(series.bounds) if isinstance(series, Histogram) else 1
        with LOCK:
            self._series.append(series)
            numbers = self._table.row(series.key, size)
        if numbers is None:
            log.warning("no room in the slot for %r", series.key)
            numbers = memoryview(bytearray(8 * size)).cast("d")
        series.numbers = numbers

    def has_room(self, instrument: Instrument[Any], values: Sequence[str], most: int) -> bool:
        """Whether a series exists, or all processes together have less than `most` of its kind.

        Two processes that make their last ones at the same moment may make one too many.
        """
        known = self._full.get(instrument)
        if known is None:
            known = {*self.numbers().get(instrument, ())}
            if len(known) >= most:
                self._full[instrument] = known
        return len(known) < most or (*values,) in known

    def numbers(self) -> "dict[Instrument[Any], dict[tuple[str, ...], Numbers]]":
        """The numbers of all processes, added up: by the values of each instrument's labels."""
        tables = [(self._table.memory, True)] if self._shared is None else read(self._shared)
        found: dict[Instrument[Any], dict[tuple[str, ...], Numbers]] = defaultdict(dict)
        for memory, lives in tables:
            for key, numbers in rows(memory):
                identity, *values = key.split("\n")
                instrument = self._by_identity.get(identity)
                if instrument and (lives or instrument.kind is not Gauge):
                    sums = found[instrument].setdefault((*values,), [0.0] * len(numbers))
                    sums[:] = map(add, sums, numbers)
        return found
