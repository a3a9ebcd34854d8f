"""A worker's connections: the objects they share, their number, and their timeouts."""

import asyncio
import resource
import select
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING
from wsgiref.types import WSGIEnvironment

from . import limits
from .application import URGENT, Application
from .memory import Memory
from .offload import Job, Offload
from .turns import Turns

if TYPE_CHECKING:
    from .connection import Connection


class Server:
    """The connections of one worker."""

    def __init__(
        self,
        application: Application,
        loop: asyncio.AbstractEventLoop,
        *,
        max_connections: int,
        keepalive: float,
    ) -> None:
        self.application = application
        self.is_ending = False
        """Whether each response is the last of its connection."""
        self.responses = 0
        """The number of responses."""
        self.keepalive = keepalive
        self.connections: dict[Connection, None] = {}
        self.handling: WSGIEnvironment | None = None
        """The request that is being handled on the event loop."""
        self.date = ""
        """The line of the Date header."""
        self.turns = Turns(loop)
        self.memory = Memory(memory_size(application), application.largest_response)
        self.offload = Offload(loop, lambda: self.memory.has_for_response)
        self.urgent = Offload(loop, lambda: True)
        self._loop = loop
        self._max_connections = max_connections
        self._candidates: list[Connection] = []
        self._sorted_at = 0.0
        self._will_resume = False
        self._ticked = perf_counter()
        self._no_timeouts_until = 0.0

    def admit(self, connection: "Connection", now: float) -> None:
        """Admit a new connection; if the worker is full, abort an idle or else a slow one."""
        while len(self.connections) >= self._max_connections:
            if not self._candidates:  # sorted once for many new connections
                self._sorted_at = now
                self._candidates = sorted(self.connections, key=lambda each: each.slowness(now))
            other = self._candidates.pop()
            if other in self.connections and other.since <= self._sorted_at:
                other.abort()
        self.connections[connection] = None

    def offload_of(self, job: Job) -> Offload:
        """The offload for a job: urgent requests never wait for large ones."""
        return self.urgent if job.queue is URGENT else self.offload

    def resume_waiting(self) -> None:
        """Let requests that wait for memory continue, after the current responses are sent."""
        if not self._will_resume:
            self._will_resume = True
            self._loop.call_soon(self._resume_waiting)

    def _resume_waiting(self) -> None:
        self._will_resume = False
        self.memory.grant()
        self.offload.start_next()

    def tick(self, now: float, date: str) -> None:
        """Enforce the timeouts of all connections, and free memory for those that wait for it.

        A client must not time out because the process was stopped or had no CPU time. So after a
        late tick, the event loop first reads what the kernel has received.
        """
        self.date = f"Date: {date}\r\n"
        late, self._ticked = now - self._ticked, now
        if late >= limits.LATE_TICK:
            self._no_timeouts_until = now + late
        if now >= self._no_timeouts_until:
            for connection in [*self.connections]:
                connection.tick(now)
            self._abort_reset()
            longest = self.application.request_timeout
            waits = self.offload.waits_for_memory
            self.memory.free_for_others(longest, now, for_response=waits)
        self._resume_waiting()
        requests = sum(connection.is_busy for connection in self.connections)
        self.application.tick(requests, len(self.connections))

    def _abort_reset(self) -> None:
        """Abort connections that clients have reset while the event loop was not reading them."""
        poll, unread_descriptor = select.poll(), {}
        for connection in self.connections:
            if (descriptor := connection.unread_descriptor) is not None:
                unread_descriptor[descriptor] = connection
                poll.register(descriptor, 0)
        for descriptor, _ in poll.poll(0):
            unread_descriptor[descriptor].abort()


def memory_size(application: Application) -> int:
    """The bytes that connections may hold beyond the minimum of each.

    Two of the largest bodies fit in any case, besides a response and small bodies.
    """
    two = 2 * (application.max_body_bytes + limits.LARGE_BUFFER)
    size = limits.BUDGET - limits.MAX_CONNECTIONS * limits.CONNECTION_COST
    return max(size, application.largest_response + limits.KEPT_FOR_SMALL + two)


def max_connections(*, tls: bool) -> int:
    """The maximum number of connections, by file descriptors and memory."""
    most = limits.MAX_TLS_CONNECTIONS if tls else limits.MAX_CONNECTIONS
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    spare = limits.SPARE_DESCRIPTORS
    left = inf if descriptors == resource.RLIM_INFINITY else descriptors - spare
    return int(max(1, min(most, left)))
