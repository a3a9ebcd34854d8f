"""How many workers there are and how busy, as the metrics tell it."""

import os
import signal

from tests.support.servers import Server, samples, wait_until


def metric(server: Server, name: str) -> float:
    return samples(server.get("/metrics").body.decode())[name]


def test_the_workers_that_live_are_counted() -> None:
    with Server(WEB_CONCURRENCY=3) as server:
        assert metric(server, "nim_workers") == 3
        killed = server.workers[0]
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in server.workers and len(server.workers) == 3)
        wait_until(lambda: metric(server, "nim_workers") == 3)


def test_cpu_time_of_all_workers_grows_with_work_and_outlives_them() -> None:
    batch = {"positions": [{"piles": [19, 20, 21]}] * 5_000}
    with Server() as server:
        before = metric(server, "process_cpu_seconds_total")
        wait_until(
            lambda: (
                server.post("/moves", batch).status
                and metric(server, "process_cpu_seconds_total") > before + 0.2
            )
        )
        worked = metric(server, "process_cpu_seconds_total")
        for worker in server.workers:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: len(set(server.workers)) == 2)
        assert metric(server, "process_cpu_seconds_total") >= worked
