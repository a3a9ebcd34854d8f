"""`/move`: who wins a position, and with which moves."""

from typing import Any

from service.game.nim import Solution
from service.http.operation import Operation
from service.operations.position_shapes import (
    SLOW_MARKS,
    PositionShape,
    position_fields,
    rule_fields,
    rule_of,
)
from service.settings import Config
from service.telemetry.metrics import Metrics


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST /move`, and `GET /move` for a position in the query."""

    def solve(position: Any) -> Solution:
        piles, misere, rule = position.piles, bool(position.misere), rule_of(position)
        solution = rule.solve(piles, misere)
        metrics.solved(piles, misere, solution["position_class"], rule.kind)
        return solution

    shape = PositionShape.made_of(**position_fields(config.max_piles), **rule_fields())
    return [
        Operation(method, "/move", solve, shape, marks=SLOW_MARKS) for method in ("POST", "GET")
    ]
