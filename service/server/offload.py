"""Large requests, computed beside the event loop in one thread, each client's in its turn."""

import asyncio
import gc
import logging
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import TYPE_CHECKING
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.limits import MOST_WAITING
from service.request_faults import Overloaded
from service.server.admission import Admission
from service.server.answers import FAILED, call
from service.server.served import Answer

if TYPE_CHECKING:
    from service.server.protocol import Connection

log = logging.getLogger("nim")

LONGEST_RETRY = 60
"""Seconds after which a client is told to come again, at most."""


class Offload:
    """The large requests of one worker that wait, and the one that is being computed."""

    def __init__(
        self,
        application: WSGIApplication,
        admission: Admission,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._application = application
        self._admission = admission
        self._loop = loop
        self._thread = ThreadPoolExecutor(1, "large requests")
        self._computing: Connection | None = None
        self._began = 0.0
        self._usual = 0.05  # seconds that one takes
        self._waiting = 0
        # Whose turn comes when, each with its requests in the order in which they came.
        self._turns: dict[str, dict[Connection, WSGIEnvironment]] = {}

    def add(self, connection: "Connection", turn: str, environ: WSGIEnvironment) -> None:
        """Let a request wait for its turn. Raises Overloaded."""
        if self._waiting >= MOST_WAITING:
            raise self.overloaded()
        self._turns.setdefault(turn, {})[connection] = environ
        self._waiting += 1
        self.go_on()

    def leave(self, connection: "Connection") -> None:
        """Forget a request whose client has gone."""
        for turn, line in self._turns.items():
            if line.pop(connection, None):
                self._waiting -= 1
                if not line:
                    del self._turns[turn]
                break

    def go_on(self) -> None:
        """Compute the next one, if none is being computed and there is room for its answer."""
        if self._computing or not self._turns or not self._admission.has_room_for_an_answer():
            return
        turn = "" if "" in self._turns else next(iter(self._turns))
        line = self._turns.pop(turn)
        connection = next(iter(line))
        environ = line.pop(connection)
        if line:
            self._turns[turn] = line  # behind all others
        self._waiting -= 1
        self._computing = connection
        self._began = perf_counter()
        connection.start_computing()
        future = self._loop.run_in_executor(
            self._thread, call_uncollected, self._application, environ
        )
        future.add_done_callback(self._computed)

    def _computed(self, future: "asyncio.Future[Answer]") -> None:
        connection, self._computing = self._computing, None
        self._usual += (perf_counter() - self._began - self._usual) / 8
        if future.cancelled() or future.exception():  # the application called sys.exit()
            log.error("the application ended", exc_info=future.exception())
            answer = FAILED
        else:
            answer = future.result()
        assert connection  # noqa: S101
        connection.answer_in_turn(answer)
        self.go_on()

    def overloaded(self) -> Overloaded:
        """The refusal of a request for which there is no turn in time."""
        seconds = min(LONGEST_RETRY, max(1, round(self._waiting * self._usual)))
        return Overloaded(
            "More large requests are waiting than this process can answer in time; "
            "please try again.",
            seconds,
        )


def call_uncollected(application: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """An answer, with no garbage collector going through what is decoded: it holds up all else."""
    gc.disable()
    try:
        return call(application, environ)
    finally:
        gc.enable()
