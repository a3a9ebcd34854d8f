"""`/moves`: many positions at once."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Any

from msgspec import UNSET

from service.game import nim
from service.game.batch import solve_batch
from service.http.faults import Fault
from service.http.operation import Operation
from service.http.shapes.shape import ListOf, Shape
from service.limits import MAX_BATCH_PILES, MAX_SET_MOVES, MAX_SET_VALUES
from service.operations.position_shapes import (
    BOTH_RULES,
    SLOW_MARKS,
    TOO_MUCH_WORK,
    PositionShape,
    moves_of,
    position_fields,
    rule_fields,
    rule_of,
)
from service.settings import Config
from service.telemetry.metrics import NoMetrics

PILES, MISERE, CLASS = attrgetter("piles"), attrgetter("misere"), itemgetter("position_class")


class PositionOfMany(PositionShape):
    """A position of a batch, whose work counts together with that of the others."""

    def check_work(self, value: Any) -> Iterable[Fault]:  # noqa: ARG002
        """No fault, whatever it is by itself."""
        return ()


class Batch(Shape):
    """The positions to be solved."""

    example = '{"positions": [{"piles": [3, 4, 5]}]}'

    def check(self, value: Any) -> Iterator[Fault]:
        """No position has two rules, and all of them together are not too much work."""
        positions = value.positions
        ruled = [*with_a_rule(positions)]
        if both := [i for i, each in ruled if each.max_remove and each.subtraction_set]:
            yield from (BOTH_RULES.within("positions", i) for i in both)
        elif sum(map(len, map(PILES, positions))) > MAX_BATCH_PILES:
            text = f"At most {MAX_BATCH_PILES:,} piles are allowed in all."
            yield Fault(("positions",), "too-many", text)
        else:
            sets = (each for _, each in ruled if each.subtraction_set)
            if sum(moves_of(each) for each in sets) > MAX_SET_MOVES:
                text = f"{TOO_MUCH_WORK} may be at most {MAX_SET_MOVES:,} in all."
                yield Fault(("positions",), "too-much-work", text)


def with_a_rule(positions: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """The positions that have a rule, with their indexes; quick where there are none."""
    for key in ("max_remove", "subtraction_set"):
        if [*map(attrgetter(key), positions)].count(UNSET) < len(positions):
            return (
                (i, each)
                for i, each in enumerate(positions)
                if each.max_remove or each.subtraction_set
            )
    return iter(())


def operations(config: Config, metrics: NoMetrics) -> list[Operation]:
    """`POST /moves`, all or nothing."""

    def solve(batch: Any) -> dict[str, Any]:
        positions = batch.positions
        piles = [*map(PILES, positions)]
        misere = [*map(bool, map(MISERE, positions))]
        ruled = dict(with_a_rule(positions))
        results: Sequence[nim.Solution]
        if ruled:
            rules = [rule_of(each) for each in positions]
            results = solve_batch([*zip(piles, misere, rules, strict=True)], MAX_SET_VALUES)
        else:
            results = [*map(nim.solve, piles, misere)]
        kinds = [rule.kind for rule in rules] if ruled else None
        metrics.solved_many(map(len, piles), misere, map(CLASS, results), kinds)
        return {"results": results}

    position = PositionOfMany.made_of(**position_fields(config.max_piles), **rule_fields())
    positions = ListOf(position, longest=config.max_positions, items="positions", required=True)
    return [
        Operation(
            method="POST",
            path="/moves",
            shape=Batch.made_of(positions=positions),
            give=solve,
            marks=SLOW_MARKS,
        )
    ]
