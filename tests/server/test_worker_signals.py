"""Single workers that end while others serve: the service stays ready."""

import os
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

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


PIDS = Path("/sys/fs/cgroup/pids")


@pytest.fixture
def few_processes() -> Iterator[Path]:
    """The list of processes of a control group that may have twelve processes and threads."""
    group = PIDS / f"nim-test-{os.getpid()}"
    group.mkdir()
    (group / "pids.max").write_text("12")
    yield group / "cgroup.procs"
    wait_until(lambda: not (group / "cgroup.procs").read_text())
    group.rmdir()


@pytest.mark.skipif(not os.access(PIDS, os.W_OK), reason="needs a control group of its own")
@pytest.mark.parametrize("others", [0, 2])
def test_a_service_starts_if_the_kernel_lets_it_have_its_processes(
    few_processes: Path, others: int
) -> None:
    """Two workers need ten, and their master is one, whatever uses up the rest."""
    asleep = [subprocess.Popen(["sleep", "60"]) for _ in range(others)]
    for process in asleep:
        few_processes.write_text(f"{process.pid}")
    server = Server(preexec=lambda: few_processes.write_text("0"))
    try:
        if others:
            assert server.process.wait(30) == 3
            assert "can't start new thread" in server.errors
        else:
            server.wait_ready()
    finally:
        for process in asleep:
            process.kill()
            process.wait()
        if server.process.poll() is None:
            server.kill()
