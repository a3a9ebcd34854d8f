"""Any WSGI server serves the application, under any prefix: every operation, and its limits."""

import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from waitress import create_server
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from service.app import create_app
from service.settings import BadSetting
from tests.support.any_server import serving
from tests.support.http_client import request
from tests.support.service import SOLVED
from tests.support.wsgi import call, get, post

BIN = Path(sys.executable).parent
POSITION = {"piles": [3, 4, 5]}


SERVERS: dict[str, tuple[str | Path, ...]] = {
    "gunicorn": (BIN / "gunicorn", "service:create_app()"),
    "gunicorn, sync": (BIN / "gunicorn", "-k", "sync", "service:create_app()"),
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
        # Not to its end: a server that has not read the whole body resets the connection.
        status_line = client.makefile("rb").readline()
    assert status_line.split()[1] == b"413"


# --- In the process ---------------------------------------------------------------------------


def test_waitress_rejects_a_setting_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIM_MAX_PILE", "5")
    with pytest.raises(BadSetting, match="Did you mean NIM_MAX_PILES"):
        create_server(create_app(), host="127.0.0.1", port=0)


def test_a_setting_as_an_argument_overrides_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NIM_MAX_PILES", "1")
    app = create_app(MAX_PILES=3, ACCESS_LOG=False)
    assert call(app, post("/move", POSITION)).status == "200 OK"


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


# --- Mounted at a prefix ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def mounted() -> Any:
    app = create_app(ACCESS_LOG=False)
    return DispatcherMiddleware(Flask("other"), {"/games/nim": app})


def test_a_mounted_application_responds(mounted: Any) -> None:
    assert call(mounted, post("/games/nim/move", POSITION)).json == SOLVED


def test_a_mounted_application_knows_its_place(mounted: Any) -> None:
    contract = call(mounted, get("/games/nim/openapi.json"))
    assert contract.json["servers"] == [{"url": "/games/nim/"}]
    text = call(mounted, get("/games/nim/openapi.yaml")).body
    assert yaml.safe_load(text) == contract.json


def test_where_the_prefix_changes_the_contract_is_another(mounted: Any) -> None:
    alone = call(create_app(ACCESS_LOG=False), get("/openapi.json"))
    assert alone.header("ETag") != call(mounted, get("/games/nim/openapi.json")).header("ETag")
    assert alone.json["servers"] == [{"url": "/"}]
