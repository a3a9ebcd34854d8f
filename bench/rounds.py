"""Rounds of requests without sockets: what a server costs beside its application and the kernel."""

from asyncio import BaseProtocol
from collections import deque
from collections.abc import Callable
from socket import socketpair
from typing import Any

from bench.payloads import SMALL
from bench.peers.bare import Answered, Bare
from service.server.application import Application
from service.server.connection import Connection
from service.server.request_head import common_environ
from service.server.server import Server

CLIENTS = 16
"""That send in each round, as wrk does."""

PORT = 8000
SOCKETS = socketpair()
"""What servers look at to see how much a client has not read. Nothing is written to it."""

REQUEST = (
    b"POST /move HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(SMALL), SMALL)
)


class Loop:
    """An event loop of which a server uses only this."""

    def __init__(self) -> None:
        self._soon: deque[tuple[Callable[..., Any], tuple[Any, ...]]] = deque()

    def call_soon(self, callback: Callable[..., Any], *arguments: Any) -> None:
        """Call it in `run`."""
        self._soon.append((callback, arguments))

    def run(self) -> None:
        """Call whatever is to be called."""
        while self._soon:
            callback, arguments = self._soon.popleft()
            callback(*arguments)


class Transport:
    """A client that reads everything."""

    def __init__(self, number: int) -> None:
        self._known = {"peername": ("127.0.0.1", 50_000 + number), "socket": SOCKETS[0]}
        self.received = b""

    def get_extra_info(self, name: str) -> Any:
        """Its address, or its socket."""
        return self._known.get(name)

    def can_write_eof(self) -> bool:
        """Whether this is not TLS."""
        return True

    def is_closing(self) -> bool:
        """Whether it is closed, which it never is."""
        return False

    def get_write_buffer_size(self) -> int:
        """Bytes that it has not read."""
        return 0

    def write(self, data: bytes) -> None:
        """Receive a response."""
        self.received = data


def rounds(connect: Callable[[], BaseProtocol], loop: Loop) -> Callable[[], bytes]:
    """A function in which each client sends a request; the body of the last response."""
    transports: Any = [Transport(number) for number in range(CLIENTS)]
    protocols: Any = [connect() for _ in transports]
    for protocol, transport in zip(protocols, transports, strict=True):
        protocol.connection_made(transport)

    def run() -> bytes:
        for protocol in protocols:
            protocol.data_received(REQUEST)
        loop.run()
        body = b""
        for transport in transports:
            head, _, body = transport.received.partition(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200 "):
                raise RuntimeError(f"not answered: {head!r}")
            transport.received = b""
        return body

    return run


def of_service(application: Application) -> Callable[[], bytes]:
    """A round of the service's own server."""
    loop: Any = Loop()
    server = Server(application, loop, max_connections=CLIENTS, keepalive=620)
    return rounds(lambda: Connection(server, common_environ("127.0.0.1", PORT, "http")), loop)


def of_limit(application: Application) -> Callable[[], bytes]:
    """A round of the protocol that promises nothing."""
    loop: Any = Loop()
    answered = Answered(application, loop)
    return rounds(lambda: Bare(application, answered, PORT), loop)
