"""Metrics of the peers: the same as the service's, with ordinary use of prometheus_client.

Only this module of the peers uses the service's theory. Labels are looked up once, as the
library's documentation advises; a batch is counted in one step.
"""

from collections import Counter as Count
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess

from service.game.questions.forms import Solved
from service.game.questions.plain_nim import solve_nim
from service.game.theory.grundy import PositionClass
from service.limits import LARGEST_PILE as MAX_PILE
from service.settings import Config

__all__ = ["MAX_PILE", "MAX_PILES", "MAX_POSITIONS", "SECONDS", "PositionClass", "Solved"]

# The buckets of the service's histogram.
SECONDS = (
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
)  # fmt: skip
MAX_PILES = Config().max_piles
MAX_POSITIONS = Config().max_positions

_ROUTES = frozenset({"/move", "/moves", "/metrics"})

# The names differ from the service's, because a test has both in one process.
_duration = Histogram(
    "peer_request_duration_seconds",
    "Time from a complete request to its response.",
    ["http_request_method", "http_route", "http_response_status_code"],
    buckets=SECONDS,
)
_solved = Counter(
    "peer_positions_solved", "Positions solved.", ["convention", "position_class", "game"]
)

_duration_of = cache(_duration.labels)
_solved_by = cache(_solved.labels)


def observe(method: str, route: str | None, status: str, seconds: float) -> None:
    """Count a request by method, route and status, and its seconds."""
    _duration_of(method, route or "(unmatched)", status).observe(seconds)


def route(path: str) -> str | None:
    """The route of a path. None of the compared routes has a variable."""
    return path if path in _ROUTES else None


def solve(piles: list[int], misere: bool) -> Solved:
    """Solve a position and count it."""
    solution = solve_nim(piles, misere)
    _solved_by("misere" if misere else "normal", solution["position_class"], "nim").inc()
    return solution


def solve_all(positions: list[tuple[list[int], bool]]) -> list[Solved]:
    """Solve many positions and count them in one step."""
    results = [solve_nim(piles, misere) for piles, misere in positions]
    kinds = Count(
        (misere, solution["position_class"])
        for (_, misere), solution in zip(positions, results, strict=True)
    )
    for (misere, position_class), count in kinds.items():
        _solved_by("misere" if misere else "normal", position_class, "nim").inc(count)
    return results


def exposition() -> bytes:
    """The metrics of all processes, as Prometheus reads them."""
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
