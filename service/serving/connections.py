"""Connections that can cost nobody else anything: deadlines, bounds, and a calm end.

The server's event loop makes a listener through `loop.create_server`. `Watch.over(loop)` has each
protocol that comes from there wrapped in a `Connection`, which passes everything on and notes
what arrives. A regular sweep ends what takes too long, so that a request costs no timer of its
own. Only asyncio's public interface is used.
"""

import asyncio
import logging
import resource
import socket
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from math import inf
from typing import Any, cast

log = logging.getLogger(__name__)

BACKLOG = 2048
"""New connections that the kernel holds while a worker is busy; more would have to try again."""

MOST_CONNECTIONS = 4096
"""Open connections of one worker; fewer where the limit on file descriptors is lower."""

SPARE_DESCRIPTORS = 32
"""File descriptors that are kept for everything but connections."""

MOST_HELD = 32 * 2**20
"""Bytes of incomplete requests that a worker holds; beyond them it gives up the oldest one.

Two of the largest bodies fit in any case.
"""

MOST_UNSENT = 32 * 2**20
"""Bytes of answers that wait for their readers; beyond them the slowest reader is cut."""

ENDED = 2.0
"""Seconds after which a client that has closed its side, and is owed nothing, is let go."""

MALFORMED = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
"""The answer to what the server's protocol fails to read, instead of refusing it."""

current: ContextVar["Connection"] = ContextVar("connection")
"""The connection that a request came on, for the code that answers it."""


class Connection(asyncio.Protocol):
    """One client's connection, passing everything on to the server's own protocol."""

    def __init__(self, inner: asyncio.Protocol, watch: "Watch") -> None:
        self._inner = inner
        self._watch = watch
        self._transport: asyncio.Transport
        self._receiving = False
        self._answers = 0
        self._lingering = False
        self._unsent = 0
        self.moved_at = watch.now()
        """When the client last took something of what it is sent, or had taken all of it."""
        self.held = 0
        """Bytes of the request that is being received."""
        self.deadline = inf
        """When what is awaited from the client must have come; infinity if nothing is."""
        self.ended = False
        """Whether the client has closed its side; it may still be reading."""
        self.refused = False
        """Whether the request was given up in favour of others."""
        self.reading: asyncio.Timeout | None = None
        """The wait for the request's body, while there is one."""

    # --- What the transport tells -----------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start to wait for a request."""
        self._transport = cast("asyncio.Transport", transport)
        self.deadline = self._watch.next_deadline()
        self._watch.admit(self)
        token = current.set(self)  # the protocol's tasks inherit it
        try:
            front: Any = _Front(self._transport, self)
            self._inner.connection_made(front)
        finally:
            current.reset(token)

    def data_received(self, data: bytes) -> None:
        """Pass on bytes of a request, unless the connection is as good as closed."""
        if self._lingering:
            return
        self.receiving()
        self.held += len(data)
        self._watch.hold(len(data))
        try:
            self._inner.data_received(data)
        except Exception as error:  # noqa: BLE001  # a client must not fill the log with tracebacks
            log.info("a malformed request: %r", error)
            self._transport.write(MALFORMED)
            self.close()

    def eof_received(self) -> bool:
        """Keep the other direction open: a request may still be due its answer."""
        self.ended = True
        if self._lingering:
            self._transport.close()
        elif self.reading:
            self.give_up()
        else:
            self.deadline = min(self.deadline, self._watch.now() + ENDED)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._watch.dismiss(self)
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Pass on that the client reads too slowly."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the client has caught up."""
        self._inner.resume_writing()

    # --- What the answering code tells ------------------------------------------------------

    def receiving(self) -> None:
        """Tell that a request has begun to arrive, or that its body is awaited."""
        if not self._receiving:
            self._receiving = True
            self.deadline = self._watch.next_deadline()

    def received(self) -> None:
        """Tell that the request is complete: no deadline counts while it is answered."""
        self.deadline = inf
        self._watch.release(self)

    def answered(self, *, last: bool) -> None:
        """Tell that the answer is written; the `last` one ends the connection."""
        self._receiving = False
        self._answers += 1
        self.deadline = self._watch.now() + ENDED if self.ended else inf
        if last:
            self.close()

    @property
    def closed(self) -> bool:
        """Whether nothing can be sent any more."""
        return self._lingering or self._transport.is_closing()

    def close(self) -> None:
        """Send what is written and end the connection, but go on reading until the client ends it.

        A client that is still sending when its connection is closed for good would lose the
        answer that tells it why.
        """
        if self.ended or self._transport.is_closing():
            self._transport.close()
        elif not self._lingering:
            self._lingering = True
            self.deadline = self._watch.next_deadline()
            self._watch.release(self)
            self._transport.write_eof()
            self._transport.resume_reading()  # the server may have paused it
        if self.reading:
            self.give_up()

    # --- What the watch asks ----------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Whether the server waits for the client."""
        return self.deadline < inf

    def check(self, now: float, patience: float) -> int:
        """End the connection, or the wait for a body, if time is up; the bytes not yet sent."""
        unsent = self._transport.get_write_buffer_size()
        if not unsent or unsent < self._unsent:
            self.moved_at = now
        self._unsent = unsent
        if unsent:
            if self.moved_at + patience <= now:
                self.cut()
        elif self.deadline <= now:
            self.give_up()
        return unsent

    def give_up(self) -> None:
        """End the wait for the rest of a request: a body's is answered, another's is not."""
        reading, self.reading = self.reading, None
        if reading:
            self.deadline = inf
            reading.reschedule(0)
        else:
            self._transport.close()

    def leave(self, *, patiently: bool) -> None:
        """End the connection unless a request is being received or answered on it.

        `patiently` is for a client that has not asked yet, or is still reading its last answer.
        """
        if self._receiving and not self._lingering:
            return
        if patiently and (self._lingering or not self._answers):
            return
        self._transport.close()

    def cut(self) -> None:
        """End the connection at once, whatever is still to be sent."""
        self._transport.abort()


class _Front:
    """The transport as the server's protocol sees it: closing it closes the connection."""

    def __init__(self, transport: asyncio.Transport, connection: Connection) -> None:
        self._transport = transport
        self.close = connection.close
        # Addresses don't change, but are asked for with each request, even of a closed connection.
        self.get_extra_info = cache(transport.get_extra_info)

    def __getattr__(self, name: str) -> Any:
        """Everything else is the transport's own, looked up once."""
        value = getattr(self._transport, name)
        setattr(self, name, value)
        return value


class Watch:
    """All connections of this process."""

    def __init__(self, timeout: float, max_body_bytes: int) -> None:
        self._timeout = timeout
        self._most_held = max(MOST_HELD, 2 * max_body_bytes)
        self._connections: dict[Connection, None] = {}  # by age
        self._held = 0
        self._servers: list[asyncio.Server] = []
        self.now: Callable[[], float]
        descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if descriptors == resource.RLIM_INFINITY:
            descriptors = MOST_CONNECTIONS + SPARE_DESCRIPTORS
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
                **{**kwargs, "backlog": BACKLOG},
            )
            self._servers.append(server)
            return server

        loop.create_server = create_server  # type: ignore[method-assign, assignment]

    def sweep(self) -> None:
        """End whatever takes too long; called a few times within a timeout."""
        now = self.now()
        unsent = {
            connection: size
            for connection in [*self._connections]
            if (size := connection.check(now, self._timeout))
        }
        total = sum(unsent.values())
        for connection in sorted(unsent, key=lambda other: other.moved_at):
            if total <= MOST_UNSENT:
                break
            total -= unsent[connection]
            connection.cut()

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
        self.release(connection)

    def hold(self, size: int) -> None:
        """Count bytes of a request that is not complete, if need be in place of the oldest's."""
        self._held += size
        if self._held > self._most_held:
            victim = min(
                (other for other in self._connections if other.held),
                key=lambda other: other.deadline,
            )
            self.release(victim)
            victim.refused = True
            victim.give_up()

    def release(self, connection: Connection) -> None:
        """Count the bytes of a connection's request no longer."""
        self._held -= connection.held
        connection.held = 0

    def stop_listening(self) -> None:
        """Leave new connections to other processes."""
        for server in self._servers:
            server.close()

    def leave(self, *, patiently: bool) -> bool:
        """End the connections without a request; whether any is left."""
        for connection in [*self._connections]:
            connection.leave(patiently=patiently)
        return bool(self._connections)
