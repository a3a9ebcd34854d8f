"""Which connection gives its place to a newcomer, and what has its time."""

import os
from typing import Any

import pytest

from service.server import limits
from service.server.admission import max_connections
from service.server.application import Application
from service.server.connection import Connection
from service.server.shared import Shared, State
from tests.support.applications import tell
from tests.support.connections import Loop, Transport

TIMEOUT, KEEPALIVE = 10.0, 75.0


class Socket:
    """A socket in which nothing happens."""

    ends = os.pipe()

    def fileno(self) -> int:
        return self.ends[0]

    def setsockopt(self, *_: object) -> None:
        pass


class World:
    """Connections of one worker, by a clock of the tests' own."""

    def __init__(self, most: int = 3) -> None:
        application, loop = Application(tell, request_timeout=TIMEOUT), Loop()
        self.shared = Shared(application, loop, max_connections=most, keepalive=KEEPALIVE)  # type: ignore[arg-type]
        self.now = 1_000.0
        self.shared._ticked = self.now

    def client(self, state: State = State.READING) -> Any:
        """A connection that only remembers what was asked of it."""
        made: Any = Watched(self.shared, {})
        transport: Any = Transport()
        transport.socket = Socket()
        made.since = made._paused_at = self.now
        made.connection_made(transport)
        made.state = state
        return made

    def crowd(self, *states: State) -> list[Any]:
        clients = []
        for each in states:
            clients.append(self.client(each))
            self.now += 1
        return clients

    def pass_time(self, seconds: float) -> None:
        while seconds > 0:
            self.now += min(seconds, 0.25)
            seconds -= 0.25
            self.shared.tick(self.now, "")


class Watched(Connection):
    """A connection that remembers what was asked of it."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.asked: list[str] = []
        self.comparisons = 0

    def slowness(self, now: float) -> float:
        self.comparisons += 1
        return super().slowness(now)

    def abort(self) -> None:
        self.asked.append("abort")
        super().abort()

    def _time_out(self) -> None:
        self.asked.append("time out")


def asked(*clients: Any) -> list[list[str]]:
    return [client.asked for client in clients]


# --- Time -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "seconds"),
    [
        (State.READING, TIMEOUT),
        (State.IDLE, KEEPALIVE),
        (State.WAITING_FOR_MEMORY, limits.LONGEST_WAIT),
        (State.QUEUED, limits.LONGEST_WAIT),
    ],
)
def test_what_is_awaited_has_its_time(state: State, seconds: float) -> None:
    world = World()
    client = world.client(state)
    world.pass_time(seconds - 0.1)
    assert client.asked == []
    world.pass_time(0.1)
    assert client.asked == ["time out"]


def test_nobody_is_late_because_the_process_was_stopped() -> None:
    """A tick that comes 11 s late ends nothing; what began before has the time that was lost."""
    world = World()
    client = world.client(State.READING)
    world.pass_time(5)
    world.now += 11
    world.shared.tick(world.now, "")
    assert client.asked == []
    world.pass_time(10.75)  # of the 11
    assert client.asked == []
    world.pass_time(0.25)
    assert client.asked == ["time out"]


# --- Connections ------------------------------------------------------------------------------


def test_the_longest_idle_is_aborted_for_a_newcomer() -> None:
    world = World()
    clients = world.crowd(State.READING, State.IDLE, State.IDLE)
    clients[1].since = world.now  # so that the second has been idle for longer
    world.client()
    assert asked(*clients) == [[], [], ["abort"]]


def test_if_none_is_idle_the_longest_slow_is_aborted() -> None:
    world = World()
    clients = world.crowd(State.QUEUED, State.READING, State.READING)
    world.client()
    assert asked(*clients) == [[], ["abort"], []]


def test_many_newcomers_take_the_places_of_the_idle_and_not_of_each_other() -> None:
    world = World()
    clients = world.crowd(State.IDLE, State.IDLE, State.IDLE)
    newcomers = [world.client() for _ in range(3)]
    assert asked(*clients, *newcomers) == [["abort"]] * 3 + [[]] * 3
    assert [each.comparisons for each in clients] == [1, 1, 1]  # not once for each newcomer


def test_one_that_is_no_longer_idle_keeps_its_place() -> None:
    world = World()
    clients = world.crowd(State.IDLE, State.IDLE, State.IDLE)
    world.client()
    world.now += 1
    clients[1].state, clients[1].since = State.READING, world.now
    world.client()
    assert asked(*clients) == [["abort"], [], ["abort"]]


def test_there_are_half_as_many_connections_over_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (10_000, 10_000))
    assert max_connections(tls=False) == 1_000
    assert max_connections(tls=True) == 500
    world = World(500)
    for _ in range(501):
        world.client(State.IDLE)
    assert len(world.shared.admission.connections) == 500


def test_there_are_no_more_connections_than_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (64, 64))
    assert max_connections(tls=False) == 64 - limits.SPARE_DESCRIPTORS
