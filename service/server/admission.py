"""What the connections of a worker may hold together, and which of them gives way beyond that.

There is one account. Each connection counts with a base, for all that is small. What is larger is
a `Transfer` and counts by its bytes: a body until its request is answered, an answer until it is
read. There is one rule. Where room is short, the transfer gives way that would last longest at the
pace that it has had since it began. One that would be through within the time that a request has
keeps its place, and others wait in the order in which they came.
"""

import resource
import select
from math import inf
from typing import TYPE_CHECKING

from service import limits
from service.limits import CONNECTION_COST, LARGEST_ANSWER, MOST_CONNECTIONS, SMALL_BODY
from service.server.served import Served

if TYPE_CHECKING:
    from service.server.protocol import Connection


# What a connection waits for. Up to HEAD it reads on; at END it throws away what comes.
NOTHING, HEAD, ROOM, TURN, COMPUTING, READER, OTHERS, END = range(8)


class Transfer:
    """A large body on its way in, unread answers on their way out, or a large receive buffer."""

    __slots__ = ("began", "connection", "held", "left", "moved", "moved_at")

    def __init__(self, connection: "Connection", size: int, now: float) -> None:
        self.connection = connection
        self.held = size  # bytes of memory, in the process and in the kernel
        self.left = size  # bytes that the client still has to send or to read
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
        age = now - self.began
        if not self.left:  # a buffer is of no use to an idle client, all else has come whole
            return now - self.connection.since if self.connection.is_idle else 0
        if now - self.moved_at >= limits.STALLED:
            return age + 1e6  # and those that began first go first
        return age + self.left * age / (self.moved + limits.CREDIT)


class Admission:
    """The account of one worker."""

    def __init__(self, served: Served, keepalive: float, *, is_tls: bool = False) -> None:
        self.connections: dict[Connection, None] = {}
        self._timeout = timeout = served.request_timeout
        self._longest = {NOTHING: keepalive, HEAD: timeout, END: timeout}
        self._longest |= {ROOM: limits.LONGEST_WAIT, TURN: limits.LONGEST_WAIT}
        most = limits.MOST_TLS_CONNECTIONS if is_tls else MOST_CONNECTIONS
        self._most = most_connections(most)
        # Two of the largest bodies fit in any case, beside an answer.
        room = limits.BUDGET - MOST_CONNECTIONS * CONNECTION_COST
        two = 2 * (served.max_body_bytes + limits.LARGE_BUFFER)
        self._room = max(room, LARGEST_ANSWER + two)
        self._held = 0  # of it, by all transfers
        self._transfers: dict[Transfer, None] = {}
        self.waiting: dict[Connection, int] = {}  # for room for their bodies
        self._next_to_go: list[Connection] = []
        self._sorted_at = 0.0

    def admit(self, connection: "Connection") -> None:
        """Take a new connection, if need be in place of another: an idle one, else a slow one."""
        while len(self.connections) >= self._most:
            if not self._next_to_go:  # sorted once for many newcomers
                self._sorted_at = now = connection.since
                self._next_to_go = sorted(self.connections, key=lambda each: _slowness(each, now))
            other = self._next_to_go.pop()
            if other in self.connections and other.since <= self._sorted_at:
                other.cut()
        self.connections[connection] = None

    def dismiss(self, connection: "Connection") -> None:
        """Forget a connection that is closed."""
        self.connections.pop(connection, None)
        self.waiting.pop(connection, None)
        for transfer in (connection.upload, connection.reading, connection.buffer):
            self.end(transfer)

    def begin(self, transfer: Transfer) -> Transfer:
        """Count a transfer."""
        self._transfers[transfer] = None
        self._held += transfer.held
        return transfer

    def end(self, transfer: Transfer | None) -> None:
        """Count it no more."""
        if transfer in self._transfers:
            del self._transfers[transfer]
            self._held -= transfer.held

    def has_room(self, size: float) -> bool:
        """Whether so much more may be held."""
        return self._held + size <= self._room

    def let_go_on(self, now: float) -> None:
        """Give the room that there is to those who wait for it, in order of arrival."""
        while self.waiting:
            connection, size = next(iter(self.waiting.items()))
            # Bodies leave room for an answer, else each could wait for the other.
            if not self.has_room(size + LARGEST_ANSWER):
                break
            del self.waiting[connection]
            connection.receive(self.begin(Transfer(connection, size, now)))

    def send(self, connection: "Connection", now: float) -> None:
        """Count what a client has not read yet; beyond the budget the slowest give way at once."""
        size = sum(connection.unread())
        if transfer := connection.reading:
            self._held += size - transfer.left
            transfer.held += size - transfer.left
            transfer.left = size
        elif size > SMALL_BODY:
            connection.reading = self.begin(Transfer(connection, size, now))
        if not self.has_room(0):
            # More than has to be, so that it is not needed again soon: it looks at all of them.
            self.make_room(self._room // 16, 0, now)

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
            connection.reading, connection.since = None, now
        elif transfer.moved_at + self._timeout <= now:
            connection.cut()

    def make_room(self, size: float, longest: float, now: float) -> None:
        """Let transfers that last longer than this give way, the slowest first."""
        slow = [(transfer.lasts(now), transfer) for transfer in self._transfers]
        for lasts, transfer in sorted(slow, key=lambda pair: pair[0], reverse=True):
            if lasts <= longest or self.has_room(size):
                break
            transfer.connection.give_way(transfer)

    def tick(self, now: float, needed: int) -> None:
        """End what takes too long, see who reads, and make room for what is needed."""
        paused = {}
        for connection in [*self.connections]:
            waits = connection.waits
            self.look(connection, now)
            if waits in {ROOM, TURN}:
                paused[connection.socket.fileno()] = connection
            if waits == END and connection.ended:
                connection.close()
            elif connection.reading and not connection.environ:
                continue  # which has a measure of its own
            elif now - connection.since >= self._longest.get(waits, inf):
                connection.give_up()
        poll = select.poll()
        for descriptor in paused:
            poll.register(descriptor, 0)  # to see resets where nothing is read
        for descriptor, _ in poll.poll(0):
            paused[descriptor].cut()
        if self.waiting:
            needed = LARGEST_ANSWER + next(iter(self.waiting.values()))
        if needed and not self.has_room(needed):
            self.make_room(needed, self._timeout, now)


def _slowness(connection: "Connection", now: float) -> float:
    if connection.is_idle:
        return 1e9 + now - connection.since
    transfers = [each for each in (connection.upload, connection.reading) if each]
    if not transfers and connection.waits in {HEAD, END}:
        return now - connection.since
    return max((transfer.lasts(now) for transfer in transfers), default=0)


def most_connections(most: int) -> int:
    """Connections for which there are file descriptors, at most as many as there is memory for."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    room = inf if descriptors == resource.RLIM_INFINITY else descriptors - limits.SPARE_DESCRIPTORS
    return int(max(1, min(most, room)))
