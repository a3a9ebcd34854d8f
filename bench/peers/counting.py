"""What the peers count: the service's own instruments, in its own code, on every side.

The only place where a peer touches the service's theory and metrics.
"""

from prometheus_client import CollectorRegistry, generate_latest, multiprocess

from service.game import nim
from service.limits import MAX_PILE
from service.settings import Config
from service.telemetry.metrics import SECONDS, Metrics

__all__ = ["MAX_PILE", "MAX_PILES", "MAX_POSITIONS", "SECONDS", "PositionClass", "Solution"]

PositionClass = nim.PositionClass
Solution = nim.Solution
MAX_PILES = Config().max_piles
MAX_POSITIONS = Config().max_positions

_metrics = Metrics()
_ROUTES = frozenset({"/move", "/moves", "/metrics"})

observe = _metrics.observe
"""Count a request by method, route and status, and its seconds."""


def route(path: str) -> str | None:
    """The route of a path: none of the compared ones has a variable."""
    return path if path in _ROUTES else None


def solve(piles: list[int], misere: bool) -> Solution:
    """Solve a position and count it."""
    solution = nim.solve(piles, misere)
    _metrics.solved(piles, misere, solution["position_class"])
    return solution


def solve_all(positions: list[tuple[list[int], bool]]) -> list[Solution]:
    """Solve many positions and count them at once."""
    results = [nim.solve(piles, misere) for piles, misere in positions]
    _metrics.solved_many(
        [len(piles) for piles, _ in positions],
        [misere for _, misere in positions],
        [solution["position_class"] for solution in results],
    )
    return results


def exposition() -> bytes:
    """The metrics of all processes, as Prometheus reads them."""
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
