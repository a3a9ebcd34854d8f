"""The steps that a request takes, of those that service/game/meter.py counts."""

from typing import NamedTuple
from unittest.mock import patch

from flask import Flask

from service.api import operation
from service.game.meter import MAX_STEPS, Meter
from tests.support.wsgi import Request, Response, call


class Counted(NamedTuple):
    """The response to a request, and the steps that it took in the thread or on the event loop."""

    response: Response
    steps: float

    @property
    def status(self) -> int:
        return int(self.response.status[:3])


def counted(app: Flask, request: Request) -> Counted:
    """Send a request, and count its steps. Those of a refusal may be all that there are."""
    steps = [0.0]

    class Counting(Meter):
        __slots__ = ("_first",)

        def __enter__(self) -> Meter:
            self._first = self.left
            return super().__enter__()

        def __exit__(self, *error: object) -> None:
            super().__exit__(*error)
            steps.append(min(self._first - self.left, MAX_STEPS))

    with patch.object(operation, "Meter", Counting):
        response = call(app, request)
    return Counted(response, steps[-1])
