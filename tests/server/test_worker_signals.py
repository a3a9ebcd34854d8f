"""Single workers that end while others serve: the service stays ready."""

import os
import resource
import signal
from types import SimpleNamespace

import pytest

from service import gunicorn_hooks
from tests.support.load import Load
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

ENDED = 8
"""The number of workers that end, one after the other."""


@pytest.mark.long
def test_the_service_stays_ready_while_single_workers_end() -> None:
    with Server(NIM_DRAIN_SECONDS=0.2) as server, Load(server.port) as load:
        for _ in range(ENDED):
            ended = server.workers[0]
            os.kill(ended, signal.SIGTERM)

            def is_replaced(ended: int = ended) -> bool:
                assert server.get("/readyz").json["status"] == "ready"
                workers = server.workers
                return len(workers) == server.expected_workers and ended not in workers

            wait_until(is_replaced)
    assert load.failures == []
    assert server.errors.count("Worker exiting") == ENDED
    assert "was sent" not in server.errors  # gunicorn's message about a killed worker


@pytest.mark.parametrize("count", [24, 47])
def test_too_few_file_descriptors_are_rejected_at_start(count: int) -> None:
    few = (count, count)
    server = Server(preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few))
    assert server.process.wait(30) == 1
    assert f"nim: {count} file descriptors are too few; allow at least 48" in server.errors
    assert "Booting worker" not in server.errors


def test_too_few_processes_are_rejected_at_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    limits = {resource.RLIMIT_NPROC: (10, 10), resource.RLIMIT_NOFILE: (1_000, 1_000)}
    monkeypatch.setattr(resource, "getrlimit", limits.__getitem__)
    server = SimpleNamespace(cfg=SimpleNamespace(workers=2))
    said = "^nim: 10 processes and threads are too few; allow at least 11 "
    with pytest.raises(SystemExit, match=said):
        gunicorn_hooks.on_starting(server)
