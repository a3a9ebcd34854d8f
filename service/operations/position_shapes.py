"""What operations on positions share: shapes, with or without a rule, and how one is solved."""

import re
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from service import limits
from service.game.rules.any_number import NIM
from service.game.rules.max_remove import MaxRemove
from service.game.rules.rule import RemovalRule
from service.game.rules.subtraction_set import SubtractionSet
from service.http.faults import Fault
from service.http.shapes.fields import Integer, ListOf, SetOf, StrictBoolean, StrictField
from service.http.shapes.shape import Shape
from service.telemetry.metrics import Metrics

SLOW_MARKS = re.compile(rb"subtraction_set|\\|%")
"""What a small request has if its rule may need a long table: the key, or an escape instead."""

TOO_MUCH_WORK = "The number of piles times that of numbers in the subtraction set"


def rule_fields() -> dict[str, StrictField]:
    """The fields of a rule, of which a request has one at most."""
    return {
        "max_remove": Integer(lowest=1, highest=limits.MAX_PILE),
        "subtraction_set": SetOf(
            Integer(lowest=1, highest=limits.MAX_SET_NUMBER),
            longest=limits.MAX_SET_NUMBERS,
            items="numbers",
        ),
    }


def position_fields(longest: int, highest: int = limits.MAX_PILE) -> dict[str, StrictField]:
    """The fields of a position: so many piles of so many objects at most, and the convention."""
    return {
        "piles": ListOf(Integer(highest=highest), longest=longest, items="piles", required=True),
        "misere": StrictBoolean(),
    }


RULES = (*rule_fields(),)
_RULES_OF = attrgetter(*RULES)


def conflict(loaded: Any) -> Fault | None:
    """The fault of a request that has more than one rule."""
    if sum(map(bool, _RULES_OF(loaded))) < 2:
        return None
    return only_one([name for name in RULES if getattr(loaded, name)])


def only_one(given: list[str]) -> Fault:
    """The fault of keys that exclude each other."""
    return Fault((given[-1],), "conflict", f"Give {' or '.join(given)}, not both.")


def rule_of(loaded: Any) -> RemovalRule:
    """The rule of a request; that of Nim where none is given."""
    if loaded.subtraction_set:
        return SubtractionSet(tuple(loaded.subtraction_set), limits.MAX_SET_VALUES)
    return MaxRemove(loaded.max_remove) if loaded.max_remove else NIM


def moves_of(position: Any) -> int:
    """How many winning moves a position may have."""
    return len(position.piles) * rule_of(position).moves_per_pile


def solver(
    metrics: Metrics,
    rule_of: Callable[[Any], Any],
    solve: Callable[[list[int], bool, Any], Any] | None = None,
) -> Callable[[Any], Any]:
    """What solves a position, by its rule itself or as `solve` does, and counts it."""

    def give(position: Any) -> Any:
        piles, misere, rule = position.piles, bool(position.misere), rule_of(position)
        solution = solve(piles, misere, rule) if solve else rule.solve(piles, misere)
        metrics.solved(piles, misere, solution["position_class"], rule.kind)
        return solution

    return give


class Position(Shape):
    """Piles, a convention and perhaps a rule."""

    example = '{"piles": [3, 4, 5]}'

    @classmethod
    def of(cls, longest: int) -> Shape:
        """Such a position, of at most so many piles."""
        return cls(**position_fields(longest), **rule_fields())

    def check(self, value: Any) -> Iterable[Fault]:
        """There is one rule at most, and solving is not too much work."""
        fault = conflict(value)
        return [fault] if fault else self.check_work(value)

    def check_work(self, value: Any) -> Iterable[Fault]:
        """Each number of a set may be a winning move in each pile."""
        if value.subtraction_set and moves_of(value) > limits.MAX_SET_MOVES:
            text = f"{TOO_MUCH_WORK} may be at most {limits.MAX_SET_MOVES:,}."
            return [Fault(("piles",), "too-much-work", text)]
        return ()
