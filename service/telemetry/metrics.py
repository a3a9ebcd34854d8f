"""The instruments: all that is measured, declared here.

Each process counts in a slot of its own (slots.py), and a scrape adds them up. No label takes a
value that a client can choose.
"""

import logging
import os
from collections import Counter as Count
from collections.abc import Iterable, Mapping, Sized
from functools import cache
from itertools import product
from threading import Lock
from time import process_time
from weakref import WeakSet

from service.game.games import GAMES
from service.server.request_head import METHODS, OTHER_METHOD
from service.telemetry import streams
from service.telemetry.instruments import (
    LOCK,
    Counter,
    Histogram,
    Instrument,
    Instruments,
)
from service.telemetry.processes import file_in_memory
from service.telemetry.slots import DESCRIPTOR, file_in

log = logging.getLogger("nim")

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the directory in which prometheus-client's processes count."""

# Sub-millisecond responses are the rule here, so the buckets start far below the usual ones.
SECONDS = (
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
)  # fmt: skip
PILES = (1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 1_000, 10_000)

UNMATCHED_ROUTE = "(unmatched)"
REFUSED_ROUTE = "(refused)"
"""The route under which the times of all refused requests are kept, one series for each status:
one client can be refused by every route, method and code."""
ERROR_CLASSES = ("4xx", "5xx")

MAX_EXACT = 100
"""Series by method, route and exact status that clients can make. All beyond have the method and
the route of refused requests, and so are one for each status."""

CAUSES = ("killed", "timeout", "failed", "asked")
"""Why a worker ended: by a signal from outside, of which a lack of memory is the usual one; by
gunicorn, which had no sign of life from it; by an exit status; because it was asked to."""

Counters = tuple[Counter, ...]

Kind = tuple[bool, str, str]
"""The labels of a solved position: whether in misère play, the class, and the game."""


def known_method(method: str) -> str:
    """The method, or what any other is called, in metrics and log.

    >>> known_method("GET"), known_method("BREW")
    ('GET', '_OTHER')
    """
    return method if method in METHODS else OTHER_METHOD


class Metrics:
    """The metrics of one application; where they are off, nothing is measured."""

    def __init__(self, revision: str = "", *, on: bool = True) -> None:
        self.revision = revision
        """The commit that runs, if it is known."""
        self.master = os.getpid()
        """The process that made the application: workers are forked from it."""
        self.of_one_of_several = False
        """Whether what this process knows of itself is not so of the whole service."""
        self.is_new = on
        """Whether this process has not begun to measure."""
        self.instruments = instruments = Instruments()
        self._off = not on
        self._memory: int | None = None
        self._lock = Lock()
        self._duration = instruments.histogram(
            "http_server_request_duration_seconds",
            "Time from a complete request to its response.",
            SECONDS,
            ["http_request_method", "http_route", "http_response_status_code"],
        )
        self._errors = instruments.counter(
            "http_server_errors",
            "Requests whose response was an error; a 501 counts as the client's, with the 4xx.",
            ["http_route", "status_class"],
        )
        self._exact = instruments.counter(
            "http_server_error_responses",
            "The same errors, by method and exact status.",
            ["http_request_method", "http_route", "http_response_status_code"],
        )
        self._of = cache(self._series)  # of a request; the sets of values are closed
        self._active = instruments.gauge(
            "http_server_active_requests", "Requests being received or handled."
        )
        self._connections = instruments.gauge(
            "http_server_open_connections", "Connections that clients keep open."
        )
        self._workers = instruments.gauge("nim_workers", "Worker processes that serve.")
        self._cpu = instruments.counter(
            "nim_worker_cpu_seconds", "CPU time of the worker processes."
        ).labels()
        self._dropped = instruments.counter(
            "nim_log_lines_dropped", "Lines of the log that could not be written in time."
        ).labels()
        self._request_errors = instruments.counter(
            "nim_faults", "Errors found in requests that are not valid.", ["code"]
        )
        self._solved = instruments.counter(
            "nim_positions_solved", "Positions solved.", ["convention", "position_class", "game"]
        )
        self._piles = instruments.histogram(
            "nim_position_piles", "Piles in the positions solved.", PILES
        ).labels()
        restarts(instruments)  # the master counts them
        if on:
            _watch_forks()
            _measuring.add(self)

    def start_process(self, memory: int | None = None) -> None:
        """Measure in a forked process's own slot, of this memory or of the master's."""
        self.is_new = False
        if not self._off:
            self.instruments.share(memory)
            self._workers.labels().set(1)

    def begin(self, *, multiprocess: bool) -> None:
        """Measure in a process that none of our hooks knows, at its first request.

        Several processes count together where they have memory in common: the one that loaded
        the application made it before it forked, or it is a file in a directory that all know.
        """
        with self._lock:
            if not self.is_new:
                return
            self.is_new = False
        self.of_one_of_several = multiprocess and self.master == os.getpid()
        memory = self._memory
        if memory is None and (directory := os.environ.get(DIRECTORY)):
            try:
                memory = file_in(directory)
            except OSError as error:
                log.error("no metrics in %s: %s", DIRECTORY, error)  # noqa: TRY400
        if memory is not None or not multiprocess:
            self.start_process(memory)
            return
        log.warning(
            "the metrics are those of one process among several; for their sum load the "
            "application before the fork (gunicorn's --preload), or set %s to a directory",
            DIRECTORY,
        )

    def prepare_fork(self) -> None:
        """Make memory for the processes that are forked from now on, if they have none."""
        if self.is_new and self._memory is None:
            self._memory = memory_for_workers()

    def start_at_zero(self, routes: Iterable[str], codes: Iterable[str] = ()) -> None:
        """Let errors of these routes, errors of these codes and positions be seen before any came.

        Prometheus sees no increase in a counter whose first value is that of a burst of errors.
        """
        for route, error_class in product({*routes, UNMATCHED_ROUTE}, ERROR_CLASSES):
            self._errors.labels(route, error_class)
        for code in codes:
            self._request_errors.labels(code)
        for kind in product(("normal", "misere"), ("N", "P"), GAMES):
            self._solved.labels(*kind)

    def observe(self, method: str, route: str | None, status: str, seconds: float) -> None:
        """Count a request that has its response."""
        if self._off:
            return
        duration, errors = self._of(method, route or UNMATCHED_ROUTE, status)
        with LOCK:
            duration.add(seconds)
            for counter in errors:
                counter.add()

    def _series(self, method: str, route: str, status: str) -> tuple[Histogram, Counters]:
        """The series that count a request: its duration and, if it is an error, two counters."""
        if status < "400":
            return self._duration.labels(method, route, status), ()
        # A 501 says that a client asked for what HTTP has and this service has not.
        fault_of_client = status < "500" or status == "501"
        error_class = self._errors.labels(route, "4xx" if fault_of_client else "5xx")
        exact, refused = (method, route, status), (OTHER_METHOD, REFUSED_ROUTE, status)
        has_room = self.instruments.has_room(self._exact, exact, MAX_EXACT)
        counted = self._exact.labels(*(exact if has_room else refused))
        return self._duration.labels(*refused), (error_class, counted)

    def count_errors(self, codes: Iterable[str]) -> None:
        """Count the errors of a request that is not valid, by their codes."""
        if self._off:
            return
        for code, count in Count(codes).items():
            self._request_errors.labels(code).inc(count)

    def publish(self, in_flight: int, connections: int) -> None:
        """Write down requests, connections and CPU time: another process may be scraped next.

        Done at each tick: twice a request, it took four percent of a request's time.
        """
        if self._off:
            return
        self._active.labels().set(in_flight)
        self._connections.labels().set(connections)
        self.publish_process()

    def publish_process(self) -> None:
        """Write down what the process knows of itself: its CPU time, and lost lines of the log."""
        self._cpu.follow(process_time())
        self._dropped.follow(streams.dropped())

    def solved(self, piles: Sized, misere: bool, position_class: str, game: str) -> None:
        """Count a position that was solved."""
        if self._off:
            return
        count = self._solved.labels("misere" if misere else "normal", position_class, game)
        with LOCK:
            count.add()
            self._piles.add(len(piles))

    def solved_many(self, lengths: Mapping[int, int], kinds: Mapping[Kind, int]) -> None:
        """Count many positions at the cost of few: each number of piles, and each kind."""
        if self._off:
            return
        for length, count in lengths.items():
            self._piles.observe(length, count)
        for (misere, position_class, game), count in kinds.items():
            self._solved.labels("misere" if misere else "normal", position_class, game).inc(count)


def memory_for_workers() -> int | None:
    """Make memory for the metrics of all workers, and return its descriptor.

    None if the environment has one already, or if there is no memory to share.
    """
    if DESCRIPTOR in os.environ:
        return None
    try:
        return file_in_memory()
    except OSError as error:
        log.error("each worker has metrics of its own: %s", error)  # noqa: TRY400
        return None


def restarts(instruments: Instruments) -> Instrument[Counter]:
    """The counter of ended workers, by cause: for the master to count with, and all to show."""
    counter = instruments.counter(
        "nim_worker_restarts", "Workers that ended and were replaced.", ["cause"]
    )
    for cause in CAUSES:
        counter.labels(cause)
    return counter


# --- Forks ------------------------------------------------------------------------------------

_measuring: WeakSet[Metrics] = WeakSet()


@cache
def _watch_forks() -> None:
    """Let a process that is forked, by whatever server, begin anew, in memory of all its kind."""
    os.register_at_fork(before=_before_fork, after_in_child=_after_fork)


def _before_fork() -> None:
    for metrics in _measuring:
        metrics.prepare_fork()


def _after_fork() -> None:
    for metrics in _measuring:
        metrics.is_new = True
