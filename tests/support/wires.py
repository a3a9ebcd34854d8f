"""Connections without sockets: a test moves the clock, the event loop and the thread itself."""

import socket
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import pytest

from service.api import records, service
from service.server import (
    connection,
    input,  # noqa: A004
    offload,
    output,
    server,
    turns,
)
from service.server.application import Application
from service.server.connection import Connection
from service.server.request_head import common_environ
from service.server.server import Server
from tests.support.http_client import Reply

TIMED = (connection, input, offload, output, server, turns, records, service)
"""The modules that read the clock."""


class Loop:
    """An event loop and its thread, which run only when a test tells them to."""

    def __init__(self) -> None:
        self.soon: deque[Callable[[], Any]] = deque()
        self.jobs: list[tuple[Future[Any], Callable[[], Any]]] = []

    def call_soon(self, callback: Callable[..., Any], *arguments: Any) -> None:
        self.soon.append(lambda: callback(*arguments))

    def run_in_executor(self, _: Any, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.jobs.append((future, lambda: function(*arguments)))
        return future

    def look(self) -> None:
        """Run everything that is due, once."""
        for _ in range(len(self.soon)):
            self.soon.popleft()()

    def finish_a_job(self, number: int = 0) -> None:
        future, function = self.jobs.pop(number)
        future.set_result(function())


class Wire:
    """The wire between a client and its connection, which uses it as the transport."""

    def __init__(self, world: "World", address: str) -> None:
        self.world, self._address = world, address
        self._socket, self._of_client = socket.socketpair()
        self.connection = Connection(world.server, common_environ("nim", 80, "http"))
        self.received = b""
        """Everything received from the server."""
        self.takes = True
        """Whether the client reads."""
        self.unread = 0
        self.is_read = True
        """Whether the server reads."""
        self.has_ended = False
        """Whether the server sends nothing more."""
        self.is_closed = False
        self._replies = 0
        self.connection.connection_made(self)  # type: ignore[arg-type]

    # --- What a client does -----------------------------------------------------------------------

    def send(self, *data: bytes) -> None:
        """Send bytes, and run the server until it has nothing left to do."""
        self.connection.data_received(b"".join(data))
        self.world.run()

    def ask(self, request: bytes) -> Reply:
        """The response to one request."""
        self.send(request)
        return self.reply()

    def reply(self) -> Reply:
        """The next response."""
        found = [*replies(self.received)]
        assert self._replies < len(found), "no response"
        self._replies += 1
        return found[self._replies - 1]

    @property
    def is_over(self) -> bool:
        """Whether the server has finished sending."""
        return self.has_ended or self.is_closed

    @property
    def statuses(self) -> list[int]:
        return [reply.status for reply in replies(self.received)]

    def end(self) -> None:
        """Close only the client's side."""
        self.connection.eof_received()
        self.world.run()

    def leave(self) -> None:
        self.is_closed = True
        self.connection.connection_lost(None)
        self.world.run()

    def reset(self) -> None:
        """End the connection while the server is not reading it, so that only the kernel knows."""
        self._of_client.close()

    def free(self) -> None:
        self._socket.close()
        self._of_client.close()

    # --- What a connection does -------------------------------------------------------------------

    def get_extra_info(self, name: str) -> Any:
        return {"peername": (self._address, 50_000), "socket": self._socket}.get(name)

    def can_write_eof(self) -> bool:
        return True

    def is_closing(self) -> bool:
        return self.is_closed

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def write(self, data: bytes) -> None:
        assert not self.has_ended, "bytes after the end"
        self.received += data
        self.unread += 0 if self.takes else len(data)

    def writelines(self, pieces: list[bytes]) -> None:
        self.write(b"".join(pieces))

    def write_eof(self) -> None:
        self.has_ended = True

    def close(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            self.world.loop.call_soon(self.connection.connection_lost, None)

    abort = close


class World:
    """The server of a worker and its connections."""

    def __init__(
        self, application: Application, patches: pytest.MonkeyPatch, **limits: Any
    ) -> None:
        self.now = 1_000.0
        for module in TIMED:
            patches.setattr(module, "perf_counter", lambda: self.now)
        self.wires: list[Wire] = []
        self.loop = Loop()
        loop: Any = self.loop
        self.server = Server(
            application, loop, **{"max_connections": 10, "keepalive": 620, **limits}
        )
        self.all_memory = self.server.memory.free

    def connect(self, address: str = "192.0.2.1") -> Wire:
        made = Wire(self, address)
        self.wires.append(made)
        return made

    def run(self) -> None:
        """Run everything that is due, including the thread."""
        while self.loop.soon or self.loop.jobs:
            self.loop.look()
            if self.loop.jobs:
                self.loop.finish_a_job()

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += min(0.9, end - self.now)  # a tick after more than a second is late
            self.server.tick(self.now, "now")
            self.loop.look()

    def close(self) -> None:
        for each in self.wires:
            each.free()


@contextmanager
def world(application: Application, **limits: Any) -> Iterator[World]:
    """The connections of a worker. At the end, the real clock is restored."""
    with pytest.MonkeyPatch.context() as patches:
        made = World(application, patches, **limits)
        try:
            yield made
        finally:
            made.close()


def replies(received: bytes) -> Iterator[Reply]:
    """The responses that a client has received. A response to HEAD must be the last."""
    while received:
        head, _, received = received.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        fields = [line.split(": ", 1) for line in lines]
        headers = {name.lower(): value for name, value in fields}
        assert len(headers) == len(fields), f"repeated: {lines}"
        size = int(headers.get("content-length", 0))
        yield Reply(int(first.split()[1]), headers, received[:size])
        received = received[size:]
