"""Rounds of the event loop, each bounded in time and in the bytes that are written in it.

A loop serves all sockets that are ready before it looks at a timer, and sends only then what was
written. So a round has an end, after which connections wait for the next one.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from time import perf_counter

from service.server import limits


class Rounds:
    """The round that has begun, and the connections that wait for the next one.

    To be called at the end of each round would cost the loop another look at its sockets. So a
    round is taken to begin only once the last one is a while ago.
    """

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._has_begun = False
        self._began = 0.0
        self._written = 0
        self._numbers = count()
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []

    def is_over(self) -> bool:
        """Whether no further request may be read in this round; begins one if need be."""
        elapsed = perf_counter() - self._began
        if not self._has_begun:
            if elapsed >= limits.SHORTEST_ROUND:
                self._begin()
            return False
        return elapsed >= limits.LONGEST_ROUND or self._written >= limits.MAX_WRITTEN

    def postpone(self, callback: Callable[[], None], cost: float) -> None:
        """Call this in the next round that has time for it, after what waits already.

        One whose last request had a cost, in seconds, lets those come first that had less.
        """
        due = perf_counter() + limits.PATIENCE * cost
        heappush(self._waiting, (due, next(self._numbers), callback))
        if not self._has_begun:
            self._begin()

    def count(self, written: int) -> None:
        """Count bytes that the loop sends at the end of the round."""
        self._written += written
        if not self._has_begun:
            self._begin()

    def _begin(self) -> None:
        self._has_begun, self._began = True, perf_counter()
        self._loop.call_soon(self._end)  # which comes after the timers

    def _end(self) -> None:
        self._has_begun, self._began, self._written = False, perf_counter(), 0
        if self._waiting:
            self._begin()
        for _ in range(len(self._waiting)):
            if self.is_over():
                break
            heappop(self._waiting)[2]()
