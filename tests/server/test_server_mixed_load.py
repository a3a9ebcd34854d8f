"""Twenty thousand requests, valid and hostile, in any order: no 5xx, and no memory leak."""

import contextlib
import random
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from tests.support.clients import (
    BODY,
    CHUNKED,
    MAX_BODY,
    Client,
    chunked,
    get,
    post,
    post_head,
    statuses,
)
from tests.support.crowd import MIB
from tests.support.processes import resident
from tests.support.servers import Server

pytestmark = pytest.mark.serving

TOTAL = 20_000
BATCH = 100

# After these the connection continues.
CALM = [
    *[(post(), 200)] * 20,
    (post(b'{"piles": [1, 1], "misere": true}'), 200),
    (post(b'{"piles": []}'), 200),
    (post_head(CHUNKED) + chunked(*BODY.partition(b" ")) + b"0\r\n\r\n", 200),
    (get(b"/move?piles=3,4,5"), 200),
    (get(b"/healthz"), 200),
    (get(b"/openapi.yaml"), 200),
    (get(b"/move?piles=1,,2"), 422),
    (get(b"/%00%ff/../../etc/passwd"), 404),
    (get(b"/move?" + b"a=1&" * 100), 422),
    (post(path=b"/healthz"), 405),
    (b"BREW /move HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    (post(b""), 400),
    (post(b"\xff\xfe"), 400),
    (post(b'{"piles": [NaN]}'), 400),
    (post(b'{"piles": [' + b"9" * 5_000 + b"]}"), 422),
    (post(b'{"piles": [-1, 1.5, true, null, "3", {}, []], "x": 0}'), 422),
]

# After these it ends.
LAST = [
    (post(BODY, b"Connection: close\r\n"), 200),
    (b"GET /healthz HTTP/1.0\r\n\r\n", 200),
    (post_head(b"Content-Length: %d\r\n" % (MAX_BODY + 1)) + b"x", 413),
    (post_head(b"Content-Length: 23\r\n", CHUNKED), 400),
    (post_head(b"Content-Length: 23\r\nContent-Length: 24\r\n"), 400),
    (post_head(CHUNKED) + b"x\r\n", 400),
    (b"GET /healthz HTTP/1.1\nHost: x\n\n", 400),
    (get(b"/" + b"a" * 10_240), 414),
    (get(b"/", b"A: " + b"b" * 10_240 + b"\r\n"), 431),
]


def run_batch(server: Server, seed: int) -> None:
    """One connection: many requests at once, and usually all the right responses."""
    chance = random.Random(seed)
    requests = [*chance.choices(CALM, k=BATCH - 1), chance.choice(LAST)]
    sent = b"".join(request for request, _ in requests)
    with Client(server) as client:
        match chance.randrange(20):
            case 0:  # leaves without reading
                client.send(sent)
            case 1:  # leaves in the middle of a request, with a reset
                client.send(sent[:-5])
                client.reset_when_closed()
            case _:
                sender = threading.Thread(target=send, args=(client, sent))
                sender.start()
                answers = client.rest()
                sender.join()
                assert statuses(answers) == [status for _, status in requests]


def send(client: Client, data: bytes) -> None:
    with contextlib.suppress(ConnectionError):  # the last request may not be read to its end
        client.send(data)


@pytest.mark.long
def test_mixed_requests_cause_no_5xx_and_no_leak() -> None:
    """Twenty thousand requests reveal a leak of 200 bytes per request."""
    with Server(WEB_CONCURRENCY=1, NIM_ACCESS_LOG="off") as server, ThreadPoolExecutor(4) as pool:
        (worker,) = server.workers
        sizes = []
        for seeds in (range(TOTAL // BATCH // 5), range(TOTAL // BATCH // 5, TOTAL // BATCH)):
            deque(pool.map(partial(run_batch, server), seeds), maxlen=0)
            sizes.append(resident(worker))
        assert server.workers == [worker]
        assert sizes[1] - sizes[0] < 3 * MIB
        assert [line for line in server.log if line["level"] != "INFO"] == []
        assert server.post("/move", BODY).status == 200
