"""Metrics of a whole service: no count is lost with a process, and none stops the service."""

import os
import resource
import signal
from itertools import product
from pathlib import Path

import pytest

from service.app import create_app
from service.game.games import GAMES
from service.http.errors import CODES
from service.http.problems import PROBLEMS
from service.master import hooks
from service.server.request_head import METHODS, OTHER_METHOD
from service.settings import Config
from service.telemetry import metrics as metrics_module
from service.telemetry.metrics import UNMATCHED_ROUTE, Metrics
from service.telemetry.slots import DESCRIPTOR, SIZE, read
from tests.support.clients import BODY, Client, clients, post
from tests.support.operations import all_operations
from tests.support.processes import children, is_alive
from tests.support.scraping import answered, in_flight, samples, scrape, solved
from tests.support.servers import Server, copy_service
from tests.support.waiting import wait_until
from tests.support.wsgi import call
from tests.support.wsgi import get as get_of
from tests.support.wsgi import post as post_of


def memory_of(process: int) -> Path:
    """The memory that a master shares with its workers."""
    for file in Path(f"/proc/{process}/fd").iterdir():
        if "nim-metrics" in str(file.readlink()):
            return file
    raise AssertionError


def held(server: Server) -> list[bool]:
    """Which slots living processes hold."""
    descriptor = os.open(memory_of(server.process.pid), os.O_RDWR)
    try:
        return [lives for _, lives in read(descriptor)]
    finally:
        os.close(descriptor)


def signalled(server: Server, number: signal.Signals, workers: int) -> None:
    """Send the master a signal after which it has so many workers."""
    server.process.send_signal(number)
    wait_until(lambda: len(server.workers) == workers)


@pytest.mark.long
def test_no_count_is_lost_whatever_becomes_of_workers(tmp_path: Path) -> None:
    with Server(directory=copy_service(tmp_path)) as server:

        def reload() -> None:
            old = server.workers
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: server.has_replaced(old))

        def fail_to_reload() -> None:
            (tmp_path / "gunicorn.conf.py").write_text("1 / 0")
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda: "not reloaded" in server.errors)

        for count, change in enumerate(
            (
                reload,
                server.kill_workers,
                lambda: signalled(server, signal.SIGTTIN, 3),
                lambda: signalled(server, signal.SIGTTOU, 2),
                reload,
                fail_to_reload,
            ),
            1,
        ):
            with clients(server, 10) as some:
                assert {client.ask(post()).status for client in some} == {200}
            change()
            assert answered(server, "POST", "/move", 200) == 10 * count
            wait_until(lambda: scrape(server)["nim_workers"] == len(server.workers))


def test_reloads_add_no_memory() -> None:
    with Server() as server:
        sizes = []
        for _ in range(4):
            old = server.workers
            server.process.send_signal(signal.SIGHUP)
            wait_until(lambda old=old: server.has_replaced(old))  # type: ignore[misc]
            sizes.append(memory_of(server.process.pid).stat().st_size)
        # Old workers and new ones may be there at the same time, and the master.
        assert max(sizes) <= 5 * SIZE
        wait_until(lambda: sum(held(server)) == 3)


def test_an_upgrade_that_is_taken_back_loses_no_count() -> None:
    with Server() as server:
        old = server.workers
        signalled(server, signal.SIGUSR2, 3)
        (successor,) = {*server.workers} - {*old}
        try:
            wait_until(lambda: scrape(server)["nim_workers"] == 4)
            with clients(server, 40) as some:
                assert {client.ask(post()).status for client in some} == {200}
        finally:
            os.kill(successor, signal.SIGTERM)
            wait_until(lambda: not is_alive(successor) and not children(successor))
        wait_until(lambda: scrape(server)["nim_workers"] == 2)
        assert answered(server, "POST", "/move", 200) == 40
        assert scrape(server)[solved("normal", "N")] == 40


def test_workers_are_counted_right_after_a_reload_and_an_upgrade() -> None:
    # The second master takes over the slot of a worker that the reload has ended.
    with Server() as server:
        old = server.workers
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.has_replaced(old))
        old = server.workers
        signalled(server, signal.SIGUSR2, 3)
        (successor,) = {*server.workers} - {*old}
        try:
            wait_until(lambda: len(children(successor)) == 2)
            wait_until(lambda: scrape(server)["nim_workers"] == 4)
        finally:
            os.kill(successor, signal.SIGTERM)
            wait_until(lambda: not is_alive(successor) and not children(successor))
        wait_until(lambda: scrape(server)["nim_workers"] == 2)


def test_a_dead_worker_leaves_nothing_in_flight() -> None:
    with Server() as server, Client(server) as client:
        client.send(post()[:-1])
        wait_until(lambda: in_flight(server) == 1)
        server.kill_workers()
        wait_until(lambda: in_flight(server) == 0)
        wait_until(lambda: scrape(server)["nim_workers"] == 2)


def test_a_directory_for_prometheus_client_has_no_meaning(tmp_path: Path) -> None:
    with Server(PROMETHEUS_MULTIPROC_DIR=tmp_path / "metrics") as server:
        assert server.post("/move", BODY).status == 200
        assert answered(server, "POST", "/move", 200) == 1
    assert [*tmp_path.iterdir()] == []


# --- What cannot be measured ------------------------------------------------------------------


@pytest.mark.parametrize("rest", [0, 100, SIZE // 2])
def test_a_worker_without_memory_serves_unmeasured(rest: int) -> None:
    limit = 2 * SIZE + rest  # enough for the master and one worker

    def lower() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    with Server(preexec=lower) as server:
        wait_until(lambda: "no metrics from this process" in server.errors)
        workers = server.workers
        with clients(server, 30) as some:
            assert {client.ask(post()).status for client in some} == {200}
        assert answered(server, "POST", "/move", 200) <= 30
        assert scrape(server)["nim_workers"] == 1
        assert server.workers == workers


def test_a_service_without_memory_to_share_starts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> int:
        raise OSError(24, "Too many open files")

    monkeypatch.delenv(DESCRIPTOR, raising=False)
    monkeypatch.setattr(metrics_module, "file_in_memory", fail)
    hooks.prepare_metrics(Config())
    assert caplog.messages == ["each worker has metrics of its own: [Errno 24] Too many open files"]
    metrics = Metrics()
    metrics.start_process()
    metrics.solved([1], misere=False, position_class="N", game="nim")
    assert metrics.instruments.numbers()


def test_metrics_of_an_application_by_itself_are_its_own() -> None:
    first, second = (create_app(ACCESS_LOG=False) for _ in range(2))
    for _ in range(3):
        assert call(first, post_of("/move", {"piles": [3, 4, 5]})).status.startswith("200")
    for app, count in ((first, 3), (second, 0)):
        shown = samples(call(app, get_of("/metrics")).body.decode())
        assert shown.get(solved("normal", "N"), 0) == count


# --- The size of a slot -----------------------------------------------------------------------


def test_a_slot_fits_twice_as_many_series_as_there_can_be() -> None:
    """A slot may have the series of another version, too."""
    metrics = Metrics()
    operations = all_operations(Config(), metrics).all
    metrics.start_at_zero((each.path for each in operations), CODES)
    for each in operations:
        answers = [(each.method, "200"), ("OPTIONS", "204")]
        if each.method == "GET":
            answers += [("GET", "304"), ("HEAD", "200"), ("HEAD", "304"), ("GET", "503")]
        for method, status in answers:
            metrics.observe(method, each.path, status, 0.1)
    for method, each, problem in product(METHODS, operations, PROBLEMS.values()):
        metrics.observe(method, each.path, str(problem.status), 0.1)
    for method in ("GET", "HEAD", "POST", "OPTIONS", OTHER_METHOD):
        metrics.observe(method, UNMATCHED_ROUTE, "200", 0.1)
    metrics.count_errors([*CODES])
    for misere, kind, game in product((True, False), ("N", "P"), (*GAMES, "another", "one more")):
        metrics.solved([1], misere, kind, game)
    metrics.publish(1, 1)
    used = 8 * metrics.instruments._table._words[0]
    assert SIZE / 4 < used < SIZE / 2
