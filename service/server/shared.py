"""The objects that all connections of a worker share."""

import asyncio
import select
from collections.abc import Callable
from enum import Enum, auto
from time import perf_counter

from service.server import limits
from service.server.admission import Admission
from service.server.application import Application
from service.server.offload import Offload
from service.server.rounds import Rounds
from service.server.transfers import MemoryBudget


class State(Enum):
    """The state of a connection."""

    IDLE = auto()
    """No request has begun since the last response."""

    READING = auto()
    """A request is being read."""

    WAITING_FOR_MEMORY = auto()
    """The body that is being read needs more memory than there is."""

    QUEUED = auto()
    """The request waits for the thread, or is handled there."""

    UNREAD = auto()
    """Nothing is read until the client has read earlier responses."""

    POSTPONED = auto()
    """Its requests are handled in the next round of the event loop."""

    CLOSING = auto()
    """The last response is sent, or the connection is lost; what is received is discarded."""


class Shared:
    """The objects that all connections of a worker share, and the timeouts."""

    def __init__(
        self,
        application: Application,
        loop: asyncio.AbstractEventLoop,
        *,
        max_connections: int,
        keepalive: float = 75,
        begin_response: Callable[[], bool] = lambda: False,
    ) -> None:
        """`begin_response` counts a response, and returns whether its connection has to close."""
        self.application = application
        self.begin_response = begin_response
        self.rounds = Rounds(loop)
        self.budget = MemoryBudget(application.largest_response, application.max_body_bytes)
        self.admission = Admission(max_connections)
        self.offload = Offload(application.wsgi, loop, self.budget.has_for_response)
        self.timeouts = {
            State.IDLE: keepalive,
            State.READING: application.request_timeout,
            State.CLOSING: application.request_timeout,
            State.WAITING_FOR_MEMORY: limits.LONGEST_WAIT,
            State.QUEUED: limits.LONGEST_WAIT,
        }
        self.date = ""
        """The line of the Date header."""
        self._loop = loop
        self._will_resume = False
        self._ticked = perf_counter()
        self._no_timeouts_until = 0.0

    def resume_waiting(self) -> None:
        """Let requests that wait for memory go on soon, once for many connections that close."""
        if not self._will_resume:
            self._will_resume = True
            self._loop.call_soon(self._resume_waiting)

    def _resume_waiting(self) -> None:
        self._will_resume = False
        self.budget.grant(perf_counter())
        self.offload.start_next()

    def tick(self, now: float, date: str) -> None:
        """Enforce the timeouts of all connections, and free memory for those that wait for it.

        A client must not time out because the process was stopped or had no CPU time. So after a
        late tick, the event loop first reads what the kernel has received meanwhile.
        """
        self.date = f"Date: {date}\r\n"
        late, self._ticked = now - self._ticked, now
        if late >= limits.LATE_TICK:
            self._no_timeouts_until = now + late
        if now >= self._no_timeouts_until:
            for connection in [*self.admission.connections]:
                connection.tick(now)
            self._abort_reset()
            longest = self.application.request_timeout
            self.budget.free_memory(longest, now, for_response=self.offload.waits_for_memory)
        self._resume_waiting()
        under_way = sum(connection.is_busy for connection in self.admission.connections)
        self.application.on_tick(under_way, len(self.admission.connections))

    def _abort_reset(self) -> None:
        """Abort the connections that a client has reset while the event loop does not read them."""
        poll, unread_descriptor = select.poll(), {}
        for connection in self.admission.connections:
            if (descriptor := connection.unread_descriptor) is not None:
                unread_descriptor[descriptor] = connection
                poll.register(descriptor, 0)
        for descriptor, _ in poll.poll(0):
            unread_descriptor[descriptor].abort()

    def abort_slow(self, now: float) -> None:
        """Abort the transfers that would outlast a stopping worker."""
        self.budget.abort_slow(limits.GRACE, now)
