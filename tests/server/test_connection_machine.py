"""A connection in any order of what can happen to it, with a clock and an event loop of its own."""

import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from service.server import connection, offload, server, turns
from service.server import input as reader
from service.server.application import Application
from service.server.connection import Connection
from service.server.limits import LONGEST_WAIT
from service.server.request_head import common_environ
from service.server.server import Server

TIMED = (connection, reader, offload, server, turns)
REQUEST_TIMEOUT, KEEPALIVE = 10.0, 75.0


def numbered(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Responds with the query and with the size of the body that has come."""
    start_response("200 OK", [])
    return [b"%b %d" % (environ["QUERY_STRING"].encode(), len(environ["wsgi.input"].read()))]


class Loop:
    """An event loop that does what it has been given when the test lets it, and so a thread."""

    def __init__(self) -> None:
        self.soon: list[Callable[[], Any]] = []
        self.jobs: list[tuple[Future[Any], Callable[[], Any]]] = []

    def call_soon(self, callback: Callable[..., Any], *arguments: Any) -> None:
        self.soon.append(lambda: callback(*arguments))

    def run_in_executor(self, _: Any, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.jobs.append((future, lambda: function(*arguments)))
        return future

    def look(self) -> None:
        soon, self.soon = self.soon, []
        for callback in soon:
            callback()

    def finish_a_job(self) -> None:
        future, function = self.jobs.pop(0)
        future.set_result(function())


class Transport:
    """What the connection does to its client."""

    def __init__(self, loop: Loop, of_client: socket.socket) -> None:
        self.loop, self.socket = loop, of_client
        self.protocol: Connection | None = None
        self.received = b""
        self.reads = True
        self.has_ended = False
        self.closing = False

    def get_extra_info(self, name: str) -> Any:
        return {"peername": ("192.0.2.1", 50_000), "socket": self.socket}.get(name)

    def can_write_eof(self) -> bool:
        return True

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def write(self, data: bytes) -> None:
        assert not self.has_ended, "bytes after the end"
        self.received += data

    def writelines(self, pieces: list[bytes]) -> None:
        self.write(b"".join(pieces))

    def write_eof(self) -> None:
        self.has_ended = True

    def close(self) -> None:
        if not self.closing:
            self.closing = True
            assert self.protocol
            self.loop.call_soon(self.protocol.connection_lost, None)

    abort = close


class Machine(RuleBasedStateMachine):
    """A client that sends requests, of which each has a number, and the connection that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.patches = pytest.MonkeyPatch()
        self.now = 1_000.0
        for module in TIMED:
            self.patches.setattr(module, "perf_counter", lambda: self.now)
        self.sockets = socket.socketpair()
        self.loop = Loop()
        application = Application(numbered)
        application.request_timeout = REQUEST_TIMEOUT
        loop: Any = self.loop
        self.server = Server(application, loop, max_connections=10, keepalive=KEEPALIVE)
        self.all_memory = self.server.memory.free
        self.connect()

    def connect(self) -> None:
        self.transport = Transport(self.loop, self.sockets[0])
        self.connection = Connection(self.server, common_environ("nim", 80, "http"))
        self.transport.protocol = self.connection
        self.connection.connection_made(self.transport)  # type: ignore[arg-type]
        self.unsent = b""
        self.bodies: list[int] = []
        self.starts = [0]
        """How many bytes come before each request; the last one is yet to be made."""
        self.delivered = 0
        self.is_paused = self.has_left = self.has_closed_its_side = False

    def teardown(self) -> None:
        self.patches.undo()
        for each in self.sockets:
            each.close()

    # --- What can happen --------------------------------------------------------------------------

    @precondition(lambda self: self.is_gone and not self.loop.soon)
    @rule()
    def connect_again(self) -> None:
        self.connect()

    @precondition(lambda self: not self.is_gone)
    @rule(
        sizes=st.lists(
            st.sampled_from([0, 1, 5_000, 8_192, 8_193, 20_000, 200_000]), min_size=1, max_size=3
        ),
        is_chunked=st.booleans(),
        piece=st.sampled_from([1_000_000, 20_000, 5_000, 100]),
        looks=st.booleans(),
    )
    def send_requests(self, sizes: list[int], is_chunked: bool, piece: int, looks: bool) -> None:
        """Send some, or a part of them: what the connection reads of it in twenty pieces."""
        for size in sizes:
            self.prepare(size, is_chunked)
        for _ in range(20):
            self.deliver(piece)
            if looks:
                self.loop.look()

    def prepare(self, size: int, is_chunked: bool) -> None:
        head = b"POST /?%d HTTP/1.1\r\nHost: nim\r\n" % len(self.bodies)
        body = b"x" * size
        if is_chunked:
            chunks = b"%x\r\n%b\r\n" % (size, body) if size else b""
            request = head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n"
        else:
            request = head + b"Content-Length: %d\r\n\r\n" % size + body
        self.unsent += request
        self.bodies.append(size)
        self.starts.append(self.starts[-1] + len(request))

    @precondition(lambda self: self.unsent)
    @rule(size=st.sampled_from([1, 30, 5_000, 1_000_000]))
    def deliver(self, size: int) -> None:
        if self.transport.reads and not (self.is_gone or self.has_closed_its_side):
            piece, self.unsent = self.unsent[:size], self.unsent[size:]
            if piece:
                self.delivered += len(piece)
                self.connection.data_received(piece)

    @precondition(lambda self: self.loop.soon)
    @rule()
    def look(self) -> None:
        self.loop.look()

    @precondition(lambda self: self.loop.jobs)
    @rule()
    def finish_a_job(self) -> None:
        self.loop.finish_a_job()

    @precondition(lambda self: not self.is_gone)
    @rule(pauses=st.booleans())
    def read_or_not(self, pauses: bool) -> None:
        """Transports pause right after a response, when no other request has begun."""
        has_all = bool(self.responses) and self.delivered == self.starts[len(self.responses)]
        if pauses and has_all and not self.is_paused:
            self.connection.pause_writing()
            self.is_paused = True
        elif self.is_paused and not pauses:
            self.connection.resume_writing()
            self.is_paused = False

    @rule(seconds=st.sampled_from([0.1, 1, 5]))
    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += 0.9  # a tick after more than a second is late
            self.server.tick(self.now, "now")
            self.loop.look()

    @precondition(lambda self: self.bodies and not (self.is_gone or self.has_closed_its_side))
    @rule()
    def close_its_side(self) -> None:
        self.has_closed_its_side = True
        assert self.connection.eof_received()

    @precondition(lambda self: self.bodies and not self.is_gone)
    @rule()
    def leave(self) -> None:
        self.has_left = self.transport.closing = True
        self.connection.connection_lost(None)

    @precondition(lambda self: self.bodies and not self.is_gone)
    @precondition(lambda self: self.bodies)
    @rule()
    def wait_for_everything(self) -> None:
        """A client that sends all that it has, reads, and takes no time gets all its responses."""
        if self.is_paused and not self.is_gone:
            self.read_or_not(pauses=False)
        for _ in range(20 * len(self.starts) + 100):
            self.deliver(1_000_000)
            self.loop.look()
            while self.loop.jobs:
                self.loop.finish_a_job()
        assert not self.loop.soon
        if not self.is_gone and not self.rejected and not self.transport.has_ended:
            assert not self.unsent or self.has_closed_its_side
            assert len(self.responses) == len(self.bodies)

    @precondition(lambda self: self.bodies)
    @rule()
    def wait_for_ever(self) -> None:
        """A client that sends nothing more is gone in the end, whatever it has sent and reads."""
        for _ in range(len(self.starts) + 2):
            self.pass_time(LONGEST_WAIT + 1)
            while self.loop.jobs:
                self.loop.finish_a_job()
        self.pass_time(KEEPALIVE + 1)
        assert self.is_gone

    # --- What holds -------------------------------------------------------------------------------

    @property
    def is_gone(self) -> bool:
        return self.has_left or self.transport.closing

    @property
    def responses(self) -> list[tuple[int, bytes]]:
        found, left = [], self.transport.received
        while left:
            head, _, left = left.partition(b"\r\n\r\n")
            if head.endswith(b" 100 Continue"):
                continue
            [size] = re.findall(rb"\r\nContent-Length: (\d+)", head)
            content, left = left[: int(size)], left[int(size) :]
            found.append((int(head.split()[1]), content))
        return found

    @property
    def rejected(self) -> bool:
        return any(status != 200 for status, _ in self.responses)

    @invariant()
    def responses_are_those_of_the_requests_in_order(self) -> None:
        served = [content for status, content in self.responses if status == 200]
        assert served == [b"%d %d" % each for each in enumerate(self.bodies)][: len(served)]
        assert len(served) <= sum(end <= self.delivered for end in self.starts[1:])

    @invariant()
    def an_error_is_the_last_response(self) -> None:
        assert {status for status, _ in self.responses[:-1]} <= {200}
        if self.rejected:
            assert self.responses[-1][0] in {400, 408, 503}
            assert b"Connection: close" in self.transport.received

    @invariant()
    def a_connection_that_is_gone_holds_nothing(self) -> None:
        assert self.server.memory.free <= self.all_memory
        if self.is_gone and not self.loop.soon:
            assert self.server.memory.free == self.all_memory
            assert not self.server.connections


TestConnection = Machine.TestCase
TestConnection.settings = settings(
    max_examples=settings().max_examples, stateful_step_count=30, deadline=None
)


class Others:
    """All other connections, none of which is slow."""

    client = "others"

    def expected_seconds(self, _: float) -> float:
        return 0

    def receive_more(self) -> None:
        raise AssertionError

    give_way = receive_more


@pytest.fixture
def machine() -> Iterator[Machine]:
    machine = Machine()
    yield machine
    machine.teardown()  # or the modules would keep its clock after a test that fails


def test_waiting_for_memory_is_no_part_of_the_time_for_a_request(machine: Machine) -> None:
    others, memory = Others(), machine.server.memory
    memory.hold(others, machine.all_memory)
    machine.prepare(200_000, is_chunked=False)
    machine.deliver(20_000)
    machine.look()
    machine.pass_time(REQUEST_TIMEOUT + 5)
    assert not machine.transport.reads
    memory.hold(others, 0)
    memory.grant()
    machine.pass_time(1)
    machine.deliver(1_000_000)
    machine.look()
    machine.finish_a_job()
    machine.look()

    assert machine.transport.received.startswith(b"HTTP/1.1 200 OK")
