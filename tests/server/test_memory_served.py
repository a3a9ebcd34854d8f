"""Memory is bounded as promised: every byte counts, in the process and in the kernel."""

import socket
import time
from contextlib import suppress

import pytest

from service.server import limits
from tests.support.applications import serve
from tests.support.clients import (
    BODY,
    CHUNKED,
    LARGEST_HEAD,
    NIM_SUM,
    Client,
    allow_descriptors,
    chunked,
    clients,
    get,
    post,
    post_head,
)
from tests.support.containers import inspect, log_of, needs_image, running
from tests.support.crowd import COMPUTING, LARGE_RESPONSE, MIB, Crowd, Target, proportional
from tests.support.http_client import ask, is_ready
from tests.support.needs import needs
from tests.support.processes import peak, queued
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

GRANTED = 256 * MIB
"""The memory limit of the manual and the manifests for two workers and their master."""

SECONDS = 8.0
"""In which all of them are at work."""


def crowd(port: int) -> Crowd:
    return Crowd(Target(port), idle=2 * limits.MAX_CONNECTIONS, bodies=300, readers=64)


@pytest.mark.timeout(240)
@pytest.mark.long
def test_all_bounds_used_up_at_once_stay_within_what_is_granted() -> None:
    allow_descriptors(6_000)
    with Server(alone=True, NIM_ACCESS_LOG="off") as server:
        workers, largest = server.workers, 0
        with crowd(server.port) as everyone:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end or not everyone.answers:
                largest = max(largest, proportional(server.process.pid))
                assert server.post("/move", BODY).status == 200
                time.sleep(0.1)
        assert largest < GRANTED
        assert server.workers == workers


@needs("podman")
@needs_image
@pytest.mark.timeout(600)
@pytest.mark.soak
def test_a_container_with_what_is_granted_survives_all_of_it(image: str) -> None:
    allow_descriptors(6_000)
    limits = ["--read-only", "--cap-drop=all", f"--memory={GRANTED}", "--ulimit=nofile=4096"]
    with running(image, *limits, "--env=NIM_ACCESS_LOG=off") as (name, port):
        wait_until(lambda: is_ready(port))
        with crowd(port) as everyone:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end or not everyone.answers:
                assert ask(port, "/move", {"piles": [3]})[0] == 200
                time.sleep(0.1)
        state = inspect(name)["State"]
        assert (state["Running"], state["OOMKilled"]) == (True, False)
        assert log_of(name).count("is listening") == 2  # each worker was started once


def test_unread_responses_are_within_the_budget_and_leave_nothing_in_the_kernel() -> None:
    with serve("slow") as server, clients(server, 60) as readers:
        before, largest = proportional(server.process.pid), 0
        for client in readers:
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**12)
            client.send(get(b"/?size=%d" % LARGE_RESPONSE))
        while (here := queued(server.port)).connections:  # each is cut in the end
            assert here.unread <= here.connections * 2 * limits.SEND_BUFFER
            largest = max(largest, proportional(server.process.pid) - before + here.unread)
            time.sleep(0.1)
        assert 2 * LARGE_RESPONSE < largest < limits.BUDGET + COMPUTING
        assert queued(server.port) == (0, 0, 0)


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
            unreceived = queued(server.port).unreceived
            assert 0 < unreceived < number * 2 * limits.RECEIVE_BUFFER + 20 * MIB


def test_each_chunked_upload_at_a_steady_pace_gets_a_response() -> None:
    """Even if there is not enough memory for all of them."""
    number = 40
    body = BODY.ljust(900_000)
    pieces = [body[start : start + 2**14] for start in range(0, len(body), 2**14)]
    with Server(alone=True, WEB_CONCURRENCY=1) as server, clients(server, number) as uploads:
        for client in uploads:
            client.send(post_head(CHUNKED))
            client.socket.settimeout(60)
        for piece in pieces:
            for client in uploads:
                client.send(chunked(piece))
        for client in uploads:
            client.send(b"0\r\n\r\n")
        assert [client.reply().json["nim_sum"] for client in uploads] == [NIM_SUM] * number


def test_clients_that_reset_while_they_wait_are_noticed() -> None:
    """Their turns are skipped, although the server does not read from them."""
    request = post(b"x" * 20_000, path=b"/?sleep=1500")
    with serve("slow") as server, Client(server) as first:
        first.send(request)
        with clients(server, 20) as gone:
            for client in gone:
                client.reset_when_closed()
                client.send(request, b"x" * 40_000)
            assert server.get("/").status == 200  # by now all of them have been read
        started = time.monotonic()
        assert first.reply().status == 200
        assert server.request("POST", "/", b"x" * 20_000).status == 200
        assert time.monotonic() - started < 20 * 1.5  # far less than all of them take


def test_a_rejected_body_is_read_with_little_memory_and_leaves_none_behind() -> None:
    bodies = (
        b'{"\\u0041":1,"piles":[' + b",".join([b'{"":{}}'] * 120_000) + b"]}",
        b'{"piles":[' + b",".join([b"[]"] * 340_000) + b"]}",
        b'{"piles":["' + b"\\n" * 500_000 + b'"]}',
    )
    with Server(alone=True, WEB_CONCURRENCY=1) as server:
        (worker,) = server.workers
        server.post("/move", BODY)
        before, largest = proportional(server.process.pid), peak(worker)
        for body in bodies * 3:
            assert server.post("/move", body).status == 422
        assert peak(worker) - largest < 64 * MIB  # as one tree needs, never two
        assert proportional(server.process.pid) - before < 48 * MIB
