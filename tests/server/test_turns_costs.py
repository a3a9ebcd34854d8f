"""The most expensive requests, alone and from many connections alongside another client.

Each is of a different kind: an operation, a page, a header. The hostile side is a separate process.
"""

import time
from collections.abc import Callable
from functools import partial

import pytest

from service.server.application import Application
from tests.support import wires
from tests.support.attacks import ATTACKS, PICTURE
from tests.support.clients import Client, get
from tests.support.hostile import NUMBER, Attack, hostile, is_beside_the_control, waits
from tests.support.processes import cpu_time
from tests.support.servers import Server

MOVE = get(b"/move?piles=3,4,5")
HEALTH = get(b"/healthz")
LARGEST_COST = 80
"""The number of small positions that the event loop could solve in the time of one request."""


def cost(application: Application, request: bytes) -> float:
    """The longest CPU time for which a request occupies the event loop, at best of many tries."""
    found = []
    for number in range(30):
        with wires.world(application) as world:
            wire = world.connect()
            sent = request.replace(NUMBER, b"%d" % number)
            longest = timed(partial(wire.connection.data_received, sent))
            while world.loop.soon:
                longest = max(longest, timed(world.loop.look))
            assert b"HTTP/1.1 500" not in wire.received
        found.append(longest)
    return min(found)


def timed(step: Callable[[], object]) -> float:
    """The CPU seconds of this thread."""
    began = time.thread_time()
    step()
    return time.thread_time() - began


@pytest.mark.parametrize("kind", ATTACKS)
def test_the_event_loop_computes_little_for_what_costs_most(
    application: Application, kind: str
) -> None:
    assert cost(application, ATTACKS[kind]) < LARGEST_COST * cost(application, MOVE)


@pytest.mark.serving
@pytest.mark.soak
@pytest.mark.parametrize("kind", ATTACKS)
def test_another_waits_beside_what_costs_most_as_beside_the_control(kind: str) -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        assert is_beside_the_control(server, Attack(ATTACKS[kind]), MOVE)


@pytest.mark.serving
@pytest.mark.long
def test_pictures_do_not_keep_a_worker_from_showing_that_it_lives() -> None:
    """Together they would take half a minute on the event loop."""
    attack = Attack(PICTURE.replace(b"GET", b"HEAD"), connections=100, pipelined=8)
    with Server(WEB_CONCURRENCY=1) as server:
        workers = server.workers
        with hostile(server, attack):
            waits(server, HEALTH, 60)
        assert server.workers == workers


@pytest.mark.serving
@pytest.mark.parametrize("kind", ["a head of fields", "a trailer of fields"])
def test_a_worker_rejects_many_fields_without_reading_them(kind: str) -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        (worker,) = server.workers

        def computed(request: bytes, status: int) -> float:
            began = cpu_time(worker)
            for _ in range(50):
                with Client(server) as client:
                    assert client.ask(request).status == status
            return cpu_time(worker) - began

        computed(MOVE, 200)
        assert computed(ATTACKS[kind], 431) < 10 * computed(MOVE, 200)
