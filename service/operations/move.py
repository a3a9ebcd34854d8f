"""`/move` and `/explanation`: who wins a position, with which moves, and why."""

from service.game.explanation import explain
from service.http.operation import Operation
from service.limits import MAX_EXPLAINED_PILES
from service.operations.position_shapes import SLOW_MARKS, Position, rule_of, solver
from service.settings import Config
from service.telemetry.metrics import Metrics

INLINE = 2**10
"""Bytes of a position that is explained at once: each pile has up to 53 binary digits there."""


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST` for a position in the body, and `GET` for one in the query."""
    solve, give_reasons = solver(metrics, rule_of), solver(metrics, rule_of, explain)
    any_size = Position.of(config.max_piles)
    shorter = Position.of(min(config.max_piles, MAX_EXPLAINED_PILES))
    return [
        Operation("POST", "/move", solve, any_size, marks=SLOW_MARKS),
        Operation("GET", "/move", solve, any_size, marks=SLOW_MARKS),
        Operation("POST", "/explanation", give_reasons, shorter, inline=INLINE, marks=SLOW_MARKS),
        Operation("GET", "/explanation", give_reasons, shorter, inline=INLINE, marks=SLOW_MARKS),
    ]
