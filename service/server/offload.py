"""Large requests, computed beside the event loop in one thread, each client's in its turn."""

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import TYPE_CHECKING
from wsgiref.types import WSGIEnvironment

from service.limits import LARGEST_ANSWER, LONGEST_RETRY
from service.request_faults import Overloaded
from service.server.admission import COMPUTING, NOTHING
from service.wsgi import FAILED, Answer, call

if TYPE_CHECKING:
    from service.server.protocol import Connection
    from service.server.worker import Worker

TOO_MANY = "More large requests wait than this process can answer in time; please try again."


class Offload:
    """The large requests of one worker that wait, and the one that is being computed."""

    def __init__(self, worker: "Worker") -> None:
        self._worker = worker
        self._thread = ThreadPoolExecutor(1, "large requests")
        self._computing: Connection | None = None
        self._usual = 0.05  # seconds that one takes
        # Whose turn comes when, each with its requests in the order in which they came.
        self._turns: dict[str, dict[Connection, WSGIEnvironment]] = {}

    def add(self, connection: "Connection", turn: str, environ: WSGIEnvironment) -> None:
        """Let a request wait for its turn."""
        self._turns.setdefault(turn, {})[connection] = environ
        self.go_on()

    def leave(self, connection: "Connection") -> None:
        """Forget a request whose client has gone."""
        for turn, line in [*self._turns.items()]:
            if line.pop(connection, None) and not line:
                del self._turns[turn]

    @property
    def needed(self) -> int:
        """Bytes of room for which a request waits whose turn has come."""
        return LARGEST_ANSWER if self._turns and not self._computing else 0

    def go_on(self) -> None:
        """Compute the next one, if none is being computed and there is room for its answer."""
        worker, turns = self._worker, self._turns
        if self._computing or not turns or not worker.admission.has_room(LARGEST_ANSWER):
            return
        turn = "" if "" in turns else next(iter(turns))
        line = turns.pop(turn)
        connection = self._computing = next(iter(line))
        environ = line.pop(connection)
        if line:
            turns[turn] = line  # behind all others
        connection.waits, connection.since = COMPUTING, perf_counter()
        gc.disable()  # it goes through what is decoded, and holds up all else meanwhile
        application = worker.served.application
        task = worker.loop.run_in_executor(self._thread, call, application, environ)
        task.add_done_callback(self._answer)

    def _answer(self, future: "asyncio.Future[Answer]") -> None:
        gc.enable()
        connection, self._computing = self._computing, None
        assert connection  # noqa: S101
        self._usual += (perf_counter() - connection.since - self._usual) / 8
        connection.answer(FAILED if future.exception() else future.result())  # for a SystemExit
        if connection.waits == NOTHING:
            connection.read_on()
        self.go_on()

    def overloaded(self) -> Overloaded:
        """The refusal of a request for which there is no turn in time."""
        seconds = round(sum(map(len, self._turns.values())) * self._usual)
        return Overloaded(TOO_MANY, min(LONGEST_RETRY, max(1, seconds)))
