"""A start is a snapshot: what is served later imports no module and reads no file of the project.

So the files may change, or go, while it is served.
"""

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.serving

PROGRAM = """
import sys

from service.app import create_app
from tests.support.wsgi import call, get, post

TOOLS = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
AGENT = {
    "HTTP_MCP_PROTOCOL_VERSION": "2025-11-25",
    "HTTP_ACCEPT": "application/json, text/event-stream",
}

KERNELS = ("/proc/", "/dev/shm/")  # what the process measures

app = create_app(ACCESS_LOG=False)
late, statuses = [], []
def note(event, arguments):
    if event == "import" or (event == "open" and not str(arguments[0]).startswith(KERNELS)):
        late.append((event, arguments[0]))

sys.addaudithook(note)
paths = [rule.rule for rule in app.url_map.iter_rules() if "<" not in rule.rule]
for game in ("nim", "kayles", "moore"):
    paths += [f"/play/{game}", f"/play/{game}/3,4,5", f"/solve/{game}"]
for path in [*paths, "/nope", "/static/x/card.png", "/static/icon.svg"]:
    for query in ("", "piles=3,4,5", "piles=-1", "x=1", "link=http://nim.example/"):
        for accept in ("*/*", "text/html"):
            statuses.append(call(app, get(path, query, HTTP_ACCEPT=accept)).status[:3])
    for body in ({}, {"piles": [3, 4, 5]}, {"piles": "x", "positions": 1, "options": 2}):
        statuses.append(call(app, post(path, body)).status[:3])
assert call(app, post("/mcp", TOOLS, **AGENT)).status == "200 OK"
assert {"200", "404", "405", "422"} <= set(statuses)
assert not [each for each in statuses if each.startswith("5")]
assert not late, late
"""


def test_nothing_is_imported_or_read_after_the_start() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, check=True)


def test_the_list_of_games_is_made_at_the_start() -> None:
    program = """
import msgspec
from service.app import create_app
client = create_app(ACCESS_LOG=False).test_client()
msgspec.json.schema = None
assert client.get("/games").status_code == 200
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
