"""The server's connections without a network: what is asked of them, and of those around them."""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from service.server.application import Application
from service.server.connection import Connection
from service.server.request_head import common_environ
from service.server.shared import Shared
from tests.support.clients import MAX_BODY
from tests.support.crowd import MIB


class Socket:
    """A socket of which the kernel knows nothing, and that remembers its options."""

    def __init__(self) -> None:
        self.options: list[tuple[Any, ...]] = []

    def fileno(self) -> int:
        return 2**20  # no open file: asking the kernel about it is an OSError

    def setsockopt(self, *option: Any) -> None:
        self.options.append(option)


class Transport:
    """A transport whose client reads as much as a test says."""

    def __init__(self, *, tls: bool = False, address: str = "192.0.2.1") -> None:
        self.address = address
        self.protocol: Any = None
        self.written: list[bytes] = []
        self.unread = 0
        self.high = 2**16
        self.tls = tls
        self.asked: list[str] = []
        self.is_paused = self.is_closed = False
        self.socket = Socket()

    def get_extra_info(self, name: str) -> Any:
        return {"socket": self.socket, "peername": (self.address, 40_000)}[name]

    def writelines(self, lines: Iterable[bytes]) -> None:
        self.write(b"".join(lines))

    def write(self, data: bytes) -> None:
        self.written.append(bytes(data))
        self.unread += len(data)
        if self.unread > self.high:
            self.protocol.pause_writing()

    def read(self) -> None:
        """Let the client read all that is written."""
        self.unread = 0
        self.protocol.resume_writing()

    def set_read_buffer_limits(self, high: int) -> None:
        self.asked.append(f"read {high} ahead")

    def set_write_buffer_limits(self, high: int) -> None:
        self.high = high

    def get_write_buffer_size(self) -> int:
        return self.unread

    def can_write_eof(self) -> bool:
        return not self.tls

    def is_closing(self) -> bool:
        return self.is_closed

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def write_eof(self) -> None:
        self.asked.append("end")

    def close(self) -> None:
        self.asked.append("close")
        self.is_closed = True

    def abort(self) -> None:
        self.asked.append("abort")
        self.is_closed = True


class Loop:
    """A loop whose rounds a test begins, and whose thread never comes to compute anything."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []

    def call_soon(self, callback: Callable[[], None]) -> None:
        self.due.append(callback)

    def run_in_executor(self, *_: object) -> Any:
        return self

    def add_done_callback(self, _: object) -> None:
        pass

    def next_round(self) -> None:
        due, self.due = self.due, []
        for callback in due:
            callback()


def queue_key(environ: WSGIEnvironment, _: object) -> str | None:
    return environ["REMOTE_ADDR"] if environ["QUERY_STRING"] else None


class World:
    """A worker whose application answers with as many bytes as the path of a request says."""

    def __init__(
        self, max_body_bytes: int = MAX_BODY, application: Application | None = None
    ) -> None:
        loop: Any = Loop()
        self.loop = loop
        self.answered: list[str] = []
        application = application or Application(
            self.application,
            queue_key=queue_key,
            largest_response=9 * MIB,
            max_body_bytes=max_body_bytes,
        )
        self.shared = Shared(application, loop, max_connections=1_000)

    def application(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        self.answered.append(environ["PATH_INFO"])
        start_response("200 OK", [])
        return [b"." * int(environ["PATH_INFO"].strip("/"))]

    def client(
        self, *data: bytes, tls: bool = False, address: str = "192.0.2.1"
    ) -> tuple[Any, Transport]:
        common = {**common_environ("nim", 80, "http"), "wsgi.multiprocess": False}
        connection: Any = Connection(self.shared, common)
        transport = Transport(tls=tls, address=address)
        transport.protocol = connection
        connection.connection_made(transport)
        for each in data:
            connection.data_received(each)
        return connection, transport

    def has_memory(self) -> int:
        """Bytes that may still be held."""
        room = 0
        for bit in reversed(range(30)):
            room += 2**bit * self.shared.budget.has(room + 2**bit)
        return room
