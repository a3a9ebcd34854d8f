"""The instruments: all that is measured, declared here.

With several workers prometheus_client keeps its values in files that all of them can read, a set
for each process (metric_files.py), and a scrape adds them up (exposition.py). No label takes a
value that a client can choose.
"""

import logging
import os
from collections import Counter as Count
from collections.abc import Iterable, Mapping, Sized
from functools import cache
from threading import Lock
from time import process_time

from prometheus_client import CollectorRegistry, Counter, Gauge

from service.game.rules.rule import RuleKind
from service.telemetry import metric_files, streams, values
from service.telemetry.bulk_histogram import BulkHistogram
from service.telemetry.processes import Build

log = logging.getLogger("nim")

# Sub-millisecond answers are the rule here, so the buckets start far below the usual ones.
SECONDS = (
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
)  # fmt: skip
PILES = (1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 1_000, 10_000)

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER_METHOD = "_OTHER"
UNMATCHED_ROUTE = "(unmatched)"
REFUSED_ROUTE = "(refused)"
"""The route under which the times of all refused requests are kept, one series for each status:
one client can be refused by every route, method and fault."""
ERROR_CLASSES = ("4xx", "5xx")


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
        self.registry = CollectorRegistry()
        self.revision = revision
        """The commit that runs, if it is known."""
        self._off = not on
        values.keep_in_slots(on and metric_files.DIRECTORY in os.environ)
        self._duration = BulkHistogram(
            "http_server_request_duration_seconds",
            "Time from a complete request to its answer.",
            ["http_request_method", "http_route", "http_response_status_code"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self._errors = Counter(
            "http_server_errors",
            "Requests whose answer was an error; a 501 counts as the client's, with the 4xx.",
            ["http_route", "status_class"],
            registry=self.registry,
        )
        self._active = Gauge(
            "http_server_active_requests",
            "Requests being received or answered.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self._connections = Gauge(
            "http_server_open_connections",
            "Connections that clients keep open.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self._workers = Gauge(
            "nim_workers",
            "Worker processes that serve.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self._cpu = Counter(
            "process_cpu_seconds",
            "CPU time of the worker processes.",
            registry=self.registry,
        )
        self._cpu_published = 0.0
        self._dropped = Counter(
            "nim_log_lines_dropped",
            "Lines of the log that could not be written in time.",
            registry=self.registry,
        )
        self._dropped_published = 0
        self._faults = Counter(
            "nim_faults",
            "Faults found in requests that are not valid.",
            ["code"],
            registry=self.registry,
        )
        self._solved = Counter(
            "nim_positions_solved",
            "Positions solved.",
            ["convention", "position_class", "rule"],
            registry=self.registry,
        )
        self._piles = BulkHistogram(
            "nim_position_piles",
            "Piles in the positions solved.",
            buckets=PILES,
            registry=self.registry,
        )
        self.registry.register(Build(revision))
        # labels() costs more than the measuring; the sets of values are small and closed.
        self._solved_by = cache(self._solved.labels)
        self._duration_of = cache(self._duration.labels)
        self._errors_of = cache(self._errors.labels)
        self._publishing = Lock()

    def start_process(self) -> None:
        """Take files for a forked process; measure nothing where there are none to be had."""
        try:
            if not self._off and (directory := os.environ.get(metric_files.DIRECTORY)):
                metric_files.take(directory)
                values.move_to_own_slot()
                self._workers.set(1)
        except Exception as error:  # noqa: BLE001  # no fault of a file may stop the service
            log.error("no metrics from this process: %r", error)  # noqa: TRY400
            self._off = True

    def start_at_zero(self, routes: Iterable[str]) -> None:
        """Let the errors of these routes be seen before there are any.

        Prometheus sees no increase in a counter whose first value is that of a burst of errors.
        """
        for route in {*routes, UNMATCHED_ROUTE}:
            for status_class in ERROR_CLASSES:
                self._errors_of(route, status_class)

    def observe(self, method: str, route: str | None, status: str, seconds: float) -> None:
        """Count a request that was answered."""
        if self._off:
            return
        if status < "400":
            self._duration_of(method, route or UNMATCHED_ROUTE, status).observe_many(seconds)
            return
        self._duration_of(OTHER_METHOD, REFUSED_ROUTE, status).observe_many(seconds)
        # A 501 says that a client asked for what HTTP has and this service has not.
        fault_of_client = status < "500" or status == "501"
        self._errors_of(route or UNMATCHED_ROUTE, "4xx" if fault_of_client else "5xx").inc()

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
        if self._off:
            return
        with self._publishing:  # a scrape is made beside the loop
            cpu = process_time()
            self._cpu.inc(cpu - self._cpu_published)
            self._cpu_published = cpu
            dropped = streams.dropped()
            self._dropped.inc(dropped - self._dropped_published)
            self._dropped_published = dropped

    def solved(
        self, piles: Sized, misere: bool, position_class: str, rule: RuleKind = "none"
    ) -> None:
        """Count a position that was solved."""
        if self._off:
            return
        self._solved_by("misere" if misere else "normal", position_class, rule).inc()
        self._piles.observe_many(len(piles))

    def solved_many(self, lengths: Mapping[int, int], kinds: Mapping[Kind, int]) -> None:
        """Count many positions at the cost of few: each number of piles, and each kind."""
        if self._off:
            return
        for length, count in lengths.items():
            self._piles.observe_many(length, count)
        for (misere, position_class, rule), count in kinds.items():
            self._solved_by("misere" if misere else "normal", position_class, rule).inc(count)
