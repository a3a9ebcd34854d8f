"""Which connections a worker holds, and which of them gives its place to a newcomer."""

import resource
from math import inf
from typing import Generic, Protocol, TypeVar

from service.server import limits


class Member(Protocol):
    """What is asked of a connection."""

    @property
    def since(self) -> float:
        """When it began what it does or waits for."""

    def slowness(self, now: float) -> float:
        """How soon it gives its place to another, compared with others."""

    def abort(self) -> None:
        """End at once."""


M = TypeVar("M", bound=Member)


class Admission(Generic[M]):
    """The connections of one worker."""

    def __init__(self, most: int) -> None:
        self.connections: dict[M, None] = {}
        self._most = most
        self._next_to_go: list[M] = []
        self._sorted_at = 0.0

    def admit(self, connection: M, now: float) -> None:
        """Take a new connection, if need be in place of another: an idle one, else a slow one."""
        while len(self.connections) >= self._most:
            if not self._next_to_go:  # sorted once for many newcomers
                self._sorted_at = now
                self._next_to_go = sorted(self.connections, key=lambda each: each.slowness(now))
            other = self._next_to_go.pop()
            if other in self.connections and other.since <= self._sorted_at:
                other.abort()
        self.connections[connection] = None

    def remove(self, connection: M) -> None:
        """Forget a connection that is closed."""
        self.connections.pop(connection, None)


def max_connections(*, tls: bool) -> int:
    """Connections for which there are file descriptors, at most as many as there is memory for."""
    most = limits.MAX_TLS_CONNECTIONS if tls else limits.MAX_CONNECTIONS
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    spare = limits.SPARE_DESCRIPTORS
    left = inf if descriptors == resource.RLIM_INFINITY else descriptors - spare
    return int(max(1, min(most, left)))
