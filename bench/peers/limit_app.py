"""The limit: the service's application on a protocol that reads a head, calls, and writes.

It has no turns, limits or timeouts, no budget and no errors, and runs each request on the event
loop. So what the service costs beyond it is the price of what its server promises.
"""

import asyncio
import gc
import sys
from email.utils import formatdate
from time import perf_counter

import uvloop

from service.server.application import Later
from service.server.request_head import common_environ, take_head
from service.server.responses import encode
from service.telemetry import processes

processes.install()  # before the instruments are declared, as in the service's own master

from service.app import EXTENSION, create_app  # noqa: E402

SERVICE = create_app(ACCESS_LOG=False).extensions[EXTENSION]
DATE = f"Date: {formatdate(usegmt=True)}\r\n"


class Bare(asyncio.Protocol):
    """A connection whose client sends one request at a time, and only right ones."""

    transport: asyncio.Transport
    received = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Prepare the part of the environ that all requests share."""
        host, port = transport.get_extra_info("peername")
        common = common_environ("127.0.0.1", int(sys.argv[1]), "http")
        self.transport = transport
        self.common = {**common, "REMOTE_ADDR": host, "REMOTE_PORT": str(port)}

    def data_received(self, data: bytes) -> None:
        """Respond if the request is complete."""
        received = self.received + data if self.received else data
        head, end = take_head(received)
        if not head or len(received) - end < head.length:
            self.received = received
            return
        self.received = b""
        environ = {**self.common, **head.environ}
        response = SERVICE.handle(environ, received[end:])
        if isinstance(response, Later):
            response = response.respond()
        SERVICE.note(environ, response, perf_counter())
        self.transport.write(b"".join(encode(response, environ["REQUEST_METHOD"], "", DATE)))


async def main() -> None:
    """Serve on the port that is given, until the process is ended."""
    gc.freeze()  # as the service's worker does
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Bare, "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
