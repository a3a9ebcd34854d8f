"""`/move` and `/explanation`: who wins a position, with which moves, and why."""

from typing import Any

from service.game.explanation import Explanation, explain
from service.game.nim import Solution
from service.http.operation import Operation
from service.limits import MAX_EXPLAINED_PILES
from service.operations import position_shapes as shapes
from service.settings import Config
from service.telemetry.metrics import Metrics

SMALL = 2**10
"""Bytes of a position that is explained at once: each pile has up to 53 binary digits there."""


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST` for a position in the body, and `GET` for one in the query."""

    def solve(position: Any) -> Solution:
        piles, misere, rule = position.piles, bool(position.misere), shapes.rule_of(position)
        solution = rule.solve(piles, misere)
        metrics.solved(piles, misere, solution["position_class"], rule.kind)
        return solution

    def give_reasons(position: Any) -> Explanation:
        piles, misere, rule = position.piles, bool(position.misere), shapes.rule_of(position)
        explanation = explain(piles, misere, rule)
        metrics.solved(piles, misere, explanation["position_class"], rule.kind)
        return explanation

    any_size = shapes.Position.of(config.max_piles)
    shorter = shapes.Position.of(min(config.max_piles, MAX_EXPLAINED_PILES))
    marks = shapes.SLOW_MARKS
    return [
        Operation("POST", "/move", solve, any_size, marks=marks),
        Operation("GET", "/move", solve, any_size, marks=marks),
        Operation("POST", "/explanation", give_reasons, shorter, inline=SMALL, marks=marks),
        Operation("GET", "/explanation", give_reasons, shorter, inline=SMALL, marks=marks),
    ]
