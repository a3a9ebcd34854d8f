"""State that a worker's connections share: their number, memory, and time that stood still."""

import resource

import pytest

from service.server import limits
from service.server.application import Application
from service.server.server import max_connections, memory_size
from tests.support import wires
from tests.support.clients import BODY, post, post_head
from tests.support.wires import Wire, World


@pytest.mark.parametrize(("sent", "status"), [(post()[-3:], 200), (b"", 408)])
def test_what_came_while_a_process_was_frozen_is_in_time(
    world: World, wire: Wire, sent: bytes, status: int
) -> None:
    """And a client that is still late does not get repeated extensions."""
    wire.send(post()[:-3])
    world.now += 100
    world.server.tick(world.now, "now")
    wire.send(sent)
    world.pass_time(101)
    assert wire.statuses == [status]


def test_a_new_connection_takes_the_place_of_the_longest_idle_else_of_the_slowest(
    application: Application,
) -> None:
    with wires.world(application, max_connections=4) as world:
        slow, idle, longer_idle, queued = (world.connect() for _ in range(4))
        longer_idle.ask(post())
        world.pass_time(1)
        idle.ask(post())
        slow.send(post()[:-1])
        queued.connection.data_received(post(BODY.ljust(20_000)))
        world.loop.look()
        gone = []
        for _ in range(3):
            world.pass_time(1)
            world.connect()
            gone.append([each.is_closed for each in (slow, idle, longer_idle, queued)])
    assert gone == [
        [False, False, True, False],
        [False, True, True, False],
        [True, True, True, False],
    ]


@pytest.mark.parametrize(
    ("descriptors", "tls", "number"),
    [
        (10_000, False, limits.MAX_CONNECTIONS),
        (10_000, True, limits.MAX_TLS_CONNECTIONS),
        (resource.RLIM_INFINITY, False, limits.MAX_CONNECTIONS),
        (limits.MIN_DESCRIPTORS, False, 16),
        (1, False, 1),
    ],
)
def test_there_are_as_many_connections_as_descriptors_and_memory_for_them(
    monkeypatch: pytest.MonkeyPatch, descriptors: int, tls: bool, number: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (descriptors, descriptors))
    assert max_connections(tls=tls) == number


def test_the_memory_is_the_budget_without_what_every_connection_has() -> None:
    connections = limits.MAX_CONNECTIONS * limits.CONNECTION_COST
    assert memory_size(Application(lambda *_: [])) == limits.BUDGET - connections


def test_two_of_the_largest_bodies_fit_whatever_their_size_is() -> None:
    large = Application(lambda *_: [])
    large.max_body_bytes = 2**25
    with wires.world(large) as world:
        uploads = [world.connect() for _ in range(3)]
        for wire in uploads:
            wire.send(post_head(b"Content-Length: %d\r\n" % 2**25), b" " * 9_000)
        assert [wire.is_read for wire in uploads] == [True, True, False]
