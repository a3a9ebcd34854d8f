"""The turns of connections, with a simulated clock and event loop."""

from typing import Any

import pytest

from service.server import turns as module
from service.server.limits import COSTLY, LONGEST_TURNS, MAX_WRITTEN
from service.server.turns import Turns
from tests.support.wires import Loop


class World:
    """Turns, their clock, and the events in order."""

    def __init__(self) -> None:
        self.now = 0.0
        self.loop = Loop()
        self.turns: Any = Turns(self.loop)  # type: ignore[arg-type]
        self.happened: list[str] = []

    def client(self, name: str, cost: float = 0, **others: Any) -> "Client":
        return Client(self, name, cost, **others)


class Client:
    """A connection whose requests take `cost` seconds each. With `stays`, they never end."""

    def __init__(
        self, world: World, name: str, cost: float, *, stays: bool = False, written: int = 0
    ) -> None:
        self.world, self.name, self.cost = world, name, cost
        self.output = self
        self.stays, self.written = stays, written
        world.turns.add(self, cost)

    def take_turn(self, _: float) -> None:
        self.world.now += self.cost
        self.world.turns.written += self.written
        self.world.happened.append(self.name)
        if self.name == "broken":
            raise RuntimeError
        if self.stays:
            self.world.turns.add(self, self.cost)

    def fail(self, _: BaseException) -> None:
        self.world.happened.append("failed")

    def send(self) -> None:
        if self.name == "stuck":
            raise RuntimeError
        self.world.happened.append("sent")


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    made = World()
    monkeypatch.setattr(module, "perf_counter", lambda: made.now)
    return made


def test_each_connection_has_one_turn_before_any_has_another(world: World) -> None:
    for name in "abc":
        world.client(name, stays=True)
    world.loop.look()
    assert world.happened == ["a", "b", "c"]
    world.loop.look()
    assert world.happened == ["a", "b", "c"] * 2


def test_the_loop_looks_again_after_some_milliseconds(world: World) -> None:
    cost = COSTLY
    for _ in range(100):
        world.client("small", cost)
    world.loop.look()
    assert len(world.happened) == pytest.approx(LONGEST_TURNS / cost, abs=1)


@pytest.mark.parametrize("pipelined", [False, True])
@pytest.mark.parametrize("cost", [0.002, 1], ids=str)
def test_a_small_request_waits_for_one_costly_one_however_many_there_are(
    world: World, cost: float, pipelined: bool
) -> None:
    for _ in range(50):
        world.client("costly", cost, stays=pipelined)
    for _ in range(3):
        world.loop.look()
    began = world.now
    world.client("small", COSTLY / 3)
    world.loop.look()
    assert world.happened.count("small") == 1
    assert world.now - began < LONGEST_TURNS + cost


def test_a_costly_request_waits_for_one_round_of_small_ones(world: World) -> None:
    for _ in range(5):
        world.client("small", COSTLY, stays=True)
    world.client("costly", LONGEST_TURNS)
    world.loop.look()
    assert world.happened == ["small"] * 5 + ["costly"]


def test_the_loop_looks_again_after_a_mebibyte_of_responses(world: World) -> None:
    for _ in range(5):
        world.client("large", written=MAX_WRITTEN // 2)
    world.loop.look()
    assert world.happened == ["large"] * 2
    world.loop.look()
    assert world.happened == ["large"] * 4


def test_each_costly_request_has_its_turn_in_the_end(world: World) -> None:
    for _ in range(10):
        world.client("costly", LONGEST_TURNS)
    while world.loop.soon:
        world.loop.look()
    assert world.happened == ["costly"] * 10


def test_responses_are_sent_after_all_turns(world: World) -> None:
    clients = [world.client(name) for name in "ab"]
    for client in clients:
        world.turns.send_after(client)
    world.loop.look()
    assert world.happened == ["a", "b", "sent", "sent"]


def test_a_turn_that_fails_ends_its_connection_and_no_other(world: World) -> None:
    world.client("broken")
    world.client("a")
    world.loop.look()
    assert world.happened == ["broken", "failed", "a"]


def test_a_response_that_cannot_be_sent_ends_its_connection_and_no_other(world: World) -> None:
    for name in ("stuck", "a"):
        client = world.client(name)
        world.turns.send_after(client)
    world.loop.look()
    assert world.happened == ["stuck", "a", "failed", "sent"]
    world.client("b")
    world.loop.look()
    assert world.happened[-1] == "b"


def test_nothing_is_called_while_no_connection_has_anything(world: World) -> None:
    world.client("a")
    world.loop.look()
    assert not world.loop.soon
