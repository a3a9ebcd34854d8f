"""Which connection gives way to which, by a clock of the tests' own."""

from math import inf
from typing import Any

import pytest
from service.api.body import Overloaded
from service.serving.capacity import LONGEST_WAIT, STALLED, Capacity

from service import limits
from service.serving import capacity

TIMEOUT = 10.0
LIMIT = 2**20


class Connection:
    """A connection that only remembers what was asked of it."""

    def __init__(self, *, idle: bool = False, deadline: float = inf) -> None:
        self.is_idle = idle
        self.deadline = deadline
        self.moved_at = 0.0
        self.here = self.in_kernel = 0
        self.asked: list[Any] = []

    def unread(self) -> tuple[int, int]:
        return self.here, self.in_kernel

    def hold_back(self, deadline: float) -> None:
        self.deadline = deadline
        self.asked.append("hold back")

    def go_on(self) -> None:
        self.asked.append("go on")

    def give_up(self) -> None:
        self.asked.append("give up")

    def refuse(self, fault: Exception) -> None:
        self.asked.append(type(fault))

    def cut(self) -> None:
        self.asked.append("cut")


class Clock:
    time = 1_000.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def world(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(capacity, "MOST_CONNECTIONS", 3)
    monkeypatch.setattr(capacity, "MOST_RECEIVED", 3 * LIMIT)
    made: Any = Capacity(TIMEOUT, LIMIT)
    made.now = lambda: clock.time
    return made


def test_what_is_awaited_has_to_come_by_its_deadline(world: Any, clock: Clock) -> None:
    connection = Connection(deadline=world.next_deadline())
    world.admit(connection)
    clock.time += TIMEOUT - 0.1
    world.tick()
    assert connection.asked == []
    clock.time += 0.1
    world.tick()
    assert connection.asked == ["give up"]


def test_the_longest_idle_gives_way_to_a_newcomer(world: Any) -> None:
    slow, first, second = Connection(deadline=1_005), Connection(idle=True), Connection(idle=True)
    for connection in (slow, first, second):
        world.admit(connection)
    world.answered(first)  # so that the second has been idle for longer
    world.admit(Connection())
    assert [c.asked for c in (slow, first, second)] == [[], [], ["cut"]]


def test_where_none_is_idle_the_longest_slow_gives_way(world: Any) -> None:
    busy, slow, slower = Connection(), Connection(deadline=1_005), Connection(deadline=1_009)
    for connection in (busy, slow, slower):
        world.admit(connection)
    world.admit(Connection())
    assert [c.asked for c in (busy, slow, slower)] == [[], ["cut"], []]


def test_where_all_are_being_answered_the_oldest_gives_way(world: Any) -> None:
    busy = [Connection() for _ in range(3)]
    for connection in busy:
        world.admit(connection)
    world.admit(Connection())
    assert [c.asked for c in busy] == [["cut"], [], []]


def test_bodies_beyond_the_bound_wait_and_go_on_in_order_of_arrival(world: Any) -> None:
    bodies = [Connection() for _ in range(5)]
    for connection in bodies:
        world.reserve(connection, LIMIT)
    assert [c.asked for c in bodies] == [[], [], [], ["hold back"], ["hold back"]]
    assert bodies[3].deadline == world.now() + LONGEST_WAIT
    world.release(bodies[1])
    world.release(bodies[0])
    assert [c.asked[1:] for c in bodies[3:]] == [["go on"], ["go on"]]


def test_an_answered_body_gives_its_room_to_the_next(world: Any) -> None:
    bodies = [Connection() for _ in range(4)]
    for connection in bodies[:3]:
        world.admit(connection)
    for connection in bodies:
        world.reserve(connection, LIMIT)
    world.answered(bodies[1])
    assert bodies[3].asked == ["hold back", "go on"]


def test_a_small_body_does_not_overtake_those_that_wait(world: Any) -> None:
    for _ in range(3):
        world.reserve(Connection(), LIMIT)
    waits, small = Connection(), Connection()
    world.reserve(waits, LIMIT)
    world.reserve(small, 1)
    assert small.asked == ["hold back"]


def test_a_stalled_body_gives_way_only_while_another_waits(world: Any, clock: Clock) -> None:
    stalled, steady = Connection(deadline=2_000), Connection(deadline=2_000)
    world.reserve(stalled, LIMIT)
    world.reserve(steady, LIMIT)
    clock.time += STALLED
    steady.moved_at = clock.time
    world.tick()
    assert (stalled.asked, steady.asked) == ([], [])
    waits = Connection()
    world.reserve(waits, 2 * LIMIT)
    world.tick()
    assert (stalled.asked, steady.asked) == ([Overloaded], [])


def test_two_bodies_of_the_largest_size_fit_whatever_the_setting(clock: Clock) -> None:
    large: Any = Capacity(TIMEOUT, 10 * limits.MOST_RECEIVED)
    large.now = lambda: clock.time
    bodies = [Connection(), Connection()]
    for connection in bodies:
        large.reserve(connection, 10 * limits.MOST_RECEIVED)
    assert [c.asked for c in bodies] == [[], []]


def test_a_reader_is_cut_only_if_it_takes_nothing_for_the_whole_timeout(
    world: Any, clock: Clock
) -> None:
    reader = Connection()
    reader.here = 100
    world.owe(reader)
    for left in range(99, 90, -1):
        clock.time += TIMEOUT - 0.1
        reader.here = left
        world.tick()
    assert reader.asked == []
    clock.time += TIMEOUT
    world.tick()
    assert reader.asked == ["cut"]


def test_a_reader_that_takes_nothing_gives_way_sooner_to_an_answer_that_waits(
    world: Any, clock: Clock
) -> None:
    reader = Connection()
    reader.here = limits.MOST_UNSENT
    world.owe(reader)
    assert not world.has_room_for_an_answer
    world.answers_wait = True
    clock.time += STALLED
    world.tick()
    assert reader.asked == ["cut"]
    assert world.has_room_for_an_answer


def test_beyond_the_bound_those_are_cut_that_have_read_nothing_for_longest(
    world: Any, clock: Clock
) -> None:
    readers = [Connection() for _ in range(4)]
    for reader in readers:
        reader.here = limits.MOST_UNSENT // 3
        world.owe(reader)
        clock.time += 1
    assert [reader.asked for reader in readers] == [["cut"], [], [], []]


def test_an_answer_counts_whole_until_all_of_it_is_in_the_kernel(world: Any) -> None:
    reader = Connection()
    reader.here = limits.MOST_UNSENT
    world.owe(reader)
    reader.here = 1
    world.tick()
    assert not world.has_room_for_an_answer
    reader.here, reader.in_kernel = 0, 1
    world.tick()
    assert world.has_room_for_an_answer


def test_there_are_no_more_connections_than_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (64, 64))
    assert capacity.most_connections() == 64 - limits.SPARE_DESCRIPTORS
