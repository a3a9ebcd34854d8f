"""A worker keeps nothing of what it has found out, whoever asks for what."""

from collections import Counter

import pytest

from tests.support.crowd import COMPUTING, MIB, proportional
from tests.support.dear import KINDS, dear_requests
from tests.support.processes import peak, resident
from tests.support.servers import Server

pytestmark = pytest.mark.serving

AT_REST, OF_ALL = 60 * MIB, 200 * MIB
"""What a worker may have at rest, and two of them with their master, whatever they were asked."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "number",
    [pytest.param(110, marks=pytest.mark.long), pytest.param(1_500, marks=pytest.mark.soak)],
)
def test_dear_requests_of_all_kinds_leave_a_worker_small(number: int) -> None:
    with Server(alone=True, NIM_ACCESS_LOG="off") as server:
        workers, statuses = server.workers, Counter[int]()
        before = max(map(resident, workers))
        for kind, path, body in dear_requests(number):
            status = server.request("GET" if body is None else "POST", path, body).status
            assert status in {200, 422}, kind
            statuses[status] += 1
        assert min(statuses[200], statuses[422]) > len(KINDS) // 2  # of answers and of refusals
        assert server.workers == workers
        assert 20 * MIB < max(map(peak, workers)) - before < COMPUTING
        assert max(map(proportional, workers)) < AT_REST
        assert proportional(server.process.pid) < OF_ALL
