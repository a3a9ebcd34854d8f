"""Which connections get memory, and which give way, by a clock of the tests' own."""

import pytest

from service.server.limits import KEPT_FOR_SMALL, SMALL_UPLOAD, STALLED
from service.server.memory import Memory, Transfer

MIB = 2**20
TIMEOUT = 10.0
RESPONSE = 9 * MIB
FOR_BODIES = 3 * MIB
"""What bodies that are not small may hold together."""


class World:
    """A memory with room for three large bodies, and a clock."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.memory = Memory(RESPONSE + KEPT_FOR_SMALL + FOR_BODIES, RESPONSE)

    def body(self, size: int = MIB, client: str = "a") -> "Connection":
        """A connection that asks for the memory of a body."""
        connection = Connection(self, client, size)
        self.memory.ask(connection, size)
        return connection

    def reader(self, size: int) -> "Connection":
        """A connection with a response that is not read."""
        connection = Connection(self, "a", size)
        self.memory.hold(connection, size)
        return connection

    def pass_time(self, seconds: float, *, for_response: bool = False) -> None:
        self.now += seconds
        self.memory.free_for_others(TIMEOUT, self.now, for_response=for_response)


class Connection:
    """A connection that notes what is asked of it."""

    def __init__(self, world: World, client: str, size: int) -> None:
        self.client, self.memory = client, world.memory
        self.transfer = Transfer(size, world.now)
        self.has_memory = self.gave_way = False

    def receive_more(self) -> None:
        self.has_memory = True

    def give_way(self) -> None:
        self.gave_way = True
        self.end()

    def end(self) -> None:
        self.memory.hold(self, 0)
        self.memory.grant()

    def expected_seconds(self, now: float) -> float:
        return self.transfer.expected_seconds(now)


@pytest.fixture
def world() -> World:
    return World()


def test_bodies_beyond_the_memory_wait_and_go_on_in_order_of_arrival(world: World) -> None:
    bodies = [world.body() for _ in range(5)]
    assert [body.has_memory for body in bodies] == [True, True, True, False, False]
    bodies[1].end()
    assert [body.has_memory for body in bodies] == [True, True, True, True, False]


@pytest.mark.parametrize(("size", "waits"), [(SMALL_UPLOAD, False), (SMALL_UPLOAD + 1, True)])
def test_only_a_small_body_waits_for_no_larger_ones(world: World, size: int, waits: bool) -> None:
    for _ in range(4):
        world.body()
    assert world.body(size).has_memory is not waits


def test_the_client_that_holds_least_gets_memory_first(world: World) -> None:
    many = [world.body() for _ in range(9)]
    other = world.body(client="b")
    many[0].end()
    assert (other.has_memory, many[3].has_memory) == (True, False)


def test_a_stalled_body_gives_way_only_while_another_waits(world: World) -> None:
    stalled, *steady = (world.body() for _ in range(3))

    def half_a_second() -> None:
        for body in steady:
            body.transfer.move(body.transfer.left - MIB // 20, world.now + 0.5)
        world.pass_time(0.5)

    half_a_second()
    assert not stalled.gave_way
    waits = world.body()
    half_a_second()
    assert [each.gave_way for each in (stalled, *steady)] == [True, False, False]
    assert waits.has_memory


def test_the_slowest_gives_way_and_those_that_would_be_in_time_stay(world: World) -> None:
    bodies = in_time, slow, slowest = [world.body() for _ in range(3)]
    world.body()
    for tick in range(1, 9):
        for body, moved in ((in_time, 0.03), (slow, 0.012), (slowest, 0.01)):
            body.transfer.move(int(MIB * (1 - moved * tick)), world.now + 0.25)
        world.pass_time(0.25)
    assert [body.gave_way for body in bodies] == [False, False, True]


def test_a_body_that_has_come_whole_is_not_slow(world: World) -> None:
    bodies = [world.body() for _ in range(3)]
    for body in bodies:
        body.transfer.move(0, world.now)
    world.body()
    world.pass_time(100)
    assert not any(body.gave_way for body in bodies)


def test_a_slow_reader_gives_way_to_a_response_that_waits(world: World) -> None:
    reader = world.reader(6 * MIB)
    assert not world.memory.has_for_response
    world.pass_time(STALLED, for_response=True)
    assert reader.gave_way
    assert world.memory.has_for_response


def test_a_reader_that_would_be_in_time_keeps_its_memory(world: World) -> None:
    reader = world.reader(6 * MIB)
    for left in range(23 * MIB // 4, 5 * MIB, -MIB // 4):
        reader.transfer.move(left, world.now)
        world.pass_time(0.125, for_response=True)
    assert not reader.gave_way


def test_beyond_the_memory_the_slowest_give_way_and_many_at_once(world: World) -> None:
    """To find the slowest, all of them are looked at: not for each response that is too many."""
    readers: list[Connection] = []
    while not any(reader.gave_way for reader in readers):
        world.now += 0.001
        readers.append(world.reader(14_000))
        world.memory.relieve(world.now)
    gone = [reader.gave_way for reader in readers]
    assert world.memory.free >= (RESPONSE + FOR_BODIES) // 16
    assert sum(gone) < len(gone) / 10
    assert gone == sorted(gone, reverse=True)  # those that have had most time
