"""What a connection does at each step, without a network: by what is asked of it, not by time."""

from collections.abc import Callable
from contextlib import suppress
from math import inf
from socket import IPPROTO_TCP, SO_LINGER, SO_RCVBUF, SOL_SOCKET, create_connection, create_server
from struct import pack
from typing import Any

import pytest

from service.server import limits
from service.server import worker as worker_module
from service.server.shared import State
from tests.support.clients import LARGEST_HEAD, MAX_BODY, get, post, post_head, statuses
from tests.support.connections import World

SMALL = post_head(b"Content-Length: 5\r\n")
LARGE = get(b"/1?large")
UPLOAD = LARGEST_HEAD + b"x" * 9_000
GRACE, GRACE_FOR_NEW, GRACE_FOR_REJECTIONS = (
    limits.GRACE,
    limits.GRACE_FOR_NEW,
    limits.GRACE_FOR_REJECTIONS,
)


# --- Waiting ----------------------------------------------------------------------------------


def test_a_request_that_times_out_in_the_queue_gets_a_retry_after(world: World) -> None:
    some = [world.client(LARGE) for _ in range(101)]
    connection, transport = some[-1]
    assert connection.state == State.QUEUED
    connection._time_out()
    assert transport.written[0].startswith(b"HTTP/1.1 503 ")
    assert b"\r\nRetry-After: 5\r\n" in transport.written[0]
    assert connection.state == State.CLOSING
    assert world.shared.offload.overloaded().retry_after == 5
    for each, _ in some[1:-1]:
        each._time_out()
    assert world.shared.offload.overloaded().retry_after == 1  # all of them have left


@pytest.fixture
def full(clock: list[float]) -> World:  # noqa: ARG001  # as above
    """A world in which two uploads take all room."""
    return World(max_body_bytes=2**25)


UPLOADS = [post_head(b"Content-Length: %d\r\n" % 2**25) + b"x" * 9_000] * 3


def test_the_memory_of_a_client_that_leaves_is_given_to_the_next_at_once(full: World) -> None:
    (first, _), (second, _), (waits, transport) = (full.client(each) for each in UPLOADS)
    assert first.upload
    assert second.upload
    assert (waits.state, transport.is_paused) == (State.WAITING_FOR_MEMORY, True)
    first.connection_lost(None)
    full.loop.next_round()
    assert waits.upload.held
    full.loop.next_round()
    assert not transport.is_paused


def test_a_body_that_was_rejected_while_it_waited_gets_no_memory(full: World) -> None:
    (first, _), _, (refused, _) = (full.client(each) for each in UPLOADS)
    refused._time_out()
    first.connection_lost(None)
    full.loop.next_round()
    assert refused.upload is None


def test_requests_whose_clients_have_left_leave_the_queue(world: World) -> None:
    some = [world.client(LARGE) for _ in range(101)]
    assert world.shared.offload.overloaded().retry_after == 5
    for connection, _ in some[1:]:
        connection.connection_lost(None)
    assert world.shared.offload.overloaded().retry_after == 1


def test_a_body_with_a_response_gives_its_memory_back(world: World) -> None:
    before = world.has_memory()
    _, transport = world.client(post(b"x" * 20_000, path=b"/1"))
    assert before - world.has_memory() == 20_000
    for _ in range(2):  # the one that handles it, and the end of that
        world.loop.next_round()
    assert len(transport.written) == 1
    assert world.has_memory() == before


def test_a_client_that_leaves_while_it_waits_for_memory_gets_none(full: World) -> None:
    (first, _), _, (gone, _) = (full.client(each) for each in UPLOADS)
    gone.connection_lost(None)
    first.connection_lost(None)
    full.loop.next_round()
    assert gone.upload is None
    assert full.client(UPLOADS[0])[0].upload.held


@pytest.mark.parametrize("request_", [LARGE + SMALL, UPLOAD, SMALL + b"x", get(b"/9000") * 9])
def test_nothing_of_a_client_that_has_gone_stays(world: World, request_: bytes) -> None:
    before = world.has_memory()
    world.client(LARGE)  # so that the others wait for their turn
    connection, _ = world.client(request_)
    connection.connection_lost(None)
    assert world.has_memory() == before
    assert world.shared.offload.overloaded().retry_after == 1
    assert (connection._body, connection.environ, connection._incoming.unparsed) == (None, {}, b"")
    assert connection not in world.shared.admission.connections


def test_a_large_receive_buffer_is_bounded_and_counted(world: World) -> None:
    before = world.has_memory()
    _, transport = world.client(UPLOAD)
    assert before - world.has_memory() == MAX_BODY + limits.LARGE_BUFFER
    assert (SOL_SOCKET, SO_RCVBUF, limits.LARGE_BUFFER // 2) in transport.socket.options
    assert [each[2] for each in transport.socket.options if each[0] == IPPROTO_TCP] == [
        limits.LARGE_BUFFER
    ]


def test_what_the_kernel_holds_counts_too(world: World) -> None:
    connection, transport = world.client()
    transport.unread = 5
    with (
        create_server(("127.0.0.1", 0)) as server,
        create_connection(server.getsockname()),
        server.accept()[0] as connection._output._socket,
    ):
        assert connection._output.unread() == (5, 0)
        connection._output._socket.setblocking(False)
        with suppress(BlockingIOError):
            while True:  # more than the kernel takes on the client's side, where nothing is read
                connection._output._socket.send(bytes(2**16))
        here, in_kernel = connection._output.unread()
        assert here == 5
        assert in_kernel > 0


@pytest.mark.parametrize("unread", [0, 1])
def test_an_aborted_connection_leaves_nothing_unread_in_the_kernel(
    world: World, unread: int
) -> None:
    connection, transport = world.client()
    transport.unread = unread
    connection.abort()
    assert transport.asked == ["abort"]
    option = (SOL_SOCKET, SO_LINGER, pack("ii", 1, 0))
    assert transport.socket.options == [option] * unread


# --- TLS --------------------------------------------------------------------------------------


def test_over_tls_a_response_is_written_as_its_client_reads(world: World) -> None:
    piece = limits.TLS_PIECE
    connection, transport = world.client(get(b"/%d" % (4 * piece)) + get(b"/1"), tls=True)
    assert transport.asked == [f"read {piece} ahead"]
    assert [*map(len, transport.written)] == [piece] * 2  # the last of which was too much
    assert sum(connection._output.unread()) > 4 * piece
    while connection._output._unwritten:
        assert connection.state == State.UNREAD
        transport.read()
    assert world.answered == [f"/{4 * piece}", "/1"]
    assert statuses(b"".join(transport.written)) == [200, 200]


def test_over_tls_a_connection_is_closed_when_its_last_response_is_written(world: World) -> None:
    last = get(b"/%d" % (4 * limits.TLS_PIECE), b"Connection: close\r\n")
    connection, transport = world.client(last, tls=True)
    while connection._output._unwritten:
        assert (connection.state, transport.asked[1:]) == (State.CLOSING, [])
        transport.read()
    assert transport.asked[1:] == ["close"]


def test_over_tls_a_client_that_ends_its_side_is_written_no_more(world: World) -> None:
    connection, _ = world.client(get(b"/100000"), tls=True)
    assert connection.eof_received() is False  # the transport closes
    assert not connection._output._unwritten
    assert world.client()[0].eof_received() is True


# --- Drain ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "seconds", "status"),
    [
        ([], GRACE_FOR_NEW, None),
        ([b"POST /1 HT"], GRACE_FOR_NEW, None),
        ([get(b"/1")], 0, None),
        ([SMALL, b"x"], GRACE - GRACE_FOR_REJECTIONS, 408),
        ([UPLOAD], GRACE - GRACE_FOR_REJECTIONS, 408),
    ],
)
def test_a_stopping_worker_gives_each_its_time(
    world: World, data: list[bytes], seconds: float, status: int | None
) -> None:
    connection, transport = world.client(*data)
    world.loop.next_round()
    transport.read()
    del transport.written[:]
    if seconds:
        connection.drain(seconds - 0.01)
        assert (transport.asked, transport.written) == ([], [])
    connection.drain(seconds)
    assert transport.asked == ["end" if status else "close"]
    assert statuses(b"".join(transport.written)) == ([status] if status else [])


def test_a_stopping_worker_has_no_memory_for_requests_that_wait(full: World) -> None:
    _, _, (connection, transport) = (full.client(each) for each in UPLOADS)
    connection.drain(0)
    assert transport.written[0].startswith(b"HTTP/1.1 503 ")


@pytest.mark.parametrize("data", [LARGE, get(b"/100000")])
def test_a_stopping_worker_finishes_what_it_computes_and_what_is_read(
    world: World, data: bytes
) -> None:
    connection, transport = world.client(data)
    connection.drain(GRACE - 0.01)
    assert transport.asked == []


def stopping_worker(world: World) -> Callable[[float], bool]:
    """Drains at a time that the test chooses; returns whether a client is left."""
    kind: Any = worker_module.Worker
    worker = kind.__new__(kind)
    worker.application, worker._servers = world.shared.application, []
    return lambda now: worker._drain(world.shared, now)


def test_a_stopping_worker_aborts_what_is_left_after_the_grace_period(world: World) -> None:
    drain = stopping_worker(world)
    _, transport = world.client(LARGE)
    assert drain(100.0)
    assert drain(101.99 + GRACE)
    assert transport.asked == []
    assert not drain(102.0 + GRACE)
    assert transport.asked == ["abort"]


def test_a_stopping_worker_gives_memory_back_twice_a_second(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, given = 0.0, []
    monkeypatch.setattr(worker_module, "return_free_memory", lambda: given.append(now))
    drain = stopping_worker(world)
    for tick in range(41):
        now = tick / 20
        drain(100 + now)
    assert given == [0.0, 0.5, 1.0, 1.5, 2.0]


def test_a_stopping_worker_lets_those_go_that_would_not_be_through(world: World) -> None:
    """At once, so that the memory goes to the worker that takes its place."""
    connection, transport = world.client(UPLOAD)
    assert connection.upload
    connection.upload.began -= GRACE
    stopping_worker(world)(connection.upload.began + GRACE)
    assert transport.written[0].startswith(b"HTTP/1.1 503 ")
    assert world.shared.budget.has(inf) is False
