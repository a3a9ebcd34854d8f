"""A worker keeps nothing of what it has searched, whoever searches what."""

import pytest

from tests.support.crowd import MIB, proportional
from tests.support.servers import Server
from tests.test_caches import searched

pytestmark = pytest.mark.serving

MOST = 60 * MIB
"""What a worker has at any rest, whatever it was asked."""


@pytest.mark.timeout(240)
@pytest.mark.long
def test_a_hundred_searches_in_games_of_their_own_leave_nothing() -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        (worker,) = server.workers
        for number in range(100):
            assert server.post("/move", searched(number)).status in {200, 422}
        assert proportional(worker) < MOST
