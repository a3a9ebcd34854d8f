"""Connections that can cost nobody else anything: deadlines, a bound on their number, a calm end.

The server's event loop makes a listener through `loop.create_server`. `Watch.over(loop)` has each
protocol that comes from there wrapped in a `Connection`, which passes everything on and notes
when bytes arrive. A regular sweep cuts whoever is too slow, so that a request costs no timer of
its own. Only asyncio's public interface is used.
"""

import asyncio
import resource
import socket
from collections.abc import Callable
from contextvars import ContextVar
from math import inf
from typing import Any, cast

BACKLOG = 2048
"""New connections that the kernel holds while a worker is busy; more would have to try again."""

ACCEPTED_AT_ONCE = 16
"""Connections that a worker takes in one go; the rest of a burst is left for its siblings."""

MOST_CONNECTIONS = 4096
"""Open connections of one worker; fewer where the limit on file descriptors is lower."""

SPARE_DESCRIPTORS = 32
"""File descriptors that are kept for everything but connections."""

STALLED = 60.0
"""Seconds that a client may take to read what it was sent before it is cut."""

current: ContextVar["Connection"] = ContextVar("connection")
"""The connection that a request came on, for the code that answers it."""


class Connection(asyncio.Protocol):
    """One client's connection, passing everything on to the server's own protocol."""

    def __init__(self, inner: asyncio.Protocol, watch: "Watch") -> None:
        self._inner = inner
        self._watch = watch
        self._transport: asyncio.Transport | None = None
        self._receiving = False
        self._stalled_at = inf
        self.deadline = inf
        """When the request that is being received must be complete; else infinity."""
        self.ended = False
        """Whether the client has closed its side; it may still be reading."""
        self.reading: asyncio.Timeout | None = None
        """The wait for the request's body, while there is one."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start to wait for a request."""
        self._transport = cast("asyncio.Transport", transport)
        self.deadline = self._watch.next_deadline()
        self._watch.admit(self)
        token = current.set(self)  # the protocol's tasks inherit it
        try:
            self._inner.connection_made(transport)
        finally:
            current.reset(token)

    def data_received(self, data: bytes) -> None:
        """Note the first bytes of a request."""
        if not self._receiving:
            self._receiving = True
            self.deadline = self._watch.next_deadline()
        self._inner.data_received(data)

    def eof_received(self) -> bool:
        """Keep the other direction open: a request may still be due its answer."""
        self.ended = True
        if self.reading:
            self.reading.reschedule(0)
        else:
            # A request that came with its end is answered before the next sweep.
            self.deadline = min(self.deadline, self._watch.now())
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._watch.dismiss(self)
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Note that the client doesn't read."""
        self._stalled_at = self._watch.now()
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        self._stalled_at = inf
        self._inner.resume_writing()

    def received(self) -> None:
        """Tell that the request is complete: no deadline counts while it is answered."""
        self.deadline = inf

    def answered(self, *, last: bool) -> None:
        """Tell that the answer is written; the `last` one ends the connection once it is sent."""
        self._receiving = False
        self.deadline = inf
        if (last or self.ended) and self._transport:
            self._transport.close()

    @property
    def is_waiting(self) -> bool:
        """Whether the server waits for the client to send the rest of a request."""
        return self.deadline < inf

    def cut_if_late(self, now: float) -> None:
        """End the connection, or the wait for its request's body, if time is up."""
        if self._stalled_at + STALLED < now:
            self.cut()
        elif self.deadline <= now:
            if self.reading:
                self.reading.reschedule(0)
            else:
                self.cut()

    def cut(self) -> None:
        """End the connection at once."""
        if self._transport:
            self._transport.abort()


class Watch:
    """All connections of this process."""

    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._connections: dict[Connection, None] = {}  # by age
        self._servers: list[asyncio.Server] = []
        self.now: Callable[[], float]
        descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._most = max(1, min(MOST_CONNECTIONS, descriptors - SPARE_DESCRIPTORS))

    def over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Watch the connections of every server that the loop makes from now on."""
        self.now = loop.time
        make_server = loop.create_server

        async def create_server(
            protocol_factory: Callable[[], asyncio.Protocol], *, sock: socket.socket, **kwargs: Any
        ) -> asyncio.Server:
            server = await make_server(
                lambda: Connection(protocol_factory(), self),
                sock=sock,
                **{**kwargs, "backlog": ACCEPTED_AT_ONCE},
            )
            sock.listen(BACKLOG)  # the loop has just lowered it
            self._servers.append(server)
            return server

        loop.create_server = create_server  # type: ignore[method-assign, assignment]

    def sweep(self) -> None:
        """Cut every connection whose time is up; called a few times within a timeout."""
        now = self.now()
        for connection in [*self._connections]:
            connection.cut_if_late(now)

    def next_deadline(self) -> float:
        """When a request that starts now must be complete."""
        return self.now() + self._timeout

    def admit(self, connection: Connection) -> None:
        """Take a new connection, if need be in place of the oldest slow or idle one."""
        if len(self._connections) >= self._most:
            oldest = next(iter(self._connections))
            slow = (other for other in self._connections if other.is_waiting)
            victim = next(slow, oldest)
            self.dismiss(victim)
            victim.cut()
        self._connections[connection] = None

    def dismiss(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
        self._connections.pop(connection, None)

    def stop_listening(self) -> None:
        """Leave new connections to other processes."""
        for server in self._servers:
            server.close()
