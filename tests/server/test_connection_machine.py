"""A connection under any sequence of events, with a simulated clock and event loop."""

from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from service.server.application import Application
from service.server.connection import State
from service.server.limits import LARGE_BUFFER, LONGEST_WAIT
from tests.support.wires import World, replies

REQUEST_TIMEOUT, KEEPALIVE = Application.request_timeout, 75.0


def numbered(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Responds with the query and the size of the received body."""
    start_response("200 OK", [])
    return [b"%b %d" % (environ["QUERY_STRING"].encode(), len(environ["wsgi.input"].read()))]


class Machine(RuleBasedStateMachine):
    """A client that sends numbered requests, and its connection."""

    def __init__(self) -> None:
        super().__init__()
        self.patches = pytest.MonkeyPatch()
        self.world = World(Application(numbered), self.patches, keepalive=KEEPALIVE)
        self.loop, self.all_memory = self.world.loop, self.world.server.memory.free
        self.connect()

    def connect(self) -> None:
        self.wire = self.world.connect()
        self.connection = self.wire.connection
        self.unsent = b""
        self.bodies: list[int] = []
        self.starts = [0]
        """The offset of each request in the bytes; the last one has yet to be made."""
        self.delivered = 0
        self.is_paused = self.has_left = self.has_closed_its_side = False

    def teardown(self) -> None:
        self.patches.undo()
        self.world.close()

    # --- Events -----------------------------------------------------------------------------------

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
        """Send some requests or parts of them; the connection reads them in twenty pieces."""
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
        if self.wire.is_read and not (self.is_gone or self.has_closed_its_side):
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
            self.is_paused, self.read = True, len(self.responses)
        elif self.is_paused and not pauses:
            self.connection.resume_writing()
            self.is_paused = False

    @rule(seconds=st.sampled_from([0.1, 1, 5]))
    def pass_time(self, seconds: float) -> None:
        self.world.pass_time(seconds)

    @precondition(lambda self: self.bodies and not (self.is_gone or self.has_closed_its_side))
    @rule()
    def close_its_side(self) -> None:
        self.has_closed_its_side = True
        assert self.connection.eof_received()

    @precondition(lambda self: self.bodies and not self.is_gone)
    @rule()
    def leave(self) -> None:
        self.has_left = self.wire.is_closed = True
        self.connection.connection_lost(None)

    @precondition(lambda self: self.bodies)
    @rule()
    def wait_for_everything(self) -> None:
        """A client that sends everything and reads without delay gets all its responses."""
        if self.is_paused and not self.is_gone:
            self.read_or_not(pauses=False)
        for _ in range(20 * len(self.starts) + 100):
            self.deliver(1_000_000)
            self.loop.look()
            while self.loop.jobs:
                self.loop.finish_a_job()
        assert not self.loop.soon
        if not self.is_gone and not self.rejected and not self.wire.has_ended:
            assert not self.unsent or self.has_closed_its_side
            assert len(self.responses) == len(self.bodies)

    @precondition(lambda self: self.bodies)
    @rule()
    def wait_for_ever(self) -> None:
        """A client that stops sending is finally disconnected, no matter what it sent or reads."""
        for _ in range(len(self.starts) + 2):
            self.pass_time(LONGEST_WAIT + 1)
            while self.loop.jobs:
                self.loop.finish_a_job()
        self.pass_time(KEEPALIVE + 1)
        assert self.is_gone

    # --- Invariants -------------------------------------------------------------------------------

    @property
    def is_gone(self) -> bool:
        return self.has_left or self.wire.is_closed

    @property
    def responses(self) -> list[tuple[int, bytes]]:
        return [(each.status, each.body) for each in replies(self.wire.received)]

    @property
    def rejected(self) -> bool:
        return any(status != 200 for status, _ in self.responses)

    @invariant()
    def responses_are_those_of_the_requests_in_order(self) -> None:
        served = [content for status, content in self.responses if status == 200]
        assert served == [b"%d %d" % each for each in enumerate(self.bodies)][: len(served)]
        assert len(served) <= sum(end <= self.delivered for end in self.starts[1:])

    @invariant()
    def no_response_comes_before_the_last_one_is_read(self) -> None:
        assert not self.is_paused or len(self.responses) == self.read

    @invariant()
    def an_error_is_the_last_response(self) -> None:
        """Only the client is slow here, so no response is a 503."""
        assert {status for status, _ in self.responses[:-1]} <= {200}
        if self.rejected:
            assert self.responses[-1][0] in {400, 408}
            assert b"Connection: close" in self.wire.received

    @invariant()
    def a_connection_holds_nothing_between_requests_but_its_buffer(self) -> None:
        memory = self.world.server.memory
        assert memory.free <= self.all_memory
        if self.connection.state is State.IDLE:
            assert memory.free >= self.all_memory - LARGE_BUFFER
        if self.is_gone and not self.loop.soon:
            assert memory.free == self.all_memory
            assert not self.world.server.connections


TestConnection = Machine.TestCase
TestConnection.settings = settings(
    max_examples=settings().max_examples, stateful_step_count=30, deadline=None
)
