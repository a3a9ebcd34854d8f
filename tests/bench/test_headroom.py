"""The measurement behind the autoscaler's target asks the service for what it says it does."""

import pytest

from bench import headroom
from tests.support.servers import Server, samples


def test_every_arrival_is_answered_and_timed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headroom, "SECONDS", 0.2)
    waits = headroom.drive(server.port, rate=500)
    exposition = samples(server.get("/metrics").body.decode())
    solved = 'nim_positions_solved_total{convention="normal",position_class="N"}'
    assert len(waits) == exposition[solved] > 0
    assert min(waits) > 0
