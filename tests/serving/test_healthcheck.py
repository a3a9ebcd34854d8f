"""The container's health check, for each kind of address that the service can listen on."""

import os
import socket
import subprocess
import sys

import pytest

from tests.support.paths import ROOT
from tests.support.servers import Server


def check(**settings: str) -> int:
    command = [sys.executable, "-m", "service.serving.healthcheck"]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, check=False).returncode


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost", "::1", "::"])  # noqa: S104
def test_it_finds_the_service_wherever_that_listens(host: str) -> None:
    if ":" in host and not socket.has_ipv6:
        pytest.skip("needs IPv6")
    with Server(HOST=host, WEB_CONCURRENCY=1) as server:
        assert check(HOST=host, PORT=str(server.port)) == 0


def test_it_fails_where_nothing_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    assert check(HOST="127.0.0.1", PORT=str(port)) == 1
