"""Slow clients: each is closed at its deadline, and delays no other client until then."""

import contextlib
import itertools
import os
import resource
import signal
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Iterator

import pytest

from tests.support.clients import (
    BODY,
    CLOSE,
    NIM_SUM,
    Client,
    allow_descriptors,
    clients,
    get,
    post,
    post_head,
    statuses,
)
from tests.support.crowd import MIB, UNFINISHED
from tests.support.load import background
from tests.support.processes import resident
from tests.support.scraping import answered, in_flight
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

HALF_HEAD = b"POST /move HTTP/1.1\r\nHost: ni"
HALF_BODY = post_head(b"Content-Length: 1000\r\n") + b"{"

BIG = b'{"piles": [' + b",".join([b"1"] * 9_999) + b"]}"
"""A body whose answer, with as many winning moves, takes some 350 KB."""

BEFORE_OTHERS = 20.0
"""Seconds in which an answer must come; without a deadline of ours, a body may take 30."""


@contextlib.contextmanager
def trickle(slow: list[Client]) -> Iterator[None]:
    """Send a further byte on each connection again and again."""

    def work(stop: threading.Event) -> None:
        while not stop.wait(0.1):
            for client in slow:
                with contextlib.suppress(OSError):
                    client.socket.send(b" ")

    with background(work):
        yield


def worst_answer(server: Server, count: int) -> float:
    """The longest time that a well-behaved client has to wait, connecting included."""
    worst = 0.0
    for _ in range(count):
        started = time.monotonic()
        assert server.post("/move", BODY).json["nim_sum"] == NIM_SUM
        worst = max(worst, time.monotonic() - started)
    return worst


def test_a_thousand_slow_clients_delay_no_other() -> None:
    """Other clients wait for less than a second, and the slow ones are disconnected."""
    allow_descriptors(2500)
    timeout = 4
    with Server(NIM_REQUEST_TIMEOUT=timeout) as server:
        started = time.monotonic()
        with clients(server, 1000) as slow:
            for number, client in enumerate(slow):
                client.send([b"", HALF_HEAD, HALF_HEAD, HALF_BODY][number % 4])
            with trickle([*slow[2::4], *slow[3::4]]):
                # On a machine that is busy otherwise, one round may be unlucky.
                assert wait_until(lambda: worst_answer(server, 20) < 1)
                rests = [client.rest() for client in slow]
        assert time.monotonic() - started >= timeout  # and not before
        assert [rest[:12] for rest in rests] == [b"", b"", b"", b"HTTP/1.1 408"] * 250
        assert server.get("/healthz").status == 200


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    """A server that gives a request half a second."""
    with Server(NIM_REQUEST_TIMEOUT=0.5) as server:
        yield server


def test_a_slow_body_is_a_408(hasty: Server) -> None:
    """It is logged and measured."""
    with Client(hasty, BEFORE_OTHERS) as client:
        client.send(HALF_BODY)
        reply = client.reply()
        assert (reply.status, reply.headers["connection"]) == (408, "close")
        assert reply.json == {
            "type": "/docs#error-request-timeout",
            "title": "The request took too long",
            "status": 408,
            "detail": "The request did not arrive in time.",
        }
        assert client.rest() == b""
        line = hasty.line_of(reply.headers["x-request-id"])
        assert (line["method"], line["route"], line["status"]) == ("POST", "/move", 408)
        assert answered(hasty, "POST", "/move", 408) == 1


@pytest.fixture(scope="module")
def hurried() -> Iterator[Server]:
    """A server that gives a request two seconds."""
    with Server(NIM_REQUEST_TIMEOUT=2) as server:
        yield server


@pytest.mark.parametrize("rest", [b"", b"x", HALF_BODY, HALF_HEAD])
def test_each_request_has_its_own_deadline(hurried: Server, rest: bytes) -> None:
    with Client(hurried, BEFORE_OTHERS) as client:
        client.send(post(), rest)
        assert client.reply().status == 200
        if rest == HALF_BODY:
            assert client.reply().status == 408
        elif rest:
            client.send(b"x")  # what came with the request before it has the time of an idle one
        else:
            time.sleep(4)  # far longer than the deadline, which an idle connection does not have
            assert client.ask(post()).status == 200
            return
        assert client.rest() == b""


def test_a_client_that_does_not_read_is_aborted(hurried: Server) -> None:
    with Client(hurried) as client:
        forever = itertools.repeat(post(BIG))
        with pytest.raises(ConnectionError):  # and not a TimeoutError, which would be ours
            deque(map(client.send, forever), maxlen=0)
        wait_until(lambda: in_flight(hurried) == 0)


@pytest.mark.long
def test_a_slow_steady_reader_gets_all_its_responses() -> None:
    count = 40
    with Server(NIM_REQUEST_TIMEOUT=3) as server, Client(server) as client:
        client.send(get(b"/healthz"), post(BIG) * count, get(b"/healthz", CLOSE))
        received = b""
        while chunk := client.socket.recv(256 * 1024):
            received += chunk
            time.sleep(0.1)  # so that all of it takes longer than the timeout
        assert statuses(received) == [200] * (count + 2)
        assert received.endswith(b"}")


def test_a_client_may_leave_at_any_time() -> None:
    """The connection leaves nothing behind, and no error is logged."""
    with Server(WEB_CONCURRENCY=1) as server:
        for begun in (HALF_HEAD, HALF_BODY, post(BIG) * 5):
            for reset in (False, True):
                with Client(server) as client:
                    client.send(begun)
                    if reset:
                        client.reset_when_closed()
        wait_until(lambda: in_flight(server) == 0)
        assert [line for line in server.log if line["level"] != "INFO"] == []


@pytest.fixture(scope="module")
def impatient() -> Iterator[Server]:
    """A server that gives an idle connection a second."""
    with Server(arguments=("--keep-alive", "1")) as server:
        yield server


def test_a_rejected_client_that_still_sends_is_not_idle(impatient: Server) -> None:
    with Client(impatient) as client:
        client.send(post_head(b"Content-Length: 2000000\r\n"))
        for _ in range(30):
            client.send(b" " * 10_000)
            time.sleep(0.1)
        assert client.reply().status == 413


def test_a_request_that_has_begun_is_not_idle(impatient: Server) -> None:
    with Client(impatient) as client:
        assert client.ask(post() + post()[:10]).status == 200
        time.sleep(2)
        client.send(post()[10:])
        assert client.reply().status == 200


def test_an_empty_line_after_a_request_begins_no_other(hasty: Server) -> None:
    with Client(hasty) as client:
        assert client.ask(post() + b"\r\n").status == 200
        client.send(b"\r\n")
        time.sleep(2)
        assert client.ask(post()).status == 200


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
    """They are enough alongside many slow clients."""
    few = (64, 64)
    with Server(preexec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, few)) as server:
        workers = server.workers
        with clients(server, 300) as slow:
            for number, client in enumerate(slow):
                client.send([b"", HALF_HEAD, HALF_BODY][number % 3])
            for _ in range(50):
                assert server.post("/move", BODY).json["nim_sum"] == NIM_SUM
        assert server.workers == workers
        assert [line for line in server.log if line["level"] != "INFO"] == []


@pytest.mark.long
def test_endless_bodies_take_bounded_memory() -> None:
    """The oldest requests give way."""
    with Server(WEB_CONCURRENCY=1) as server, clients(server, 300) as slow:
        server.post("/move", BODY)
        (worker,) = server.workers
        before = resident(worker)
        for client in slow:
            client.send(*UNFINISHED)
        # The last ones are still answered; the first ones are rejected.
        slow[-1].socket.settimeout(120)  # all 300 MiB are read first, by whatever else the cores do
        slow[-1].send(b"]")
        assert slow[-1].reply().status == 400
        first = slow[0].reply()
        assert (first.status, first.headers["retry-after"]) == (503, "1")
        assert first.json["type"] == "/docs#error-overloaded"
        # In addition to what a worker holds, its sockets may hand it data at any time.
        assert resident(worker) - before < 250 * MIB
        assert server.post("/move", BIG).status == 200


def retransmissions(client: Client) -> int:
    """The segments that this side had to send again, the first one of a connection included."""
    information = client.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    (total,) = struct.unpack_from("=I", information, 100)
    return int(total)
