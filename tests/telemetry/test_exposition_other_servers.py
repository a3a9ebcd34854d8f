"""Metrics under other servers: plain prometheus_client, in one process or several."""

import os
import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

from service import __version__
from tests.support.any_server import serving
from tests.support.http_client import request
from tests.support.paths import ROOT
from tests.support.processes import children, listening_socket
from tests.support.scraping import Samples, samples
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.serving, pytest.mark.long]

GUNICORN = Path(sys.executable).with_name("gunicorn")
MOVES = (
    'http_server_request_duration_seconds_count{error_type="",http_request_method="GET",'
    'http_response_status_code="200",http_route="/move"}'
)
OF_THE_SERVICE = ("nim_workers", "nim_worker_", "http_server_active_", "http_server_open_")
"""The beginnings of metric names that need the service's own configuration."""


def ask(port: int, path: str, times: int) -> None:
    for _ in range(times):
        assert request(port, "GET", path).status == 200


def scrape(port: int) -> Samples:
    return samples(request(port, "GET", "/metrics").body.decode())


def workers_of(port: int) -> list[int]:
    """The two workers of the server that listens on this port."""

    def found() -> list[int]:
        servers = [(pid, listening_socket(pid)) for pid in children(os.getpid())]
        masters = [pid for pid, listening in servers if listening and listening.port == port]
        return [worker for master in masters for worker in children(master)]

    return wait_until(lambda: len(found()) == 2 and found()) or []


MANUAL = (ROOT / "docs" / "configuration.md").read_text()
(INSTALLED,) = re.findall(r"^PROMETHEUS_MULTIPROC_DIR=\S+ gunicorn (.*)$", MANUAL, re.MULTILINE)
COMMAND: tuple[str | Path, ...] = (
    GUNICORN,
    *shlex.split(INSTALLED.replace("nim_move_service:", "service:")),
)
"""The manual's command for several processes, in a checkout."""


def test_plain_gunicorn_with_a_directory_loses_no_count(tmp_path: Path) -> None:
    settings = {"PYTHONPATH": str(ROOT), "PROMETHEUS_MULTIPROC_DIR": "."}
    with serving(*COMMAND, directory=tmp_path, **settings) as port:  # type: ignore[arg-type]
        ask(port, "/move?piles=1", 40)  # of either worker
        shown = scrape(port)
        assert shown[MOVES] == 40
        assert not [key for key in shown if key.startswith(OF_THE_SERVICE)]
        assert shown[f'nim_build_info{{revision="",version="{__version__}"}}'] == 1
        killed, other = workers_of(port)
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in workers_of(port) and other in workers_of(port))
        ask(port, "/move?piles=1", 40)
        wait_until(lambda: scrape(port)[MOVES] == 80)


def test_plain_gunicorn_without_a_directory_says_what_its_metrics_lack(tmp_path: Path) -> None:
    log = tmp_path / "stderr"
    with serving(*COMMAND, directory=tmp_path, log=log, PYTHONPATH=str(ROOT)) as port:
        for _ in range(20):
            scrape(port)
    warnings = [line for line in log.read_text().splitlines() if "PROMETHEUS_MULTIPROC_DIR" in line]
    assert warnings[0] == (
        "/metrics shows one of several processes; to add them up, set PROMETHEUS_MULTIPROC_DIR to "
        "an empty directory"
    )
    assert len(warnings) <= 2  # one from each worker


def test_a_single_process_shows_itself(tmp_path: Path) -> None:
    command = (GUNICORN.with_name("flask"), "--app", "service", "run", "--port", "PORT")
    with serving(*command, directory=tmp_path, PYTHONPATH=str(ROOT)) as port:
        ask(port, "/move?piles=1", 5)
        shown = scrape(port)
    assert shown[MOVES] == 5
    assert shown["process_resident_memory_bytes"] > 2**20
    assert not [key for key in shown if key.startswith(OF_THE_SERVICE)]


# --- Metrics of other code -------------------------------------------------------------------

PROGRAM = """
from prometheus_client import Counter
from service.app import create_app

games = Counter("games_played", "Games played.", ["winner"])
app = create_app()

@app.get("/counted")
def play():
    games.labels("first").inc()
    return "played"
"""


def test_a_counter_of_other_code_is_summed_under_our_configuration(tmp_path: Path) -> None:
    (tmp_path / "attached.py").write_text(PROGRAM)
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    with serving(GUNICORN, "-w", "2", "attached:app", PYTHONPATH=path) as port:
        workers_of(port)
        ask(port, "/counted", 40)
        shown = scrape(port)
    assert (shown['games_played_total{winner="first"}'], shown["nim_workers"]) == (40, 2)
    # Each scrape would show a different worker's.
    assert not {"process_cpu_seconds_total", "process_resident_memory_bytes"} & shown.keys()
