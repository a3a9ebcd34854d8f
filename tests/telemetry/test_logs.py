"""The logs: a JSON line on stdout for each request, and the server's own lines on stderr."""

import json
import os
import re
from typing import Any

import pytest

from service import __version__
from service.server.request_head import METHODS
from tests.support.servers import Server

pytestmark = pytest.mark.serving

POSITION = {"piles": [3, 4, 5]}
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"


def test_a_request_is_one_json_line(server: Server) -> None:
    body = b'{"piles": [3, 4, 5]}'
    headers = {"X-Request-ID": "one-line", "traceparent": TRACE, "User-Agent": "bot/1.0"}
    reply = server.post("/move", body, **headers)
    line = server.line_of("one-line")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", line.pop("time"))
    assert 0 < line.pop("duration_ms") < 10_000
    assert line.pop("pid") in server.workers
    assert line == {
        "level": "INFO",
        "logger": "access",
        "service": "nim-move-service",
        "version": __version__,
        "method": "POST",
        "route": "/move",
        "path": "/move",
        "user_agent": "bot/1.0",
        "request_size": len(body),
        "status": 200,
        "size": len(reply.body),
        "client": "127.0.0.1",
        "request_id": "one-line",
        "trace_id": TRACE_ID,
    }


def test_an_unknown_request_is_logged_without_its_method_body_and_headers(server: Server) -> None:
    server.request("BREW", "/tea", b"secret", {"X-Request-ID": "raw", "Cookie": "secret"})
    line = server.line_of("raw")
    assert (line["method"], line["route"], line["status"]) == ("_OTHER", None, 404)
    assert "BREW" not in METHODS
    assert "BREW" not in json.dumps(server.access) + server.errors
    assert "secret" not in json.dumps(server.access) + server.errors


@pytest.mark.parametrize(
    ("settings", "logged"),
    [
        ({}, [200, 422, 404]),
        ({"NIM_ACCESS_LOG": "errors"}, [422, 404]),
        ({"NIM_ACCESS_LOG": "off"}, []),
        ({"NIM_LOG_LEVEL": "warning"}, []),
        ({"NIM_LOG_LEVEL": "error", "NIM_ACCESS_LOG": "errors"}, []),
    ],
)
def test_settings_say_which_requests_have_a_line(
    settings: dict[str, Any], logged: list[int]
) -> None:
    with Server(WEB_CONCURRENCY=1, **settings) as server:
        server.post("/move", POSITION)
        server.post("/move", {})
        server.get("/nowhere")
        server.stop()
    assert [line["status"] for line in server.access if line["route"] != "/readyz"] == logged


def test_a_level_keeps_all_lines_below_it_back() -> None:
    with Server(NIM_LOG_LEVEL="warning", WEB_CONCURRENCY=1) as server:
        server.post("/move", POSITION)
        server.kill_workers()
        server.stop()
    assert server.access == []
    assert {line["level"] for line in server.log} <= {"WARNING", "ERROR", "CRITICAL"}
    assert server.log != []  # a killed worker is more than information


def test_the_servers_own_log_is_json_lines(server: Server) -> None:
    lines = [json.loads(line) for line in server.errors.splitlines()]
    assert lines[0].keys() == {*("time", "level", "logger", "service", "version", "pid", "message")}
    assert lines[0]["pid"] == server.process.pid
    assert (lines[0]["service"], lines[0]["version"]) == ("nim-move-service", __version__)


def fill_stdout() -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def test_a_log_that_cannot_be_written_fails_no_request() -> None:
    with Server(preexec=fill_stdout) as server:
        assert server.post("/move", {"piles": [3]}).status == 200
