"""What the connections of a worker may hold together, and which of them gives way beyond that.

There is one account. Each connection counts with a base, which covers what is small: its objects,
a head, a small body, the kernel's buffers. What is larger is a `Transfer` and counts by its bytes:
a body from its start until its request is answered, an answer until its client has read it.

There is one rule. Where room is short, the transfer gives way that would last longest at the pace
that it has had since it began. One that would be through within the time that a request has keeps
its place, and others wait in the order in which they came.
"""

import resource
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from service.limits import (
    BUDGET,
    CONNECTION_COST,
    LARGEST_ANSWER,
    MOST_CONNECTIONS,
    SMALL_BODY,
    SPARE_DESCRIPTORS,
)

if TYPE_CHECKING:
    from service.server.protocol import Connection

STALLED = 0.5
"""Seconds without progress after which a transfer is taken to last for ever."""

NEVER = 1e6
"""Seconds that are longer than all others."""

T = TypeVar("T", bound="Transfer")

CREDIT = 64 * 2**10
"""Bytes that a transfer is taken to have moved when it begins, so that a new one is not slow."""


class Transfer:
    """A large body on its way in, or an unread answer on its way out."""

    __slots__ = ("began", "connection", "held", "left", "moved", "moved_at")

    def __init__(self, connection: "Connection", size: int, now: float) -> None:
        self.connection = connection
        self.held = size
        """Bytes of memory, in the process and in the kernel."""
        self.left = size
        """Bytes that the client still has to send or to read."""
        self.moved = 0
        self.began = self.moved_at = now

    def move(self, left: int, now: float) -> None:
        """Note how much is left."""
        if left < self.left:
            self.moved += self.left - left
            self.moved_at = now
        self.left = left

    def lasts(self, now: float) -> float:
        """Seconds that it takes in all, at its pace so far."""
        if not self.left:
            return 0
        if now - self.moved_at >= STALLED:
            return now - self.began + NEVER
        age = now - self.began
        return age + self.left * age / (self.moved + CREDIT)


class Buffer(Transfer):
    """A receive buffer that stays large; an idle client may keep it for very long."""

    __slots__ = ()

    def lasts(self, now: float) -> float:
        """Seconds that it takes: none while it is of use."""
        return now - self.connection.since if self.connection.is_idle else 0


class Admission:
    """The account of one worker."""

    def __init__(self, timeout: float, max_body_bytes: int) -> None:
        self.connections: dict[Connection, None] = {}
        self._timeout = timeout
        self._most = most_connections()
        # Two of the largest bodies fit in any case, beside an answer.
        self._budget = max(BUDGET, BUDGET // 2 + 2 * max_body_bytes + LARGEST_ANSWER)
        self._held = 0  # by all transfers
        self._transfers: dict[Transfer, None] = {}
        self._waiting: dict[Connection, int] = {}  # for room for their bodies
        self._answer_waits = False
        self._next_to_go: Iterator[tuple[Connection, float]] = iter(())

    # --- Connections ------------------------------------------------------------------------

    def admit(self, connection: "Connection") -> None:
        """Take a new connection, if need be in place of another."""
        while len(self.connections) >= self._most:
            self._least_active(connection.since).cut()
        self.connections[connection] = None

    def dismiss(self, connection: "Connection") -> None:
        """Forget a connection that is closed."""
        self.connections.pop(connection, None)
        self._waiting.pop(connection, None)
        for transfer in (connection.upload, connection.reading, connection.buffer):
            self.end(transfer)

    def _least_active(self, now: float) -> "Connection":
        """The longest idle, else the slowest. They are sorted once for many newcomers."""
        for connection, since in self._next_to_go:
            if connection in self.connections and connection.since == since:
                return connection
        order = sorted(self.connections, key=lambda other: other.inactivity(now), reverse=True)
        self._next_to_go = iter([(other, other.since) for other in order])
        return next(self._next_to_go)[0]

    # --- Transfers --------------------------------------------------------------------------

    def begin(self, transfer: T) -> T:
        """Count a transfer."""
        self._transfers[transfer] = None
        self._held += transfer.held
        return transfer

    def end(self, transfer: Transfer | None) -> None:
        """Count it no more."""
        if transfer in self._transfers:
            del self._transfers[transfer]
            self._held -= transfer.held

    def has_room(self, size: int) -> bool:
        """Whether so much more may be held."""
        return self._held + size + len(self.connections) * CONNECTION_COST <= self._budget

    def has_room_for_an_answer(self) -> bool:
        """The same for the largest answer. If not, what is in its way may give way to it."""
        self._answer_waits = not self.has_room(LARGEST_ANSWER)
        return not self._answer_waits

    def receive(self, connection: "Connection", size: int, now: float) -> Transfer | None:
        """Keep room for a body; None if its client has to wait for it."""
        # Bodies leave room for an answer, else each could wait for the other.
        if self._waiting or not self.has_room(size + LARGEST_ANSWER):
            self._waiting[connection] = size
            return None
        return self.begin(Transfer(connection, size, now))

    def let_go_on(self, now: float) -> None:
        """Give the room that there is to those who wait for it."""
        while self._waiting:
            connection, size = next(iter(self._waiting.items()))
            if not self.has_room(size + LARGEST_ANSWER):
                break
            del self._waiting[connection]
            connection.go_on_receiving(self.begin(Transfer(connection, size, now)))

    def send(self, connection: "Connection", size: int, now: float) -> None:
        """Count what a client has not read yet; beyond the budget the slowest give way at once."""
        if transfer := connection.reading:
            transfer.left += size
            transfer.held += size
            self._held += size
        else:
            connection.reading = self.begin(Transfer(connection, size, now))
        if not self.has_room(0):
            # More than has to be, so that it is not needed again soon: it looks at all of them.
            self._make_room(self._budget // 16, 0, now)

    def look(self, connection: "Connection", now: float) -> None:
        """See how much of its answers a client has read; cut one that has long read nothing."""
        if not (transfer := connection.reading):
            return
        here, in_kernel = connection.unread()
        transfer.move(here + in_kernel, now)
        if not here:  # as long as a part of it is here, all of an answer is
            self._held += in_kernel - transfer.held
            transfer.held = in_kernel
        if here + in_kernel <= SMALL_BODY:
            self.end(transfer)
            connection.reading = None
        elif transfer.moved_at + self._timeout <= now:
            connection.cut()

    def tick(self, now: float) -> None:
        """See who reads, and make room for those who wait."""
        for transfer in [*self._transfers]:
            if transfer is transfer.connection.reading:
                self.look(transfer.connection, now)
        needed = LARGEST_ANSWER if self._answer_waits else 0
        if self._waiting:
            needed = LARGEST_ANSWER + next(iter(self._waiting.values()))
        if needed and not self.has_room(needed):
            self._make_room(needed, self._timeout, now)

    def _make_room(self, size: int, patience: float, now: float) -> None:
        """Let transfers that last longer than this give way, the slowest first."""
        slow = [(transfer.lasts(now), transfer) for transfer in self._transfers]
        for lasts, transfer in sorted(slow, key=lambda pair: pair[0], reverse=True):
            if lasts <= patience or self.has_room(size):
                break
            transfer.connection.give_way(transfer)


def most_connections() -> int:
    """Connections for which there are file descriptors, at most as many as there is memory for."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(1, min(MOST_CONNECTIONS, descriptors - SPARE_DESCRIPTORS))
