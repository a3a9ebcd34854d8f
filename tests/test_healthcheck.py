"""The container's health check finds the service on any host on which it listens."""

import socket
import sys
from pathlib import Path
from typing import NoReturn

import pytest
import trustme
from pytest_httpserver import HTTPServer

from service import healthcheck
from service.server import limits
from service.settings import Config
from tests.support.http_client import free_port
from tests.support.programs import run
from tests.support.servers import Server

HOSTS = ["127.0.0.1", "127.0.0.2", "0.0.0.0", "::", "::1", "localhost"]  # noqa: S104


def test_every_text_for_all_addresses_of_the_machine_leads_to_this_one() -> None:
    """gunicorn takes an address of IPv6 in brackets, too."""
    assert healthcheck.ANY == {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}  # noqa: S104


def test_it_waits_longer_than_a_worker_may_compute() -> None:
    assert healthcheck.TIMEOUT > limits.OVERDUE + limits.LATE_TICK


@pytest.mark.parametrize("host", HOSTS)
def test_a_service_is_found_on_its_host_while_it_is_there(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOST", host)
    with HTTPServer(host, threaded=True) as server:
        monkeypatch.setenv("PORT", str(server.port))
        for status, expected in ((200, 0), (503, 1)):
            server.clear()
            server.expect_request("/healthz").respond_with_data("", status)
            assert healthcheck.main() == expected
    assert healthcheck.main() == 1


def test_a_service_on_another_address_is_not_taken_for_this_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with HTTPServer("127.0.0.2") as server:
        monkeypatch.setenv("HOST", "127.0.0.3")
        monkeypatch.setenv("PORT", str(server.port))
        assert healthcheck.main() == 1


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
def test_the_command_ends_with_the_status(server: Server) -> None:
    command = [sys.executable, "-S", "-m", "service.healthcheck"]
    for port, status in ((server.port, 0), (free_port(), 1)):
        assert run(command, environment={"PORT": str(port)}).returncode == status


@pytest.mark.serving
def test_a_service_with_a_certificate_is_found(tmp_path: Path) -> None:
    issued = trustme.CA().issue_cert("nim.example")
    issued.private_key_pem.write_to_path(tmp_path / "key")
    issued.cert_chain_pems[0].write_to_path(tmp_path / "certificate")
    options = (f"--certfile={tmp_path / 'certificate'}", f"--keyfile={tmp_path / 'key'}")
    command = [sys.executable, "-S", "-m", "service.healthcheck"]
    with Server(arguments=options, WEB_CONCURRENCY=1) as server:
        assert run(command, environment={"PORT": str(server.port)}).returncode == 0


@pytest.mark.serving
def test_it_imports_nothing_that_costs_more_than_the_check() -> None:
    listing = "import sys, service.healthcheck; print(*sys.modules)"
    loaded = run([sys.executable, "-S", "-c", listing]).stdout.split()
    assert "service.healthcheck" in loaded
    assert not {"http", "email", "ssl", "logging", "re", "gunicorn", "flask"} & {*loaded}
