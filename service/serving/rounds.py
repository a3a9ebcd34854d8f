"""Requests answered in rounds, so that none has to wait for all others twice.

An event loop reads what has come, answers all of it, and only then looks for more. The client that
is answered last asks again just after that look, and waits while all others are answered once more:
of 16 clients, one in fifteen requests took twice as long as the rest. In short rounds, with a look
after each, requests are answered in the order in which they come.
"""

import asyncio
from collections import deque

SIZE = 8
"""Requests in a round."""


class Rounds:
    """The requests of one event loop that are ready to be answered on it."""

    def __init__(self) -> None:
        self._running = False
        self._left = SIZE  # places in this round
        self._called = 0  # requests that were called for this round
        self._waiting: deque[asyncio.Future[None]] = deque()

    def place(self) -> asyncio.Future[None] | None:
        """What to wait for, unless there is a place in this round."""
        loop = asyncio.get_running_loop()
        if not self._running:
            self._running = True
            loop.call_soon(self._next, loop)
        if self._left:
            self._left -= 1
            return None
        place = loop.create_future()
        self._waiting.append(place)
        return place

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin a round, and call those who have waited longest for the one after it."""
        here, self._called = self._called, min(SIZE, len(self._waiting))
        self._left = 0 if self._called else SIZE - here
        self._running = here + self._called > 0
        if self._running:
            loop.call_soon(self._next, loop)  # before all that is called now
        for _ in range(self._called):
            place = self._waiting.popleft()
            if not place.done():  # else its request was cancelled
                place.set_result(None)
