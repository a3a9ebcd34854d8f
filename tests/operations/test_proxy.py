"""The proxy's rule that keeps the metrics inside."""

import socket
from collections.abc import Iterator

import pytest

from tests.support.http_client import ask, free_port
from tests.support.needs import needs
from tests.support.paths import DEPLOY
from tests.support.programs import running
from tests.support.servers import Server

pytestmark = needs("haproxy")

SPELLINGS = [
    "/metrics",
    "/metrics?",
    "/metrics?x=1",
    "/metrics/",
    "//metrics",
    "///metrics",
    "/./metrics",
    "/x/../metrics",
    "/move/../metrics",
    "/METRICS",
    "/Metrics",
    "/%6detrics",
    "/%6Detrics",
    "/%6d%65%74%72%69%63%73",
    "/%2e/metrics",
    "/%2fmetrics",
    "/metric%73",
    "/metrics;v=1",
    "/metrics%20",
    "http://nim/metrics",
    "http://nim//%6detrics",
]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """haproxy in front of two servers; gives its port."""
    port = free_port()
    log = tmp_path_factory.mktemp("haproxy") / "log"
    with Server() as one, Server() as other:
        environment = {
            "REPLICA_1": f"127.0.0.1:{one.port}",
            "REPLICA_2": f"127.0.0.1:{other.port}",
            "LISTEN": f"127.0.0.1:{port}",
        }
        command = ["haproxy", "-db", "-f", str(DEPLOY / "haproxy" / "haproxy.cfg")]
        ready = lambda: ask(port, "/replicas")[0] == 200  # noqa: E731
        with running(command, ready, log=log, environment=environment):
            yield port


@pytest.mark.parametrize("path", SPELLINGS)
def test_no_spelling_of_the_path_reaches_the_metrics(proxy: int, path: str) -> None:
    # A library would tidy the path up; and the answer must be the proxy's own, not a replica's.
    with socket.create_connection(("127.0.0.1", proxy), 30) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: nim\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"problem+json" not in answer


def test_other_paths_reach_a_replica(proxy: int) -> None:
    assert ask(proxy, "/move?piles=3,4,5")[0] == 200
    assert b"problem" in ask(proxy, "/metric")[1]
