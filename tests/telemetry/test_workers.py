"""Metrics of the processes: how many workers, how busy, and why they ended."""

import os
import signal
import sys
import time
from types import SimpleNamespace

import pytest
from prometheus_client import REGISTRY

from service import gunicorn_hooks
from tests.support.clients import Client, clients, post
from tests.support.scraping import Samples, in_flight, scrape
from tests.support.servers import Server
from tests.support.waiting import wait_until

CAUSES = ("killed", "timeout", "failed", "drained")


def restarts(samples: Samples) -> dict[str, float]:
    """Restarts by cause."""
    return {cause: samples[f'nim_worker_restarts_total{{cause="{cause}"}}'] for cause in CAUSES}


NONE = dict.fromkeys(CAUSES, 0)


def test_restarts_of_killed_workers() -> None:
    with Server() as server:
        server.kill_workers()
        wait_until(lambda: restarts(scrape(server)) == NONE | {"killed": 2})
        wait_until(lambda: scrape(server)["nim_workers"] == 2)


def test_restarts_of_a_worker_without_a_sign_of_life() -> None:
    with Server(arguments=("--timeout", "4")) as server:
        old = server.workers
        os.kill(old[0], signal.SIGSTOP)
        wait_until(lambda: old[0] not in server.workers and len(server.workers) == 2)
        wait_until(lambda: restarts(scrape(server)) == NONE | {"timeout": 1})


def test_restarts_by_a_reload() -> None:
    with Server() as server:
        old = server.workers
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.has_replaced(old))
        wait_until(lambda: restarts(scrape(server)) == NONE | {"drained": 2})


@pytest.mark.parametrize(
    ("status", "aborted", "cause"),
    [(0, False, "drained"), (None, False, "drained"), (3, False, "failed"), (1, True, "timeout")],
)
def test_restarts_by_the_exit_status(status: int | None, aborted: bool, cause: str) -> None:
    def counted() -> float | None:
        return REGISTRY.get_sample_value("nim_worker_restarts_total", {"cause": cause})

    worker = SimpleNamespace(age=1, aborted=aborted)
    before = counted() or 0
    gunicorn_hooks.pre_fork(None, worker)

    def work() -> None:
        try:
            sys.exit(status)
        finally:
            gunicorn_hooks.worker_exit(None, worker)

    with pytest.raises(SystemExit):
        work()
    gunicorn_hooks.child_exit(None, worker)
    assert counted() == before + 1


def test_start_is_the_masters_and_outlives_the_workers() -> None:
    before = time.time()
    with Server(WEB_CONCURRENCY=1) as server:
        start = scrape(server)["process_start_time_seconds"]
        assert before - 2 < start < time.time() + 2
        server.kill_workers()
        assert scrape(server)["process_start_time_seconds"] == start


def test_cpu_time_grows_with_work_and_outlives_the_workers() -> None:
    batch = {"positions": [{"piles": [19, 20, 21]}] * 5_000}
    with Server() as server:
        before = scrape(server)["nim_worker_cpu_seconds_total"]
        wait_until(
            lambda: (
                server.post("/moves", batch).status
                and scrape(server)["nim_worker_cpu_seconds_total"] > before + 0.2
            )
        )
        worked = scrape(server)["nim_worker_cpu_seconds_total"]
        server.kill_workers()
        assert scrape(server)["nim_worker_cpu_seconds_total"] >= worked


def test_open_connections() -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        gauge = "http_server_open_connections"
        with clients(server, 20):
            wait_until(lambda: scrape(server)[gauge] >= 20)
        wait_until(lambda: scrape(server)[gauge] <= 2)


def test_active_requests_of_all_workers_and_none_of_a_dead_one() -> None:
    with Server() as server, Client(server) as one, Client(server) as two:
        for client in (one, two):
            client.send(post()[:-1])
        wait_until(lambda: in_flight(server) == 2)
        server.kill_workers()
        wait_until(lambda: in_flight(server) == 0)
