"""The metrics of requests, which every process measures.

Clients can't choose the value of any label. The metrics of the processes are in workers.py.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product

from prometheus_client import Counter, Histogram, Info

from ..game.games import GAMES
from ..server.request_head import METHODS, OTHER_METHOD

# Sub-millisecond responses are the rule here, so the buckets start far below the usual ones.
SECONDS = (
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
)  # fmt: skip

UNMATCHED_ROUTE = "(unmatched)"
REJECTED_ROUTE = "(rejected)"
"""The route of all requests that were rejected for what their client had sent: one client can be
rejected by every route, and the times of each would be a series."""

ERROR_CLASSES = ("4xx", "5xx")

OF_CLIENTS = {"501", "505"}
"""Statuses above 500 that a client can cause, with parts of HTTP that are not supported."""

DURATION = Histogram(
    "http_server_request_duration_seconds",
    "Time from a complete request to its response.",
    ["http_request_method", "http_route", "http_response_status_code", "error_type"],
    buckets=SECONDS,
)
ERRORS = Counter(
    "http_server_errors",
    "Requests whose response was an error; 501 and 505 count as the client's, with the 4xx.",
    ["http_route", "status_class"],
)
REQUEST_ERRORS = Counter(
    "nim_request_errors", "Errors found in requests that are not valid.", ["code"]
)
SOLVED = Counter(
    "nim_positions_solved", "Positions solved.", ["convention", "position_class", "game"]
)
LINES_DROPPED = Counter(
    "nim_log_lines_dropped", "Lines of the log that could not be written in time."
)
BUILD = Info("nim_build", "The running version, and its commit.")

# Children that are looked up once, as the library advises; the sets of labels are closed.
_duration = cache(DURATION.labels)
_errors = cache(ERRORS.labels)
_request_errors = cache(REQUEST_ERRORS.labels)
_solved = cache(SOLVED.labels)


def known_method(method: str) -> str:
    """The name of a method in metrics and log: its own, or one for all others.

    >>> known_method("GET"), known_method("BREW")
    ('GET', '_OTHER')
    """
    return method if method in METHODS else OTHER_METHOD


def start_at_zero(routes: Iterable[str], codes: Iterable[str]) -> None:
    """Show the errors of these routes, the errors with these codes, and positions before any occur.

    If a counter first appears after a burst of errors, Prometheus sees no increase.
    """
    for route, error_class in product({*routes, UNMATCHED_ROUTE}, ERROR_CLASSES):
        ERRORS.labels(route, error_class)
    for code in codes:
        REQUEST_ERRORS.labels(code)
    for labels in product(("normal", "misere"), ("N", "P"), GAMES):
        SOLVED.labels(*labels)


def count_response(
    method: str, route: str | None, status: str, seconds: float, problem: str = ""
) -> None:
    """Count a request that has its response; `problem` is the last part of its problem's type.

    The labels follow OpenTelemetry's `http.server.request.duration`, but for REJECTED_ROUTE.
    """
    route = route or UNMATCHED_ROUTE
    if status < "400":
        _duration(method, route, status, "").observe(seconds)
    elif status < "500" or status in OF_CLIENTS:
        _duration(method, REJECTED_ROUTE, status, problem).observe(seconds)
        _errors(route, "4xx").inc()
    else:
        _duration(method, route, status, problem or status).observe(seconds)
        _errors(route, "5xx").inc()


def count_errors(codes: Iterable[str]) -> None:
    """Count the errors of a request that is not valid, by their codes."""
    for code in codes:
        _request_errors(code).inc()


def count_solved(game: str, position_class: str, *, misere: bool, count: int = 1) -> None:
    """Count solved positions of one kind."""
    _solved("misere" if misere else "normal", position_class, game).inc(count)
