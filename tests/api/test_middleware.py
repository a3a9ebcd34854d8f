"""What every answer has: ids, security and CORS headers, and its line in the log."""

import json
import re
from typing import Any

import pytest

from service.metrics import METHODS
from tests.support.servers import Reply, Server, wait_until

POSITION = {"piles": [3, 4, 5]}
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"

EVERY_KIND_OF_ANSWER = [
    ("POST", "/move", POSITION),
    ("POST", "/move", []),
    ("GET", "/move?piles=1", None),
    ("HEAD", "/move?piles=1", None),
    ("GET", "/healthz", None),
    ("GET", "/metrics", None),
    ("GET", "/nothing", None),
    ("DELETE", "/move", None),
    ("OPTIONS", "/move", None),
]


@pytest.mark.parametrize(("method", "path", "body"), EVERY_KIND_OF_ANSWER)
def test_every_answer_has_the_security_headers(
    server: Server, method: str, path: str, body: Any
) -> None:
    headers = server.request(method, path, body).headers
    assert {
        name: headers.get(name)
        for name in (
            "x-content-type-options",
            "content-security-policy",
            "referrer-policy",
            "x-frame-options",
        )
    } == {
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
    }


# --- Ids ------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["abc", "A-1_b.c:d/e+f=", "x" * 128])
def test_a_well_formed_request_id_is_kept(server: Server, given: str) -> None:
    assert server.get("/healthz", **{"X-Request-ID": given}).headers["x-request-id"] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, "<script>", 'a"b', "é", "a,b", "a\tb"])
def test_another_request_id_is_replaced(server: Server, given: str) -> None:
    reply = server.get("/healthz", **{"X-Request-ID": given.encode().decode("latin-1")})
    assert re.fullmatch("[0-9a-f]{32}", reply.headers["x-request-id"])


def test_requests_without_an_id_get_different_ones(server: Server) -> None:
    ids = {server.get("/healthz").headers["x-request-id"] for _ in range(20)}
    assert len(ids) == 20


def test_a_trace_is_kept_and_its_id_is_the_requests(server: Server) -> None:
    headers = server.get("/healthz", traceparent=TRACE).headers
    assert (headers["traceparent"], headers["x-request-id"]) == (TRACE, TRACE_ID)


@pytest.mark.parametrize(
    "trace",
    [
        "",
        TRACE.upper(),
        TRACE[:-1],
        TRACE + "0",
        "ff" + TRACE[2:],
        TRACE.replace(TRACE_ID, "0" * 32),
        TRACE.replace("00f067aa0ba902b7", "0" * 16),
    ],
)
def test_a_malformed_trace_is_dropped(server: Server, trace: str) -> None:
    headers = server.get("/healthz", traceparent=trace).headers
    assert "traceparent" not in headers
    assert headers["x-request-id"] != TRACE_ID


# --- CORS -----------------------------------------------------------------------------------

PREFLIGHT = {
    "Origin": "https://game.example",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type",
}


def cors(reply: Reply) -> dict[str, str]:
    return {
        name.removeprefix("access-control-"): value
        for name, value in reply.headers.items()
        if name.startswith("access-control-")
    }


def test_a_browser_may_post_from_any_origin(server: Server) -> None:
    reply = server.request("OPTIONS", "/move", headers=PREFLIGHT)
    assert (reply.status, reply.body, cors(reply)) == (
        204,
        b"",
        {
            "allow-origin": "*",
            "allow-methods": "GET, HEAD, OPTIONS, POST",
            "allow-headers": "Content-Type, X-Request-ID, traceparent",
            "max-age": "86400",
            "expose-headers": "X-Request-ID, Allow",
        },
    )


@pytest.mark.parametrize("body", [POSITION, {}], ids=["answer", "problem"])
def test_a_page_of_any_origin_may_read_what_comes_back(server: Server, body: Any) -> None:
    reply = server.post("/move", body, Origin="https://game.example")
    assert reply.headers["access-control-allow-origin"] == "*"


def test_a_preflight_for_an_unknown_path_is_a_404(server: Server) -> None:
    assert server.request("OPTIONS", "/nothing", headers=PREFLIGHT).status == 404


def test_only_the_configured_origins_may_read_answers() -> None:
    origins = "https://game.example http://localhost:3000"
    with Server(NIM_CORS_ORIGINS=origins, WEB_CONCURRENCY=1) as server:
        allowed = [
            server.post("/move", POSITION, Origin=origin).headers
            for origin in (*origins.split(), "https://evil.example", "null")
        ]
    told = [headers.get("access-control-allow-origin") for headers in allowed]
    assert told == ["https://game.example", "http://localhost:3000", None, None]
    assert {headers["vary"] for headers in allowed} == {"Origin"}


# --- Log ------------------------------------------------------------------------------------


def line_of(server: Server, request_id: str) -> Any:
    def found() -> Any:
        return [line for line in server.access if line["request_id"] == request_id]

    [line] = wait_until(found)
    return line


def test_a_request_is_one_json_line_in_the_log(server: Server) -> None:
    reply = server.post("/move", POSITION, **{"X-Request-ID": "one-line", "traceparent": TRACE})
    line = line_of(server, "one-line")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert 0 < line.pop("duration_ms") < 10_000
    assert line == {
        "level": "INFO",
        "logger": "access",
        "method": "POST",
        "route": "/move",
        "status": 200,
        "size": len(reply.body),
        "request_id": "one-line",
        "trace_id": TRACE_ID,
    }


def test_the_log_has_nothing_raw_of_an_unknown_request(server: Server) -> None:
    server.request("BREW", "/secret?token=1", b"secret", {"X-Request-ID": "raw"})
    line = line_of(server, "raw")
    assert (line["method"], line["route"], line["status"]) == ("_OTHER", None, 404)
    assert "BREW" not in METHODS
    assert "secret" not in json.dumps(server.access) + server.errors


def test_the_access_log_can_be_switched_off() -> None:
    with Server(NIM_ACCESS_LOG="off", WEB_CONCURRENCY=1) as server:
        server.post("/move", POSITION)
        assert server.access == []


def test_the_servers_own_log_is_json_lines_on_stderr(server: Server) -> None:
    lines = [json.loads(line) for line in server.errors.splitlines()]
    assert {"time", "level", "logger", "message"} <= lines[0].keys()
