"""The logs: a JSON line per request on stdout, and the server's own lines on stderr."""

import json
import logging
import os
import re
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import pytest
from opentelemetry import trace
from opentelemetry.trace import NonRecordingSpan, SpanContext

from service import __version__
from service.app import EXTENSION, create_app
from service.environ import IDS
from service.server.request_head import METHODS
from service.settings import Config
from service.telemetry import logs
from service.telemetry.streams import LogStream
from tests.support import wires
from tests.support.clients import CHUNKED, chunked, get, post, post_head
from tests.support.operations import all_operations
from tests.support.servers import Server
from tests.support.wires import Wire

POSITION = {"piles": [3, 4, 5]}
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"


class Lines(list[Any]):
    """The output to a stream."""

    def write(self, line: bytes) -> None:
        assert line.isascii()
        assert line.count(b"\n") == line.endswith(b"\n") == 1
        self.append(json.loads(line))


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    """The access log."""
    written = Lines()
    monkeypatch.setattr(logs, "OUT", written)
    return written


Connect = Callable[..., Wire]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Makes a connection to the service with some settings."""
    with wires.world(create_app().extensions[EXTENSION]) as world:

        def make(**settings: str) -> Wire:
            if settings:
                world.server.application = create_app(None, **settings).extensions[EXTENSION]
            return world.connect()

        yield make


@pytest.fixture
def wire(connect: Connect) -> Wire:
    return connect()


# --- A line of a request ----------------------------------------------------------------------


@pytest.mark.serving
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


def test_an_unknown_request_is_logged_without_its_method_body_and_headers(
    wire: Wire, lines: Lines
) -> None:
    assert "BREW" not in METHODS
    wire.ask(post(b"secret", b"Cookie: secret\r\n", path=b"/tea").replace(b"POST", b"BREW"))
    [line] = lines
    assert (line["method"], line["route"], line["status"]) == ("_OTHER", None, 404)
    assert not {"BREW", "secret"} & {*re.findall(r"\w+", json.dumps(line))}


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        (post(b"{"), "not-json"),
        (post(b'{"piles": [-1]}'), "invalid-request"),
        (get(b"/nowhere"), "not-found"),
        (get(b"/moves"), "method-not-allowed"),
        (b"GET /move HTTP/1.1\r\n\r\n", "malformed-request"),
    ],
)
def test_a_failed_request_is_found_by_its_id_with_its_problem(
    wire: Wire, lines: Lines, request_: bytes, problem: str
) -> None:
    reply = wire.ask(request_)
    [line] = lines
    assert line["request_id"] == reply.headers["x-request-id"]
    assert (line["status"], line["problem"]) == (reply.status, problem)
    assert reply.json["type"] == f"/docs#error-{problem}"


def test_a_request_that_succeeds_has_no_problem_and_a_body_no_query(
    wire: Wire, lines: Lines
) -> None:
    wire.send(get(b"/move?piles=1"), post())
    assert [line.get("query") for line in lines] == ["piles=1", None]
    assert not [line for line in lines if {"problem", "user_agent"} & line.keys()]


def test_texts_of_a_client_are_truncated(wire: Wire, lines: Lines) -> None:
    agent = b"User-Agent: " + b"a" * 1_000 + b"\r\n"
    wire.ask(get(b"/" + b"p" * 3000 + b"?" + b"q" * 3000, agent))
    [line] = lines
    assert line["path"] == "/" + "p" * 196 + "..."
    assert line["query"] == "q" * 197 + "..."
    assert line["user_agent"] == "a" * 197 + "..."


def test_what_a_terminal_would_obey_is_escaped(wire: Wire, lines: Lines) -> None:
    """An escape sequence, a line feed, a right-to-left override and a quotation mark."""
    wire.ask(get(b"/%1b[31m%0a%E2%80%AE%22", b"User-Agent: bot (\x9b31m)\r\n"))
    [line] = lines
    assert (line["path"], line["user_agent"]) == ('/%1B[31m%0A%E2%80%AE"', "bot (%9B31m)")


@pytest.mark.parametrize(
    ("request_", "size"),
    [
        (post(b'{"piles": [1]}\n'), 15),
        (post_head(CHUNKED) + chunked(b'{"piles": [1]}') + b"0\r\n\r\n", 14),
        (post(b""), 0),
        # It is rejected before any of it is read.
        (post_head(b"Content-Length: 99999999\r\n"), 0),
        (post_head(b"Content-Length: 9\r\nExpect: 100-continue\r\n", path=b"/tea"), 0),
    ],
)
def test_the_size_of_a_request_is_that_of_its_body(
    wire: Wire, lines: Lines, request_: bytes, size: int
) -> None:
    wire.ask(request_)
    assert [line["request_size"] for line in lines] == [size]


def test_a_duration_begins_when_the_request_is_complete(wire: Wire, lines: Lines) -> None:
    wire.ask(get(b"/healthz"))
    wire.send(post()[:-1])
    wire.world.now += 9.0
    wire.send(post()[-1:])
    assert lines[-1]["duration_ms"] == 0


def test_a_duration_is_in_milliseconds(lines: Lines) -> None:
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "QUERY_STRING": "", IDS: {}}
    logs.write_access(environ, 0.25, 200, 2, "192.0.2.1")
    assert lines[-1]["duration_ms"] == 250


# --- Clients ----------------------------------------------------------------------------------

FORWARDED = get(b"/move?piles=1", b"X-Forwarded-For: 192.0.2.7\r\nX_Forwarded_For: 192.0.2.9\r\n")


@pytest.mark.parametrize(
    ("proxies", "client"), [("", "192.0.2.1"), ("192.0.2.1 10.0.0.0/8", "192.0.2.7")]
)
def test_only_a_trusted_proxy_names_the_client(
    connect: Connect, lines: Lines, proxies: str, client: str
) -> None:
    connect(TRUSTED_PROXIES=proxies).ask(FORWARDED)
    assert [line["client"] for line in lines] == [client]


@pytest.mark.serving
def test_a_socket_for_both_versions_of_ip_knows_proxies_and_clients() -> None:
    with Server(HOST="::", NIM_TRUSTED_PROXIES="127.0.0.0/8") as server:
        server.get("/move?piles=1", **{"X-Request-ID": "direct"})
        assert server.line_of("direct")["client"] == "127.0.0.1"
        named = {"X-Request-ID": "named", "X-Forwarded-For": "192.0.2.7"}
        server.get("/move?piles=1", **named)
        assert server.line_of("named")["client"] == "192.0.2.7"


# --- Which lines there are --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "logged"),
    [
        ({}, [200, 200, 422, 404]),
        ({"LOG_PROBES": "off"}, [200, 422, 404]),
        ({"ACCESS_LOG": "errors"}, [422, 404]),
        ({"ACCESS_LOG": "off"}, []),
        ({"LOG_LEVEL": "warning"}, []),
        ({"LOG_LEVEL": "error", "ACCESS_LOG": "errors"}, []),
    ],
)
def test_settings_say_which_requests_have_a_line(
    connect: Connect, lines: Lines, settings: dict[str, str], logged: list[int]
) -> None:
    connect(**settings).send(get(b"/readyz"), post(), post(b"{}"), get(b"/nowhere"))
    assert [line["status"] for line in lines] == logged


def test_probes_and_scrapes_are_what_machines_send_all_the_time() -> None:
    found = [each.path for each in all_operations(Config()).all if each.probe]
    assert found == ["/healthz", "/readyz", "/metrics"]


@pytest.mark.serving
def test_a_level_keeps_all_lines_below_it_back() -> None:
    with Server(NIM_LOG_LEVEL="warning", WEB_CONCURRENCY=1) as server:
        server.post("/move", POSITION)
        server.kill_workers()
        server.stop()
    assert server.access == []
    assert {line["level"] for line in server.log} <= {"WARNING", "ERROR", "CRITICAL"}
    assert server.log != []  # a killed worker is more than an INFO


# --- The server's own lines -------------------------------------------------------------------


@pytest.mark.serving
def test_the_servers_own_log_is_json_lines(server: Server) -> None:
    lines = [json.loads(line) for line in server.errors.splitlines()]
    assert lines[0].keys() == {*("time", "level", "logger", "service", "version", "pid", "message")}
    assert lines[0]["pid"] == server.process.pid
    assert (lines[0]["service"], lines[0]["version"]) == ("nim-move-service", __version__)


def test_the_line_of_an_error_names_its_request(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app()

    @app.get("/raise")
    def fail() -> NoReturn:
        raise ZeroDivisionError("secret")

    app.test_client().get("/raise", headers={"X-Request-ID": "broken", "traceparent": TRACE})
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
    line = json.loads(logs.ErrorHandler().format(record))
    assert "ZeroDivisionError" in line.pop("exception")
    assert (line.pop("time"), line.pop("pid")) > ("", 1)
    assert line == {
        "level": "ERROR",
        "logger": "service",
        "service": "nim-move-service",
        "version": __version__,
        "message": "internal-error",
        "method": "GET",
        "route": "/raise",
        "request_id": "broken",
        "trace_id": TRACE_ID,
    }


def test_a_line_has_the_ids_of_the_span_in_which_it_is_written() -> None:
    assert logs.current_span() == {}
    span = SpanContext(trace_id=10, span_id=11, is_remote=False)
    with trace.use_span(NonRecordingSpan(span)):
        assert logs.current_span() == {"trace_id": f"{'a':0>32}", "span_id": f"{'b':0>16}"}


def test_the_line_of_a_request_has_the_span_that_the_request_had(lines: Lines) -> None:
    """Its own, if that has ended before the line is written; otherwise the current one."""
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/a", "QUERY_STRING": ""}
    with trace.use_span(NonRecordingSpan(SpanContext(trace_id=10, span_id=11, is_remote=False))):
        for own in ({}, {"trace_id": "1", "span_id": "2"}):
            logs.write_access({**environ, IDS: own}, 0.25, 200, 2, "192.0.2.1")
    assert [line["span_id"] for line in lines] == [f"{'b':0>16}", "2"]


def test_a_line_that_a_view_writes_keeps_its_message(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app()

    @app.get("/caught")
    def catch() -> str:
        try:
            int("none")
        except ValueError:
            app.logger.exception("caught, and told")
        app.logger.error("Exception on a Sunday")
        return "done"

    app.test_client().get("/caught")
    assert caplog.messages == ["caught, and told", "Exception on a Sunday"]


def fill_stdout() -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def test_the_line_of_a_request_that_did_not_end_has_a_second_for_each_stream(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(LogStream, "finish", lambda _, seconds: waited.append(seconds))
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/a"}
    assert logs.log_abort(environ, "192.0.2.1") == ("GET", None)
    assert waited == [1, 1]


@pytest.mark.serving
def test_a_log_that_cannot_be_written_fails_no_request() -> None:
    with Server(preexec=fill_stdout) as server:
        assert server.post("/move", {"piles": [3]}).status == 200
