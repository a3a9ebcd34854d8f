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
from typing import Any, Generic, NamedTuple, TypeVar

from .errors import TooMuchWork

MAX_STEPS = 1_300_000
"""Steps to answer a request, or to refuse it: about a second."""

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
    """Counts steps, of which `left` may still be spent; beyond them `error` is raised."""

    __slots__ = ("_token", "error", "kernels", "left", "own", "paid", "tables")

    def __init__(
        self, steps: float = MAX_STEPS, error: Callable[[], Exception] = OutOfSteps
    ) -> None:
        self.left, self.error = steps, error
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

    def pay(self, table: Made[Any]) -> None:
        """Count what a table took, once. Raises the error."""
        if id(table) in self.paid:
            return
        self.paid[id(table)] = table
        self.tables.append(table)
        for each in table.of:
            self.pay(each)
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


def metered(found: Iterable[V], each: float = 1) -> Iterator[V]:
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
    inner = Meter(min(steps, outer.left), outer.error if is_whole else OutOfSteps)
    inner.paid, inner.kernels = outer.paid, outer.kernels
    try:
        with inner:
            yield inner
    finally:
        outer.left -= min(steps, outer.left) - max(0, inner.left)


def made_once(kept: int | None) -> Callable[[F], F]:
    """Keep the last tables that a function made; each request spends what they took."""

    def decorate(make: F) -> F:
        @lru_cache(maxsize=kept)
        def made(*args: Any) -> Made[Any]:
            outer = _METER.get()
            inner = Meter(outer.left, outer.error) if outer else Meter(inf)
            inner.paid = {**outer.paid} if outer else {}
            try:
                with inner:
                    value = make(*args)
            except BaseException:
                if outer:
                    outer.left = inner.left
                raise
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
