"""`/explanation`: why a position is won or lost."""

from typing import Any

from service.game.explanation import Explanation, explain
from service.http.operation import Operation
from service.limits import MAX_EXPLAINED_PILES
from service.operations.position_shapes import (
    SLOW_MARKS,
    PositionShape,
    position_fields,
    rule_fields,
    rule_of,
)
from service.settings import Config
from service.telemetry.metrics import Metrics

INLINE = 2**10
"""Bytes: each pile is answered with up to 53 binary digits."""


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST /explanation`, and `GET /explanation` for a position in the query."""

    def solve(position: Any) -> Explanation:
        piles, misere, rule = position.piles, bool(position.misere), rule_of(position)
        explanation = explain(piles, misere, rule)
        metrics.solved(piles, misere, explanation["position_class"], rule.kind)
        return explanation

    longest = min(config.max_piles, MAX_EXPLAINED_PILES)
    shape = PositionShape.made_of(**position_fields(longest), **rule_fields())
    return [
        Operation(method, "/explanation", solve, shape, inline=INLINE, marks=SLOW_MARKS)
        for method in ("POST", "GET")
    ]
