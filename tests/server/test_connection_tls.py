"""TLS by the service itself: the same responses, and the same accounting of bytes."""

import resource
import select
import signal
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
import trustme

from service.server import limits
from tests.support.applications import serve
from tests.support.clients import (
    CLOSE,
    LARGEST_HEAD,
    allow_descriptors,
    get,
    post,
    post_head,
    statuses,
)
from tests.support.crowd import COMPUTING, LARGE_RESPONSE, proportional
from tests.support.processes import queued
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The options for a server certificate."""
    directory = tmp_path_factory.mktemp("tls")
    issued = trustme.CA().issue_cert("nim.example")
    issued.private_key_pem.write_to_path(directory / "key")
    issued.cert_chain_pems[0].write_to_path(directory / "certificate")
    return f"--certfile={directory}/certificate", f"--keyfile={directory}/key"


@pytest.fixture
def slow(certificate: tuple[str, str]) -> Iterator[Server]:
    with serve("slow", *certificate, "--keep-alive=300") as server:
        yield server


def connect(server: Server) -> ssl.SSLSocket:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(socket.create_connection(("127.0.0.1", server.port), 10))


@contextmanager
def connections(server: Server, count: int) -> Iterator[list[ssl.SSLSocket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(connect(server)) for _ in range(count)]


def read(connection: socket.socket) -> bytes:
    received = b""
    while chunk := connection.recv(2**16):
        received += chunk
    return received


def stop(server: Server) -> list[str]:
    """The log of a stopping server without its usual lines."""
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) == 0
    return [line for line in server.errors.splitlines() if "[INFO]" not in line]


def test_tls_is_served_and_the_application_knows(certificate: tuple[str, str]) -> None:
    too_large = post_head(b"Content-Length: 2000000\r\n")
    with serve("tell", *certificate) as server:
        with connect(server) as connection:
            connection.sendall(post(b"x" * 100_000) + get(b"/", CLOSE))
            received = read(connection)
            assert statuses(received) == [200, 200]
            assert received.count(b'"wsgi.url_scheme": "https"') == 2
        for request in (too_large, b"nonsense\r\n\r\n"):
            with connect(server) as connection:
                connection.sendall(request)
                assert len(statuses(read(connection))) == 1
        assert {*stop(server)} == {"written to wsgi.errors"}


def test_a_certificate_that_cannot_be_read_ends_the_start(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    server = serve("tell", f"--certfile={tmp_path / 'empty'}", f"--keyfile={tmp_path / 'empty'}")
    assert server.process.wait(20) == 3
    assert "the worker can't start" in server.errors
    assert server.errors.count("Booting worker") == 1


def test_large_responses_over_tls_reach_slow_readers_whole(slow: Server) -> None:
    """Clients that end TLS first leave nothing in the log."""
    large = get(b"/?size=%d" % LARGE_RESPONSE)
    for requests, sizes in (
        (large + get(b"/?size=9999", CLOSE), [LARGE_RESPONSE, 9_999]),
        (get(b"/?size=%d" % LARGE_RESPONSE, CLOSE), [LARGE_RESPONSE]),
    ):
        with connect(slow) as connection:
            connection.sendall(requests)
            received = b""
            while chunk := connection.recv(2**18):
                received += chunk
                time.sleep(0.002)
            assert statuses(received) == [200] * len(sizes)
            assert received.count(b".") == sum(sizes) + received.count(b"HTTP/1.1")
    for request in (get(b"/"), large):
        with connect(slow) as connection:
            connection.sendall(request)
            connection.recv(2**16)
            with suppress(OSError):
                connection.unwrap()
    wait_until(lambda: queued(slow.port).unread == 0)
    assert stop(slow) == []


def test_unread_responses_over_tls_are_within_the_budget(slow: Server) -> None:
    before, largest = proportional(slow.process.pid), 0
    with connections(slow, 60) as unread:
        for connection in unread:
            connection.sendall(get(b"/?size=%d" % LARGE_RESPONSE))
        for _ in range(20):
            held = proportional(slow.process.pid) - before + queued(slow.port).unread
            largest = max(largest, held)
            time.sleep(0.1)
    assert 2 * LARGE_RESPONSE < largest < limits.BUDGET + COMPUTING


@pytest.mark.long
def test_uploads_over_tls_are_within_the_budget_and_fewer(slow: Server) -> None:
    allow_descriptors(4_000)
    before = proportional(slow.process.pid)
    with connections(slow, 20) as idle:
        for connection in idle:
            connection.sendall(get(b"/"))
            assert statuses(connection.recv(2**16)) == [200]
        with connections(slow, limits.MAX_TLS_CONNECTIONS) as uploads:
            for connection in idle:  # which give way, and else would stay
                with suppress(ConnectionError):
                    assert connection.recv(1) == b""
            for connection in uploads:
                connection.sendall(LARGEST_HEAD)
                connection.setblocking(False)
            for _ in range(8):
                for connection in uploads:
                    with suppress(OSError):  # it waits, or has been rejected
                        for _ in range(6):
                            connection.send(b" " * 16_384)
                held = proportional(slow.process.pid) - before + queued(slow.port).unreceived
                assert held < limits.BUDGET + COMPUTING


@pytest.mark.parametrize(("descriptors", "silent"), [(64, 200), (64, 33), (100, 150)])
def test_clients_that_say_no_hello_keep_nobody_out(
    certificate: tuple[str, str], descriptors: int, silent: int
) -> None:
    few = (descriptors, descriptors)
    server = serve(
        "tell", *certificate, preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few)
    )
    with server, ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 10))
            for _ in range(silent)
        ]
        with connect(server) as connection:
            connection.sendall(get(b"/", CLOSE))
            assert statuses(read(connection)) == [200]
        most = descriptors - limits.SPARE_DESCRIPTORS
        gone = [each for each in opened if select.select([each], [], [], 0)[0]]
        assert silent - most - 1 <= len(gone) < silent


def test_a_handshake_has_a_time_limit_and_ends_with_its_worker(
    certificate: tuple[str, str],
) -> None:
    with (
        serve("tell", *certificate) as server,
        socket.create_connection(
            ("127.0.0.1", server.port), limits.LONGEST_HANDSHAKE + 5
        ) as silent,
    ):
        began = time.monotonic()
        assert silent.recv(1) == b""
        assert time.monotonic() - began > limits.LONGEST_HANDSHAKE - 1
        with socket.create_connection(("127.0.0.1", server.port), 10) as other:
            stop(server)
            assert other.recv(1) == b""
