"""Very many connections to a real server: slow, idle, reset, and all at once."""

import os
import resource
import signal
import socket
import struct
import time

import pytest

from tests.support.clients import (
    BODY,
    CHUNKED,
    LARGEST_HEAD,
    MAX_BODY,
    NIM_SUM,
    Client,
    allow_descriptors,
    chunked,
    clients,
    get,
    post_head,
)
from tests.support.scraping import answered
from tests.support.servers import Server

pytestmark = pytest.mark.serving

HALF_HEAD = b"POST /move HTTP/1.1\r\nHost: ni"
HALF_BODY = post_head(b"Content-Length: 1000\r\n") + b"{"


def test_a_thousand_slow_clients_delay_no_other_and_are_closed_at_their_deadline() -> None:
    allow_descriptors(2500)
    timeout = 4
    with Server(NIM_REQUEST_TIMEOUT=timeout) as server:
        started = time.monotonic()
        with clients(server, 1000) as slow:
            for number, client in enumerate(slow):
                client.send([b"", HALF_HEAD, HALF_BODY, HALF_BODY][number % 4])
            for _ in range(20):
                assert server.post("/move", BODY).json["nim_sum"] == NIM_SUM
            rests = [client.rest() for client in slow]
        assert time.monotonic() - started >= timeout  # and not before
        rejected = b"HTTP/1.1 408"
        assert [rest[:12] for rest in rests] == [b"", b"", rejected, rejected] * 250
        assert server.get("/healthz").status == 200


@pytest.mark.parametrize("head", [LARGEST_HEAD, post_head(CHUNKED)], ids=["declared", "chunked"])
def test_a_client_still_sending_can_read_the_413(head: bytes, server: Server) -> None:
    """It is logged and measured."""
    measured = answered(server, "POST", "/move", 413)
    with Client(server) as client:
        client.send(head.replace(b"%d" % MAX_BODY, b"%d" % (16 * MAX_BODY)))
        for _ in range(16):  # far more than sockets buffer
            client.send(chunked(b" " * MAX_BODY) if CHUNKED in head else b" " * MAX_BODY)
        reply = client.reply()
        assert (reply.status, reply.headers["connection"]) == (413, "close")
        assert reply.json["detail"] == "The body may be at most 1,048,576 bytes long."
        assert client.rest() == b""
    assert server.line_of(reply.headers["x-request-id"])["status"] == 413
    assert answered(server, "POST", "/move", 413) == measured + 1


def test_a_burst_of_connections_is_accepted() -> None:
    """No client has to send a request twice."""
    allow_descriptors(2500)
    with Server() as server:
        for worker in server.workers:
            os.kill(worker, signal.SIGSTOP)  # as if it were busy
        try:
            with clients(server, 1000) as burst:
                for client in burst:
                    client.send(get(b"/healthz"))
                for worker in server.workers:
                    os.kill(worker, signal.SIGCONT)
                assert [client.reply().status for client in burst] == [200] * 1000
                assert sum(retransmissions(client) for client in burst) == 0
        finally:
            for worker in server.workers:
                os.kill(worker, signal.SIGCONT)


def test_few_file_descriptors_are_enough() -> None:
    """They are enough, even alongside many slow clients."""
    few = (48, 48)  # the fewest with which it starts
    with Server(preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few)) as server:
        workers = server.workers
        with clients(server, 300) as slow:
            for number, client in enumerate(slow):
                client.send([b"", HALF_HEAD, HALF_BODY][number % 3])
            for _ in range(50):
                assert server.post("/move", BODY).json["nim_sum"] == NIM_SUM
        assert server.workers == workers
        assert [line for line in server.log if line["level"] != "INFO"] == []


def retransmissions(client: Client) -> int:
    """The segments that this side had to resend, including the first one of a connection."""
    information = client.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    (total,) = struct.unpack_from("=I", information, 100)
    return int(total)
