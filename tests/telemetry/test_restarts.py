"""What the kernel and the master know of the processes: restarts by cause, memory, start."""

import os
import signal
import sys
import time
from types import SimpleNamespace

import pytest

from service.master import hooks
from service.telemetry.exposition import InstrumentsCollector
from service.telemetry.instruments import Instruments
from service.telemetry.metrics import restarts as counter_of_restarts
from tests.support import processes
from tests.support.scraping import Samples, scrape
from tests.support.servers import Server
from tests.support.waiting import wait_until

MEMORY = "nim_memory_bytes"
START = "process_start_time_seconds"


def restarts(samples: Samples) -> dict[str, float]:
    """Restarts by cause."""
    prefix = 'nim_worker_restarts_total{cause="'
    return {
        key.removeprefix(prefix).removesuffix('"}'): value
        for key, value in samples.items()
        if key.startswith(prefix)
    }


NONE = {"killed": 0, "timeout": 0, "failed": 0, "asked": 0}


def test_every_cause_starts_at_zero(server: Server) -> None:
    assert restarts(scrape(server)) == NONE


def test_a_killed_worker_is_counted() -> None:
    with Server() as server:
        server.kill_workers()
        wait_until(lambda: restarts(scrape(server)) == NONE | {"killed": 2})


def test_a_worker_without_a_sign_of_life_is_counted() -> None:
    with Server(arguments=("--timeout", "4")) as server:
        old = server.workers
        os.kill(old[0], signal.SIGSTOP)
        wait_until(lambda: old[0] not in server.workers and len(server.workers) == 2)
        wait_until(lambda: restarts(scrape(server)) == NONE | {"timeout": 1})


def test_a_reload_is_counted_apart() -> None:
    with Server() as server:
        old = server.workers
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.has_replaced(old))
        wait_until(lambda: restarts(scrape(server)) == NONE | {"asked": 2})


@pytest.mark.parametrize(
    ("status", "aborted", "cause"),
    [(0, False, "asked"), (None, False, "asked"), (3, False, "failed"), (1, True, "timeout")],
)
def test_the_exit_status_tells_the_cause(status: int | None, aborted: bool, cause: str) -> None:
    instruments = Instruments()
    server = SimpleNamespace(nim_restarts=counter_of_restarts(instruments))
    worker = SimpleNamespace(aborted=aborted)
    hooks.pre_fork(server, worker)

    def work() -> None:
        try:
            sys.exit(status)
        finally:
            hooks.worker_exit(server, worker)

    with pytest.raises(SystemExit):
        work()
    hooks.child_exit(server, worker)
    shown = InstrumentsCollector(instruments).collect()
    assert {s.labels["cause"]: s.value for m in shown for s in m.samples} == NONE | {cause: 1}


def test_the_memory_is_that_of_master_and_workers_together() -> None:
    with Server(WEB_CONCURRENCY=1) as one, Server(WEB_CONCURRENCY=3) as three:
        small, large = scrape(one)[MEMORY], scrape(three)[MEMORY]
        resident = [processes.resident(pid) for pid in (one.process.pid, *one.workers)]
    # What both processes share is counted once, so it is less than their sum and more than one.
    assert max(resident) / 2 < small < sum(resident)
    assert large > small


def test_the_start_is_the_masters_and_outlives_the_workers() -> None:
    before = time.time()
    with Server(WEB_CONCURRENCY=1) as server:
        start = scrape(server)[START]
        assert before - 2 < start < time.time() + 2
        server.kill_workers()
        assert scrape(server)[START] == start
