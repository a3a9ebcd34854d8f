"""Input from gunicorn to its workers: listeners, signals, the number of requests."""

import os
import re
import signal
import socket
from pathlib import Path

import pytest

from service.server import limits
from tests.support.applications import serve
from tests.support.clients import CLOSE, Client, get, post, statuses
from tests.support.paths import ROOT
from tests.support.processes import listening_socket
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving


def read(connection: socket.socket) -> bytes:
    received = b""
    while chunk := connection.recv(2**16):
        received += chunk
    return received


def test_a_unix_socket_is_served(tmp_path: Path) -> None:
    path = tmp_path / "nim.socket"
    binds = ("--bind=127.0.0.1:0", f"--bind=unix:{path}")
    with serve("tell", *binds), socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        connection.sendall(post(b"x" * 100_000) + get(b"/", CLOSE))
        received = read(connection)
        assert statuses(received) == [200, 200]
        assert b'"REMOTE_ADDR": ""' in received


def test_an_application_knows_both_ends_and_may_compute_only_briefly_while_others_wait() -> None:
    """With the interpreter's default of 5 ms, each of many small requests would wait that long."""
    with serve("tell") as server, Client(server) as client:
        environ = client.ask(get(b"/")).json
        assert environ["SERVER_PORT"] == str(server.port)
        assert (environ["REMOTE_ADDR"], environ["REMOTE_PORT"]) == ("127.0.0.1", str(client.port))
        assert environ["switch_interval"] == [pytest.approx(limits.SWITCH_INTERVAL)]


def test_a_worker_is_replaced_after_its_maximum_of_requests() -> None:
    with serve("tell", "--max-requests=20") as server:
        old = server.workers
        for _ in range(20):
            assert server.get("/").status == 200
        wait_until(lambda: server.has_replaced(old))
        assert server.get("/").status == 200
        assert "ERROR" not in server.errors


def test_the_configuration_of_the_manual_serves_another_application(tmp_path: Path) -> None:
    manual = (ROOT / "service" / "server" / "README.md").read_text()
    (configuration,) = re.findall(r"^```python\n(.*?)^```", manual, re.MULTILINE | re.DOTALL)
    config = tmp_path / "uploads.conf.py"
    config.write_text(f"{configuration}\ncontrol_socket_disable = True\n")
    with serve("tell", f"--config={config}", "--bind=127.0.0.1:0", "--workers=1") as server:
        assert len(server.post("/", b"x" * 3_000_000).json["body"]) == 3_000_000
        assert server.post("/", b"x" * 5_000_000).status == 413


def test_an_application_that_cannot_be_loaded_ends_the_start() -> None:
    server = serve("nothing")
    assert server.process.wait(20) == 4
    assert "Failed to find attribute 'nothing'" in server.errors
    assert server.errors.count("Booting worker") == 1


def test_logs_are_opened_again_by_a_signal(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with serve("tell", f"--error-logfile={log}") as server:
        (worker,) = server.workers
        log.rename(tmp_path / "log.1")
        os.kill(worker, signal.SIGUSR1)
        wait_until(log.exists)
        assert server.get("/").status == 200


@pytest.mark.parametrize("kind", ["sync", "gthread"])
def test_the_services_configuration_serves_under_gunicorns_own_workers(kind: str) -> None:
    server = Server(arguments=(f"--worker-class={kind}",), WEB_CONCURRENCY=1)
    try:
        listening = wait_until(lambda: server.workers and listening_socket(server.process.pid))
        assert listening
        server.port = listening.port
        assert server.post("/move", {"piles": [3, 4]}).json["nim_sum"] == 7
        assert "Exception" not in server.errors
    finally:
        server.kill()


def test_a_lack_of_threads_ends_the_start() -> None:
    server = Server(arguments=("tests.support.bugs:create_threadless_app()",), WEB_CONCURRENCY=1)
    assert server.process.wait(20) == 3
    assert "the worker can't start" in server.errors
    assert "can't start new thread" in server.errors
