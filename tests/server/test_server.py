"""Many clients: each is answered, or told immediately to retry; none starves another."""

import json
import threading
import time
from collections import Counter
from contextlib import suppress

import pytest

from service.server.limits import MAX_CONNECTIONS
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
    post,
    post_head,
    replied,
)
from tests.support.crowd import FULL_BATCH
from tests.support.scraping import answered, in_flight
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

REVIEW = json.dumps({"piles": [9] * 20, "moves": [{"pile": n, "remove": 1} for n in range(20)] * 4})


def test_newcomers_take_the_place_of_the_longest_idle() -> None:
    allow_descriptors(10_000)
    with Server() as server, clients(server, 4_096) as idle:
        for client in idle:
            client.send(get(b"/healthz"))
        assert idle[-1].reply().status == 200
        with clients(server, 400) as newcomers:
            # Connections are accepted in turn: when this one is answered, all newcomers were.
            assert server.get("/healthz").status == 200
            for client in newcomers:
                client.send(get(b"/healthz"))
            assert [client.reply().status for client in newcomers] == [200] * 400
        # The first have given way, and the last are still there.
        assert idle[-1].ask(get(b"/healthz")).status == 200
        assert server.log[-1]["level"] == "INFO"


@pytest.mark.timeout(240)
def test_a_large_request_on_almost_every_connection_of_a_worker_gets_a_response() -> None:
    """Of one worker: which of several takes a connection is luck."""
    allow_descriptors(5_000)
    request, some = post(REVIEW.encode(), path=b"/review"), MAX_CONNECTIONS - 20
    with Server(WEB_CONCURRENCY=1) as server, clients(server, some) as many:
        workers = server.workers
        for client in many:
            client.send(request)
        assert Counter(client.reply().status for client in many) == {200: some}
        assert server.workers == workers
        assert "TIMEOUT" not in server.errors


def test_a_small_request_does_not_wait_for_the_large_ones_before_it() -> None:
    with Server(WEB_CONCURRENCY=1) as server, clients(server, 32) as large:
        for client in large:
            client.send(post(FULL_BATCH, path=b"/moves"))
        for path in ("/healthz", "/readyz", "/metrics", "/move?piles=3"):
            assert server.get(path).status == 200
        assert server.post("/move", BODY).status == 200
        assert replied(large) < len(large)


def test_idle_clients_keep_no_memory_for_bodies() -> None:
    """Each has sent one body that was large enough to be counted, in two parts."""
    with Server(WEB_CONCURRENCY=1) as server, clients(server, 40) as stay:
        for client in stay:
            client.send(post_head(CHUNKED), chunked(b" " * 9_000))
        for client in stay:
            client.send(chunked(BODY), b"0\r\n\r\n")
            assert client.reply().status == 200
        assert server.post("/move", BODY + b" " * 100_000).status == 200


LARGEST = 2**25
"""Bytes of a body, two of which take all the room that there is."""

UPLOAD = BODY.ljust(LARGEST)


def test_a_body_that_waits_for_memory_gets_a_response_when_there_is_some() -> None:
    with (
        Server(WEB_CONCURRENCY=1, NIM_MAX_BODY_BYTES=LARGEST) as server,
        Client(server) as waits,
        clients(server, 2) as uploads,
    ):
        for client in uploads:
            client.send(post_head(b"Content-Length: %d\r\n" % LARGEST), UPLOAD[:9_000])
            assert server.get("/healthz").status == 200
        waits.send(post_head(b"Content-Length: 100000\r\n"), UPLOAD[:100_000])
        assert server.get("/healthz").status == 200
        with suppress(ConnectionError):  # it gives way where it has sent nothing for a while
            uploads[0].send(UPLOAD[9_000:])
        assert waits.reply().status == 200
        assert waits.ask(get(b"/healthz")).status == 200


def test_no_request_runs_while_the_client_leaves_the_last_response_unread() -> None:
    with Server(WEB_CONCURRENCY=1) as server, Client(server) as client:
        client.send(post(FULL_BATCH, path=b"/moves"), post(BODY))
        wait_until(lambda: answered(server, "POST", "/moves", 200) == 1)
        for _ in range(3):
            assert server.get("/healthz").status == 200
        assert answered(server, "POST", "/move", 200) == 0
        assert client.reply().status == 200
        assert client.reply().json["nim_sum"] == NIM_SUM


@pytest.mark.timeout(240)
def test_uploads_that_make_progress_are_not_aborted_for_each_other() -> None:
    size, piece, seconds = MAX_BODY, 2**14, 2**14 / (512 * 1024)
    body = BODY.ljust(size)
    outcomes: Counter[int] = Counter()

    with Server() as server:

        def upload() -> None:
            with Client(server, 60) as client:
                client.send(LARGEST_HEAD)
                try:
                    for start in range(0, size, piece):
                        client.send(body[start : start + piece])
                        time.sleep(seconds)
                except ConnectionError:
                    pass  # rejected, as the answer says
                outcomes[client.reply().status] += 1

        threads = [threading.Thread(target=upload) for _ in range(80)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert set(outcomes) <= {200, 503}
    assert outcomes[200] >= 64


@pytest.mark.long
def test_a_body_may_take_as_long_as_the_setting_says() -> None:
    """Longer than gunicorn gives a worker to show that it lives."""
    with Server(NIM_REQUEST_TIMEOUT=50, WEB_CONCURRENCY=1) as server, Client(server, 60) as client:
        client.send(post(BODY)[:-1])
        time.sleep(33)
        client.send(BODY[-1:])
        assert client.reply().status == 200


def test_large_requests_whose_clients_have_left_are_not_run() -> None:
    many = 200
    with Server(WEB_CONCURRENCY=1) as server:
        with clients(server, many) as impatient:
            for number, client in enumerate(impatient):
                client.send(get(b"/values?game=octal&size=1000&code=4.%o" % (0o777000 + number)))
            # A tick comes each second, and the first answers are made quickly.
            wait_until(lambda: in_flight(server) > many // 4)
            for client in impatient:
                client.reset_when_closed()
        assert server.get("/values?game=octal&size=1000&code=4.7777").status == 200
        assert answered(server, "GET", "/values", 200) < many
