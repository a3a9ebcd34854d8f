"""A worker that is told to stop before it serves."""

import sys
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
