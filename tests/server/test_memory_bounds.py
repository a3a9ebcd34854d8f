"""Every byte is counted, in the process and in the kernel, even for clients that have gone."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

import pytest

from service.server import limits
from tests.support.applications import serve
from tests.support.clients import (
    BODY,
    LARGEST_HEAD,
    MAX_BODY,
    Client,
    allow_descriptors,
    clients,
    get,
    post,
)
from tests.support.crowd import COMPUTING, FULL_BATCH, LARGE_RESPONSE, MIB, proportional
from tests.support.processes import queued
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving


@contextmanager
def readers(server: Server, number: int) -> Iterator[list[Client]]:
    """Clients that have asked for a large answer, and read none of it."""
    with clients(server, number) as unread:
        for client in unread:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**12)
            client.send(get(b"/?size=%d" % LARGE_RESPONSE))
        yield unread


def test_nothing_of_an_aborted_connection_stays_in_the_kernel() -> None:
    with serve("slow") as server, readers(server, 60):
        # Each is cut in the end, and the client's socket is still open.
        wait_until(lambda: "listens" in server.errors and not queued(server.port).connections, 40)
        assert queued(server.port) == (0, 0, 0)


def test_unread_responses_are_within_the_budget_in_the_kernel_too() -> None:
    with serve("slow") as server:
        before, largest = proportional(server.process.pid), 0
        with readers(server, 60):
            for _ in range(30):
                here = queued(server.port)
                assert here.unread <= here.connections * 2 * limits.SEND_BUFFER
                held = proportional(server.process.pid) - before + here.unread
                largest = max(largest, held)
                time.sleep(0.1)
        assert 2 * LARGE_RESPONSE < largest < limits.BUDGET + COMPUTING


def test_uploads_that_wait_are_within_the_budget_with_their_receive_buffers() -> None:
    allow_descriptors(4_000)
    number = 900
    with serve("slow") as server:
        before = proportional(server.process.pid)
        with clients(server, number) as uploads:
            for client in uploads:
                client.send(LARGEST_HEAD)
                client.socket.setblocking(False)
            for _ in range(8):
                for client in uploads:
                    with suppress(OSError):  # it waits, or has been rejected
                        client.socket.send(b" " * 100_000)
                held = proportional(server.process.pid) - before
                held += queued(server.port).unreceived
                assert held < limits.BUDGET + COMPUTING
                time.sleep(0.05)
            assert queued(server.port).unreceived > 0
            assert queued(server.port).unreceived < number * 2 * limits.RECEIVE_BUFFER + 20 * MIB


@pytest.mark.long
def test_requests_whose_clients_have_left_give_their_memory_back() -> None:
    codes = count(0o100000)
    with Server(WEB_CONCURRENCY=1, NIM_ACCESS_LOG="off") as server, clients(server, 150) as waiting:
        workers, largest = server.workers, 0
        server.post("/moves", FULL_BATCH)
        before = proportional(server.process.pid)
        for client in waiting:
            client.send(get(b"/values?game=octal&size=1000&code=4.%o" % next(codes)))
        for _ in range(12):
            with clients(server, 16) as gone:
                for client in gone:
                    client.reset_when_closed()
                    client.socket.settimeout(0.5)
                    with suppress(OSError):  # there is no room for it
                        client.send(post(FULL_BATCH.ljust(MAX_BODY), path=b"/moves"))
                largest = max(largest, proportional(server.process.pid) - before)
        assert largest < limits.BUDGET + COMPUTING
        assert server.workers == workers
        wait_until(lambda: proportional(server.process.pid) - before < 24 * MIB)
        assert server.post("/move", BODY).status == 200


@pytest.mark.parametrize("size", [2, 40])
def test_a_client_that_resets_while_it_waits_is_noticed(size: int) -> None:
    """Its turn is not taken, whether or not the server still reads from it."""
    with serve("slow") as server, Client(server) as first:
        first.send(post(b"x" * 20_000, path=b"/?sleep=1500"))
        with clients(server, 20) as gone:
            for client in gone:
                client.reset_when_closed()
                client.send(post(b"x" * 20_000, path=b"/?sleep=1500"), b"x" * 1_000 * size)
            time.sleep(0.5)
        started = time.monotonic()
        assert first.reply().status == 200
        assert server.request("POST", "/", b"x" * 20_000).status == 200
        assert time.monotonic() - started < 20 * 1.5  # far less than all of them take
