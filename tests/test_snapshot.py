"""A start is a snapshot: what is served later imports no module and reads no file of the project.

So the files may change, or go, while it is served.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from service.game.games import GAMES
from service.telemetry import processes
from tests.support.agents import tools
from tests.support.contract import example_calls
from tests.support.paths import ROOT
from tests.support.requests import APP
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

HOOK = """
import os, sys

noted = os.open({file!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
when = "start"

def note(event, arguments):
    global when
    if event == "os.fork":  # of the first worker
        when = "later"
    elif event in {{"import", "open"}} and not isinstance(arguments[0], int):
        os.write(noted, f"{{when}} {{event}} {{arguments[0]}}\\n".encode())

sys.addaudithook(note)
"""

OF_THE_SYSTEM = ("/proc/", "/dev/", "/sys/")
"""What a process reads of itself and of the kernel."""

QUERIES = ("", "?piles=3,4,5", "?piles=-1", "?x=1", "?link=http://nim.example/")
BODIES: tuple[object, ...] = (
    {},
    {"piles": [3, 4, 5]},
    {"piles": "x", "positions": 1, "options": 2},
    b"[",
)


def send_all(server: Server) -> set[int]:
    """Send requests of all kinds to all paths; returns the statuses of the responses."""
    paths = [rule.rule for rule in APP.url_map.iter_rules() if "<" not in rule.rule]
    paths += [f"/{page}/{game}" for page in ("play", "solve") for game in GAMES]
    paths += ["/play/nim/3,4,5", "/nothing", "/static/x/card.png", "/static/icon.svg", "/a//b"]
    statuses = set()
    for path in paths:
        for query in QUERIES:
            for accept in ("*/*", "text/html"):
                statuses.add(server.get(path + query, Accept=accept).status)
        for body in BODIES:
            statuses.add(server.post(path, body).status)
    for _, call in example_calls():
        query = f"?{call.query}" if call.query else ""
        statuses.add(server.request(call.method, call.path + query, call.body or None).status)
    assert tools(server)
    return statuses


def test_nothing_is_imported_or_read_after_the_start(tmp_path: Path) -> None:
    """Neither by a request nor by the start of another worker."""
    noted = tmp_path / "noted"
    (tmp_path / "sitecustomize.py").write_text(HOOK.format(file=str(noted)))
    with Server(PYTHONPATH=f"{tmp_path}:{ROOT}") as server:
        assert send_all(server) >= {200, 400, 404, 405, 422}
        server.kill_workers()
        old = server.workers
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.has_replaced(old))
        assert not {500, 501, 502, 503} & send_all(server)
        server.stop()
    found = [line.split(" ", 2) for line in noted.read_text().splitlines()]
    start = {what for when, _, what in found if when == "start"}
    assert {"marshmallow", "yaml", "service.web.pages", str(ROOT / "openapi.yaml")} <= start
    later = [each for each in found if each[0] == "later"]
    assert [what for _, _, what in later if f"/{processes.PREFIX}" in what]  # the metrics
    assert [each for each in later if not each[2].startswith(OF_THE_SYSTEM)] == []


def test_the_list_of_games_is_made_at_the_start() -> None:
    program = """
import msgspec
from service.app import create_app
client = create_app(ACCESS_LOG=False).test_client()
msgspec.json.schema = None
assert client.get("/games").status_code == 200
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
