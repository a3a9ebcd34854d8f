"""When a connection has its turn in a round of the loop, and what is sent at its end."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from service.server import limits
from service.server.shared import State
from tests.support.clients import get, post_head, statuses
from tests.support.connections import World

SMALL = post_head(b"Content-Length: 5\r\n")
LARGE = get(b"/1?large")


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
