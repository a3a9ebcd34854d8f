"""The operators' pages: their tables are complete, and their commands print what is shown."""

import json
import re
import shlex
import sys

import pytest

from service.server import limits
from service.settings import SETTINGS
from tests.support.needs import needs
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run
from tests.support.servers import Server
from tests.support.waiting import wait_until

PAGES = {
    name: (ROOT / f"docs/{name}.md").read_text()
    for name in ("deploy", "configuration", "observability", "runbook")
}
MANUAL = "".join(PAGES.values())
MAKEFILE = (ROOT / "Makefile").read_text()
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def table(heading: str) -> dict[str, str]:
    """The first table whose heading row begins with a text: its rows by their first column."""
    _, _, rest = MANUAL.partition(f"| {heading} |")
    rows = rest.split("\n\n")[0].splitlines()[2:]
    named: dict[str, str] = {}
    for row in rows:
        named |= dict.fromkeys(re.findall(r"`([^`]+)`", row.split("|")[1]), row)
    return named


def test_the_table_of_log_fields_is_complete(server: Server) -> None:
    headers = {"X-Request-ID": "all-fields", "traceparent": TRACE, "User-Agent": "bot/1.0"}
    server.request("POST", "/move?piles=-1", {}, headers)
    (line,) = wait_until(lambda: server.logged(request_id="all-fields"))
    assert table("field").keys() == {*line, "span_id"}


def test_the_table_of_metrics_is_complete(server: Server) -> None:
    server.post("/move", {})  # no earlier error has a status
    text = server.get("/metrics").body.decode()
    families = re.findall(r"^# TYPE (\S+) (\w+)$", text, re.MULTILINE)
    shown = table("metric")
    assert {name for name, _ in families} == set(shown)
    for name, kind in families:
        assert kind in shown[name]


def test_every_setting_that_is_mentioned_exists() -> None:
    known = {setting.name for setting in SETTINGS.values()} | {"NIM_MAX_PILE", "NIM_"}
    assert set(re.findall(r"\bNIM_[A-Z_]*", MANUAL)) <= known


@pytest.mark.serving
def test_the_mistyped_setting_stops_make_run_as_shown() -> None:
    ((command, shown),) = re.findall(
        r"^\$ (NIM_\w+=\w+) make run\n(nim: .*)$", MANUAL, re.MULTILINE
    )
    name, value = command.split("=")
    result = run([sys.executable, "-m", "service"], environment={name: value})
    assert (result.returncode, result.stderr) == (1, f"{shown}\n")
    assert re.search(r"^run: .*\n\texec .* -m service$", MAKEFILE, re.MULTILINE)


def test_every_panel_that_the_runbook_names_is_on_the_dashboard() -> None:
    dashboard = (DEPLOY / "grafana/dashboards/nim.json").read_text()
    runbook = " ".join(PAGES["runbook"].split())
    named = set(re.findall(r'"([A-Z0-9][^"]*)"', runbook)) - {"Page"}
    assert named
    assert named <= set(re.findall(r'"title": "([^"]*)"', dashboard))


def test_the_limits_are_those_of_the_code() -> None:
    section = MANUAL.partition("\n## Limits\n")[2]
    assert f"over {limits.LONGEST_TARGET:,} bytes together | 414" in section
    headers = f"more than {limits.MAX_FIELDS} headers, a name or a value over"
    assert f"{headers} {limits.LONGEST_FIELD:,} bytes" in section
    assert f"over {limits.LARGEST_HEAD // 2**10} KiB before the body" in section
    assert f"at most {limits.MAX_CONNECTIONS:,} connections" in section
    over_tls = f"serves {limits.MAX_TLS_CONNECTIONS} connections instead of"
    assert f"{over_tls} {limits.MAX_CONNECTIONS:,}" in MANUAL


@needs("curl")
def test_the_failed_request_is_found_by_its_id(server: Server) -> None:
    ((command, response),) = re.findall(r"```sh\n(curl .*)\n```\n\n```json\n(.*)\n```", MANUAL)
    command = command.replace("localhost:8000", f"127.0.0.1:{server.port}")
    result = run(shlex.split(command))
    assert json.loads(result.stdout) == json.loads(response)
    (line,) = wait_until(lambda: server.logged(request_id="ticket-4711"))
    (shown,) = re.findall(r'^(\{"time".*"request_id":"ticket-4711"\})$', MANUAL, re.MULTILINE)
    # Of the moment, the process, the programs on this machine, and the release.
    changing = {"time", "duration_ms", "client", "pid", "user_agent", "version"}
    expected = json.loads(shown)
    assert {k: v for k, v in line.items() if k not in changing} == {
        k: v for k, v in expected.items() if k not in changing
    }
    assert list(line) == list(expected)


@needs("jq")
def test_the_command_for_slow_requests_counts_them_by_client_and_route() -> None:
    (counting,) = re.findall(r"^  jq .*\n(?:  .*\n)*", MANUAL, re.MULTILINE)
    lines = [
        {"duration_ms": 250.5, "client": "10.0.0.1", "route": "/moves"},
        {"duration_ms": 101, "client": "10.0.0.1", "route": "/moves"},
        {"duration_ms": 900, "client": "10.0.0.2", "route": "/graph"},
        {"duration_ms": 0.2, "client": "10.0.0.3", "route": "/move"},
    ]
    log = "\n".join(["not JSON", *map(json.dumps, lines)])
    result = run(["sh", "-c", f"printf '%s\\n' \"$LOG\" | {counting}"], environment={"LOG": log})
    assert (result.returncode, result.stderr) == (0, "")
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["2", "10.0.0.1", "/moves"],
        ["1", "10.0.0.2", "/graph"],
    ]
