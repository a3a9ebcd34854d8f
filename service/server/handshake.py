"""TLS: a connection counts from the moment it is accepted, not only after its handshake.

Otherwise, clients that connect and send nothing could hold any number of connections.
"""

import asyncio
import logging
import socket
import ssl
from time import perf_counter
from wsgiref.types import WSGIEnvironment

from .connection import Connection
from .limits import ACCEPTED_AT_ONCE, GRACE_FOR_NEW, LONGEST_HANDSHAKE
from .server import Server

log = logging.getLogger(__package__)


class Handshake:
    """A handshake in progress, which takes the place of its connection."""

    is_busy = False
    unread_descriptor = None

    def __init__(
        self,
        server: Server,
        common: WSGIEnvironment,
        loop: asyncio.AbstractEventLoop,
        accepted: socket.socket,
        context: ssl.SSLContext,
    ) -> None:
        """Begin a handshake."""
        self._server, self._common = server, common
        self._loop, self._socket, self._context = loop, accepted, context
        self.since = perf_counter()
        server.admit(self, self.since)
        self._task = loop.create_task(self._agree())

    async def _agree(self) -> None:
        try:
            await self._loop.connect_accepted_socket(
                lambda: Agreed(self._server, self._common, self),
                self._socket,
                ssl=self._context,
                ssl_handshake_timeout=LONGEST_HANDSHAKE,
            )
        except (OSError, asyncio.CancelledError):
            pass  # a client's mistake, or an abort: not logged
        except Exception:
            log.exception("the server failed")
        finally:
            self.end()

    def end(self) -> None:
        """Give up its place."""
        self._server.connections.pop(self, None)

    def slowness(self, now: float) -> float:
        """Its rank among candidates for an abort: that of a request being read."""
        return now - self.since

    def tick(self, now: float) -> None:
        """Do nothing: the event loop enforces the timeout."""

    def drain(self, seconds: float) -> None:
        """End if it is time to; `seconds` ago the worker stopped listening."""
        if seconds >= GRACE_FOR_NEW:
            self.abort()

    def abort(self) -> None:
        """Close the connection."""
        self._task.cancel()
        self.end()


class Agreed(Connection):
    """A connection that takes over the place of its handshake."""

    __slots__ = ("_handshake",)

    def __init__(self, server: Server, common: WSGIEnvironment, handshake: Handshake) -> None:
        super().__init__(server, common)
        self._handshake = handshake

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        self._handshake.end()
        self.since = perf_counter()
        super().connection_made(transport)


class Listener:
    """A socket that accepts connections over TLS."""

    def __init__(
        self,
        server: Server,
        common: WSGIEnvironment,
        loop: asyncio.AbstractEventLoop,
        listening: socket.socket,
        context: ssl.SSLContext,
    ) -> None:
        """Start to accept connections."""
        self._server, self._common = server, common
        self._loop, self._socket, self._context = loop, listening, context
        listening.setblocking(False)
        loop.add_reader(listening, self._accept)

    def _accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                accepted, _ = self._socket.accept()
            except OSError:  # no more are waiting, or another worker was faster
                return
            accepted.setblocking(False)
            Handshake(self._server, self._common, self._loop, accepted, self._context)

    def close(self) -> None:
        """Stop accepting connections."""
        self._loop.remove_reader(self._socket)
        self._socket.close()
