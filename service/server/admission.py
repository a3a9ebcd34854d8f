"""The connections of a worker: when they are too many, a new one takes the place of another."""

import resource
from math import inf
from typing import Protocol

from service.server import limits


class Client(Protocol):
    """The methods of a connection that the worker calls."""

    since: float
    """The `perf_counter()` time at which its state began."""

    @property
    def is_busy(self) -> bool:
        """Whether a request is being received or handled."""

    @property
    def unread_descriptor(self) -> int | None:
        """The descriptor of its socket while the event loop does not read from it, else None."""

    def slowness(self, now: float) -> float:
        """Its rank: when there is no room for a new connection, the highest is aborted."""

    def tick(self, now: float) -> None:
        """Enforce the timeouts."""

    def drain(self, seconds: float) -> None:
        """Close if it is time to; `seconds` ago the worker stopped listening."""

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
            if not self._candidates:  # sorted once for many new connections
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
