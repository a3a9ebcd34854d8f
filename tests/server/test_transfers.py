"""Which transfer is given up for which, by a clock of the tests' own."""

from typing import Any

import pytest

from service.server import limits
from service.server.output import Output
from service.server.rounds import Rounds
from service.server.transfers import MemoryBudget, ReceiveBuffer, Transfer, Upload
from tests.support.connections import Loop, Transport
from tests.support.crowd import MIB

TIMEOUT = 10.0
RESPONSE = 9 * MIB
ROOM_FOR_BODIES = 3 * MIB
"""What the tests' budget leaves for large bodies beside a response and small bodies."""


class Client:
    """A client that only remembers what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.upload: Any = None
        self.output: Any = None
        self.here = self.in_kernel = self.looks = 0


class World:
    """An account whose transfers end when they are given up."""

    def __init__(self, largest_body: int = MIB) -> None:
        self.now = 1_000.0
        self.budget = MemoryBudget(RESPONSE, largest_body)
        loop: Any = Loop()
        self.rounds = Rounds(loop)

    def ends(self, client: Client, transfer: str) -> Any:
        def abort() -> None:
            client.asked.append("abort")
            of = client.upload if transfer == "upload" else client.output.transfer
            self.budget.end(of)

        return abort

    def upload(self, size: int = MIB, first: int = 0, client: str = "a") -> Any:
        """A body of a declared size, or a chunked one that holds so much at first."""
        made: Any = Client()
        on_memory = lambda: made.asked.append("memory")  # noqa: E731
        made.upload = Upload(size, self.now, self.ends(made, "upload"), on_memory, client)
        self.budget.ask(made.upload, first or size, self.now)
        return made

    def grow(self, client: Any, size: int) -> bool:
        """Ask for more room for a chunked body; whether it has it."""
        self.budget.ask(client.upload, client.upload.held + size, self.now)
        return bool(client.upload.held == client.upload.wanted)

    def end(self, client: Any) -> None:
        self.budget.end(client.upload)
        self.budget.grant(self.now)

    def reader(self, size: int) -> Any:
        client = Client()
        transport: Any = Transport()

        def unread() -> tuple[int, int]:
            client.looks += 1
            return client.here, client.in_kernel

        client.here = size
        client.output = Watched(transport, self.budget, self.rounds)
        client.output.unread = unread
        client.output.write([], size, self.now, self.ends(client, "response"))
        return client

    def look(self, client: Any) -> None:
        client.output.check_progress(self.now, TIMEOUT)

    def pass_time(self, seconds: float, *readers: Any, for_response: bool = False) -> None:
        self.now += seconds
        for reader in readers:
            self.look(reader)
        self.budget.free_memory(TIMEOUT, self.now, for_response=for_response)
        self.budget.grant(self.now)


class Watched(Output):
    """An output whose client reads as much as a test says."""


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(limits, "CONNECTION_COST", 0)
    monkeypatch.setattr(limits, "BUDGET", RESPONSE + limits.KEPT_FOR_SMALL + ROOM_FOR_BODIES)
    return World()


def asked(*clients: Any) -> list[list[str]]:
    return [client.asked for client in clients]


def test_connections_and_transfers_are_within_the_budget_together() -> None:
    world = World()
    room = limits.BUDGET - limits.MAX_CONNECTIONS * limits.CONNECTION_COST
    assert world.budget.has(room)
    assert not world.budget.has(room + 1)


# --- Bodies -----------------------------------------------------------------------------------


def test_bodies_beyond_the_budget_wait_and_go_on_in_order_of_arrival(world: World) -> None:
    bodies = []
    for _ in range(5):
        world.now += 0.1
        bodies.append(world.upload())
    assert asked(*bodies) == [["memory"]] * 3 + [[]] * 2
    world.end(bodies[1])
    assert asked(*bodies[3:]) == [["memory"], []]
    world.end(bodies[0])
    assert asked(*bodies[3:]) == [["memory"]] * 2


def test_a_client_that_leaves_while_it_waits_gets_no_memory(world: World) -> None:
    bodies = [world.upload() for _ in range(5)]
    world.end(bodies[3])
    world.end(bodies[0])
    assert asked(*bodies[3:]) == [[], ["memory"]]


def test_a_small_body_waits_for_no_larger_ones_that_wait(world: World) -> None:
    bodies = [world.upload() for _ in range(4)]
    small = world.upload(limits.SMALL_UPLOAD)
    assert asked(bodies[3], small) == [[], ["memory"]]


def test_a_body_that_is_not_small_does_not_overtake_those_that_wait(world: World) -> None:
    bodies = [world.upload() for _ in range(4)]
    other = world.upload(limits.SMALL_UPLOAD + 1)
    assert asked(bodies[3], other) == [[], []]


def test_the_client_that_holds_least_gets_memory_first(world: World) -> None:
    many = [world.upload() for _ in range(9)]
    world.now += 1
    other = world.upload(client="b")
    world.end(many[0])
    assert asked(*many[3:], other) == [[]] * 6 + [["memory"]]


def test_bodies_leave_memory_for_a_response(world: World) -> None:
    for size in (MIB, limits.SMALL_UPLOAD):
        for _ in range(100):
            world.upload(size)
    assert world.budget.has_for_response()


def test_a_chunked_body_holds_no_more_than_has_come_of_it(world: World) -> None:
    bodies = [world.upload(first=limits.SMALL_UPLOAD) for _ in range(32)]
    assert asked(*bodies) == [["memory"]] * 32
    assert world.budget.has(RESPONSE + ROOM_FOR_BODIES)


def test_bodies_that_grow_never_wait_for_each_other_all_of_them(world: World) -> None:
    """Whatever they hold: the one that has come furthest can come whole, then the next one."""
    step = limits.GROWTH
    bodies = [world.upload(first=limits.SMALL_UPLOAD) for _ in range(40)]
    waiting: list[Any] = []
    while bodies:
        growing = [body for body in bodies if body.upload.held == body.upload.wanted]
        assert growing, "all of them wait"
        for body in growing:
            left = body.upload.largest - body.upload.held
            if left:
                world.grow(body, min(step, left))
            else:
                world.end(body)
                bodies.remove(body)
        waiting.append(len(bodies) - len(growing))
    assert max(waiting) > 20
    assert world.budget.has(RESPONSE + limits.KEPT_FOR_SMALL + ROOM_FOR_BODIES)


def test_a_body_that_waits_to_grow_is_not_slow(world: World) -> None:
    bodies = [world.upload(first=MIB // 2) for _ in range(5)]
    waits = bodies[-1]
    assert not world.grow(waits, MIB // 4)
    for body in bodies[:-1]:
        body.upload.move(MIB // 8, world.now + TIMEOUT)
    world.pass_time(TIMEOUT)
    assert "abort" not in waits.asked
    world.end(bodies[0])
    assert waits.asked == ["memory"] * 2
    assert waits.upload.expected_seconds(world.now) == 0


def test_a_stalled_body_is_aborted_only_while_another_waits(world: World) -> None:
    stalled, *steady = (world.upload() for _ in range(3))

    def half_a_second() -> None:
        for body in steady:
            body.upload.move(body.upload.left - MIB // 20, world.now + 0.5)
        world.pass_time(0.5)

    half_a_second()
    assert stalled.asked == ["memory"]
    waits = world.upload()
    half_a_second()
    assert asked(stalled, *steady, waits) == [["memory", "abort"], *[["memory"]] * 3]


def test_a_body_that_was_fast_and_stalls_before_its_end_is_aborted(world: World) -> None:
    almost = world.upload(3 * MIB)
    almost.upload.move(1, world.now)
    world.upload()
    world.pass_time(limits.STALLED)
    assert almost.asked == ["memory", "abort"]


def test_the_slowest_is_aborted_and_those_that_would_be_in_time_stay(
    world: World,
) -> None:
    in_time, slow, slowest = (world.upload() for _ in range(3))
    world.upload()
    for tick in range(1, 9):
        for body, moved in ((in_time, 0.03), (slow, 0.012), (slowest, 0.01)):
            body.upload.move(int(MIB * (1 - moved * tick)), world.now + 0.25)
        world.pass_time(0.25)
        if len(slowest.asked) > 1:
            break
    assert asked(in_time, slow, slowest) == [["memory"], ["memory"], ["memory", "abort"]]


def test_a_body_that_has_come_whole_is_not_slow(world: World) -> None:
    bodies = [world.upload() for _ in range(3)]
    for body in bodies:
        body.upload.complete(MIB, world.now)
    world.upload()
    world.pass_time(9)
    assert asked(*bodies) == [["memory"]] * 3


@pytest.mark.usefixtures("world")
def test_two_bodies_of_the_largest_size_fit_whatever_the_setting() -> None:
    largest = 100 * MIB
    large = World(largest)
    assert asked(*(large.upload(largest) for _ in range(3))) == [["memory"], ["memory"], []]


# --- Responses --------------------------------------------------------------------------------


def test_a_reader_is_aborted_only_if_it_takes_nothing_for_the_whole_timeout(world: World) -> None:
    reader = world.reader(100_000)
    for left in range(99_999, 99_990, -1):
        world.now += TIMEOUT - 0.1
        reader.here = left
        world.look(reader)
    assert reader.asked == []
    world.now += TIMEOUT
    world.look(reader)
    assert reader.asked == ["abort"]


def test_a_slow_reader_is_aborted_for_a_response_that_waits(world: World) -> None:
    reader = world.reader(6 * MIB)
    assert not world.budget.has_for_response()
    world.pass_time(limits.STALLED, reader, for_response=True)
    assert reader.asked == ["abort"]
    assert world.budget.has_for_response()


def test_a_reader_that_would_be_in_time_keeps_its_place(world: World) -> None:
    reader = world.reader(6 * MIB)
    while reader.here > 5 * MIB:
        assert not world.budget.has_for_response()
        reader.here -= MIB // 4
        world.pass_time(0.125, reader, for_response=True)
    assert reader.asked == []


def test_beyond_the_budget_the_slowest_reader_is_aborted_at_once(world: World) -> None:
    readers = []
    for _ in range(6):
        size = RESPONSE + limits.KEPT_FOR_SMALL + ROOM_FOR_BODIES
        readers.append(world.reader(size // 6 + 1))
        world.now += 0.1
    assert asked(*readers) == [["abort"], [], [], [], [], []]


def test_beyond_the_budget_many_are_aborted_together(world: World) -> None:
    """To find the slowest, all of them are looked at: not for each response that is too many."""
    readers: list[Any] = []
    while not any(reader.asked for reader in readers):
        world.now += 0.001
        readers.append(world.reader(14_000))
    assert world.budget.has((RESPONSE + ROOM_FOR_BODIES) // 16)
    assert sum(bool(reader.asked) for reader in readers) < len(readers) / 10


def test_a_response_counts_whole_until_all_of_it_is_in_the_kernel(world: World) -> None:
    reader = world.reader(6 * MIB)
    reader.here = MIB
    world.look(reader)
    assert not world.budget.has_for_response()
    reader.here, reader.in_kernel = 0, 100_000
    world.look(reader)
    assert world.budget.has_for_response()


def test_what_is_read_counts_no_more(world: World) -> None:
    reader = world.reader(4 * MIB)
    reader.here = limits.SMALL_BODY
    world.look(reader)
    assert reader.output.transfer is None
    assert world.budget.has(RESPONSE + limits.KEPT_FOR_SMALL + ROOM_FOR_BODIES)


def test_readers_are_looked_at_once_in_a_tick_and_not_for_each_other(world: World) -> None:
    readers = [world.reader(14_000) for _ in range(700)]  # all that there is room for
    assert {reader.looks for reader in readers} == {1}
    world.pass_time(0.25, *readers)
    assert {reader.looks for reader in readers} == {2}


def test_an_idle_client_with_a_large_receive_buffer_is_aborted(world: World) -> None:
    client, began = Client(), world.now
    buffer: Transfer

    def abort() -> None:
        client.asked.append("abort")
        world.budget.end(buffer)

    buffer = ReceiveBuffer(ROOM_FOR_BODIES, began, abort, lambda now: now - began)
    world.budget.begin(buffer)
    world.upload()
    world.pass_time(TIMEOUT)
    assert client.asked == []
    world.pass_time(0.1)
    assert client.asked == ["abort"]
