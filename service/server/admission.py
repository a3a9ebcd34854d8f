"""Which connections a worker holds, and which of them is aborted for a newcomer."""

import resource
from math import inf
from typing import Protocol

from service.server import limits


class Client(Protocol):
    """The methods of a connection that the worker calls."""

    since: float
    """When its state began."""

    @property
    def is_busy(self) -> bool:
        """Whether a request is under way."""

    @property
    def unread_descriptor(self) -> int | None:
        """The descriptor of its socket, if nothing is read from it."""

    def slowness(self, now: float) -> float:
        """Its rank among those that are aborted for newcomers: the highest first."""

    def tick(self, now: float) -> None:
        """Time out what takes too long."""

    def drain(self, seconds: float) -> None:
        """Close if it is time: the worker stopped listening so many seconds ago."""

    def abort(self) -> None:
        """Close at once."""


class Admission:
    """The connections of one worker."""

    def __init__(self, most: int) -> None:
        self.connections: dict[Client, None] = {}
        self._most = most
        self._candidates: list[Client] = []
        self._sorted_at = 0.0

    def admit(self, connection: Client, now: float) -> None:
        """Admit a new connection; when full, abort another: an idle one, else a slow one."""
        while len(self.connections) >= self._most:
            if not self._candidates:  # sorted once for many newcomers
                self._sorted_at = now
                self._candidates = sorted(self.connections, key=lambda each: each.slowness(now))
            other = self._candidates.pop()
            if other in self.connections and other.since <= self._sorted_at:
                other.abort()
        self.connections[connection] = None

    def remove(self, connection: Client) -> None:
        """Remove a connection that is closed."""
        self.connections.pop(connection, None)


def max_connections(*, tls: bool) -> int:
    """The number of connections for which there are file descriptors and memory."""
    most = limits.MAX_TLS_CONNECTIONS if tls else limits.MAX_CONNECTIONS
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    spare = limits.SPARE_DESCRIPTORS
    left = inf if descriptors == resource.RLIM_INFINITY else descriptors - spare
    return int(max(1, min(most, left)))
