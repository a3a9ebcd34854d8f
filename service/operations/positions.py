"""`/positions`: all positions that play can come to, and the lost ones among them."""

from typing import Any

from service.game.positions import Most, PositionTable, position_table
from service.http.operation import ALWAYS, Operation
from service.http.shapes.fields import StrictBoolean
from service.limits import MAX_LISTED_NUMBERS, MAX_LISTED_PILES, MAX_LISTED_POSITIONS
from service.operations.position_shapes import (
    PositionShape,
    position_fields,
    rule_fields,
    rule_of,
)
from service.settings import Config
from service.telemetry.metrics import Metrics

MOST = Most(positions=MAX_LISTED_POSITIONS, piles=MAX_LISTED_NUMBERS)


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`GET /positions`."""

    def tabulate(wanted: Any) -> PositionTable:
        piles, misere, rule = wanted.piles, bool(wanted.misere), rule_of(wanted)
        table = position_table(piles, misere, rule, bool(wanted.all), MOST)
        # No other has as many objects, so the position itself would come last.
        lost = [*table["p_positions"][-1:]] == [tuple(sorted(filter(None, piles)))]
        metrics.solved(piles, misere, "P" if lost else "N", rule.kind)
        return table

    fields = position_fields(min(config.max_piles, MAX_LISTED_PILES))
    shape = PositionShape.made_of(**fields, **rule_fields(), all=StrictBoolean())
    return [Operation("GET", "/positions", tabulate, shape, inline=ALWAYS)]
