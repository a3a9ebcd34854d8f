"""A protocol that reads a head, calls the service's application, and writes.

It has no turns, limits or timeouts, no budget and no errors, and runs each request on the event
loop. So what the service costs beyond it is the price of what its server promises.
"""

import asyncio
from email.utils import formatdate
from time import perf_counter
from wsgiref.types import WSGIEnvironment

from service.server.application import Application, Later
from service.server.request_head import common_environ, take_head
from service.server.responses import Response, encode

DATE = f"Date: {formatdate(usegmt=True)}\r\n"


class Bare(asyncio.Protocol):
    """A connection whose client sends one request at a time, and only right ones."""

    transport: asyncio.Transport
    received = b""

    def __init__(self, application: Application, answered: "Answered", port: int) -> None:
        self.application, self.answered, self.port = application, answered, port

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Prepare the part of the environ that all requests share."""
        host, port = transport.get_extra_info("peername")
        common = common_environ("127.0.0.1", self.port, "http")
        self.transport = transport
        self.common = {**common, "REMOTE_ADDR": host, "REMOTE_PORT": str(port)}

    def data_received(self, data: bytes) -> None:
        """Handle the request if it is complete."""
        received = self.received + data if self.received else data
        head, end = take_head(received)
        if not head or len(received) - end < head.length:
            self.received = received
            return
        self.received = b""
        environ = {**self.common, **head.environ}
        response = self.application.handle(environ, received[end:])
        if isinstance(response, Later):
            response = response.respond()
        self.answered.add(self.transport, environ, response)


class Answered:
    """The responses of a round, which are written once the loop has read all that was there.

    The service does the same, because each response that is written wakes a client.
    """

    def __init__(self, application: Application, loop: asyncio.AbstractEventLoop) -> None:
        self._note, self._loop = application.note, loop
        self._waiting: list[tuple[asyncio.Transport, WSGIEnvironment, Response]] = []

    def add(
        self, transport: asyncio.Transport, environ: WSGIEnvironment, response: Response
    ) -> None:
        """Have a response written after this round."""
        if not self._waiting:
            self._loop.call_soon(self._write)
        self._waiting.append((transport, environ, response))

    def _write(self) -> None:
        waiting, self._waiting = self._waiting, []
        for transport, environ, response in waiting:
            self._note(environ, response, perf_counter())
            transport.write(b"".join(encode(response, environ["REQUEST_METHOD"], "", DATE)))
