"""Processes that die, hang, or are replaced while clients are at work."""

import os
import signal
from pathlib import Path

import pytest

from tests.support.clients import Client, clients, get, post
from tests.support.load import Load
from tests.support.processes import is_alive, ports_of
from tests.support.servers import Server, copy_service
from tests.support.waiting import wait_until

BROKEN = ("this is no Python", "import sys; sys.exit(3)", "1 / 0")
"""Configurations with which gunicorn does not start."""


def test_a_killed_worker_costs_only_its_connections() -> None:
    """The master starts another in its place."""
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
        # At most one request was under way on each of the load's connections.
        assert len(load.failures) <= load.clients, load.failures
        assert survivor in server.workers


def test_reloads_under_load_fail_no_request() -> None:
    """The service stays ready."""
    with Server(NIM_DRAIN_SECONDS=1) as server, Load(server.port) as load:
        for _ in range(2):
            old = server.workers
            server.process.send_signal(signal.SIGHUP)

            def is_over(old: list[int] = old) -> bool:
                ready = server.get("/readyz")
                assert (ready.status, ready.json["status"]) == (200, "ready")
                return server.has_replaced(old)

            wait_until(is_over)
            load.wait_for_more(100)
    assert load.failures == []


def test_a_reload_closes_kept_connections_while_ready() -> None:
    """Their last answer says so, and the service never says that it stops."""
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


def test_a_reload_keeps_the_loaded_application(tmp_path: Path) -> None:
    """A broken one on disk does no harm."""
    directory = copy_service(tmp_path)
    with Server(directory=directory) as server, Load(server.port) as load:
        old = server.workers
        for module in (directory / "service").rglob("*.py"):
            if not module.is_symlink():  # as that to gunicorn.conf.py
                module.write_text("this is no Python")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.has_replaced(old))
        load.wait_for_more(100)
        assert server.get("/readyz").status == server.get("/metrics").status == 200


def test_a_broken_configuration_is_not_reloaded(tmp_path: Path) -> None:
    directory = copy_service(tmp_path)
    with Server(directory=directory) as server:
        configuration = directory / "gunicorn.conf.py"
        sound = configuration.read_text()
        old = server.workers
        for count, broken in enumerate(BROKEN, 1):
            configuration.write_text(broken)
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda count=count: server.errors.count("not reloaded") == count)  # type: ignore[misc]
            assert server.post("/move", {"piles": [3]}).status == 200
            assert server.workers == old
        # Once it is fixed, a reload goes through again.
        configuration.write_text(sound)
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.has_replaced(old))
        assert server.post("/move", {"piles": [3]}).status == 200


def test_new_workers_that_are_killed_during_a_reload_are_replaced_at_once() -> None:
    """The old ones do not listen any more, but finish what they have begun."""
    with Server() as server, clients(server, 8) as unfinished:
        for client in unfinished:
            client.send(post()[:-1])
        old = set(server.workers)
        server.process.send_signal(signal.SIGHUP)
        new = wait_until(lambda: len(server.workers) == 4 and set(server.workers) - old)
        assert new
        for worker in new:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: len(set(server.workers) - old - new) == 2)
        assert old & set(server.workers)
        assert server.get("/readyz").status == 200


def test_workers_end_with_their_master() -> None:
    with Server() as server, Client(server) as kept:
        assert kept.ask(post()).status == 200
        workers = server.workers
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        wait_until(lambda: not any(is_alive(worker) for worker in workers))
        with pytest.raises(ConnectionRefusedError):
            Client(server)
