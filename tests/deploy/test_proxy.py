"""The proxy: what it hides, passes on to replicas, logs and exposes."""

import re
import socket
from collections.abc import Iterator

import pytest

from tests.support.http_client import ask, request
from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.proxies import Proxy, haproxy
from tests.support.rows import rows
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("haproxy")

SPELLINGS = [
    "/metrics",
    "/metrics?x=1",
    "/metrics/",
    "///metrics",
    "/./metrics",
    "/move/../metrics",
    "/METRICS",
    "/%6Detrics",
    "/%6d%65%74%72%69%63%73",
    "/%2fmetrics",
    "/metrics;v=1",
    "/metrics%20",
    "http://nim//%6detrics",
]


@pytest.fixture(scope="module")
def replica() -> Iterator[Server]:
    """A server that trusts the proxy, and acts as both replicas."""
    with Server(NIM_TRUSTED_PROXIES="127.0.0.1") as server:
        yield server


@pytest.fixture(scope="module")
def proxy(replica: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """The unchanged proxy."""
    directory = tmp_path_factory.mktemp("haproxy")
    with haproxy(directory, replica.port, replica.port) as proxy:
        yield proxy


def get(port: int, path: str, *headers: str, address: str = "127.0.0.1") -> bytes:
    """The response to a GET exactly as it is written here, sent from this address."""
    # A library would normalize the path.
    lines = [f"GET {path} HTTP/1.1", "Host: nim", "Connection: close", *headers, "\r\n"]
    with socket.create_connection(("127.0.0.1", port), 30, source_address=(address, 0)) as client:
        client.sendall("\r\n".join(lines).encode())
        return b"".join(iter(lambda: client.recv(65536), b""))


@rows("path", SPELLINGS)
def test_no_spelling_of_the_path_reaches_the_metrics(proxy: Proxy, path: str) -> None:
    # The response must be the proxy's own, not a replica's.
    response = get(proxy.port, path)
    assert response.startswith(b"HTTP/1.1 404 ")
    assert b"problem+json" not in response


def test_other_paths_reach_a_replica(proxy: Proxy) -> None:
    assert ask(proxy.port, "/move?piles=3,4,5")[0] == 200
    assert b"No operation has this path" in ask(proxy.port, "/metric")[1]


@rows(
    "sent",
    [[], ["X-Forwarded-For: 8.8.8.8"], ["X-Forwarded-For: 8.8.8.8", "X-Forwarded-For: 9.9.9.9"]],
)
def test_a_replica_logs_the_clients_address_whatever_the_client_says(
    proxy: Proxy, replica: Server, sent: list[str]
) -> None:
    name = f"X-Request-ID: where-from-{len(sent)}"
    get(proxy.port, "/move?piles=1", name, *sent, address="127.0.0.9")
    (line,) = wait_until(lambda: replica.logged(request_id=name.split()[1]))
    assert line["client"] == "127.0.0.9"


def test_the_proxy_logs_each_request_under_the_replicas_id(proxy: Proxy, replica: Server) -> None:
    reply = request(proxy.port, "POST", "/move", {"piles": [1, 2]})
    name = reply.headers["x-request-id"]
    (line,) = wait_until(lambda: proxy.logged(request_id=name))
    (inner,) = wait_until(lambda: replica.logged(request_id=name))
    assert (line["method"], line["path"], line["status"]) == ("POST", "/move", 200)
    assert (line["server"][:8], line["client"]) == ("replica-", inner["client"])


@rows(("name", "kept"), [("ticket:47/11", True), ('"ticket"', False), ("t" * 129, False)])
def test_a_clients_own_id_is_kept_if_a_replica_would_take_it(
    proxy: Proxy, name: str, kept: bool
) -> None:
    reply = request(proxy.port, "GET", "/healthz", None, {"X-Request-ID": name})
    assert (reply.headers["x-request-id"] == name) == kept


def test_what_caches_may_keep_has_no_id(proxy: Proxy, replica: Server) -> None:
    """Caches would send one client's id to everyone."""
    name = {"X-Request-ID": "of-one-client"}
    assert "x-request-id" not in request(proxy.port, "GET", "/move?piles=1", None, name).headers
    for server in (proxy, replica):
        assert wait_until(lambda server=server: server.logged(request_id="of-one-client"))  # type: ignore[misc]


def test_what_the_proxy_rejects_itself_has_an_id_and_a_line_too(proxy: Proxy) -> None:
    reply = request(proxy.port, "GET", "/metrics")
    (line,) = wait_until(lambda: proxy.logged(request_id=reply.headers["x-request-id"]))
    assert (line["status"], line["server"], line["server_ms"]) == (404, "<NOSRV>", -1)


def test_a_line_is_json_whatever_the_path(proxy: Proxy) -> None:
    # Each of these characters takes two or six in JSON, and nothing may be truncated.
    path = "/" + '"\\' * 2000
    get(proxy.port, path, "X-Request-ID: quotes")
    (line,) = wait_until(lambda: proxy.logged(request_id="quotes"))
    assert path.startswith(line["path"])
    assert len(line["path"]) > 1000


def test_the_manual_names_the_fields_of_the_proxys_log(proxy: Proxy) -> None:
    request(proxy.port, "GET", "/healthz")
    line = wait_until(lambda: proxy.log)[0]
    manual = (ROOT / "docs/observability.md").read_text()
    table = manual.partition("| field of the proxy |")[2].split("\n\n")[0]
    named = {
        name
        for cell in re.findall(r"^\| (.+?) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", cell)
    }
    assert named == set(line)


def test_the_proxy_shows_its_own_metrics_at_their_own_address(proxy: Proxy) -> None:
    assert (
        proxy.metrics['haproxy_server_status{proxy="replicas",server="replica-2",state="UP"}'] == 1
    )
    assert ask(proxy.metrics_port, "/")[0] == 404
