"""Metrics under servers that know nothing of the service: right counts, or a warning."""

import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from service.telemetry.slots import FILE
from tests.support.any_server import serving
from tests.support.http_client import request
from tests.support.paths import ROOT
from tests.support.processes import children, is_stopped, listening_socket
from tests.support.scraping import Samples, samples
from tests.support.waiting import wait_until

GUNICORN = Path(sys.executable).with_name("gunicorn")
MOVES = (
    'http_server_request_duration_seconds_count{http_request_method="GET",'
    'http_response_status_code="200",http_route="/move"}'
)
WARNING = "the metrics are those of one process among several"
OF_THE_SERVICE = {
    "nim_workers",
    "nim_memory_bytes",
    "process_start_time_seconds",
    "http_server_active_requests",
    "http_server_open_connections",
}
"""Gauges that would be false where each process knows itself alone."""


def ask(port: int, path: str, times: int = 1) -> None:
    for _ in range(times):
        assert request(port, "GET", path).status == 200


def scrape(port: int) -> Samples:
    return samples(request(port, "GET", "/metrics").body.decode())


def workers_of(port: int) -> list[int]:
    """The two workers of the server that listens on this port."""

    def found() -> list[int]:
        masters = [pid for pid in children(os.getpid()) if _listens(pid, port)]
        return [worker for master in masters for worker in children(master)]

    return wait_until(lambda: len(found()) == 2 and found()) or []


def _listens(process: int, port: int) -> bool:
    listening = listening_socket(process)
    return listening is not None and listening.port == port


@contextmanager
def only(worker: int, workers: list[int]) -> Iterator[None]:
    """All connections are one worker's: the others are stopped."""
    with ExitStack() as stopped:
        for other in {*workers} - {worker}:
            os.kill(other, signal.SIGSTOP)
            stopped.callback(os.kill, other, signal.SIGCONT)
            wait_until(partial(is_stopped, other))
        yield


def ask_each(port: int, path: str, times: int) -> None:
    """Send each worker so many requests."""
    workers = workers_of(port)
    for worker in workers:
        with only(worker, workers):
            ask(port, path, times)


def scrape_each(port: int) -> list[Samples]:
    """What each worker shows, once each has made its text anew."""
    workers = workers_of(port)
    shown = []
    for worker in workers:
        with only(worker, workers):
            before = scrape(port)
            wait_until(lambda before=before: scrape(port) != before)  # type: ignore[misc]
            shown.append(scrape(port))  # a scrape counts itself, so there was another text
    return shown


MANUAL = (ROOT / "docs" / "operations.md").read_text()
COMMANDS = re.findall(r"^(?:(PROM\w+)=\S+ )?gunicorn (.*)$", MANUAL, re.MULTILINE)
"""The manual's: with the variable that a command sets, to a directory, and the arguments."""


@pytest.mark.long
@pytest.mark.parametrize("worker_class", ["sync", "gthread"])
@pytest.mark.parametrize(("directory", "arguments"), COMMANDS)
def test_each_worker_shows_the_counts_of_all(
    directory: str, arguments: str, worker_class: str, tmp_path: Path
) -> None:
    command = (GUNICORN, "--worker-class", worker_class, *shlex.split(arguments))
    log, settings = tmp_path / "log", dict.fromkeys([directory] if directory else [], ".")
    settings["PYTHONPATH"] = str(ROOT)
    with serving(*command, directory=tmp_path, log=log, **settings) as port:  # type: ignore[arg-type]
        ask_each(port, "/move?piles=1", 5)
        for shown in scrape_each(port):
            assert (shown[MOVES], shown["nim_workers"]) == (10, 2)
    assert WARNING not in log.read_text()
    assert (tmp_path / FILE).exists() == bool(directory)


def test_the_manual_names_both_ways() -> None:
    assert [name for name, _ in COMMANDS] == ["", "PROMETHEUS_MULTIPROC_DIR"]


@pytest.mark.long
def test_workers_that_share_nothing_warn_once_each_and_show_nothing_false(tmp_path: Path) -> None:
    command = (GUNICORN, "-w", "2", "service:create_app()")
    log = tmp_path / "log"
    with serving(*command, directory=tmp_path, log=log, PYTHONPATH=str(ROOT)) as port:
        ask_each(port, "/move?piles=1", 5)
        for shown in scrape_each(port):
            assert shown[MOVES] == 5
            assert not OF_THE_SERVICE & shown.keys()
    said = [line for line in log.read_text().splitlines() if WARNING in line]
    assert len(said) == 2
    for line in said:
        assert line.endswith(
            "the metrics are those of one process among several; for their sum load the "
            "application before the fork (gunicorn's --preload), or set PROMETHEUS_MULTIPROC_DIR "
            "to a directory"
        )


def test_a_missing_directory_is_logged_and_costs_no_request(tmp_path: Path) -> None:
    command = (GUNICORN, "-w", "2", "service:create_app()")
    log = tmp_path / "log"
    gone = str(tmp_path / "gone")
    with serving(
        *command, directory=tmp_path, log=log, PYTHONPATH=str(ROOT), PROMETHEUS_MULTIPROC_DIR=gone
    ) as port:
        ask(port, "/move?piles=1", 5)
        scrape(port)
    assert "no metrics in PROMETHEUS_MULTIPROC_DIR: [Errno 2]" in log.read_text()


def test_a_single_process_shows_itself_and_does_not_warn(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = (GUNICORN, "-w", "1", "-k", "gthread", "service:create_app()")
    with serving(*command, directory=tmp_path, log=log, PYTHONPATH=str(ROOT)) as port:
        ask(port, "/move?piles=1", 5)
        shown = scrape(port)
        assert (shown[MOVES], shown["nim_workers"]) == (5, 1)
        # Nothing there knows these.
        assert not {"http_server_active_requests", "http_server_open_connections"} & shown.keys()
    assert WARNING not in log.read_text()


# --- What other code counts with prometheus_client -------------------------------------------

PROGRAM = """
from prometheus_client import Counter, Gauge
from service.app import create_app

games = Counter("games_played", "Games played.", ["winner"])
Gauge("nim_workers", "Of this name there is one already.").set(77)
app = create_app()

@app.get("/play")
def play():
    games.labels("first").inc()
    return "played"
"""
PLAYED = 'games_played_total{winner="first"}'


@pytest.fixture
def attached(tmp_path: Path) -> Path:
    """A directory with a program that counts by itself."""
    (tmp_path / "attached.py").write_text(PROGRAM)
    return tmp_path


@pytest.mark.long
def test_a_counter_of_other_code_is_that_of_the_responding_process(attached: Path) -> None:
    path = f"{attached}{os.pathsep}{ROOT}"
    with serving(GUNICORN, "-w", "1", "attached:app", PYTHONPATH=path) as port:
        ask(port, "/play", 3)
        text = request(port, "GET", "/metrics").body.decode()
    shown = samples(text)
    assert shown[PLAYED] == 3
    assert shown["process_max_fds"] > shown["process_open_fds"] > 3
    assert any(key.startswith("python_info{") for key in shown)
    # A name that is there twice would be refused by Prometheus.
    families = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
    assert len(families) == len({*families})
    assert shown["nim_workers"] == 1
    assert not {"process_cpu_seconds_total", "process_resident_memory_bytes"} & shown.keys()


@pytest.mark.long
@pytest.mark.parametrize("ours", [True, False], ids=["our server", "gunicorn alone"])
def test_a_counter_of_other_code_is_summed_where_there_is_a_directory(
    attached: Path, ours: bool
) -> None:
    counts = attached / "counts"
    counts.mkdir()
    path = f"{attached}{os.pathsep}{ROOT}"
    directory = ROOT if ours else attached
    with serving(
        *(GUNICORN, "-w", "2", "attached:app"),
        directory=directory,
        PYTHONPATH=path,
        PROMETHEUS_MULTIPROC_DIR=str(counts),
    ) as port:
        ask_each(port, "/play", 3)
        for shown in scrape_each(port):
            assert (shown[PLAYED], shown["nim_workers"]) == (6, 2)
            assert shown["process_open_fds"] > 3
    assert (counts / FILE).exists() is not ours
