"""The health check of the container: it finds the service on whatever host it listens."""

import sys

import pytest

from tests.support.http_client import free_port
from tests.support.programs import run
from tests.support.servers import Server

HOSTS = ["127.0.0.1", "127.0.0.2", "0.0.0.0", "::", "::1", "localhost"]  # noqa: S104


def status(host: str, port: int) -> int:
    """The exit status of the health check."""
    command = [sys.executable, "-m", "service.healthcheck"]
    return run(command, environment={"HOST": host, "PORT": str(port)}).returncode


@pytest.mark.parametrize("host", HOSTS)
def test_a_healthy_service_is_found_on_its_host(host: str) -> None:
    with Server(HOST=host, WEB_CONCURRENCY=1) as server:
        assert status(host, server.port) == 0


@pytest.mark.parametrize("host", HOSTS)
def test_a_missing_service_is_unhealthy(host: str) -> None:
    assert status(host, free_port()) == 1


def test_a_service_on_another_address_is_not_taken_for_this_one() -> None:
    with Server(HOST="127.0.0.2", WEB_CONCURRENCY=1) as server:
        assert status("127.0.0.3", server.port) == 1
