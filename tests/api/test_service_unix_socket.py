"""A service on a Unix socket, whose peers have no address."""

import select
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients import Client, get, post
from tests.support.crowd import FULL_BATCH
from tests.support.servers import Server

pytestmark = pytest.mark.serving


class UnixClient(Client):
    """A connection to a Unix socket."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self._file = self.socket.makefile("rb")

    @property
    def has_received(self) -> bool:
        """Whether a response has begun to arrive."""
        return bool(select.select([self.socket], [], [], 0)[0])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "nim.socket"


@pytest.fixture
def server(path: Path) -> Iterator[Server]:
    binds = ("--bind=127.0.0.1:0", f"--bind=unix:{path}")
    with Server(arguments=binds, WEB_CONCURRENCY=1, NIM_TRUSTED_PROXIES="unix:") as running:
        yield running


@pytest.mark.usefixtures("server")
def test_metrics_do_not_wait_for_the_batches_of_a_client_without_an_address(path: Path) -> None:
    batches = [UnixClient(path) for _ in range(4)]
    for batch in batches:
        batch.send(post(FULL_BATCH, path=b"/moves"))
    assert batches[0].reply().status == 200  # all of them have been received, and wait
    with UnixClient(path) as monitoring:
        assert monitoring.ask(get(b"/metrics")).status == 200
        assert not batches[-1].has_received
    for batch in batches:
        batch.close()


def test_a_proxy_on_the_socket_names_its_clients(server: Server, path: Path) -> None:
    forwarded = b"X-Forwarded-For: 192.0.2.7\r\n"
    with UnixClient(path) as proxy:
        proxy.ask(get(b"/move?piles=1", b"X-Request-ID: of-a-client\r\n", forwarded))
        proxy.ask(get(b"/move?piles=1", b"X-Request-ID: of-the-proxy\r\n"))
    assert server.line_of("of-a-client")["client"] == "192.0.2.7"
    assert server.line_of("of-the-proxy")["client"] == "unix:"
