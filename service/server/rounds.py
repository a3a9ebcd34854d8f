"""Rounds of the event loop, each limited in time and in bytes written.

The loop serves all sockets that are ready before it runs a timer. So each round is limited:
connections that are not handled in it wait for the next one. Small responses are sent at its end,
all at once: a client or proxy that has many connections then wakes once, not for each response,
and waking a process on another core can cost the server as much as the response.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from time import perf_counter

from service.server import limits


class Rounds:
    """The current round, and the connections that wait for the next one."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._has_begun = False
        self._began = 0.0
        self._written = 0
        self._numbers = count()
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._at_end: list[Callable[[], None]] = []

    def is_over(self) -> bool:
        """Whether no more requests may be handled in this round; begins one if there is none."""
        if not self._has_begun:
            self._begin()
            return False
        elapsed = perf_counter() - self._began
        return elapsed >= limits.LONGEST_ROUND or self._written >= limits.MAX_WRITTEN

    def call_at_end(self, callback: Callable[[], None]) -> None:
        """Call back at the end of this round."""
        self._at_end.append(callback)
        self._begin()

    def postpone(self, callback: Callable[[], None], cost: float) -> None:
        """Call back in the next round that has time for it.

        `cost` is the seconds that the connection's last request took: cheaper ones come first.
        """
        due = perf_counter() + limits.DELAY_PER_COST * cost
        heappush(self._waiting, (due, next(self._numbers), callback))
        self._begin()

    def count(self, written: int) -> None:
        """Count bytes of responses that are written in this round."""
        self._written += written
        self._begin()

    def _begin(self) -> None:
        """Begin a round if there is none."""
        if not self._has_begun:
            self._has_begun, self._began = True, perf_counter()
            self._loop.call_soon(self._end)  # which comes after the timers

    def _end(self) -> None:
        self._has_begun, self._written = False, 0
        callbacks, self._at_end = self._at_end, []
        for callback in callbacks:
            callback()
        for _ in range(len(self._waiting)):
            if self.is_over():
                break
            heappop(self._waiting)[2]()
