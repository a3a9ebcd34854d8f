"""Whether a worker begins to serve, and which request has taken too long."""

import sys
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from service.server import worker
from service.server.application import Application


class Begun(Exception):
    """The worker has begun to serve."""


@pytest.mark.parametrize(
    ("alive", "stopping", "begins"),
    [(True, False, True), (False, False, False), (True, True, False)],
    ids=["goes on", "has had a SIGTERM", "was forked while the master stopped"],
)
def test_a_worker_that_has_to_stop_does_not_begin(
    monkeypatch: pytest.MonkeyPatch, alive: bool, stopping: bool, begins: bool
) -> None:
    def begin(*_: object) -> NoReturn:
        raise Begun

    monkeypatch.setattr(worker, "is_stopping", lambda: stopping)
    monkeypatch.setattr(sys, "setswitchinterval", begin)
    made: Any = worker.Worker.__new__(worker.Worker)
    made.alive, made.application = alive, Application(lambda *_: [])
    if begins:
        with pytest.raises(Begun):
            made.run()
    else:
        made.run()


@pytest.mark.parametrize("thread", ["offload", "urgent"])
@pytest.mark.parametrize(
    ("timeout", "age", "is_overdue"), [(30, 29.9, False), (30, 30.0, True), (0, 1e6, False)]
)
def test_a_request_in_a_thread_is_overdue_after_the_timeout(
    thread: str, timeout: int, age: float, is_overdue: bool
) -> None:
    """With a timeout of 0, gunicorn ends no worker."""
    job = SimpleNamespace(began=100.0, environ={"PATH_INFO": "/a"})
    threads = {name: SimpleNamespace(computing=None) for name in ("offload", "urgent")}
    threads[thread].computing = job
    made: Any = worker.Worker.__new__(worker.Worker)
    made.cfg, made._server = SimpleNamespace(timeout=timeout), SimpleNamespace(**threads)
    assert made._overdue_request(100.0 + age) == (job.environ if is_overdue else None)
