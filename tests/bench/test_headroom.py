"""The load behind the autoscaler's target: every request that it sends is answered and timed."""

import pytest

from bench import headroom
from tests.support.scraping import scrape, solved
from tests.support.servers import Server


def test_every_request_gets_a_response_and_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headroom, "SECONDS", 0.2)
    with Server() as server:
        waits = headroom.drive(server.port, rate=500)
        assert len(waits) == scrape(server)[solved("normal", "N")] > 0
    assert min(waits) > 0
