"""The environment changes while the service runs: it serves on what it has loaded at the start."""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.agents import tools
from tests.support.environments import Environment, wheel
from tests.support.load import Load
from tests.support.paths import DEPLOY
from tests.support.processes import children, is_alive
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

OLD, NEW = "97.0.0", "98.0.0"

PATHS = {
    "/move?piles=3,4,5": 200,
    "/move?piles=x": 422,
    "/values?x=1": 422,
    "/graph?piles=2,2": 200,
    "/nothing": 404,
    "/": 200,
    "/learn": 200,
    "/play/moore/3,4,5?max_piles=2": 200,
    "/solve/kayles": 200,
    "/theory": 200,
    "/docs": 200,
    "/openapi.json": 200,
    "/openapi.yaml": 200,
    "/sitemap.xml": 200,
    "/static/core/dom.js": 200,
    "/static/x/card.png?piles=3,4,5": 200,
    "/static/qr.svg?link=http://nim.example/": 200,
    "/games": 200,
    "/metrics": 200,
    "/readyz": 200,
}
"""What needs a library or a file of its own."""


def serves_all(server: Server) -> bool:
    """Whether the response to each kind of request has the right status, whoever serves it."""
    for _ in range(4):  # some of them by each worker
        found = {path: server.get(path, Accept="text/html, */*").status for path in PATHS}
        assert found == PATHS
        assert server.post("/moves", {"positions": [{"piles": [3]}] * 5_000}).status == 200
        assert server.post("/moves", {"positions": [{"piles": "x"}]}).status == 422
        assert tools(server)
    return True


def reload(server: Server) -> None:
    """Reload as the unit for systemd does, with a master that stays ready."""
    unit = (DEPLOY / "systemd/nim.service").read_text()
    [command] = re.findall(r"^ExecReload=(.*)$", unit, re.MULTILINE)
    old = server.workers
    master = str(server.process.pid)
    subprocess.run(shlex.split(command.replace("$MAINPID", master)), check=True)

    def is_over() -> bool:
        ready = server.get("/readyz")
        assert (ready.status, ready.json["status"]) == (200, "ready")
        return server.has_replaced(old)

    wait_until(is_over)


def version(server: Server) -> str:
    return str(server.get("/healthz").json["version"])


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel(tmp_path_factory.mktemp("old"), OLD)


@pytest.fixture
def environment(tmp_path: Path, old: Path) -> Environment:
    made = Environment(tmp_path / "nim")
    made.install(old)
    return made


@pytest.mark.parametrize("change", [Environment.break_all, Environment.remove])
def test_what_becomes_of_the_environment_changes_no_response(
    environment: Environment, change: Callable[[Environment], None]
) -> None:
    directory, command = environment.directory, (environment.command,)
    with Server(directory=directory, command=command, NIM_DRAIN_SECONDS=1) as server:
        change(environment)
        with Load(server.port) as load:
            load.wait_for_more()
            reload(server)
            load.wait_for_more()
        assert load.failures == []
        assert serves_all(server)
        server.kill_workers()
        assert serves_all(server)
        reload(server)
        assert serves_all(server)
        errors = [line for line in server.log if line["level"] in {"ERROR", "CRITICAL"}]
        assert len(errors) == 2  # gunicorn's, one for each killed worker
        assert all("SIGKILL" in line["message"] for line in errors)


def test_after_an_installation_a_reload_keeps_the_version_and_usr2_takes_the_new_one(
    environment: Environment, tmp_path: Path
) -> None:
    new = wheel(tmp_path / "new", NEW)
    command = (environment.command,)
    with Server(directory=tmp_path, command=command, NIM_DRAIN_SECONDS=1) as server:
        with Load(server.port, clients=4) as load:
            environment.install(new)
            reload(server)
            load.wait_for_more()
        assert {version(server) for _ in range(8)} == {OLD}
        server.process.send_signal(signal.SIGUSR2)
        wait_until(lambda: version(server) == NEW)
        [successor] = filter(children, server.workers)
        try:
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(30) == 0
            assert {version(server) for _ in range(8)} == {NEW}
            assert serves_all(server)
        finally:
            os.kill(successor, signal.SIGTERM)
            wait_until(lambda: not is_alive(successor))
        assert load.failures == []
