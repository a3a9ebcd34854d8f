"""Metrics of processes: how many, how busy, why they ended. None loses its counts."""

import contextlib
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from prometheus_client import REGISTRY

from service import gunicorn_hooks
from service.telemetry import processes, workers
from tests.support.clients import BODY, clients, post
from tests.support.load import Load
from tests.support.processes import children, is_alive
from tests.support.programs import run
from tests.support.scraping import Samples, answered, in_flight, scrape, solved
from tests.support.servers import Server
from tests.support.waiting import wait_until

CAUSES = ("killed", "timeout", "failed", "drained")


def restarts(samples: Samples) -> dict[str, float]:
    """Restarts by cause."""
    return {cause: samples[f'nim_worker_restarts_total{{cause="{cause}"}}'] for cause in CAUSES}


NONE = dict.fromkeys(CAUSES, 0)


@pytest.mark.serving
def test_restarts_are_counted_by_cause_and_time_outlives_the_workers() -> None:
    batch = {"positions": [{"piles": [19, 20, 21]}] * 5_000}
    before = time.time()
    with Server(arguments=("--timeout", "4")) as server:
        start = scrape(server)["process_start_time_seconds"]
        assert before - 2 < start < time.time() + 2
        wait_until(
            lambda: (
                server.post("/moves", batch).status
                and scrape(server)["nim_worker_cpu_seconds_total"] > 0.2
            )
        )
        worked = scrape(server)["nim_worker_cpu_seconds_total"]
        server.kill_workers()
        assert scrape(server)["nim_worker_cpu_seconds_total"] >= worked
        wait_until(lambda: restarts(scrape(server)) == NONE | {"killed": 2})
        old = server.workers
        os.kill(old[0], signal.SIGSTOP)  # it shows no sign of life
        wait_until(lambda: old[0] not in server.workers and len(server.workers) == 2)
        wait_until(lambda: restarts(scrape(server)) == NONE | {"killed": 2, "timeout": 1})
        reload(server)
        causes = NONE | {"killed": 2, "timeout": 1, "drained": 2}
        wait_until(lambda: restarts(scrape(server)) == causes)
        assert scrape(server)["process_start_time_seconds"] == start
        wait_until(lambda: scrape(server)["nim_workers"] == 2)


def test_cpu_time_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted() -> float:
        return REGISTRY.get_sample_value("nim_worker_cpu_seconds_total") or 0

    before = counted()
    monkeypatch.setattr(workers, "_published_cpu", 0.0)
    for seconds in (1.0, 1.5, 1.5):
        monkeypatch.setattr(workers, "process_time", lambda seconds=seconds: seconds)
        workers.publish(0, 0)
    assert counted() == pytest.approx(before + 1.5)


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


def test_the_fork_enables_the_garbage_collector() -> None:
    gc.disable()
    try:
        gunicorn_hooks.pre_fork(None, SimpleNamespace(age=1, aborted=False))
        assert gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.serving
def test_connections_and_active_requests_of_all_workers_and_none_of_a_dead_one() -> None:
    gauge = "http_server_open_connections"
    with Server() as server:
        with clients(server, 20) as some:
            for client in some[:2]:
                client.send(post()[:-1])
            wait_until(lambda: in_flight(server) == 2)
            wait_until(lambda: scrape(server)[gauge] >= 20)
            server.kill_workers()
            wait_until(lambda: in_flight(server) == 0)
        wait_until(lambda: scrape(server)[gauge] <= 2)


# --- Files ------------------------------------------------------------------------------------


def files_of(server: Server) -> list[Path]:
    """The files in which the processes of a server count."""
    everywhere = Path("/dev/shm")  # noqa: S108  # where they are on Linux
    return [*everywhere.glob(f"{processes.PREFIX}*/*_{server.process.pid}*.db")]


def signalled(server: Server, number: signal.Signals, workers: int) -> None:
    """Send the master a signal after which it has this many workers."""
    server.process.send_signal(number)
    wait_until(lambda: len(server.workers) == workers)


def reload(server: Server) -> None:
    old = server.workers
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: server.has_replaced(old))


@pytest.mark.serving
@pytest.mark.long
def test_no_count_is_lost_and_no_memory_added_whatever_becomes_of_workers() -> None:
    with Server() as server:
        changes: list[Callable[[], object]] = [
            partial(reload, server),
            server.kill_workers,
            partial(signalled, server, signal.SIGTTIN, 3),
            partial(signalled, server, signal.SIGTTOU, 2),
            partial(reload, server),
        ]
        for count, change in enumerate(changes, 1):
            with clients(server, 10) as some:
                assert {client.ask(post()).status for client in some} == {200}
            change()
            assert answered(server, "POST", "/move", 200) == 10 * count
            wait_until(lambda: scrape(server)["nim_workers"] == len(server.workers))
        # Old workers, new workers and the master may exist at the same time.
        kinds = {file.name.partition("_")[0] for file in files_of(server)}
        assert kinds == {"counter", "gauge", "histogram"}
        assert len([file for file in files_of(server) if file.name.startswith("counter")]) <= 6
        server.stop()
    assert files_of(server) == []


@pytest.mark.serving
def test_an_upgrade_after_a_reload_that_is_taken_back_loses_no_count() -> None:
    """The second master takes over the slot of a worker that ended at the reload."""
    with Server() as server:
        reload(server)
        old = server.workers
        signalled(server, signal.SIGUSR2, 3)
        (successor,) = {*server.workers} - {*old}
        try:
            wait_until(lambda: len(children(successor)) == 2)
            wait_until(lambda: scrape(server)["nim_workers"] == 4)
            with clients(server, 40) as some:
                assert {client.ask(post()).status for client in some} == {200}
        finally:
            os.kill(successor, signal.SIGTERM)
            wait_until(lambda: not is_alive(successor) and not children(successor))
        wait_until(lambda: scrape(server)["nim_workers"] == 2)
        assert answered(server, "POST", "/move", 200) == 40
        assert scrape(server)[solved("normal", "N")] == 40


@pytest.mark.serving
def test_a_directory_for_prometheus_client_has_the_files(tmp_path: Path) -> None:
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path) as server:
        assert server.post("/move", BODY).status == 200
        assert answered(server, "POST", "/move", 200) == 1
    assert [*tmp_path.glob("counter_*.db")]


@pytest.mark.serving
def test_a_directory_for_prometheus_client_is_made(tmp_path: Path) -> None:
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path / "a/b") as server:
        assert server.post("/move", BODY).status == 200
        assert answered(server, "POST", "/move", 200) == 1


def refused(directory: Path) -> str:
    """The only line of a service that does not start."""
    command = [sys.executable, "-m", "service", "--port", "0"]
    result = run(command, environment={"PROMETHEUS_MULTIPROC_DIR": str(directory)})
    assert (result.returncode, result.stderr.count("\n")) == (1, 1)
    return result.stderr


@pytest.mark.serving
def test_a_directory_that_can_not_be_one_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file/a").endswith("which can't be used: Not a directory\n")


@pytest.mark.serving
def test_two_services_do_not_share_a_directory_but_two_masters_of_one_do(tmp_path: Path) -> None:
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path) as server:
        assert "another service uses" in refused(tmp_path)
        old = server.workers
        signalled(server, signal.SIGUSR2, 3)
        (second,) = {*server.workers} - {*old}
        wait_until(lambda: len(children(second)) == 2)
        os.kill(second, signal.SIGTERM)
        wait_until(lambda: not is_alive(second))
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path) as server:
        assert server.post("/move", BODY).status == 200


@contextmanager
def file_system(directory: Path, size: int) -> Iterator[Path]:
    """A file system in memory of this many bytes."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "nim", directory], check=True)
    try:
        yield directory
    finally:
        subprocess.run(["umount", "--lazy", directory], check=True)


@pytest.mark.serving
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount a file system")
@pytest.mark.parametrize(
    "size",
    [4 * 2**10, 4 * 2**16, 5 * 2**16],
    ids=["no file fits", "only the master's fit", "some files fit"],
)
def test_without_space_for_metrics_requests_are_served_and_not_measured(
    tmp_path: Path, size: int
) -> None:
    with (
        file_system(tmp_path, size) as directory,
        Server(PROMETHEUS_MULTIPROC_DIR=directory) as server,
    ):
        workers = server.workers
        text = "this process does not measure all requests: [Errno 28] No space left on device"

        def said() -> list[int]:
            return sorted(line["pid"] for line in server.log if line["message"] == text)

        with Load(server.port) as load:  # one client alone may always reach the same worker
            wait_until(lambda: len(said()) >= len(workers))
            load.wait_for_more(200)
        assert load.failures == []
        assert scrape(server) is not None
        assert server.workers == workers
        assert said() == sorted(workers)
        if size > 2**16:
            wait_until(lambda: scrape(server)["nim_unmeasured_values"] > 0)


@pytest.mark.serving
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount a file system")
def test_a_file_system_that_fills_up_stops_no_worker_and_loses_no_count(tmp_path: Path) -> None:
    with (
        file_system(tmp_path, 2**24) as directory,
        Server(PROMETHEUS_MULTIPROC_DIR=directory) as server,
    ):
        with contextlib.suppress(OSError), (directory / "filler").open("wb") as filler:
            while True:
                filler.write(bytes(2**12))
                filler.flush()
        workers = server.workers
        for _ in range(200):
            assert server.post("/move", BODY).status == 200
        assert answered(server, "POST", "/move", 200) == 200
        assert server.workers == workers
        signalled(server, signal.SIGTTIN, 3)
        wait_until(lambda: "does not measure all requests: [Errno 28]" in server.errors)
        for _ in range(200):
            assert server.post("/move", BODY).status == 200
        assert {*server.workers} > {*workers}
