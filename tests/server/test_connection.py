"""What a connection does at each step, without a network: by what is asked of it, not by time."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from math import inf
from socket import IPPROTO_TCP, SO_LINGER, SO_RCVBUF, SOL_SOCKET, create_connection, create_server
from struct import pack
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from service.server import limits, rounds
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


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What time it is for the rounds of the loop: no test takes any unless it says so."""
    now = [100.0]
    monkeypatch.setattr(rounds, "perf_counter", lambda: now[0])
    return now


@pytest.fixture
def world(clock: list[float]) -> World:  # noqa: ARG001  # which stands still
    return World()


# --- Turns of the loop ------------------------------------------------------------------------


def test_of_one_client_only_a_few_requests_run_before_others(world: World) -> None:
    connection, transport = world.client(get(b"/1") * (2 * limits.REQUESTS_PER_ROUND + 1))
    assert len(world.answered) == limits.REQUESTS_PER_ROUND
    assert (connection.state, transport.is_paused) == (State.POSTPONED, True)
    world.client(get(b"/2"))
    assert world.answered[-1] == "/2"
    world.loop.next_round()
    assert world.answered.count("/1") == 2 * limits.REQUESTS_PER_ROUND
    world.loop.next_round()
    assert world.answered.count("/1") == 2 * limits.REQUESTS_PER_ROUND + 1
    assert (connection.state, transport.is_paused) == (State.IDLE, False)


def test_no_more_is_written_in_a_round_of_the_loop_than_the_kernel_is_then_given(
    world: World,
) -> None:
    half = limits.MAX_WRITTEN // 2
    some = [world.client(get(b"/%d" % half)) for _ in range(7)]
    assert len(world.answered) == 2
    assert [each.state for each, _ in some[2:]] == [State.POSTPONED] * 5
    for answered in (4, 6, 7):
        world.loop.next_round()
        assert len(world.answered) == answered


@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
def test_no_further_request_runs_in_a_round_of_the_loop_after_5_ms(
    world: World, clock: list[float], method: bytes
) -> None:
    """Not those of a connection that is read, and not the first of another."""

    def slow(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        clock[0] += 0.0015
        return world.application(environ, start_response)

    world.shared.application = world.shared.application._replace(wsgi=slow)
    request = get(b"/1").replace(b"GET", method)
    many, _ = world.client(request * 9)
    assert len(world.answered) == 3
    first, transport = world.client(get(b"/2"))
    assert (many.state, first.state) == (State.POSTPONED, State.POSTPONED)
    assert (transport.written, transport.is_paused) == ([], True)
    for answered in (["/2", "/1", "/1"], ["/1"] * 3, ["/1"]):
        del world.answered[:]
        world.loop.next_round()
        assert world.answered == answered


def test_small_responses_are_sent_together_at_the_end_of_the_round(world: World) -> None:
    """Those of all connections, and those of one in a single write."""
    _, one = world.client(get(b"/1") + get(b"/2"))
    _, other = world.client(get(b"/3"))
    assert (world.answered, one.written, other.written) == (["/1", "/2", "/3"], [], [])
    world.loop.next_round()
    assert [statuses(each) for each in one.written] == [[200, 200]]
    assert [statuses(each) for each in other.written] == [[200]]
    world.loop.next_round()
    assert (len(one.written), len(other.written)) == (1, 1)


@pytest.mark.parametrize(
    "then",
    [
        get(b"/%d" % (limits.SMALL_BODY + 1)),
        get(b"/1", b"Connection: close\r\n"),
        post_head(b"Content-Length: 5\r\nExpect: 100-continue\r\n"),
        b"GET / HTTP/9.9\r\n\r\n",
    ],
    ids=["a large response", "the last response", "100 (Continue)", "a rejection"],
)
def test_a_small_response_is_sent_before_what_follows_it(world: World, then: bytes) -> None:
    _, transport = world.client(get(b"/3") + then)
    sent = b"".join(transport.written)
    assert sent.startswith(b"HTTP/1.1 200 ")
    assert sent.partition(b"\r\n\r\n")[2].startswith(b"...HTTP/1.1 ")


def test_a_client_that_only_closes_its_side_gets_its_small_response(world: World) -> None:
    connection, transport = world.client(get(b"/1"))
    assert connection.eof_received() is True
    assert statuses(b"".join(transport.written)) == [200]
    assert transport.asked == ["end"]


@pytest.mark.parametrize("leave", ["abort", "connection_lost"])
def test_nothing_is_written_to_a_client_that_has_gone(world: World, leave: str) -> None:
    connection, transport = world.client(get(b"/1"))
    getattr(connection, leave)(*[None] * (leave == "connection_lost"))
    world.loop.next_round()
    assert transport.written == []


def test_a_small_response_counts_as_unread_before_it_is_sent(world: World) -> None:
    connection, transport = world.client(get(b"/1"))
    before = connection._output.unread()
    world.loop.next_round()
    assert before == connection._output.unread() == (len(transport.written[0]), 0)


def test_who_has_cost_more_lets_others_come_first_but_not_for_ever(
    world: World, clock: list[float]
) -> None:
    world.shared.rounds.is_over()
    clock[0] += 2 * limits.LONGEST_ROUND
    order: list[str] = []
    rounds = world.shared.rounds
    rounds.postpone(lambda: order.append("costly"), 0.002)
    rounds.postpone(lambda: order.append("cheap"), 0.0001)
    rounds.postpone(lambda: order.append("new"), 0)
    clock[0] += 0.002 * limits.DELAY_PER_COST
    rounds.postpone(lambda: order.append("newer"), 0)
    world.loop.next_round()
    assert order == ["new", "cheap", "costly", "newer"]


def test_a_request_that_is_postponed_loses_no_time(world: World, clock: list[float]) -> None:
    """Its own clock stands still, so that none is refused because others came first."""
    world.client(get(b"/1"))
    clock[0] += 2 * limits.LONGEST_ROUND
    connection, _ = world.client(SMALL)
    assert connection.state == State.POSTPONED
    connection._paused_at -= 5
    since = connection.since
    world.loop.next_round()
    assert connection.state == State.READING
    assert connection.since >= since + 5


def test_no_request_runs_while_much_of_the_last_response_is_unread(world: World) -> None:
    connection, transport = world.client(get(b"/100000") * 3)
    assert (len(world.answered), connection.state, transport.is_paused) == (1, State.UNREAD, True)
    transport.read()
    assert (len(world.answered), connection.state, transport.is_paused) == (2, State.UNREAD, True)


def test_what_comes_while_a_request_waits_is_left_in_the_kernel(world: World) -> None:
    connection, transport = world.client(LARGE)
    assert connection.state == State.QUEUED
    connection.data_received(b"x" * limits.SMALL_BODY)
    assert not transport.is_paused
    connection.data_received(b"x")
    assert transport.is_paused


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
