"""The turns of connections on the event loop: one request of each, for a few milliseconds.

The loop reads all sockets that are ready before it runs a timer. So a connection that has received
something only takes its place in a queue. Small responses are sent after all turns, so that a
client or proxy that has many connections wakes once: waking it can cost as much as the response.
"""

from asyncio import AbstractEventLoop
from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING

from .limits import COSTLY, LONGEST_TURNS, MAX_WRITTEN, OVERDUE

if TYPE_CHECKING:
    from .connection import Connection


class Turns:
    """The connections that have received data, and those with responses to send."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._queue: deque[Connection] = deque()
        self._costly: deque[Connection] = deque()  # behind the others
        self._unsent: list[Connection] = []
        self.due_since: float | None = None
        """The `perf_counter()` time since which turns have been due; None if none are."""
        self.written = 0  # bytes of large responses in these turns

    def add(self, connection: "Connection", cost: float) -> None:
        """Give a connection a turn; its last request took `cost` seconds."""
        (self._costly if cost > COSTLY else self._queue).append(connection)
        if self.due_since is None:
            self._begin()

    def send_after(self, connection: "Connection") -> None:
        """Send a connection's responses after these turns."""
        self._unsent.append(connection)
        if self.due_since is None:
            self._begin()

    def are_overdue(self, now: float) -> bool:
        """Whether turns have been due for so long that the worker must be broken."""
        return self.due_since is not None and now - self.due_since >= OVERDUE

    def _begin(self) -> None:
        self.due_since = perf_counter()
        self._loop.call_soon(self._run)

    def _run(self) -> None:
        queue, costly = self._queue, self._costly
        self.written = 0
        now = perf_counter()
        end = now + LONGEST_TURNS
        if costly and queue:  # one of them, so that each gets its turn in the end
            queue.append(costly.popleft())
        try:
            for _ in range(len(queue) + len(costly)):
                connection = (queue or costly).popleft()
                try:
                    connection.take_turn(now)
                except Exception as error:  # noqa: BLE001  # fail() logs it
                    connection.fail(error)
                now = perf_counter()
                if now >= end or self.written >= MAX_WRITTEN:
                    break
            unsent, self._unsent = self._unsent, []
            for connection in unsent:
                try:
                    connection.output.send()
                except Exception as error:  # noqa: BLE001  # as above
                    connection.fail(error)
        finally:  # whatever happens, the others get their turns
            self.due_since = None
            if queue or costly or self._unsent:
                self._begin()
