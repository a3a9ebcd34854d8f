"""Large requests are answered in turns, and a rejection says when to retry."""

import sys
import threading
from typing import Any

import pytest

from service.server import offload
from service.server.offload import Job, Offload
from service.server.responses import Response
from tests.support.programs import run
from tests.support.wires import Loop


class World:
    """An offload that records whose request it handles, and has memory when a test allows it."""

    def __init__(self, *, has_memory: bool = True) -> None:
        self.has_memory = has_memory
        self.answered: list[str] = []
        self.outcomes: list[Response | BaseException] = []
        self.loop = Loop()
        loop: Any = self.loop
        self.offload = Offload(loop, lambda: self.has_memory)

    def add(self, name: str) -> Job:
        """A request, named after the queue in which it waits."""

        def respond() -> Response:
            if name == "leaves":
                raise SystemExit
            self.answered.append(name)
            return Response("200 OK", [], b"")

        job = Job(name[0], {}, respond, lambda _, outcome: self.outcomes.append(outcome))
        self.offload.add(job)
        return job

    def run(self) -> None:
        self.offload.start_next()
        while self.loop.jobs:
            self.loop.finish_a_job()


@pytest.mark.parametrize(
    ("requests", "gone", "answered"),
    [
        ("a1 a2 a3", "", "a1 a2 a3"),
        ("a1 a2 a3 a4 b1 c1 b2", "", "a1 b1 c1 a2 b2 a3 a4"),
        ("a1 a2 b1 a3", "a2 b1", "a1 a3"),
    ],
)
def test_clients_take_turns_unless_they_have_gone(requests: str, gone: str, answered: str) -> None:
    world = World(has_memory=False)
    jobs = {name: world.add(name) for name in requests.split()}
    for name in gone.split():
        world.offload.remove(jobs[name])
    world.has_memory = True
    world.run()
    assert " ".join(world.answered) == answered


def test_one_request_is_computed_at_a_time_and_none_without_memory_for_its_response() -> None:
    world = World(has_memory=False)
    for name in ("a1", "a2"):
        world.add(name)
    assert len(world.loop.jobs) == 0
    world.has_memory = True
    world.offload.start_next()
    world.offload.start_next()
    assert len(world.loop.jobs) == 1


@pytest.mark.parametrize(
    ("waiting", "seconds"), [(0, 1), (10, 1), (100, 5), (1_000, 50), (2_000, 60)]
)
def test_retry_after_is_the_time_of_the_requests_that_wait(waiting: int, seconds: int) -> None:
    world = World(has_memory=False)  # which takes one request to last 50 ms, until it knows better
    for _ in range(waiting):
        world.add("a1")
    assert world.offload.overloaded().headers == [("Retry-After", f"{seconds}")]


def test_retry_after_depends_on_how_long_the_last_requests_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(offload, "perf_counter", lambda: now)
    world = World()
    for _ in range(40):
        world.add("a1")
        now += 2  # seconds for each
        world.run()
    world.has_memory = False
    for _ in range(10):
        world.add("a1")
    assert world.offload.overloaded().headers == [("Retry-After", "20")]


def test_an_application_that_ends_its_thread_ends_nothing_else() -> None:
    world = World()
    world.add("leaves")
    world.add("a1")
    world.run()
    assert [type(outcome) for outcome in world.outcomes] == [SystemExit, Response]


def test_a_thread_that_can_not_be_started_shows_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        World()


def test_a_request_that_the_thread_does_not_take_waits_for_the_next_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    world = World()
    with monkeypatch.context() as patches:
        patches.setattr(world.loop, "run_in_executor", fail)
        with pytest.raises(RuntimeError):
            world.add("a1")
    assert world.offload.computing is None
    world.run()
    assert world.answered == ["a1"]


# The size of the process in MiB, at first and after each request, and how often it looks for more.
@pytest.mark.parametrize(
    ("sizes", "looks"),
    [
        ([30, 31, 32, 32], 0),
        ([30, 33], 1),
        ([30, 31, 32, 33, 34, 35, 36], 2),  # little by little
        ([30, 40, 40, 40, 40], 1),  # what is not free stays
        ([40, 30, 33], 1),
    ],
)
def test_what_large_requests_leave_free_is_returned(
    sizes: list[int], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, found = sizes[0], 0

    def return_free_memory() -> None:
        nonlocal found
        found += 1

    monkeypatch.setattr(offload, "resident", lambda: size * 2**20)
    monkeypatch.setattr(offload, "return_free_memory", return_free_memory)
    world = World()
    for size in sizes[1:]:  # noqa: B007  # read above
        world.add("a1")
        world.run()
    assert found == looks


PROGRAM = """
from service.server.kernel import resident, return_free_memory

before = resident()
tuples = [(number,) for number in range(400_000)]
grown = resident() - before
for number in range(0, 400_000, 200):
    tuples[number] = None  # which Python keeps for a new tuple, here and there among the others
del tuples
free = resident() - before
return_free_memory()
print(grown > 2**24, free > grown / 2, resident() - before < grown / 4)
"""


@pytest.mark.serving
def test_a_process_says_how_large_it_is_and_returns_what_is_free() -> None:
    assert run([sys.executable, "-c", PROGRAM]).stdout == "True True True\n"
