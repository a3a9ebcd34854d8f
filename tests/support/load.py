"""Work in the background of a test: a load generator and the threads that it runs on."""

import contextlib
import http.client
import itertools
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from tests.support.waiting import PATIENCE, wait_until


class Request(NamedTuple):
    """A request and its right answer: the status and, for one position, its nim-sum."""

    path: str
    body: object = None
    status: int = 200
    nim_sum: int | None = None

    def is_right(self, status: int, body: bytes) -> bool:
        return status == self.status and (
            self.nim_sum is None or json.loads(body)["nim_sum"] == self.nim_sum
        )


MOVE = Request("/move", {"piles": [19, 20, 21]}, nim_sum=18)


@contextlib.contextmanager
def background(*jobs: Callable[[threading.Event], None]) -> Iterator[None]:
    """Run each job in a separate thread until the block ends, which sets the jobs' event."""
    stop = threading.Event()
    threads = [threading.Thread(target=job, args=(stop,)) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@dataclass
class Load:
    """Well-behaved clients that send requests, in turn, until the block ends.

    Every other client keeps its connection until a response has `Connection: close`; the rest
    open a new connection for each request. They retry nothing.
    """

    port: int
    clients: int = 8
    requests: Sequence[Request] = (MOVE,)
    pause: float = 0.01
    """Seconds between an answer and the client's next request: leaves the cores to the servers."""
    answered: int = 0
    """Right answers so far."""
    failures: list[str] = field(default_factory=list)
    """All other answers, and connections that failed."""
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _running: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def __enter__(self) -> Self:
        jobs = [self._keep_connection, self._reconnect]
        self._running.enter_context(
            background(*itertools.islice(itertools.cycle(jobs), self.clients))
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._running.close()

    def wait_for_more(self, answers: int = 50) -> None:
        """Wait for this many additional right answers."""
        enough = self.answered + answers
        wait_until(lambda: self.answered >= enough)

    def _keep_connection(self, stop: threading.Event) -> None:
        self._work(stop, "kept connection", {})

    def _reconnect(self, stop: threading.Event) -> None:
        self._work(stop, "new connection", {"Connection": "close"})

    def _work(self, stop: threading.Event, kind: str, headers: dict[str, str]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            for request in itertools.cycle(self.requests):
                try:
                    failure = send(connection, request, headers)
                except (OSError, http.client.HTTPException) as error:
                    failure = f"{kind}: {error!r}"
                    connection.close()
                with self._lock:
                    if failure:
                        self.failures.append(failure)
                    else:
                        self.answered += 1
                if stop.wait(self.pause):
                    return


def send(connection: http.client.HTTPConnection, request: Request, headers: dict[str, str]) -> str:
    """What is wrong with the answer to a request, if anything."""
    if request.body is None:
        connection.request("GET", request.path, headers=headers)
    else:
        headers = {"Content-Type": "application/json", **headers}
        connection.request("POST", request.path, json.dumps(request.body), headers)
    answer = connection.getresponse()
    body = answer.read()
    return "" if request.is_right(answer.status, body) else f"{answer.status} {body!r}"
