"""How many workers there are and how busy, by the metrics."""

import os
import signal

from tests.support.clients import clients
from tests.support.scraping import scrape
from tests.support.servers import Server
from tests.support.waiting import wait_until


def test_living_workers_are_counted() -> None:
    with Server(WEB_CONCURRENCY=3) as server:
        assert scrape(server)["nim_workers"] == 3
        killed = server.workers[0]
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in server.workers and len(server.workers) == 3)
        wait_until(lambda: scrape(server)["nim_workers"] == 3)


def test_cpu_time_outlives_the_workers() -> None:
    """It grows with work, over all workers."""
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


def test_open_connections_are_counted() -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        gauge = "http_server_open_connections"
        with clients(server, 20):
            wait_until(lambda: scrape(server)[gauge] >= 20)
        wait_until(lambda: scrape(server)[gauge] <= 2)
