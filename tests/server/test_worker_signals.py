"""Single workers that end while others serve: the service stays ready."""

import os
import resource
import signal

import pytest

from tests.support.clients import Client, get
from tests.support.load import Load
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving


@pytest.mark.long
def test_the_service_stays_ready_while_single_workers_end() -> None:
    with Server(NIM_DRAIN_SECONDS=0.2) as server, Load(server.port) as load:
        for _ in range(8):
            ended = server.workers[0]
            os.kill(ended, signal.SIGTERM)

            def is_replaced(ended: int = ended) -> bool:
                assert server.get("/readyz").json["status"] == "ready"
                workers = server.workers
                return len(workers) == server.expected_workers and ended not in workers

            wait_until(is_replaced)
    assert load.failures == []


def test_the_service_stays_ready_with_fewer_workers() -> None:
    with Server(NIM_DRAIN_SECONDS=0.5) as server:
        server.process.send_signal(signal.SIGTTOU)

        def is_alone() -> bool:
            assert server.get("/readyz").json["status"] == "ready"
            return len(server.workers) == 1

        wait_until(is_alone)


def test_a_single_worker_that_ends_exits_well() -> None:
    with Server() as server, Client(server) as client:
        assert client.ask(get(b"/healthz")).status == 200
        worker = server.workers[0]
        os.kill(worker, signal.SIGTERM)
        wait_until(lambda: worker not in server.workers)
        assert f"Worker exiting (pid: {worker})" in server.errors
        assert "was sent" not in server.errors


@pytest.mark.parametrize("count", [24, 47])
def test_too_few_file_descriptors_are_rejected_at_start(count: int) -> None:
    few = (count, count)
    server = Server(preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few))
    assert server.process.wait(30) == 1
    assert f"nim: {count} file descriptors are too few; allow at least 48" in server.errors
    assert "Booting worker" not in server.errors
