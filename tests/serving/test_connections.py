"""Deadlines and limits of connections, with a clock and a transport of the test's own."""

import asyncio
import contextlib
from typing import Any, cast

import pytest

from service.api.health import Process
from service.config import Config
from service.serving import connections
from service.serving.bridge import Bridge, environ_key
from service.serving.connections import Connection, Watch, current

TIMEOUT = 10.0
LIMIT = 1000


class Transport(asyncio.Transport):
    """A transport that sends nothing and records the calls."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []
        self.unsent = 0

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return bool({"close", "abort"} & set(self.calls))

    def write(self, data: Any) -> None:
        self.calls.append(bytes(data).partition(b"\r\n")[0].decode())

    def write_eof(self) -> None:
        self.calls.append("write_eof")

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        self.calls.append("close")

    def abort(self) -> None:
        self.calls.append("abort")


class Protocol(asyncio.Protocol):
    """The server's own protocol, as far as a connection uses it."""

    fault: Exception | None = None
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:  # noqa: ARG002
        if self.fault:
            raise self.fault


class World:
    """A watch with a clock to be set."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.watch = Watch(TIMEOUT, LIMIT)
        self.watch.now = lambda: self.time

    def connect(self) -> tuple[Connection, Transport, Protocol]:
        protocol, transport = Protocol(), Transport()
        connection = Connection(protocol, self.watch)
        connection.connection_made(transport)
        return connection, transport, protocol

    def after(self, seconds: float) -> None:
        """Let time pass, with a sweep at the end."""
        self.time += seconds
        self.watch.sweep()


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 5)
    return 5


def test_a_silent_client_is_closed_at_the_deadline(world: World) -> None:
    _, transport, _ = world.connect()
    world.after(TIMEOUT - 0.1)
    assert transport.calls == []
    world.after(0.1)
    assert transport.calls == ["close"]


def test_trickling_bytes_do_not_extend_the_deadline(world: World) -> None:
    connection, transport, _ = world.connect()
    world.after(TIMEOUT - 1)
    for _ in range(9):
        connection.data_received(b"x")
        world.after(1)
    assert transport.calls == []
    connection.data_received(b"x")
    world.after(1)
    assert transport.calls == ["close"]


def test_each_request_has_a_deadline_of_its_own(world: World) -> None:
    """An idle connection has none."""
    connection, transport, _ = world.connect()
    for _ in range(3):
        connection.data_received(b"x")
        connection.received()
        connection.answered(last=False)
        world.after(100 * TIMEOUT)
    connection.data_received(b"x")
    world.after(TIMEOUT - 0.1)
    assert transport.calls == []
    world.after(0.1)
    assert transport.calls == ["close"]


def test_the_client_has_time_to_read_the_last_answer(world: World) -> None:
    connection, transport, _ = world.connect()
    connection.received()
    connection.answered(last=True)
    assert transport.calls == ["write_eof"]
    connection.data_received(b"the rest of a body that was refused")
    assert connection.held == 0
    connection.eof_received()
    assert transport.calls == ["write_eof", "close"]


def test_a_client_that_does_not_close_is_closed(world: World) -> None:
    """The server closes the connection at the deadline after the last answer."""
    connection, transport, protocol = world.connect()
    protocol.transport.close()  # as the server does by itself where it can't read a request
    world.after(TIMEOUT - 0.1)
    assert (transport.calls, connection.closed) == (["write_eof"], True)
    world.after(0.1)
    assert transport.calls == ["write_eof", "close"]


def test_a_reader_is_cut_after_a_timeout_without_progress(world: World) -> None:
    _, transport, _ = world.connect()
    for unsent in range(50, 40, -1):
        transport.unsent = unsent
        world.after(TIMEOUT - 0.1)
    assert transport.calls == []
    world.after(TIMEOUT)
    assert transport.calls == ["abort"]


def test_the_slowest_reader_is_cut(world: World) -> None:
    """It is cut where too much is unsent to all readers together."""
    transports = []
    for _ in range(4):
        transports.append(world.connect()[1])
        transports[-1].unsent = connections.MOST_UNSENT // 3
        world.after(1)
    assert [transport.calls for transport in transports] == [["abort"], [], [], []]


def test_a_half_closed_client_gets_its_answers_first(world: World) -> None:
    connection, transport, _ = world.connect()
    connection.data_received(b"two requests")
    assert connection.eof_received() is True
    for _ in range(2):
        connection.received()
        world.after(TIMEOUT)  # however long they take
        assert transport.calls == []
        connection.answered(last=False)
    world.after(connections.ENDED)
    assert transport.calls == ["close"]


def test_the_oldest_slow_client_gives_way_to_a_new_one(few: int) -> None:
    world = World()
    all_ = [world.connect() for _ in range(few)]
    all_[0][0].received()  # and is being answered
    world.connect()
    assert [transport.calls for _, transport, _ in all_] == [[], ["abort"], [], [], []]


def test_without_slow_clients_the_oldest_gives_way(few: int) -> None:
    world = World()
    all_ = [world.connect() for _ in range(few)]
    for connection, _, _ in all_:
        connection.received()
    world.connect()
    assert [transport.calls for _, transport, _ in all_] == [["abort"], [], [], [], []]


def test_the_oldest_unfinished_request_gives_way(world: World) -> None:
    """It does so where all unfinished requests together are too large."""
    all_ = [world.connect() for _ in range(4)]
    for number, (connection, _, _) in enumerate(all_):
        world.time += 1
        connection.data_received(bytes(connections.MOST_HELD // 3))
        if number == 0:
            connection.received()  # its bytes no longer count
    assert [connection.refused for connection, _, _ in all_] == [False] * 4
    connection, _, _ = world.connect()
    connection.data_received(b"one more")
    assert [connection.refused for connection, _, _ in all_] == [False, True, False, False]


def test_two_bodies_of_the_largest_size_always_fit() -> None:
    world = World()
    world.watch = Watch(TIMEOUT, connections.MOST_HELD)
    world.watch.now = lambda: world.time
    all_ = [world.connect() for _ in range(2)]
    for connection, _, _ in all_:
        connection.data_received(bytes(connections.MOST_HELD))
    assert not any(connection.refused for connection, _, _ in all_)


def test_an_unreadable_request_is_a_400(world: World) -> None:
    connection, transport, protocol = world.connect()
    protocol.fault = ValueError("Exceeds the limit (4300 digits) for integer string conversion")
    connection.data_received(b"x")
    assert transport.calls == ["HTTP/1.1 400 Bad Request", "write_eof"]


def test_a_draining_worker_closes_idle_connections(world: World) -> None:
    """It waits for the others, but not for ever."""
    idle, receiving, new, leaving = (world.connect() for _ in range(4))
    for connection, _, _ in (idle, receiving, leaving):
        connection.received()
    idle[0].answered(last=False)
    leaving[0].answered(last=True)
    receiving[0].data_received(b"x")
    assert world.watch.leave(patiently=True)
    calls = [transport.calls for _, transport, _ in (idle, receiving, new, leaving)]
    assert calls == [["close"], [], [], ["write_eof"]]
    assert world.watch.leave(patiently=False)
    calls = [transport.calls[-1:] for _, transport, _ in (idle, receiving, new, leaving)]
    assert calls == [["close"], [], ["close"], ["close"]]
    for connection, _, _ in (idle, receiving, new, leaving):
        connection.connection_lost(None)
    assert not world.watch.leave(patiently=False)


# --- The bridge -----------------------------------------------------------------------------

SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/",
    "query_string": b"",
    "http_version": "1.1",
    "scheme": "http",
    "headers": [(b"transfer-encoding", b"chunked")],
}


async def serve(world: World, receive: Any) -> list[Any]:
    """What the bridge sends when it serves a request whose body comes from `receive`."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    def application(environ: Any, start_response: Any) -> list[bytes]:
        fault = environ["nim.body_fault"]
        start_response("200 OK", [])
        return [type(fault).__name__.encode()]

    connection, _, _ = world.connect()
    current.set(connection)
    bridge = Bridge(application, Config(), Process())
    await bridge(SCOPE, receive, send)
    return [message["body"] for message in sent if "body" in message]


def test_a_swallowed_cancellation_keeps_the_deadline(world: World) -> None:
    async def receive() -> Any:
        """Do as asyncio.wait_for does when bytes arrive at the very moment of a cancellation."""
        world.after(TIMEOUT)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(0.001)
        assert world.time < 1000 + 10 * TIMEOUT
        return {"type": "http.request", "body": b"x", "more_body": True}

    assert asyncio.run(serve(world, receive)) == [b"RequestTimeout"]


def test_a_timed_out_request_is_answered(world: World) -> None:
    async def receive() -> Any:
        return {"type": "http.disconnect"}

    assert asyncio.run(serve(world, receive)) == [b"RequestTimeout"]


def test_a_client_that_is_gone_is_not_answered(world: World) -> None:
    async def receive() -> Any:
        for connection in [*world.watch._connections]:
            connection.cut()
        return {"type": "http.disconnect"}

    assert asyncio.run(serve(world, receive)) == []


def test_content_length_with_an_underscore_is_another_header() -> None:
    assert environ_key(b"content_length") != environ_key(b"content-length")
