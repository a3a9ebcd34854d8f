"""A loop with connections, but without a network, in which time stands still."""

import pytest

from service.server import rounds
from tests.support.connections import World


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What time it is for the rounds of the loop: no test takes any unless it says so."""
    now = [100.0]
    monkeypatch.setattr(rounds, "perf_counter", lambda: now[0])
    return now


@pytest.fixture
def world(clock: list[float]) -> World:  # noqa: ARG001  # which stands still
    return World()
