"""Large requests are answered in turns, and a rejection says when to retry."""

import asyncio

import pytest

from service.server import offload
from service.server.offload import Job, Offload
from service.server.responses import Response
from tests.support.waiting import PATIENCE


class World:
    """An offload that notes whose request it handles, and has memory when a test says so."""

    def __init__(self) -> None:
        self.has_memory = True
        self.answered: list[str] = []
        self.responses: list[Response] = []
        self.offload = Offload(asyncio.get_running_loop(), lambda: self.has_memory)

    def add(self, name: str) -> Job:
        """A request that is named by the queue in which it waits."""

        def respond() -> Response:
            if name == "leaves":
                raise SystemExit
            self.answered.append(name)
            return Response("200 OK", [], b"")

        job = Job(name[0], {}, respond, self.responses.append)
        self.offload.add(job)
        return job

    async def responded(self, count: int) -> None:
        while len(self.responses) < count:
            await asyncio.sleep(0.001)


async def order(*requests: str, gone: tuple[str, ...] = ()) -> str:
    """In which order requests are answered."""
    world = World()
    world.has_memory = False
    jobs = {name: world.add(name) for name in requests}
    for name in gone:
        world.offload.remove(jobs[name])
    world.has_memory = True
    world.offload.start_next()
    await world.responded(len(requests) - len(gone))
    return " ".join(world.answered)


@pytest.mark.parametrize(
    ("requests", "answered"),
    [
        ("a1 a2 a3", "a1 a2 a3"),
        ("a1 a2 a3 a4 b1 c1 b2", "a1 b1 c1 a2 b2 a3 a4"),
    ],
)
def test_clients_take_turns(requests: str, answered: str) -> None:
    assert asyncio.run(order(*requests.split())) == answered


def test_a_client_that_has_gone_leaves_the_queue() -> None:
    left = asyncio.run(order("a1", "a2", "b1", "a3", gone=("a2", "b1")))
    assert left == "a1 a3"


def test_nothing_is_computed_without_memory_for_its_response() -> None:
    async def scenario() -> list[str]:
        world = World()
        world.has_memory = False
        world.add("a1")
        await asyncio.sleep(0.05)
        return world.answered

    assert asyncio.run(scenario()) == []


@pytest.mark.parametrize(
    ("waiting", "seconds"), [(0, 1), (10, 1), (100, 5), (1_000, 50), (2_000, 60)]
)
def test_retry_after_is_the_time_of_the_requests_that_wait(waiting: int, seconds: int) -> None:
    async def scenario() -> int:
        world = World()  # which takes one request to last 50 ms, until it knows better
        world.has_memory = False
        for _ in range(waiting):
            world.add("a1")
        return world.offload.overloaded().retry_after

    assert asyncio.run(scenario()) == seconds


def test_retry_after_depends_on_how_long_the_last_requests_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(offload, "perf_counter", lambda: now)

    async def scenario() -> int:
        nonlocal now
        world = World()
        for done in range(1, 41):
            world.add("a1")
            now += 2  # seconds for each
            await world.responded(done)
        world.has_memory = False
        for _ in range(10):
            world.add("a1")
        return world.offload.overloaded().retry_after

    assert asyncio.run(scenario()) == 20


def test_an_application_that_ends_its_thread_ends_nothing_else() -> None:
    async def scenario() -> list[Response]:
        world = World()
        world.add("leaves")
        world.add("a1")
        await world.responded(2)
        return world.responses

    responses = asyncio.run(asyncio.wait_for(scenario(), PATIENCE))
    statuses = [response.status for response in responses]
    assert statuses == ["500 Internal Server Error", "200 OK"]
