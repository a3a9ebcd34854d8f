"""A connection over time: what it waits for, and how long, with a simulated clock."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from service.server.application import URGENT, Application, Later
from service.server.limits import (
    GRACE,
    GRACE_FOR_COMPUTED,
    GRACE_FOR_NEW,
    GRACE_FOR_REJECTIONS,
    LARGE_BUFFER,
    LONGEST_WAIT,
)
from service.server.responses import Response, call
from tests.support import wires
from tests.support.clients import (
    BODY,
    CHUNKED,
    LARGEST_HEAD,
    MAX_BODY,
    NIM_SUM,
    chunked,
    get,
    post,
    post_head,
)
from tests.support.wires import Wire, World

HALF_HEAD = b"POST /move HTTP/1.1\r\nHost: ni"
HALF_BODY = post_head(b"Content-Length: 1000\r\n") + b"{"
TOO_LARGE = post_head(b"Content-Length: %d\r\n" % (MAX_BODY + 1))

LARGE = b"x" * 20_000

REQUEST_TIMEOUT, KEEPALIVE = Application.request_timeout, 75.0


class Holder:
    """All other connections, none of which is slow."""

    client = "others"

    def expected_seconds(self, _: float) -> float:
        return 0

    def receive_more(self) -> None:
        raise AssertionError

    give_way = receive_more


Others: Any = Holder
"""Stands in for connections."""


@pytest.mark.parametrize(
    ("sent", "seconds", "statuses"),
    [
        (b"", REQUEST_TIMEOUT, []),
        (HALF_HEAD, REQUEST_TIMEOUT, []),
        (HALF_BODY, REQUEST_TIMEOUT, [408]),
        (post(), KEEPALIVE, [200]),
        (post() + b"\r\n", KEEPALIVE, [200]),
        (post() + b"x", REQUEST_TIMEOUT, [200]),
        (post() + HALF_HEAD, REQUEST_TIMEOUT, [200]),
        (post() + HALF_BODY, REQUEST_TIMEOUT, [200, 408]),
    ],
)
def test_a_client_that_sends_nothing_more_is_closed_at_its_deadline(
    world: World, wire: Wire, sent: bytes, seconds: float, statuses: list[int]
) -> None:
    wire.send(sent)
    world.pass_time(seconds - 1)
    assert not wire.is_over
    world.pass_time(2)
    assert (wire.is_over, wire.statuses) == (True, statuses)


@pytest.mark.parametrize("begun", [HALF_HEAD, HALF_BODY])
def test_a_byte_now_and_then_moves_no_deadline(world: World, wire: Wire, begun: bytes) -> None:
    wire.send(begun)
    for _ in range(2 * int(REQUEST_TIMEOUT) + 1):
        if not wire.is_closed:
            wire.connection.data_received(b" ")
        world.pass_time(0.5)
    assert wire.is_over


def test_a_response_of_a_service_that_stops_is_the_last(
    monkeypatch: pytest.MonkeyPatch, wire: Wire
) -> None:
    assert wire.ask(get(b"/healthz")).headers.get("connection") != "close"
    monkeypatch.setattr("service.server.output.is_stopping", lambda: True)
    assert wire.ask(get(b"/healthz")).headers["connection"] == "close"


def test_each_request_has_a_deadline_of_its_own(world: World, wire: Wire) -> None:
    for _ in range(3):
        wire.send(post()[:-1])
        world.pass_time(REQUEST_TIMEOUT - 1)
        assert wire.ask(post()[-1:]).json["nim_sum"] == NIM_SUM


def test_a_request_that_waits_for_its_turn_is_not_idle(world: World, wire: Wire) -> None:
    wire.send(post())
    world.pass_time(KEEPALIVE - 0.5)
    wire.connection.data_received(post())
    world.now += 0.9
    world.server.tick(world.now, "now")
    world.run()
    assert wire.statuses == [200, 200]


def test_408_is_a_problem(world: World, wire: Wire) -> None:
    wire.send(HALF_BODY)
    world.pass_time(REQUEST_TIMEOUT + 1)
    reply = wire.reply()
    assert (reply.status, reply.headers["connection"]) == (408, "close")
    assert reply.json == {
        "type": "/docs#error-request-timeout",
        "title": "The request took too long",
        "status": 408,
        "detail": "The request did not arrive in time.",
    }


def test_a_rejected_client_that_still_sends_has_the_time_of_a_request(
    world: World, wire: Wire
) -> None:
    """If it closed immediately, the client might lose the response."""
    wire.send(TOO_LARGE)
    world.pass_time(REQUEST_TIMEOUT - 1)
    wire.send(b" " * 10_000)
    assert (wire.statuses, wire.is_closed) == ([413], False)
    world.pass_time(2)
    assert wire.is_closed


def test_a_connection_handles_one_request_in_each_of_its_turns(world: World, wire: Wire) -> None:
    for _ in range(3):
        wire.connection.data_received(post())
    for count in range(1, 4):
        world.loop.look()
        assert len(wire.statuses) == count


def test_nothing_more_is_read_while_much_waits_for_a_turn(world: World, wire: Wire) -> None:
    reads = []
    for data in (post(), post() * 100):
        wire.connection.data_received(data)
        reads.append(wire.is_read)
    world.run()
    assert wire.statuses == [200] * 101
    assert [*reads, wire.is_read] == [True, False, True]


# --- Responses that are not read --------------------------------------------------------------


def test_a_client_that_reads_nothing_of_a_long_response_is_aborted(world: World) -> None:
    wire = world.connect()
    wire.takes = False
    wire.send(get(b"/openapi.yaml"))
    assert world.server.memory.free == world.all_memory - wire.unread
    world.pass_time(REQUEST_TIMEOUT - 1)
    assert world.server.memory.free < world.all_memory
    world.pass_time(2)
    assert (wire.is_over, world.server.memory.free) == (True, world.all_memory)


def test_a_slow_steady_reader_has_all_the_time_that_it_needs(world: World) -> None:
    wire = world.connect()
    wire.takes = False
    wire.send(get(b"/openapi.yaml"))
    for _ in range(10):
        wire.unread -= 1_000
        world.pass_time(REQUEST_TIMEOUT - 1)
        assert not wire.is_closed


def test_no_request_is_handled_while_the_last_response_is_unread(world: World, wire: Wire) -> None:
    wire.send(get(b"/openapi.yaml"))
    wire.connection.pause_writing()
    wire.send(post())
    assert wire.statuses == [200]
    wire.connection.resume_writing()
    world.run()
    assert wire.statuses == [200, 200]


def test_a_response_for_which_there_is_no_memory_ends_the_slowest_transfer(world: World) -> None:
    readers = [world.connect() for _ in range(2)]
    for wire in readers:
        wire.takes = False
        wire.send(get(b"/openapi.yaml"))
        world.pass_time(1)
        world.server.memory.hold(Others(), world.server.memory.free)
    assert [wire.is_closed for wire in readers] == [True, False]


# --- Memory and the thread --------------------------------------------------------------------


def test_a_large_body_holds_its_size_and_a_buffer_that_stays(world: World, wire: Wire) -> None:
    memory, buffer = world.server.memory, LARGE_BUFFER
    request = post(BODY.ljust(MAX_BODY))
    for _ in range(2):
        wire.send(request[:20_000])
        assert world.all_memory - memory.free == MAX_BODY + buffer
        wire.send(request[20_000:])
        assert world.all_memory - memory.free == buffer
    wire.leave()
    assert memory.free == world.all_memory


@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_larger_body_is_taken_at_the_path_that_allows_it(wire: Wire, is_chunked: bool) -> None:
    body = b'{"options": {"a": []}}'.ljust(MAX_BODY + 1)
    for path, status in [(b"/grundy", 200), (b"/move", 413)]:
        whole = post_head(CHUNKED, path=path) + chunked(body) + b"0\r\n\r\n"
        wire.send(whole if is_chunked else post(body, path=path))
        assert wire.reply().status == status


def test_a_body_in_chunks_holds_no_more_than_it_has_once_it_is_whole(
    world: World, wire: Wire
) -> None:
    whole = chunked(BODY.ljust(20_000)) + b"0\r\n\r\n"
    wire.connection.data_received(post_head(CHUNKED) + whole)
    world.loop.look()
    assert world.all_memory - world.server.memory.free == 20_000


def test_waiting_for_memory_is_no_part_of_the_time_for_a_request(world: World, wire: Wire) -> None:
    others, memory = Others(), world.server.memory
    memory.hold(others, world.all_memory)
    request = post(BODY.ljust(200_000))
    wire.send(request[:20_000])
    world.pass_time(REQUEST_TIMEOUT + 5)
    assert not wire.is_read
    memory.hold(others, 0)
    memory.grant()
    world.pass_time(1)
    wire.send(request[20_000:])
    assert wire.statuses == [200]


def test_a_body_that_waits_for_memory_too_long_is_rejected(world: World, wire: Wire) -> None:
    world.server.memory.hold(Others(), world.all_memory)
    wire.send(post(BODY.ljust(200_000))[:20_000])
    assert wire.connection.client == "192.0.2.1"
    world.pass_time(LONGEST_WAIT - 1)
    assert wire.statuses == []
    world.pass_time(2)
    reply = wire.reply()
    assert (reply.status, reply.headers["retry-after"]) == (503, "1")
    assert "can hold" in reply.json["detail"]


def test_a_body_that_stalls_while_another_waits_for_memory_is_rejected(
    world: World, wire: Wire
) -> None:
    wire.send(LARGEST_HEAD, b" " * 20_000)
    world.server.memory.hold(Others(), world.server.memory.free)
    world.connect().send(LARGEST_HEAD, b" " * 20_000)
    world.pass_time(1)
    reply = wire.reply()
    assert (reply.status, reply.headers["retry-after"]) == (503, "1")
    assert "too slowly" in reply.json["detail"]


def test_less_than_8_kib_of_a_large_body_are_no_progress(wire: Wire) -> None:
    """A client that sends a byte now and then would never be a slow one."""
    wire.send(LARGEST_HEAD, b" " * 20_000)
    [transfer] = wire.connection._transfers
    left = [transfer.left]
    for size in (8_191, 1, 20_000, 8_192):
        wire.send(b" " * size)
        left.append(transfer.left)
    assert [before - after for before, after in pairwise(left)] == [0, 8_192, 20_000, 8_192]


def test_a_client_with_many_large_requests_holds_up_no_other() -> None:
    handled: list[str] = []

    def note(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        handled.append(environ["REMOTE_ADDR"])
        start_response("200 OK", [])
        return []

    with wires.world(Application(note)) as world:
        for address in ("many", "many", "many", "many", "other"):
            world.connect(address).connection.data_received(post(LARGE))
        world.run()
    assert handled == ["many", "many", "other", "many", "many"]


class InThread(Application):
    """Handles everything except small or urgent requests in the thread, and records it."""

    def __init__(self) -> None:
        super().__init__(self.respond)
        self.handled: list[str] = []

    def handle(self, environ: WSGIEnvironment, body: bytes) -> Response | Later:  # noqa: ARG002
        if environ["PATH_INFO"] == "/small":
            return call(self.wsgi, environ)
        queue = URGENT if environ["PATH_INFO"] == "/urgent" else "large"
        return Later(queue, partial(call, self.wsgi, environ))

    def respond(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        self.handled.append(environ["PATH_INFO"])
        start_response("200 OK", [])
        return [LARGE]


@pytest.fixture
def busy() -> Iterator[World]:
    """Three connections: one request runs in the thread, and two wait."""
    with wires.world(InThread()) as world:
        for path in (b"/begun", b"/waits", b"/last"):
            world.connect().connection.data_received(get(path))
        world.loop.look()
        yield world


@pytest.mark.parametrize("path", [b"/small", b"/urgent"])
def test_what_is_small_or_urgent_waits_for_no_large_request(busy: World, path: bytes) -> None:
    wire = busy.connect()
    wire.connection.data_received(get(path))
    busy.loop.look()
    if path == b"/urgent":
        busy.loop.finish_a_job(1)
    busy.loop.look()
    assert [each.statuses for each in busy.wires] == [[], [], [], [200]]


def test_a_request_that_waits_too_long_is_rejected_and_one_that_has_begun_is_not(
    busy: World,
) -> None:
    busy.pass_time(LONGEST_WAIT + 1)
    busy.run()
    assert [each.statuses for each in busy.wires] == [[200], [503], [503]]


def test_a_request_whose_client_has_left_is_not_run(busy: World) -> None:
    application: Any = busy.server.application
    busy.wires[1].leave()
    assert application.handled == ["/begun", "/last"]


@pytest.mark.parametrize("goes", [Wire.leave, Wire.reset])
def test_a_request_whose_client_has_left_is_counted_once(
    busy: World, goes: Callable[[Wire], None]
) -> None:
    noted: list[tuple[str, str]] = []
    application: Any = busy.server.application
    application.note = lambda environ, response, _: noted.append(
        (environ["PATH_INFO"], response.status)
    )
    goes(busy.wires[1])
    busy.pass_time(1)
    busy.run()
    assert noted == [
        ("/waits", "499 Client Closed Request"),
        ("/begun", "200 OK"),
        ("/last", "200 OK"),
    ]


def test_a_client_that_resets_its_connection_while_it_is_not_read_is_noticed(busy: World) -> None:
    busy.wires[1].reset()
    busy.pass_time(1)
    busy.run()
    assert [each.statuses for each in busy.wires] == [[200], [], [200]]


def test_a_slow_reader_gives_way_to_a_response_that_has_to_wait_for_memory(busy: World) -> None:
    begun = busy.wires[0]
    begun.takes = False
    busy.loop.finish_a_job()
    busy.server.memory.hold(Others(), busy.server.memory.free - 1_000)
    busy.loop.finish_a_job()
    busy.loop.look()
    assert (begun.is_closed, busy.loop.jobs) == (False, [])
    busy.pass_time(1)
    assert begun.is_closed


# --- Its end ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "seconds", "statuses"),
    [
        (b"", GRACE_FOR_NEW, []),
        (HALF_HEAD, GRACE_FOR_NEW, []),
        (HALF_BODY, GRACE - GRACE_FOR_REJECTIONS, [408]),
        (post(), 0.0, [200]),
        (post() + HALF_BODY, GRACE - GRACE_FOR_REJECTIONS, [200, 408]),
    ],
)
def test_a_worker_that_drains_closes_a_connection_once_it_is_time_to(
    wire: Wire, sent: bytes, seconds: float, statuses: list[int]
) -> None:
    wire.send(sent)
    if seconds:
        wire.connection.drain(seconds - 0.1)
        assert not wire.is_over
    wire.connection.drain(seconds)
    assert (wire.is_over, wire.statuses) == (True, statuses)


def test_a_worker_that_drains_rejects_what_waits_for_the_thread_and_what_is_computed_last(
    busy: World,
) -> None:
    for seconds in (0.0, GRACE - GRACE_FOR_REJECTIONS - 0.1, GRACE - GRACE_FOR_REJECTIONS):
        assert [each.statuses for each in busy.wires] == [[], [], []]
        for wire in busy.wires:
            wire.connection.drain(seconds)
        busy.loop.look()
    begun, *waiting = busy.wires
    assert begun.statuses == []
    for wire in waiting:
        reply = wire.reply()
        assert (reply.status, reply.headers["connection"]) == (503, "close")
        assert int(reply.headers["retry-after"]) >= 1
    begun.connection.drain(GRACE - GRACE_FOR_COMPUTED)
    busy.run()
    assert [each.statuses for each in busy.wires] == [[503], [503], [503]]
