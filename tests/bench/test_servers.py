"""A server under test: what it writes is read and counted, and lost requests end the run."""

import subprocess
import sys

import pytest

from bench import servers
from bench.payloads import SMALL
from bench.servers import Server, outcome

PROGRAM = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *_):
        print(sys.argv[1], file=sys.stderr, flush=True)

HTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
"""


def server(line: str) -> Server:
    return Server("stub", [sys.executable, "-c", PROGRAM, line], logs=True)


def test_the_log_lines_of_requests_are_counted() -> None:
    with server("a line") as stub:
        for _ in range(3):
            stub.request("/move", SMALL)
        stub.answered = 3
        stub.check_log()
        assert stub.output.lines >= 3
        assert "a line" in stub.output.first


def test_a_log_that_misses_requests_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "PATIENCE_WITH_LOG", 0.1)
    with server("a line") as stub:
        stub.answered = 100
        with pytest.raises(RuntimeError, match="lines for 100 requests"):
            stub.check_log()


def test_a_log_line_longer_than_a_pipe_is_read() -> None:
    with server("x" * 100_000) as stub:
        for _ in range(5):
            assert stub.request("/move", SMALL).status == 200


def test_the_error_quotes_a_server_that_ends_at_once() -> None:
    with pytest.raises(RuntimeError, match="no such thing"):
        Server("stub", [sys.executable, "-c", "raise SystemExit('no such thing')"])


@pytest.mark.parametrize(
    ("result", "starving", "accepted"),
    [
        ('{"requests": 5, "failed": 0}', False, True),
        ('{"requests": 5, "failed": 1}', True, False),
        ('{"requests": 0, "failed": 0}', False, False),
        ('{"requests": 0, "failed": 0}', True, True),
    ],
)
def test_requests_without_a_response_end_the_run(
    result: str, starving: bool, accepted: bool
) -> None:
    wrk = [sys.executable, "-c", f"print('RESULT ' + {result!r})"]
    with subprocess.Popen(wrk, stdout=subprocess.PIPE, text=True) as load:
        if accepted:
            assert outcome("stub", load, starving=starving)["failed"] == 0
        else:
            with pytest.raises(RuntimeError, match="stub: not every request was answered"):
                outcome("stub", load, starving=starving)
