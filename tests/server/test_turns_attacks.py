"""Clients that take as much of a worker's time as they can get, alongside others.

The hostile side is a process of its own.
"""

import os
import signal
import time
from pathlib import Path
from statistics import median

import pytest

from tests.support.applications import serve
from tests.support.clients import BODY, CHUNKED, NIM_SUM, chunked, clients, get, post, post_head
from tests.support.hostile import Attack, hostile, waits
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

HEALTH = get(b"/healthz")


@pytest.mark.parametrize("method", [b"HEAD", b"GET"])
def test_pipelined_requests_do_not_keep_a_worker_from_showing_that_it_lives(method: bytes) -> None:
    """All of them in one round of the event loop would take 8 s; gunicorn ends it after 3."""
    request = get(b"/?sleep=10").replace(b"GET", method, 1)
    with serve("slow", "--timeout", "3") as server:
        workers = server.workers
        with hostile(server, Attack(request, connections=100, pipelined=8)):
            time.sleep(10)
            waits(server, get(b"/"), 3)
        assert server.workers == workers
        assert "TIMEOUT" not in server.errors


@pytest.mark.soak
@pytest.mark.parametrize("number", [36, 80])
def test_chunked_uploads_do_not_hold_up_the_small_body_of_another(number: int) -> None:
    upload = post_head(CHUNKED) + chunked(*[b" " * 2**14] * 63, BODY) + b"0\r\n\r\n"
    with Server(WEB_CONCURRENCY=1) as server:
        with hostile(server, Attack(upload, connections=number, pace=110_000)):
            time.sleep(6)
            found = waits(server, post(BODY.ljust(20_000)), 30)
        assert median(found) <= 3


@pytest.mark.parametrize("number", [1, 40])
def test_a_chunked_upload_at_a_steady_pace_gets_a_response(number: int) -> None:
    """Even if there is no room for all of them."""
    body = BODY.ljust(900_000)
    pieces = [body[start : start + 2**14] for start in range(0, len(body), 2**14)]
    with Server(WEB_CONCURRENCY=1) as server, clients(server, number) as uploads:
        for client in uploads:
            client.send(post_head(CHUNKED))
            client.socket.settimeout(60)
        for piece in pieces:
            for client in uploads:
                client.send(chunked(piece))
        for client in uploads:
            client.send(b"0\r\n\r\n")
        assert [client.reply().json["nim_sum"] for client in uploads] == [NIM_SUM] * number


@pytest.mark.soak
def test_clients_that_pipeline_and_do_not_read_hold_up_no_other() -> None:
    attack = Attack(HEALTH, connections=1_000, pipelined=300, reads=False)
    with Server(WEB_CONCURRENCY=1) as server, hostile(server, attack):
        assert waits(server, HEALTH, 30)[-1] < 5


def test_what_came_while_a_worker_was_frozen_gets_a_response() -> None:
    """The worker was frozen for longer than a request may take; all came before it was."""
    with Server(WEB_CONCURRENCY=1, NIM_REQUEST_TIMEOUT=4) as server, clients(server, 5) as frozen:
        for client in frozen:
            client.send(post()[:-3])
        assert server.get("/healthz").status == 200
        (worker,) = server.workers
        os.kill(worker, signal.SIGSTOP)
        try:
            wait_until(lambda: ") T " in Path(f"/proc/{worker}/stat").read_text())
            for client in frozen:
                client.send(post()[-3:])
            time.sleep(6)
        finally:
            os.kill(worker, signal.SIGCONT)
        assert [client.reply().status for client in frozen] == [200] * 5


def test_a_client_that_was_late_before_a_freeze_is_not_waited_for_twice() -> None:
    with Server(WEB_CONCURRENCY=1, NIM_REQUEST_TIMEOUT=1) as server, clients(server, 1) as late:
        late[0].send(post()[:-3])
        assert server.get("/healthz").status == 200
        (worker,) = server.workers
        os.kill(worker, signal.SIGSTOP)
        time.sleep(2)
        os.kill(worker, signal.SIGCONT)
        assert late[0].reply().status == 408


@pytest.mark.parametrize("size", [b"ffffffffffffffff", b"100001", b"fffff;a=b"])
def test_a_chunk_beyond_the_limit_is_rejected_at_once(size: bytes) -> None:
    """Long before the time that a request has; also where it is too much with those before it."""
    with Server(WEB_CONCURRENCY=1, NIM_REQUEST_TIMEOUT=600) as server, clients(server, 1) as some:
        some[0].send(post_head(CHUNKED), chunked(b"12"), size, b"\r\n")
        assert some[0].reply().status == 413
