"""Stopping: announced, without losing a request, and in bounded time."""

import signal
import time
from pathlib import Path

import pytest

from tests.support.clients import BODY, NIM_SUM, Client, clients, get, post, post_head
from tests.support.crowd import FULL_BATCH
from tests.support.faulty import APPLICATION
from tests.support.scraping import answered, in_flight
from tests.support.servers import Server, copy_service
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving

HALF, REST = BODY[:5], BODY[5:]
HEAD = post_head(b"Content-Length: %d\r\n" % len(BODY))


def stop(server: Server) -> None:
    """Stop the server, and wait until all its processes have begun to stop."""
    server.process.send_signal(signal.SIGTERM)
    wait_until(lambda: not is_listening(server))


def is_listening(server: Server) -> bool:
    try:
        Client(server).close()
    except ConnectionRefusedError:
        return False
    return True


def test_a_stop_finishes_requests_in_flight_and_ends_all_others_with_the_grace_period() -> None:
    with (
        Server(NIM_REQUEST_TIMEOUT=600) as server,
        Client(server) as finishes,
        Client(server) as endless,
        Client(server) as unread,
        Client(server) as rejected,
    ):
        unread.send(post(FULL_BATCH, path=b"/moves"), post(BODY))
        rejected.send(post_head(b"Content-Length: 2000000\r\n"))
        assert rejected.reply().status == 413
        for client in (finishes, endless):
            client.send(HEAD, HALF)
        wait_until(lambda: in_flight(server) == 2)
        wait_until(lambda: answered(server, "POST", "/moves", 200) == 1)
        began = time.monotonic()
        stop(server)
        time.sleep(2)  # longer than an idle worker takes to end
        finishes.send(REST)
        reply = finishes.reply()
        assert (reply.status, reply.json["nim_sum"]) == (200, NIM_SUM)
        assert reply.headers["connection"] == "close"
        assert finishes.rest() == b""
        assert server.process.wait(20) == 0
        assert time.monotonic() - began > 4  # the others had the grace period
        assert endless.reply().status == 408
        assert endless.rest() == b""
        assert server.errors.count("Worker exiting") == 2  # on their own; none was killed
        assert {line["level"] for line in server.log} == {"INFO"}
        assert "Traceback" not in server.errors


# A stop while a worker is being forked: the worker gets a SIGTERM before it has its own handler.
STOPPED_WHILE_FORKED = """
import os, signal, time

def post_fork(server, worker):
    os.kill(server.pid, signal.SIGTERM)
    time.sleep(0.5)
"""


def test_a_stop_ends_a_worker_that_is_only_just_being_forked(tmp_path: Path) -> None:
    directory = copy_service(tmp_path)
    with (directory / "service" / "configuration.py").open("a") as configuration:
        configuration.write(STOPPED_WHILE_FORKED)
    server = Server(directory=directory)
    assert server.process.wait(30) == 0
    begun = server.errors.count("Booting worker")
    assert begun > 0
    assert server.errors.count("Worker exiting") == begun  # on its own; it was not killed
    assert "listens" not in server.errors


@pytest.mark.long
def test_a_stop_ends_a_worker_that_hangs() -> None:
    with Server(arguments=(APPLICATION,)) as server, Client(server) as client:
        client.send(get(b"/nimbers/sum?operands=1"))
        stop(server)
        assert server.process.wait(20) == 0
        assert client.rest() == b""


def test_a_stop_gives_up_a_request_that_hangs() -> None:
    with Server(arguments=(APPLICATION,)) as server, Client(server) as client:
        client.send(get(b"/hang"))
        stop(server)
        assert server.process.wait(20) == 0
        assert client.rest().startswith(b"HTTP/1.1 503 ")


def test_a_stopping_service_drains() -> None:
    """The service is unready, responds to more requests, and only then stops listening."""
    with Server(NIM_DRAIN_SECONDS=8, WEB_CONCURRENCY=1) as server:
        with Client(server) as kept, Client(server) as idle, Client(server) as new:
            for client in (kept, idle):
                ready = client.ask(get(b"/readyz"))
                assert (ready.status, ready.json["status"]) == (200, "ready")
                assert "connection" not in ready.headers
            server.process.send_signal(signal.SIGTERM)
            # New connections are still accepted, and learn that they should go elsewhere.
            wait_until(lambda: server.get("/readyz").status == 503)
            stopping = new.ask(get(b"/readyz"))
            assert (stopping.status, stopping.json["status"]) == (503, "stopping")
            assert (stopping.headers["connection"], new.rest()) == ("close", b"")
            # One last request on this connection still gets a response.
            last = kept.ask(post())
            assert (last.status, last.json["nim_sum"]) == (200, NIM_SUM)
            assert (last.headers["connection"], kept.rest()) == ("close", b"")
            assert server.get("/healthz").status == 200
            # Then it no longer listens, and closes idle connections.
            assert idle.rest() == b""
        assert server.process.wait(20) == 0
        with pytest.raises(ConnectionRefusedError):
            Client(server)


@pytest.mark.parametrize("at_once", [signal.SIGINT, signal.SIGQUIT])
def test_an_interrupt_stops_without_a_drain(at_once: signal.Signals) -> None:
    with Server(NIM_DRAIN_SECONDS=300) as server, Client(server) as client:
        client.send(HEAD, HALF)
        wait_until(lambda: in_flight(server) == 1)
        server.process.send_signal(at_once)
        assert server.process.wait(20) == 0
        assert client.rest() == b""


@pytest.mark.parametrize("kind", [signal.SIGHUP, signal.SIGTERM])
def test_what_still_waits_for_the_thread_gets_a_response_and_is_counted_and_logged(
    kind: signal.Signals, tmp_path: Path
) -> None:
    count, go = 12, tmp_path / "go"
    arguments = ("tests.support.bugs:create_slow_app()",)
    with (
        Server(arguments=arguments, WEB_CONCURRENCY=1, GO=go) as server,
        clients(server, count) as many,
    ):
        for client in many:
            client.send(post(BODY.ljust(20_000)))
        wait_until(lambda: in_flight(server) == count)
        server.process.send_signal(kind)
        go.touch()
        replies = [client.reply() for client in many]
        found = [reply.status for reply in replies]
        assert {*found} == {200, 503}
        for reply in replies:
            assert reply.status == 200 or int(reply.headers["retry-after"]) > 0
        wait_until(lambda: len(server.logged(route="/move")) == count)
        assert sorted(line["status"] for line in server.logged(route="/move")) == sorted(found)
        if kind == signal.SIGHUP:
            wait_until(lambda: answered(server, "POST", "/move", 503) == found.count(503))
            assert answered(server, "POST", "/move", 200) == found.count(200)
