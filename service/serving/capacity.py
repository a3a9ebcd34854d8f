"""What the connections of a worker may hold together, and which of them gives way beyond that.

The bounds are in service/limits.py. A client that sends or reads steadily keeps its place. One
that does neither gives way to others: the longest idle first, then the longest without progress.
"""

import resource
from collections.abc import Callable, Iterator
from math import inf
from typing import TYPE_CHECKING

from service.api.body import Overloaded
from service.limits import (
    LARGEST_ANSWER,
    MOST_CONNECTIONS,
    MOST_FRAMING,
    MOST_RECEIVED,
    MOST_UNSENT,
    SPARE_DESCRIPTORS,
)

if TYPE_CHECKING:
    from service.serving.connections import Connection

STALLED = 0.5
"""Seconds without progress after which a client gives way to one that waits."""

LONGEST_WAIT = 30.0
"""Seconds that a large request waits for room and for its turn before it is refused."""


class Capacity:
    """The connections of one worker."""

    def __init__(self, timeout: float, max_body_bytes: int) -> None:
        self.timeout = timeout
        self.max_body_bytes = max_body_bytes
        self.most_framed = max_body_bytes + max_body_bytes // 8 + MOST_FRAMING
        """Bytes of a chunked body with its framing."""
        self.now: Callable[[], float]
        self.answers_wait = False
        """Whether a large request waits for room for its answer."""
        self._most_received = max(MOST_RECEIVED, 2 * max_body_bytes)
        self._most_connections = most_connections()
        # In the order in which they were last answered, or came.
        self._connections: dict[Connection, None] = {}
        self._reserved: dict[Connection, int] = {}
        self._held_back: dict[Connection, int] = {}
        self._unsent: dict[Connection, tuple[int, int]] = {}

    def __iter__(self) -> "Iterator[Connection]":
        """All connections, which may end meanwhile."""
        return iter([*self._connections])

    def __len__(self) -> int:
        """How many connections are open."""
        return len(self._connections)

    def next_deadline(self) -> float:
        """When a request that starts now must be complete."""
        return self.now() + self.timeout

    def tick(self) -> None:
        """End whatever takes too long; called a few times within a timeout."""
        now = self.now()
        for connection in self:
            if connection.deadline <= now:
                connection.give_up()
        for connection in [*self._reserved]:
            if not self._held_back:
                break
            if connection.deadline < inf and connection.moved_at + STALLED <= now:
                connection.refuse(Overloaded())
        self._look_at_readers()

    # --- Connections ------------------------------------------------------------------------

    def admit(self, connection: "Connection") -> None:
        """Take a new connection, if need be in place of another."""
        if len(self._connections) >= self._most_connections:
            idle = (other for other in self._connections if other.is_idle)
            slow = (other for other in self._connections if other.deadline < inf)
            victim = next(idle, None) or next(slow, None) or next(iter(self._connections))
            self.dismiss(victim)
            victim.cut()
        self._connections[connection] = None

    def answered(self, connection: "Connection") -> None:
        """Put a connection behind all that have been idle for longer; it needs no more room."""
        if connection in self._connections:
            del self._connections[connection]
            self._connections[connection] = None
        self.release(connection)

    def dismiss(self, connection: "Connection") -> None:
        """Forget a connection that is closed."""
        self._connections.pop(connection, None)
        self._unsent.pop(connection, None)
        self.release(connection)

    # --- Large bodies -----------------------------------------------------------------------

    def reserve(self, connection: "Connection", size: int) -> None:
        """Keep room for a body, or let its client wait for it, in order of arrival."""
        if connection in self._reserved or connection in self._held_back:
            return
        if not self._held_back and self._has_room(size):
            self._reserved[connection] = size
            connection.moved_at = self.now()
        else:
            self._held_back[connection] = size
            connection.hold_back(self.now() + LONGEST_WAIT)

    def release(self, connection: "Connection") -> None:
        """Give up the room of a body, or its place in the queue, and let others have it."""
        self._held_back.pop(connection, None)
        self._reserved.pop(connection, None)
        while self._held_back:
            first, size = next(iter(self._held_back.items()))
            if not self._has_room(size):
                break
            del self._held_back[first]
            self._reserved[first] = size
            first.go_on()

    def _has_room(self, size: int) -> bool:
        return sum(self._reserved.values()) + size <= self._most_received

    # --- Answers ----------------------------------------------------------------------------

    @property
    def has_room_for_an_answer(self) -> bool:
        """Whether a large answer may be made."""
        return self._owed() + LARGEST_ANSWER <= MOST_UNSENT

    def owe(self, connection: "Connection") -> None:
        """Count an answer until its client has read it, if need be in place of other answers."""
        unread = sum(connection.unread())
        self._unsent[connection] = (unread, unread)
        connection.moved_at = self.now()
        if self._owed() > MOST_UNSENT:
            self._look_at_readers()

    def _owed(self) -> int:
        return sum(memory for memory, _ in self._unsent.values())

    def _look_at_readers(self) -> None:
        """Count what is unread now; cut those who read nothing for too long, or too little."""
        now = self.now()
        for connection, (memory, unread) in [*self._unsent.items()]:
            here, in_kernel = connection.unread()
            if not here + in_kernel:
                del self._unsent[connection]
                continue
            if here + in_kernel < unread:
                connection.moved_at = now
            # As long as a part of it is here, all of an answer is.
            self._unsent[connection] = (memory if here else in_kernel, here + in_kernel)
        patience = STALLED if self.answers_wait else self.timeout
        for connection in sorted(self._unsent, key=lambda other: other.moved_at):
            if connection.moved_at + patience <= now or self._owed() > MOST_UNSENT:
                self._unsent.pop(connection)
                connection.cut()


def most_connections() -> int:
    """Connections for which there are file descriptors, at most as many as there is memory for."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(1, min(MOST_CONNECTIONS, descriptors - SPARE_DESCRIPTORS))
