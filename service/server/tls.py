"""TLS: a connection counts from the moment it is accepted, not only after its handshake.

Otherwise, clients that connect and send nothing could hold any number of connections.
"""

import asyncio
import logging
import socket
import ssl
from wsgiref.types import WSGIEnvironment

from .connection import Connection
from .limits import ACCEPTED_AT_ONCE, LONGEST_HANDSHAKE
from .server import Server

log = logging.getLogger(__package__)


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
            connection = Connection(self._server, self._common)
            task = self._loop.create_task(self._shake_hands(connection, accepted))
            connection.begin_handshake(task)

    async def _shake_hands(self, connection: Connection, accepted: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(
                lambda: connection,
                accepted,
                ssl=self._context,
                ssl_handshake_timeout=LONGEST_HANDSHAKE,
            )
        except (OSError, asyncio.CancelledError):
            connection.end_handshake()  # a client's mistake, or an abort: not logged
        except Exception:
            log.exception("the server failed")
            connection.end_handshake()

    def close(self) -> None:
        """Stop accepting connections."""
        self._loop.remove_reader(self._socket)
        self._socket.close()
