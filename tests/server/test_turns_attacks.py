"""Clients that take as much of a worker's time as they can get, alongside others.

The hostile side is a process of its own.
"""

import time
from statistics import median

import pytest

from tests.support.clients import BODY, CHUNKED, NIM_SUM, chunked, clients, get, post, post_head
from tests.support.hostile import Attack, hostile, waits
from tests.support.servers import Server

pytestmark = pytest.mark.serving

HEALTH = get(b"/healthz")


@pytest.mark.soak
@pytest.mark.parametrize("number", [36, 80])
def test_chunked_uploads_do_not_hold_up_the_small_body_of_another(number: int) -> None:
    upload = post_head(CHUNKED) + chunked(*[b" " * 2**14] * 63, BODY) + b"0\r\n\r\n"
    with Server(WEB_CONCURRENCY=1) as server:
        with hostile(server, Attack(upload, connections=number, pace=110_000)):
            time.sleep(6)
            found = waits(server, post(BODY.ljust(20_000)), 30)
        assert median(found) <= 3


def test_each_chunked_upload_at_a_steady_pace_gets_a_response() -> None:
    """Even if there is no room for all of them."""
    number = 40
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
