"""`/octal`: positions of take-and-break games, and `/octal/values`: their Grundy values."""

from collections.abc import Iterator
from typing import Any

from service import limits
from service.game.octal import parse_code
from service.game.rules.rule import ValuedRule, ValueSequence
from service.game.rules.take_and_break import TakeAndBreak
from service.http.faults import Fault
from service.http.operation import ALWAYS, Operation
from service.http.shapes.fields import CodeText, Integer
from service.http.shapes.shape import Shape
from service.operations.position_shapes import (
    RULES,
    only_one,
    position_fields,
    rule_fields,
    rule_of,
    solver,
)
from service.settings import Config
from service.telemetry.metrics import Metrics


class BreakingPosition(Shape):
    """A position of a take-and-break game."""

    example = '{"code": "0.77", "piles": [12, 7]}'

    code = CodeText(required=True)
    piles, misere = position_fields(limits.MAX_OCTAL_PILES, limits.MAX_OCTAL_PILE).values()


class Sequence(Shape):
    """Which Grundy values: those of a game, by its code or its rule, and how many."""

    code = CodeText()
    size = Integer(lowest=1, highest=limits.MAX_SEQUENCE, required=True)

    def check(self, value: Any) -> Iterator[Fault]:
        """There is exactly one game."""
        given = [name for name in ("code", *RULES) if getattr(value, name)]
        if not given:
            yield Fault(("code",), "required", "Give a code or a rule.")
        if len(given) > 1:
            yield only_one(given)


def operations(_: Config, metrics: Metrics) -> list[Operation]:
    """`POST /octal` and `GET /octal/values`."""

    def game_of(code: str) -> TakeAndBreak:
        return TakeAndBreak(parse_code(code, limits.MAX_OCTAL_DIGITS), limits.MAX_OCTAL_MOVES)

    def list_values(wanted: Any) -> ValueSequence:
        rule: ValuedRule = game_of(wanted.code) if wanted.code else rule_of(wanted)
        return rule.sequence(wanted.size, limits.MAX_OCTAL_VALUES)

    solve = solver(metrics, lambda position: game_of(position.code))
    return [
        Operation("POST", "/octal", solve, BreakingPosition(), inline=ALWAYS),
        Operation("GET", "/octal/values", list_values, Sequence(**rule_fields()), inline=ALWAYS),
    ]
