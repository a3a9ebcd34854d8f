"""What the proxy holds back from the replicas, the memory for that, and optional blocks."""

import contextlib
import http.client
import json
import re
import socket
import ssl
from pathlib import Path

import pytest
import trustme

from tests.support import processes
from tests.support.clients import MAX_BODY, post_head
from tests.support.http_client import ask, request
from tests.support.needs import needs
from tests.support.proxies import CONFIG, Proxy, haproxy
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = needs("haproxy")

BUFFERS = 5
"""The most that a connection can hold: requests and responses on both sides, and one to repeat."""
CLOSING = b"Connection: close\r\n\r\n"


def setting(name: str) -> int:
    """A number in the configuration."""
    (value,) = re.findall(rf"^    {re.escape(name)} (\d+)$", CONFIG.read_text(), re.MULTILINE)
    return int(value)


def post(length: int) -> bytes:
    """The head of a batch with a body of this length."""
    return post_head(b"Content-Length: %d\r\n" % length, path=b"/moves")


BATCH = json.dumps({"positions": [{"piles": [3, 4, 5, 900]}] * 10_000}).encode().ljust(MAX_BODY)
"""As large as a body may be, with an even larger response."""


def sessions(proxy: Proxy) -> float:
    """The number of the proxy's sessions with both replicas."""
    name = 'haproxy_server_current_sessions{{proxy="replicas",server="replica-{}"}}'
    return sum(proxy.metrics[name.format(number)] for number in (1, 2))


def test_clients_that_stall_do_not_reach_a_replica(tmp_path: Path) -> None:
    with (
        # A client that reached a replica would stay connected, and the proxy waits for the others.
        Server(NIM_REQUEST_TIMEOUT=600) as server,
        haproxy(
            tmp_path, server.port, server.port, replaced={"http-request 10s": "http-request 600s"}
        ) as proxy,
        contextlib.ExitStack() as clients,
    ):
        stalled = []
        for length in [30_000, MAX_BODY]:
            for _ in range(10):
                client = socket.create_connection(("127.0.0.1", proxy.port), 30)
                clients.enter_context(client)
                client.sendall(post(length) + BATCH[-length:-1])
                stalled.append(client)
        # The proxy has read all of them once the last one's neighbours have their responses.
        wait_until(lambda: proxy.metrics['haproxy_frontend_current_sessions{proxy="nim"}'] == 20)
        for _ in range(20):
            assert ask(proxy.port, "/move?piles=1")[0] == 200
        wait_until(lambda: sessions(proxy) == 0)  # each may end just after its response
        # They were held back, not forgotten.
        stalled[-1].sendall(BATCH[-1:])
        assert stalled[-1].recv(12) == b"HTTP/1.1 200"


@pytest.mark.soak
def test_a_client_that_sends_much_and_reads_nothing_costs_no_more_than_that(tmp_path: Path) -> None:
    with (
        Server() as server,
        haproxy(tmp_path, server.port, server.port) as proxy,
        contextlib.ExitStack() as clients,
    ):
        before = processes.resident(proxy.process)
        for _ in range(5):
            client = clients.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", proxy.port))
            client.settimeout(2)
            # Until nothing moves anymore: the replicas have responded, and the proxy is full.
            with contextlib.suppress(TimeoutError):
                while True:
                    client.sendall(post(MAX_BODY) + BATCH)
        grown = processes.resident(proxy.process) - before
    assert 5 * MAX_BODY < grown < 5 * 1.1 * BUFFERS * setting("tune.bufsize")


def test_tls_can_be_switched_on_and_replicas_know_of_it(tmp_path: Path) -> None:
    authority = trustme.CA()
    file = tmp_path / "certificate.pem"
    authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(file)
    with (
        Server(NIM_TRUSTED_PROXIES="127.0.0.1") as server,
        haproxy(
            tmp_path, server.port, server.port, blocks=("TLS",), CERTIFICATE=str(file)
        ) as proxy,
    ):
        context = ssl.create_default_context()
        authority.configure_trust(context)
        connection = http.client.HTTPSConnection("127.0.0.1", proxy.tls_port, context=context)
        with contextlib.closing(connection):
            connection.request("GET", "/move?piles=3,4,5")
            response = connection.getresponse()
            assert (response.status, json.loads(response.read())["nim_sum"]) == (200, 2)
            assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
            connection.request("GET", "/play/nim/3,4")
            assert b'rel="canonical" href="https://127.0.0.1' in connection.getresponse().read()
        claims = {"X-Forwarded-Proto": "https"}
        page = request(proxy.port, "GET", "/play/nim/3,4", headers=claims).body
        assert b'rel="canonical" href="http://127.0.0.1' in page


def statuses(proxy: Proxy, address: str, requests: int, path: bytes = b"/healthz") -> list[bytes]:
    """The statuses of this number of responses to requests from one address."""
    sent = b"GET %b HTTP/1.1\r\nHost: nim\r\n" % path
    with socket.create_connection(("127.0.0.1", proxy.port), 30, (address, 0)) as client:
        client.sendall((sent + b"\r\n") * (requests - 1) + sent + CLOSING)
        received = b"".join(iter(lambda: client.recv(65536), b""))
    return re.findall(rb"HTTP/1.1 (\d+)", received)


def test_a_client_may_send_a_thousand_requests_in_ten_seconds(
    tmp_path: Path, server: Server
) -> None:
    with haproxy(tmp_path, server.port, server.port, replaced={}) as proxy:
        wait_until(lambda: b"429" in statuses(proxy, "127.0.0.8", 1500))
        assert statuses(proxy, "127.0.0.9", 10) == [b"200"] * 10
        # The pages' files don't count. A missing one has the shortest response.
        assert statuses(proxy, "127.0.0.10", 1100, b"/static/none") == [b"404"] * 1100
