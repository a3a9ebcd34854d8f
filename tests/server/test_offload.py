"""Large requests are answered in turns, and a refusal says when it is worth another try."""

import asyncio
from typing import Any

import pytest

from service.server import offload
from service.server.admission import COMPUTING, NOTHING, TURN
from service.server.offload import Offload
from service.server.served import Served
from service.wsgi import Answer


class Worker:
    """A worker whose application notes whose request it answers, and whose room is as told."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.served = Served(self.application)
        self.admission: Any = self
        self.room = True
        self.answered: list[str] = []

    def has_room(self, _: int) -> bool:
        return self.room

    def application(self, environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        self.answered.append(environ["name"])
        return [b""]


class Client:
    """A connection whose only request waits for its turn."""

    def __init__(self) -> None:
        self.waits, self.since = TURN, 0.0

    def answer(self, _: Answer) -> None:
        assert self.waits == COMPUTING
        self.waits = NOTHING

    def read_on(self) -> None:
        pass


async def order(*requests: str, gone: tuple[str, ...] = ()) -> str:
    """In which order requests are answered; each is named by whose turn it waits for, or `!`."""
    worker: Any = Worker()
    queue = Offload(worker)
    worker.room = False
    clients: Any = [Client() for _ in requests]
    for client, name in zip(clients, requests, strict=True):
        queue.add(client, name[0].strip("!"), {"name": name})
    for client, name in zip(clients, requests, strict=True):
        if name in gone:
            queue.leave(client)
    worker.room = True
    queue.go_on()
    while len(worker.answered) < len(requests) - len(gone):
        await asyncio.sleep(0.001)
    return " ".join(worker.answered)


@pytest.mark.parametrize(
    ("requests", "answered"),
    [
        ("a1 a2 a3", "a1 a2 a3"),
        ("a1 a2 a3 a4 b1 c1 b2", "a1 b1 c1 a2 b2 a3 a4"),
        ("a1 b1 !1 a2 !2", "!1 !2 a1 b1 a2"),
    ],
)
def test_clients_are_answered_in_turns_and_the_urgent_before_all_others(
    requests: str, answered: str
) -> None:
    assert asyncio.run(order(*requests.split())) == answered


def test_a_client_that_has_gone_leaves_the_queue() -> None:
    left = asyncio.run(order("a1", "a2", "b1", "a3", gone=("a2", "b1")))
    assert left == "a1 a3"


def test_nothing_is_computed_without_room_for_its_answer() -> None:
    async def scenario() -> list[str]:
        worker: Any = Worker()
        queue, client = Offload(worker), Client()
        worker.room = False
        queue.add(client, "a", {"name": "a1"})  # type: ignore[arg-type]
        await asyncio.sleep(0.05)
        return list(worker.answered)

    assert asyncio.run(scenario()) == []


@pytest.mark.parametrize(
    ("waiting", "seconds"), [(0, 1), (10, 1), (100, 5), (1_000, 50), (10_000, 60)]
)
def test_a_refusal_says_how_long_those_take_that_wait(waiting: int, seconds: int) -> None:
    async def scenario() -> int:
        worker: Any = Worker()
        worker.room = False
        queue = Offload(worker)  # which takes one request to last 50 ms, until it knows better
        for _ in range(waiting):
            queue.add(Client(), "a", {})  # type: ignore[arg-type]
        return queue.overloaded().retry_after

    assert asyncio.run(scenario()) == seconds


def test_a_refusal_knows_how_long_the_last_ones_took(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(offload, "perf_counter", lambda: now)

    async def scenario() -> int:
        nonlocal now
        worker: Any = Worker()
        queue = offload.Offload(worker)
        for done in range(1, 41):
            queue.add(Client(), "a", {"name": "a"})  # type: ignore[arg-type]
            now += 2  # seconds for each
            while len(worker.answered) < done or queue._computing:
                await asyncio.sleep(0.001)
        worker.room = False
        for _ in range(10):
            queue.add(Client(), "a", {"name": "a"})  # type: ignore[arg-type]
        return queue.overloaded().retry_after

    assert asyncio.run(scenario()) == 20


def test_an_application_that_ends_its_thread_ends_nothing_else() -> None:
    async def scenario() -> list[str]:
        worker: Any = Worker()

        def leave(environ: Any, _: Any) -> list[bytes]:
            worker.answered.append(environ["name"])
            raise SystemExit

        worker.served = Served(leave)
        queue = Offload(worker)
        for name in ("a1", "a2"):
            queue.add(Client(), "a", {"name": name})  # type: ignore[arg-type]
        while len(worker.answered) < 2:
            await asyncio.sleep(0.001)
        return list(worker.answered)

    assert asyncio.run(asyncio.wait_for(scenario(), 5)) == ["a1", "a2"]
