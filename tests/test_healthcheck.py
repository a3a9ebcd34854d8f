"""The health check of the container: it finds the service on whatever host it listens."""

import socket
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from service import healthcheck
from service.settings import Config
from tests.support.http_client import ask, free_port
from tests.support.programs import run, running
from tests.support.servers import Server

HOSTS = ["127.0.0.1", "127.0.0.2", "0.0.0.0", "::", "::1", "localhost"]  # noqa: S104


FAILING = """
def app(environ, start_response):
    start_response("503 Service Unavailable", [])
    return [b""]
"""


def status(host: str, port: int) -> int:
    """The exit status of the health check."""
    command = [sys.executable, "-S", "-m", "service.healthcheck"]
    return run(command, environment={"HOST": host, "PORT": str(port)}).returncode


@pytest.mark.serving
@pytest.mark.parametrize("host", HOSTS)
def test_a_healthy_service_is_found_on_its_host(host: str) -> None:
    with Server(HOST=host, WEB_CONCURRENCY=1) as server:
        assert status(host, server.port) == 0


@pytest.mark.serving
@pytest.mark.parametrize("host", HOSTS)
def test_a_missing_service_is_unhealthy(host: str) -> None:
    assert status(host, free_port()) == 1


@pytest.mark.serving
def test_a_service_that_fails_is_unhealthy(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    gunicorn = Path(sys.executable).with_name("gunicorn")
    port = free_port()
    with running(
        [gunicorn, "--chdir", tmp_path, "--bind", f"127.0.0.1:{port}", "failing:app"],
        lambda: ask(port, "/")[0] == 503,
        log=tmp_path / "log",
    ):
        assert status("127.0.0.1", port) == 1


@pytest.mark.serving
def test_it_imports_nothing_that_costs_more_than_the_check() -> None:
    listing = "import sys, service.healthcheck; print(*sys.modules)"
    loaded = run([sys.executable, "-S", "-c", listing]).stdout.split()
    assert "service.healthcheck" in loaded
    assert not {"http", "email", "ssl", "logging", "re", "gunicorn", "flask"} & {*loaded}


@pytest.mark.parametrize("text", [None, ""])
def test_its_defaults_are_those_of_the_service(
    monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    tried = []

    def reject(address: tuple[str, int], timeout: float) -> NoReturn:  # noqa: ARG001
        tried.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", reject)
    for name in ("HOST", "PORT"):
        monkeypatch.delenv(name, raising=False)
        if text is not None:
            monkeypatch.setenv(name, text)

    assert healthcheck.main() == 1
    assert tried == [(Config().host, Config().port)]


@pytest.mark.serving
def test_a_service_on_another_address_is_not_taken_for_this_one() -> None:
    with Server(HOST="127.0.0.2", WEB_CONCURRENCY=1) as server:
        assert status("127.0.0.3", server.port) == 1
