"""Any WSGI server serves the application: operations, pages, and its limits."""

import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import create_app
from tests.support.any_server import serving
from tests.support.http_client import request
from tests.support.service import SOLVED
from tests.support.wsgi import call, post

BIN = Path(sys.executable).parent
POSITION = {"piles": [3, 4, 5]}


SERVERS: dict[str, tuple[str | Path, ...]] = {
    "gunicorn": (BIN / "gunicorn", "service:create_app()"),
    "gunicorn, gthread": (BIN / "gunicorn", "-k", "gthread", "service:create_app()"),
    "gunicorn, with none of our configuration": (
        BIN / "gunicorn", "-c", "/dev/null", "-b", "127.0.0.1:PORT", "service:create_app()",
    ),
    "granian": (
        BIN / "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", "PORT",
        "--factory", "service:create_app",
    ),
    "waitress": (
        BIN / "waitress-serve", "--listen", "127.0.0.1:PORT", "--call", "service:create_app",
    ),
    "flask run": (BIN / "flask", "--app", "service", "run", "--port", "PORT"),
    "python -m service": (sys.executable, "-m", "service"),
}  # fmt: skip


@pytest.fixture(scope="module", params=SERVERS)
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    with serving(*SERVERS[request.param], NIM_MAX_BODY_BYTES="20000") as port:
        yield port


@pytest.mark.serving
def test_a_server_solves_a_position(port: int) -> None:
    reply = request(port, "POST", "/move", POSITION)
    assert (reply.status, reply.json) == (200, SOLVED)


@pytest.mark.serving
def test_a_server_serves_a_query_and_a_page(port: int) -> None:
    assert request(port, "GET", "/move?piles=3,4,5").json == SOLVED
    assert request(port, "GET", "/").headers["content-type"] == "text/html; charset=utf-8"
    assert request(port, "HEAD", "/learn").body == b""


@pytest.mark.serving
def test_a_server_reads_the_settings_of_the_environment(port: int) -> None:
    reply = request(port, "POST", "/move", b" " * 20_001)
    assert (reply.status, reply.json["type"]) == (413, "/docs#error-too-large")


@pytest.mark.serving
def test_a_chunked_body_beyond_the_limit_is_rejected_and_not_truncated(port: int) -> None:
    chunks = b"".join(b"3e8\r\n" + b" " * 1_000 + b"\r\n" for _ in range(30)) + b"0\r\n\r\n"
    head = (
        b"POST /move HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(head + chunks)
        # Not to the end, because a server that has not read the whole body resets the connection.
        status_line = client.makefile("rb").readline()
    assert status_line.split()[1] == b"413"


# --- In the process ---------------------------------------------------------------------------


def test_applications_respond_side_by_side_in_threads() -> None:
    apps = [create_app(MAX_PILES=n, ACCESS_LOG=False) for n in (1, 3)]
    found: list[str] = []

    def ask(app: Flask) -> None:
        found.extend(call(app, post("/move", POSITION)).status for _ in range(200))

    threads = [threading.Thread(target=ask, args=[app]) for app in apps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted({*found}) == ["200 OK", "422 UNPROCESSABLE ENTITY"]
    assert found.count("200 OK") == 200
