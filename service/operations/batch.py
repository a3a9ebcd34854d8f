"""`/moves`: many positions at once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Any

from service.game import nim
from service.game.batch import solve_batch
from service.game.rules.any_number import NIM
from service.game.rules.rule import RemovalRule
from service.http.faults import Fault
from service.http.operation import Operation
from service.http.shapes.fields import ListOf
from service.http.shapes.shape import Shape
from service.limits import MAX_BATCH_PILES, MAX_SET_MOVES, MAX_SET_VALUES
from service.operations import position_shapes as shapes
from service.settings import Config
from service.telemetry.metrics import Kind, Metrics

PILES, MISERE = attrgetter("piles"), attrgetter("misere")
RULES = [attrgetter(name) for name in shapes.RULES]
CLASS = itemgetter("position_class")


class PositionOfMany(shapes.Position):
    """A position of a batch, whose work counts together with that of the others."""

    def check_work(self, value: Any) -> Iterable[Fault]:  # noqa: ARG002
        """No fault, whatever it is by itself."""
        return ()


class Columns:
    """The positions of a batch by the column: got at in a fifth of the time of a loop over them."""

    def __init__(self, batch: Any, *, is_bare: bool) -> None:
        positions = batch.positions
        self.positions: list[Any] = positions
        self.piles: list[list[int]] = [*map(PILES, positions)]
        self.lengths = Counter(map(len, self.piles))
        self.misere = [False] * len(positions)
        self.has_rules = False
        if is_bare:
            return
        if any(map(MISERE, positions)):
            self.misere = [*map(bool, map(MISERE, positions))]
        self.has_rules = any(any(map(rule, positions)) for rule in RULES)


class Batch(Shape):
    """The positions to be solved."""

    example = '{"positions": [{"piles": [3, 4, 5]}]}'

    def arrange(self, value: Any, *, is_bare: bool) -> Columns:
        """The batch by the column."""
        return Columns(value, is_bare=is_bare)

    def check(self, value: Columns) -> Iterator[Fault]:
        """No position has two rules, and all of them together are not too much work."""
        ruled = [*enumerate(value.positions)] if value.has_rules else []
        moves = sum(shapes.moves_of(each) for _, each in ruled if each.subtraction_set)
        if conflicts := [(i, fault) for i, each in ruled if (fault := shapes.conflict(each))]:
            yield from (fault.within("positions", i) for i, fault in conflicts)
        elif sum(n * count for n, count in value.lengths.items()) > MAX_BATCH_PILES:
            text = f"At most {MAX_BATCH_PILES:,} piles are allowed in all."
            yield Fault(("positions",), "too-many", text)
        elif moves > MAX_SET_MOVES:
            text = f"{shapes.TOO_MUCH_WORK} may be at most {MAX_SET_MOVES:,} in all."
            yield Fault(("positions",), "too-much-work", text)


def count(batch: Columns, rules: list[RemovalRule], classes: list[str]) -> Mapping[Kind, int]:
    """How many positions of each kind there are; quick where they differ by their class only."""
    if batch.has_rules or True in batch.misere:
        return Counter(zip(batch.misere, classes, (rule.kind for rule in rules), strict=True))
    lost = classes.count("P")
    return {(False, "P", "none"): lost, (False, "N", "none"): len(classes) - lost}


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST /moves`, all or nothing."""

    def solve(batch: Columns) -> dict[str, Any]:
        results: Sequence[nim.Solution]
        if batch.has_rules:
            rules: list[RemovalRule] = [*map(shapes.rule_of, batch.positions)]
            together = [*zip(batch.piles, batch.misere, rules, strict=True)]
            results = solve_batch(together, MAX_SET_VALUES)
        else:
            rules = [NIM] * len(batch.positions)
            results = [*map(nim.solve, batch.piles, batch.misere)]
        metrics.solved_many(batch.lengths, count(batch, rules, [*map(CLASS, results)]))
        return {"results": results}

    position = PositionOfMany.of(config.max_piles)
    positions = ListOf(position, longest=config.max_positions, items="positions", required=True)
    shape = Batch(positions=positions)
    return [Operation("POST", "/moves", solve, shape, marks=shapes.SLOW_MARKS)]
