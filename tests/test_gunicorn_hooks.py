"""Processes that die, hang or are replaced while clients send requests."""

import os
import signal
from pathlib import Path

import pytest

from tests.support.clients import Client, clients, get, post
from tests.support.load import Load
from tests.support.processes import is_alive, open_files, ports_of
from tests.support.servers import Server
from tests.support.waiting import wait_until

pytestmark = pytest.mark.serving


def test_a_killed_worker_costs_only_its_connections() -> None:
    """The master replaces the worker."""
    with Server() as server, clients(server, 40) as kept:
        for client in kept:
            assert client.ask(post()).status == 200
        killed, survivor = server.workers
        lost = ports_of(killed)
        assert {client.port for client in kept} <= lost | ports_of(survivor)
        with Load(server.port) as load:
            load.wait_for_more(100)
            os.kill(killed, signal.SIGKILL)
            for client in kept:
                if client.port in lost:
                    assert client.rest() == b""
                else:
                    assert client.ask(post()).status == 200
            wait_until(lambda: len(server.workers) == 2 and killed not in server.workers)
            load.wait_for_more(100)
        # At most one request was in flight on each of the load's connections.
        assert len(load.failures) <= load.clients, load.failures
        assert survivor in server.workers


def test_a_reload_closes_kept_connections_while_ready() -> None:
    """Their last response says so, and the service never reports that it is stopping."""
    with Server(NIM_DRAIN_SECONDS=60) as server, Client(server) as client:
        assert "connection" not in client.ask(get(b"/readyz")).headers
        server.process.send_signal(signal.SIGHUP)
        replies = []

        def is_closing() -> bool:
            replies.append(client.ask(get(b"/readyz")))
            return "connection" in replies[-1].headers

        wait_until(is_closing)
        assert {reply.status for reply in replies} == {200}
        assert replies[-1].headers["connection"] == "close"
        assert client.rest() == b""
        server.kill()  # it would drain for a minute


def test_workers_write_their_heartbeats_to_memory() -> None:
    """The directory of temporary files may be on a disk that is slow or read-only."""
    with Server() as server:
        for worker in server.workers:
            beats = [file for file in open_files(worker) if "wgunicorn-" in file]
            assert beats
            assert {file[:9] for file in beats} == {"/dev/shm/"}  # noqa: S108  # nothing is written


def test_no_socket_controls_the_server_from_outside(tmp_path: Path) -> None:
    """Gunicorn would make one below these directories."""
    with Server(alone=True, HOME=tmp_path, XDG_RUNTIME_DIR=tmp_path):
        assert [*tmp_path.rglob("*")] == []


def test_workers_end_with_their_master() -> None:
    with Server() as server, Client(server) as kept:
        assert kept.ask(post()).status == 200
        workers = server.workers
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        wait_until(lambda: not any(is_alive(worker) for worker in workers))
        with pytest.raises(ConnectionRefusedError):
            Client(server)
