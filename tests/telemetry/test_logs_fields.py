"""The fields of a line of the log that answer the questions of an incident."""

import time
from collections.abc import Iterator

import pytest

from service import __version__
from service.settings import Config
from tests.support.clients import BODY, Client, post, post_head
from tests.support.faulty import APPLICATION
from tests.support.http_client import free_port, request
from tests.support.operations import all_operations
from tests.support.servers import Server
from tests.support.waiting import PATIENCE, wait_until


@pytest.fixture(scope="module")
def behind_a_proxy() -> Iterator[Server]:
    """A server that trusts what this machine and one network say of their clients."""
    with Server(NIM_TRUSTED_PROXIES="127.0.0.1 10.0.0.0/8", WEB_CONCURRENCY=1) as running:
        yield running


@pytest.mark.parametrize(
    ("path", "body", "problem"),
    [
        ("/move", b"{", "not-json"),
        ("/move", {"piles": [-1]}, "invalid-request"),
        ("/nowhere", None, "not-found"),
        ("/moves", None, "method-not-allowed"),
    ],
)
def test_a_failed_request_is_found_by_its_id_with_its_problem(
    server: Server, path: str, body: object, problem: str
) -> None:
    method = "GET" if body is None else "POST"
    reply = server.request(method, path, body, {"X-Request-ID": f"failed-{problem}"})
    line = server.line_of(reply.headers["x-request-id"])
    assert (line["path"], line["status"], line["problem"]) == (path, reply.status, problem)
    assert reply.json["type"] == f"/docs#error-{problem}"


def test_a_request_that_succeeds_has_no_problem_and_no_query(server: Server) -> None:
    server.get("/move?piles=1", **{"X-Request-ID": "with-query"})
    server.post("/move", {"piles": [1]}, **{"X-Request-ID": "without-query"})
    assert server.line_of("with-query")["query"] == "piles=1"
    assert not {"query", "problem"} & server.line_of("without-query").keys()


def test_path_and_query_are_truncated(server: Server) -> None:
    server.get("/" + "p" * 3000 + "?" + "q" * 3000, **{"X-Request-ID": "long"})
    line = server.line_of("long")
    assert line["path"] == "/" + "p" * 196 + "..."
    assert line["query"] == "q" * 197 + "..."


def test_a_user_agent_is_truncated_and_escaped(server: Server) -> None:
    agent = "bot/1.0 (\x9b31m) " + "x" * 1_000
    server.get("/healthz", **{"X-Request-ID": "agent", "User-Agent": agent})
    line = server.line_of("agent")
    assert line["user_agent"].startswith("bot/1.0 (%9B31m) xxx")
    assert len(line["user_agent"]) == 200
    server.get("/healthz", **{"X-Request-ID": "no-agent"})
    assert "user_agent" not in server.line_of("no-agent")


@pytest.mark.parametrize(
    ("headers", "body", "size"),
    [
        (b"Content-Length: 15\r\n", b'{"piles": [1]}\n', 15),
        (b"Transfer-Encoding: chunked\r\n", b'e\r\n{"piles": [1]}\r\n0\r\n\r\n', 14),
        (b"Content-Length: 0\r\n", b"", 0),
        (b"Content-Length: 99999999\r\n", b"", 0),  # rejected before anything of it is read
    ],
)
def test_the_size_of_a_request_is_that_of_its_body(
    server: Server, headers: bytes, body: bytes, size: int
) -> None:
    name = f"size-{size}-{len(headers)}"
    with Client(server) as client:
        client.send(post_head(headers + b"X-Request-ID: %s\r\n" % name.encode()) + body)
        client.reply()
    assert server.line_of(name)["request_size"] == size


# --- Errors ---------------------------------------------------------------------------------


@pytest.mark.serving
def test_the_line_of_an_error_names_its_request() -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    headers = {"X-Request-ID": "broken", "traceparent": f"00-{trace}-00f067aa0ba902b7-01"}
    with Server(arguments=(APPLICATION,), WEB_CONCURRENCY=1) as server:
        assert server.get("/raise", **headers).status == 500
        (line,) = wait_until(
            lambda: [each for each in server.log if each.get("request_id") == "broken"]
        )
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
        "trace_id": trace,
    }


# --- Clients --------------------------------------------------------------------------------


def test_what_a_terminal_would_obey_is_escaped(server: Server) -> None:
    # An escape sequence, a line feed, a right-to-left override and a quotation mark.
    path = "/%1b[31m%0a%E2%80%AE%22"
    server.get(path, **{"X-Request-ID": "escaped"})
    assert server.line_of("escaped")["path"] == '/%1B[31m%0A%E2%80%AE"'
    raw = (server.logs / "stdout").read_bytes()
    assert b"\x1b" not in raw
    assert raw.isascii()


@pytest.mark.serving
@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (None, "127.0.0.1"),
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("1.2.3.4, 192.0.2.7", "192.0.2.7"),  # the left part is the client's own invention
        ("192.0.2.7, 10.1.2.3", "192.0.2.7"),
        ("10.9.9.9", "10.9.9.9"),
        ("192.0.2.7, nonsense", "127.0.0.1"),
        ("192.0.2.7, ::ffff:10.1.2.3", "192.0.2.7"),
        ("fe80::1%\x9b31m", "127.0.0.1"),
        ("", "127.0.0.1"),
    ],
)
def test_a_trusted_proxy_names_the_client(
    behind_a_proxy: Server, forwarded: str | None, client: str
) -> None:
    headers = {"X-Request-ID": f"client-{hash(forwarded)}"}
    if forwarded is not None:
        headers["X-Forwarded-For"] = forwarded
    behind_a_proxy.get("/move?piles=1", **headers)
    assert behind_a_proxy.line_of(headers["X-Request-ID"])["client"] == client


@pytest.mark.serving
def test_a_header_that_is_only_called_alike_names_no_client(behind_a_proxy: Server) -> None:
    headers = {"X-Forwarded-For": "192.0.2.7", "X_Forwarded_For": "192.0.2.9"}
    behind_a_proxy.get("/move?piles=1", **headers, **{"X-Request-ID": "alike"})
    assert behind_a_proxy.line_of("alike")["client"] == "192.0.2.7"


@pytest.mark.serving
def test_a_socket_for_both_versions_of_ip_knows_proxies_and_clients() -> None:
    with Server(HOST="::", NIM_TRUSTED_PROXIES="127.0.0.0/8") as server:
        server.get("/move?piles=1", **{"X-Request-ID": "direct"})
        assert server.line_of("direct")["client"] == "127.0.0.1"
        named = {"X-Request-ID": "named", "X-Forwarded-For": "192.0.2.7"}
        server.get("/move?piles=1", **named)
        assert server.line_of("named")["client"] == "192.0.2.7"


def test_nothing_else_names_the_client(server: Server) -> None:
    server.get("/move?piles=1", **{"X-Request-ID": "liar", "X-Forwarded-For": "192.0.2.7"})
    assert server.line_of("liar")["client"] == "127.0.0.1"


@pytest.mark.serving
def test_lines_of_probes_and_scrapes_can_be_switched_off_by_themselves() -> None:
    port = free_port()
    with Server(NIM_LOG_PROBES="off", NIM_METRICS_PORT=port, WEB_CONCURRENCY=1) as server:
        for path in ("/healthz", "/readyz", "/move?piles=1"):
            assert server.get(path).status == 200
        assert request(port, "GET", "/metrics").status == 200
        server.get("/move?piles=2", **{"X-Request-ID": "last"})
        server.line_of("last")
        assert [line["query"] for line in server.access] == ["piles=1", "piles=2"]


def test_probes_and_scrapes_are_what_machines_send_all_the_time() -> None:
    found = [each.path for each in all_operations(Config()).all if each.probe]
    assert found == ["/healthz", "/readyz", "/metrics"]


def test_a_duration_begins_when_the_request_is_complete(server: Server) -> None:
    request = post(BODY, b"X-Request-ID: slow\r\n")
    with Client(server, timeout=1) as client:
        client.send(request[:-1])
        with pytest.raises(TimeoutError):
            client.reply()  # a second of a slow client
        client.socket.settimeout(PATIENCE)
        completed = time.monotonic()
        client.send(request[-1:])
        assert client.socket.recv(12) == b"HTTP/1.1 200"
        answered = time.monotonic()
    assert server.line_of("slow")["duration_ms"] / 1000 <= answered - completed
