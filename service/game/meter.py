"""`Meter`: what a request may still spend, in steps of about a microsecond.

Work is counted as it is done. A loop that the size of a request does not bound calls `spend` as it
goes, some options, rows or moves at once. Beyond the limit OutOfSteps is raised, wherever the
request has come to.

An answer never depends on what was asked before: a table that is kept from one request to the next
is made by a function with `made_once`, and each request that uses it spends what making it took.

What a search finds out about positions belongs to the meter, so it is freed with the request.

A meter counts what runs within `with meter:`, in its thread alone. Without one each search, walk
and list of moves has a meter of its own.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from math import inf
from statistics import median
from typing import Any, Generic, NamedTuple, TypeVar

from .errors import TooMuchWork

MAX_STEPS = 1_400_000
"""Steps to answer a request, or to refuse it: about a second."""

# What is counted, wherever it is done. bench/steps.py holds all of these to the clock.

STEPS_TO_LIST = 1
"""Steps to list a move or an option, or to look one up."""

STEPS_TO_WRITE = 2
"""Steps to write a move or a number into an answer."""

STEPS_TO_KEEP = 5
"""Steps to make a position, to decide it by its theory, and to keep it."""

STEPS_TO_TELL = 10
"""Steps to put a position into an answer, or a move with its words and its reply."""

NUMBERS_IN_A_STEP = 4
"""Piles, digits or characters that are read, compared or written in a step."""

BYTES_IN_A_STEP = 250
"""Bytes that a step combines, if one operation of the interpreter combines all of them."""

DOUBT = 5
"""How many times too much what lies ahead must be, by what was spent so far, to be refused now."""

TIMED = 9
"""The first of many things whose steps say how many all will take."""

COUNTED_TOGETHER = 50
"""Moves that are counted at once, since counting takes as long as listing."""

F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")


class OutOfSteps(TooMuchWork):
    """A request takes more steps than it may."""

    def __init__(self) -> None:
        super().__init__(f"This takes more than {MAX_STEPS:,} steps, which is too long.")


class Made(NamedTuple, Generic[V]):
    """A table, the steps that it took, and the tables of which it is made."""

    value: V
    steps: float
    of: "list[Made[Any]]"


class Meter:
    """Counts steps, of which `left` may still be spent; beyond them `error` is raised.

    A trial refuses nothing, and is repeated elsewhere if the steps are too few. So tables that are
    kept cost it nothing.
    """

    __slots__ = ("_token", "error", "is_trial", "kernels", "left", "own", "paid", "tables")

    def __init__(
        self,
        steps: float = MAX_STEPS,
        error: Callable[[], Exception] = OutOfSteps,
        is_trial: bool = False,
    ) -> None:
        self.left, self.error, self.is_trial = steps, error, is_trial
        self.own = 0.0
        """What was spent on anything but tables."""
        self.tables: list[Made[Any]] = []
        self.paid: dict[int, Made[Any]] = {}  # by their ids: kept, so that no other gets one
        self.kernels: dict[Hashable, Any] = {}
        """What the request has found out about positions, by their games: see kernel_of."""

    def spend(self, steps: float) -> None:
        """Count steps. Raises the error once none are left."""
        self.own += steps
        self.left -= steps
        if self.left < 0:
            raise self.error()

    def afford(self, steps: float) -> None:
        """Raise the error if so many steps can't be spent, before they would be."""
        if steps > self.left:
            raise self.error()

    def pay(self, table: Made[Any]) -> None:
        """Count what a table took, once. Raises the error."""
        if id(table) in self.paid:
            return
        self.paid[id(table)] = table
        self.tables.append(table)
        for each in table.of:
            self.pay(each)
        if not self.is_trial:
            self.left -= table.steps
            if self.left < 0:
                raise self.error()

    def __enter__(self) -> "Meter":
        self._token = _METER.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _METER.reset(self._token)


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)

current = _METER.get


def spend(steps: float) -> None:
    """Count steps of the current request, if there is one. Raises OutOfSteps."""
    if meter := _METER.get():
        meter.spend(steps)


def afford(steps: float) -> None:
    """Raise OutOfSteps if the current request has not so many left."""
    if meter := _METER.get():
        meter.afford(steps)


class Pace:
    """Things that are done one after another, and whether the rest of them can be."""

    def __init__(self, count: int) -> None:
        self._left, self._steps = count, list[float]()
        self._meter = _METER.get() or Meter(inf)
        self._own = self._meter.own

    def step(self) -> None:
        """Count that one more is done. Raises OutOfSteps if the rest is many times too much.

        That is if each took as many steps as the median of the first ones, without tables.
        """
        self._left -= 1
        if len(self._steps) < TIMED:
            self._steps.append(self._meter.own - self._own)
            self._own = self._meter.own
            if len(self._steps) == TIMED:
                self._meter.afford(median(self._steps) * self._left / DOUBT)


def metered(found: Iterable[V], each: float = STEPS_TO_LIST) -> Iterator[V]:
    """These, each of which counts as so many steps."""
    count, own = 0, Meter()
    for one in found:
        count += 1
        if count == COUNTED_TOGETHER:
            (_METER.get() or own).spend(count * each)
            count = 0
        yield one
    (_METER.get() or own).spend(count * each)


@contextmanager
def at_most(steps: float) -> Iterator[Meter]:
    """Allow an attempt so many steps; if it raises OutOfSteps all of them count as spent."""
    outer = _METER.get() or Meter()
    is_whole = steps >= outer.left
    error = outer.error if is_whole else OutOfSteps
    inner = Meter(min(steps, outer.left), error, outer.is_trial)
    inner.paid, inner.kernels = outer.paid, outer.kernels
    try:
        with inner:
            yield inner
    finally:
        outer.left -= min(steps, outer.left) - max(0, inner.left)
        outer.own += inner.own
        outer.tables += inner.tables


def made_once(kept: int | None) -> Callable[[F], F]:
    """Keep the last tables that a function made; each request spends what they took."""

    def decorate(make: F) -> F:
        @lru_cache(maxsize=kept)
        def made(*args: Any) -> Made[Any]:
            outer = _METER.get()
            inner = Meter(outer.left, outer.error, outer.is_trial) if outer else Meter(inf)
            inner.paid = {**outer.paid} if outer else {}
            is_made = False
            try:
                with inner:
                    value = make(*args)
                is_made = True
            finally:
                if outer and (outer.is_trial or not is_made):
                    outer.left = inner.left
            return Made(value, inner.own, inner.tables)

        @wraps(make)
        def table(*args: Any) -> Any:
            found = made(*args)
            if meter := _METER.get():
                meter.pay(found)
            return found.value

        table.cache_info = made.cache_info  # type: ignore[attr-defined]
        table.cache_clear = made.cache_clear  # type: ignore[attr-defined]
        return table  # type: ignore[return-value]

    return decorate
