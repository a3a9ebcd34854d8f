"""Memory is a promise: what is granted is enough, whatever anonymous clients do together."""

import json
import time

import pytest

from service.server import limits
from tests.support.clients import (
    BODY,
    CHUNKED,
    Client,
    allow_descriptors,
    chunked,
    clients,
    post,
    post_head,
)
from tests.support.containers import inspect, needs_image, podman, run_container
from tests.support.crowd import FULL_BATCH, MIB, Crowd, Target, proportional
from tests.support.http_client import ask, is_ready
from tests.support.needs import needs
from tests.support.processes import peak
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

GRANTED = 256 * MIB
"""What the manual's command and the manifests grant to two workers and their master."""

SECONDS = 8.0
"""In which all of them are at work."""

REVIEW = {"piles": [2**53 - 1] * 20, "moves": [{"pile": 0, "remove": 1}] * 1_000}


def crowd(port: int) -> Crowd:
    return Crowd(Target(port), idle=2 * limits.MAX_CONNECTIONS, bodies=300, readers=64)


@pytest.mark.timeout(240)
@pytest.mark.long
def test_all_bounds_used_up_at_once_stay_within_what_is_granted() -> None:
    allow_descriptors(6_000)
    with Server(NIM_ACCESS_LOG="off") as server:
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
def test_a_container_with_what_is_granted_survives_all_of_it(image: str) -> None:
    allow_descriptors(6_000)
    limits = ["--read-only", "--cap-drop=all", f"--memory={GRANTED}", "--ulimit=nofile=4096"]
    name, port = run_container(image, *limits, "--env=NIM_ACCESS_LOG=off")
    wait_until(lambda: is_ready(port))
    with crowd(port) as everyone:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end or not everyone.answers:
            assert ask(port, "/move", {"piles": [3]})[0] == 200
            time.sleep(0.1)
    state = inspect(name)["State"]
    assert (state["Running"], state["OOMKilled"]) == (True, False)
    assert "Worker exiting" not in podman("logs", name)
    assert "SIGKILL" not in podman("logs", name)


def test_clients_that_leave_during_a_large_response_leave_nothing_behind() -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        request = server.post("/review", REVIEW)
        assert request.status == 200
        before = proportional(server.process.pid)
        for _ in range(60):
            with Client(server) as client:
                client.send(post(_json(REVIEW), path=b"/review"))
                client.socket.recv(1)
                client.reset_when_closed()
        assert proportional(server.process.pid) - before < 16 * MIB


@pytest.mark.long
def test_responses_that_are_never_read_stay_within_their_bound_and_are_aborted() -> None:
    with Server(WEB_CONCURRENCY=1) as server, clients(server, 30) as unread:
        server.post("/moves", FULL_BATCH)
        before = proportional(server.process.pid)
        for client in unread:
            client.send(post(FULL_BATCH, path=b"/moves"))
        with Client(server, 60) as client:  # in time, or rejected
            assert client.ask(post(FULL_BATCH, path=b"/moves")).status in {200, 503}
        largest = proportional(server.process.pid) - before
        assert largest < limits.BUDGET + 40 * MIB


def test_the_framing_of_a_body_counts_too() -> None:
    with Server(WEB_CONCURRENCY=1) as server, Client(server) as client:
        server.post("/move", BODY)
        before = proportional(server.process.pid)
        client.send(post_head(CHUNKED))
        piece = chunked(*[b" "] * 10_000)
        for _ in range(100):  # a million chunks, 6 MB
            client.send(piece)
        reply = client.reply()
        assert (reply.status, reply.json["type"]) == (413, "/docs#error-too-large")
        assert proportional(server.process.pid) - before < 16 * MIB


@pytest.mark.parametrize(
    "body",
    [
        b'{"\\u0041":1,"piles":[' + b",".join([b'{"":{}}'] * 120_000) + b"]}",
        b'{"piles":[' + b",".join([b"[]"] * 340_000) + b"]}",
        b'{"piles":["' + b"\\n" * 500_000 + b'"]}',
    ],
    ids=["objects", "lists", "escapes"],
)
def test_a_rejected_body_is_read_with_little_memory_and_leaves_none_behind(body: bytes) -> None:
    with Server(WEB_CONCURRENCY=1) as server:
        (worker,) = server.workers
        server.post("/move", BODY)
        before = proportional(server.process.pid)
        largest = peak(worker)
        for _ in range(10):
            assert server.post("/move", body).status == 422
        assert peak(worker) - largest < 64 * MIB  # as one tree needs, never two
        assert proportional(server.process.pid) - before < 48 * MIB


def _json(value: object) -> bytes:
    return json.dumps(value).encode()
