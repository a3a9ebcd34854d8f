"""The instruments: all that is measured, declared here.

Each process counts in a slot of its own (slots.py), and a scrape adds them up. No label takes a
value that a client can choose.
"""

import os
from collections import Counter as Count
from collections.abc import Iterable, Mapping, Sized
from time import process_time

from service.game.rules.rule import RuleKind
from service.heads import METHODS, OTHER_METHOD
from service.telemetry import streams
from service.telemetry.instruments import Counter, Instrument, Instruments

# Sub-millisecond answers are the rule here, so the buckets start far below the usual ones.
SECONDS = (
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
)  # fmt: skip
PILES = (1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 1_000, 10_000)

UNMATCHED_ROUTE = "(unmatched)"
REFUSED_ROUTE = "(refused)"
"""The route under which the times of all refused requests are kept, one series for each status:
one client can be refused by every route, method and fault."""
ERROR_CLASSES = ("4xx", "5xx")

CAUSES = ("killed", "timeout", "failed", "asked")
"""Why a worker ended: by a signal from outside, of which a lack of memory is the usual one; by
gunicorn, which had no sign of life from it; by an exit status; because it was asked to."""

Kind = tuple[bool, str, RuleKind]
"""What positions are counted by: whether in misère play, the class, and the kind of rule."""


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
        self.instruments = instruments = Instruments()
        self._off = not on
        self._duration = instruments.histogram(
            "http_server_request_duration_seconds",
            "Time from a complete request to its answer.",
            SECONDS,
            ["http_request_method", "http_route", "http_response_status_code"],
        )
        self._errors = instruments.counter(
            "http_server_errors",
            "Requests whose answer was an error; a 501 counts as the client's, with the 4xx.",
            ["http_route", "status_class"],
        )
        self._active = instruments.gauge(
            "http_server_active_requests", "Requests being received or answered."
        )
        self._connections = instruments.gauge(
            "http_server_open_connections", "Connections that clients keep open."
        )
        self._workers = instruments.gauge("nim_workers", "Worker processes that serve.")
        self._cpu = instruments.counter(
            "process_cpu_seconds", "CPU time of the worker processes."
        ).labels()
        self._dropped = instruments.counter(
            "nim_log_lines_dropped", "Lines of the log that could not be written in time."
        ).labels()
        self._faults = instruments.counter(
            "nim_faults", "Faults found in requests that are not valid.", ["code"]
        )
        self._solved = instruments.counter(
            "nim_positions_solved", "Positions solved.", ["convention", "position_class", "rule"]
        )
        self._piles = instruments.histogram(
            "nim_position_piles", "Piles in the positions solved.", PILES
        ).labels()
        restarts(instruments)  # the master counts them

    def start_process(self) -> None:
        """Measure in a forked process's own slot."""
        if not self._off:
            self.instruments.share()
            self._workers.set(1)

    def start_at_zero(self, routes: Iterable[str]) -> None:
        """Let the errors of these routes be seen before there are any.

        Prometheus sees no increase in a counter whose first value is that of a burst of errors.
        """
        for route in {*routes, UNMATCHED_ROUTE}:
            for status_class in ERROR_CLASSES:
                self._errors.labels(route, status_class)

    def observe(self, method: str, route: str | None, status: str, seconds: float) -> None:
        """Count a request that was answered."""
        if self._off:
            return
        if status < "400":
            self._duration.labels(method, route or UNMATCHED_ROUTE, status).observe(seconds)
            return
        self._duration.labels(OTHER_METHOD, REFUSED_ROUTE, status).observe(seconds)
        # A 501 says that a client asked for what HTTP has and this service has not.
        fault_of_client = status < "500" or status == "501"
        self._errors.labels(route or UNMATCHED_ROUTE, "4xx" if fault_of_client else "5xx").inc()

    def count_faults(self, codes: Iterable[str]) -> None:
        """Count the faults of a request that is not valid, by their codes."""
        if self._off:
            return
        for code, count in Count(codes).items():
            self._faults.labels(code).inc(count)

    def publish(self, in_flight: int, connections: int) -> None:
        """Write down requests, connections and CPU time: another process may be scraped next.

        Done at each tick: twice a request, it took four percent of a request's time.
        """
        if self._off:
            return
        self._active.set(in_flight)
        self._connections.set(connections)
        self.publish_process()

    def publish_process(self) -> None:
        """Write down what the process knows of itself: its CPU time, and lost lines of the log."""
        self._cpu.follow(process_time())
        self._dropped.follow(streams.dropped())

    def solved(
        self, piles: Sized, misere: bool, position_class: str, rule: RuleKind = "none"
    ) -> None:
        """Count a position that was solved."""
        if self._off:
            return
        self._solved.labels("misere" if misere else "normal", position_class, rule).inc()
        self._piles.observe(len(piles))

    def solved_many(self, lengths: Mapping[int, int], kinds: Mapping[Kind, int]) -> None:
        """Count many positions at the cost of few: each number of piles, and each kind."""
        if self._off:
            return
        for length, count in lengths.items():
            self._piles.observe(length, count)
        for (misere, position_class, rule), count in kinds.items():
            self._solved.labels("misere" if misere else "normal", position_class, rule).inc(count)


def restarts(instruments: Instruments) -> Instrument[Counter]:
    """The counter of ended workers, by cause: for the master to count with, and all to show."""
    counter = instruments.counter(
        "nim_worker_restarts", "Workers that ended and were replaced.", ["cause"]
    )
    for cause in CAUSES:
        counter.labels(cause)
    return counter
