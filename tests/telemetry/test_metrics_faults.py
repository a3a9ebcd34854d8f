"""Metrics files that are full, read-only, damaged or left behind: they never stop the service."""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients import BODY, Client, clients, get, post
from tests.support.programs import run
from tests.support.scraping import answered, in_flight, scrape
from tests.support.servers import Server
from tests.support.waiting import wait_until


@contextlib.contextmanager
def file_system(directory: Path, options: str) -> Iterator[Path]:
    """A file system in memory; the test is skipped where mounting is not allowed."""
    directory.mkdir()
    if os.geteuid() or run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory]).returncode:
        pytest.skip("may not mount a file system")
    try:
        yield directory
    finally:
        assert run(["umount", "--lazy", directory]).returncode == 0


def fill(directory: Path) -> None:
    """Leave no space."""
    with (directory / "rest").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))


def refusal(directory: Path) -> str:
    """What a service says that doesn't start."""
    server = Server(PROMETHEUS_MULTIPROC_DIR=directory)
    assert server.process.wait(30) == 1
    assert "Booting worker" not in server.errors
    return server.errors


def test_too_little_space_is_refused_at_start(tmp_path: Path) -> None:
    with file_system(tmp_path / "metrics", "size=1m") as directory:
        assert "nim: no room for metrics: [Errno 28] No space left on device" in refusal(directory)
        assert "set NIM_METRICS to off" in refusal(directory)
        # As it says:
        with Server(PROMETHEUS_MULTIPROC_DIR=directory, NIM_METRICS="off") as server:
            assert server.post("/move", BODY).status == 200


def test_a_read_only_directory_is_refused_at_start(tmp_path: Path) -> None:
    with file_system(tmp_path / "metrics", "ro") as directory:
        assert "nim: no room for metrics: [Errno 30] Read-only file system" in refusal(directory)


def test_a_file_as_directory_is_refused_at_start(tmp_path: Path) -> None:
    (tmp_path / "metrics").write_text("")
    assert "nim: no room for metrics: [Errno 17] File exists" in refusal(tmp_path / "metrics")


def test_a_full_directory_stops_neither_workers_nor_metrics(tmp_path: Path) -> None:
    with (
        file_system(tmp_path / "metrics", "size=16m") as directory,
        Server(PROMETHEUS_MULTIPROC_DIR=directory) as server,
    ):
        fill(directory)
        old = server.workers
        # Series that no file has yet.
        for path in ("/move?piles=3", "/nothing", "/openapi.yaml", "/healthz", "/readyz", "/move"):
            for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"):
                for _ in range(2):
                    assert server.request(method, path).status < 500
        assert server.workers == old
        server.kill_workers()
        before = answered(server, "POST", "/move", 200)
        assert server.post("/move", BODY).status == 200
        assert answered(server, "POST", "/move", 200) == before + 1


def test_a_worker_without_space_serves_unmeasured(tmp_path: Path) -> None:
    with (
        file_system(tmp_path / "metrics", "size=16m") as directory,
        Server(PROMETHEUS_MULTIPROC_DIR=directory, WEB_CONCURRENCY=1) as server,
    ):
        fill(directory)
        for count in (2, 3):  # one more than there is space for
            server.process.send_signal(signal.SIGTTIN)
            wait_until(lambda count=count: len(server.workers) == count)  # type: ignore[misc]
        wait_until(lambda: "no metrics from this process" in server.errors)
        workers = server.workers
        with clients(server, 30) as some:
            for client in some:
                assert client.ask(post()).status == 200
                assert client.ask(get(b"/metrics")).status == 200
        assert server.workers == workers


@pytest.mark.parametrize(
    "content",
    [b"", b"\1", b"nonsense" * 100, b"\xff\xff\xff\x7f" + bytes(100), b"\x20\0\0\0" + b"\xff" * 60],
    ids=["empty", "short", "nonsense", "a length far beyond", "no text"],
)
def test_a_damaged_file_costs_no_other(tmp_path: Path, content: bytes) -> None:
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path, WEB_CONCURRENCY=1) as server:
        for kind in ("counter", "histogram", "gauge_livesum", "gauge_max"):
            (tmp_path / f"{kind}_99.db").write_bytes(content)
        assert server.post("/move", BODY).status == 200
        assert answered(server, "POST", "/move", 200) == 1


def test_a_damaged_file_is_started_anew(tmp_path: Path) -> None:
    """The worker that takes it over does so."""
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path, WEB_CONCURRENCY=1) as server:
        assert server.post("/move", BODY).status == 200
        old = server.workers
        # Another file in its place: it must not change under the worker that uses it.
        (tmp_path / "damaged").write_bytes(b"nonsense" * 100)
        (tmp_path / "damaged").rename(tmp_path / "histogram_0.db")
        os.kill(old[0], signal.SIGKILL)
        wait_until(lambda: server.workers and server.workers != old)
        assert server.post("/move", BODY).status == 200
        assert answered(server, "POST", "/move", 200) == 1


def test_reloads_leave_no_files_behind(tmp_path: Path) -> None:
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path) as server:
        before = sorted(tmp_path.iterdir())
        for _ in range(3):
            old = server.workers
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda old=old: server.has_replaced(old))  # type: ignore[misc]
            assert server.get("/metrics").status == 200
        assert sorted(tmp_path.iterdir()) == before


def test_a_dead_worker_leaves_nothing_in_flight() -> None:
    with Server() as server, Client(server) as client:
        client.send(post()[:-1])
        wait_until(lambda: in_flight(server) == 1)
        server.kill_workers()
        wait_until(lambda: in_flight(server) == 0)
        wait_until(lambda: scrape(server)["nim_workers"] == 2)
