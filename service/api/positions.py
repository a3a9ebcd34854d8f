"""The shapes of positions, with or without a rule.

Without a rule, which is the rule, a position is loaded as if there were none, at no further cost.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import ValidationError
from marshmallow.fields import Field

from service.api.fields import (
    BulkField,
    Integer,
    IntegerList,
    IntegerSet,
    ObjectList,
    StrictBoolean,
)
from service.api.shape import Shape
from service.game.rules.max_remove import MaxRemove
from service.game.rules.rule import RemovalRule
from service.game.rules.subtraction_set import SubtractionSet
from service.limits import (
    MAX_BATCH_PILES,
    MAX_PILE,
    MAX_REVIEWED_TOTAL,
    MAX_SET_MOVES,
    MAX_SET_NUMBER,
    MAX_SET_NUMBERS,
    MAX_SET_VALUES,
)

RULE_KEYS = ("max_remove", "subtraction_set")

POSITION = '{"piles": [3, 4, 5]}'
"""What faults show of a position, as JSON."""

Positions = tuple[list[list[int]], list[bool], list[RemovalRule | None] | None]
"""The piles of each position of a batch, whether it is misère, and their rules if any has one."""


def position_fields(longest: int) -> dict[str, Field[Any]]:
    """The fields of a position: at most so many piles, and the convention as `misere`."""
    return {
        "piles": IntegerList(longest=longest, highest=MAX_PILE, items="piles", required=True),
        "misere": StrictBoolean(load_default=False),
    }


def rule_fields() -> dict[str, Field[Any]]:
    """The fields of a rule, of which a request has one at most."""
    return {
        "max_remove": Integer(lowest=1, highest=MAX_PILE, load_default=None, allow_none=False),
        "subtraction_set": IntegerSet(
            longest=MAX_SET_NUMBERS,
            lowest=1,
            highest=MAX_SET_NUMBER,
            items="numbers",
            example="[1, 3, 4]",
            load_default=None,
            allow_none=False,
        ),
    }


def rule_of(max_remove: int | None, numbers: list[int] | None) -> RemovalRule | None:
    """The rule that the values of both keys make, if any; ValidationError if both are given."""
    if numbers is None:
        return None if max_remove is None else MaxRemove(max_remove)
    if max_remove is not None:
        raise ValidationError("Give max_remove or subtraction_set, not both.", "subtraction_set")
    return SubtractionSet(tuple(numbers), MAX_SET_VALUES)


def has_rule(values: Mapping[str, Any]) -> bool:
    """Whether there is any key of a rule."""
    return "max_remove" in values or "subtraction_set" in values


class RuledShape(Shape):
    """A position with a rule, which its two keys are loaded into, as `rule`."""

    def load(self, data: Any, **options: Any) -> dict[str, Any]:
        """Check the values, and that solving the position is not too much work."""
        loaded: dict[str, Any] = super().load(data, **options)
        rule = rule_of(loaded.pop("max_remove"), loaded.pop("subtraction_set"))
        loaded["rule"] = rule
        if rule:
            self.check_work(loaded, rule)
        return loaded

    def check_work(self, loaded: dict[str, Any], rule: RemovalRule) -> None:
        """Each number of a set may be a winning move in each pile."""
        if rule.kind == "subtraction_set" and moves_of(loaded["piles"], rule) > MAX_SET_MOVES:
            message = f"{TOO_MUCH_WORK} may be at most {MAX_SET_MOVES:,}."
            raise ValidationError(message, "piles")


TOO_MUCH_WORK = "The number of piles times that of numbers in the subtraction set"


class PlainGame(Shape):
    """A game without a rule."""

    def load(self, data: Any, **options: Any) -> dict[str, Any]:
        """Check the values, and that they don't ask for too long an answer."""
        loaded: dict[str, Any] = super().load(data, **options)
        check_total(len(loaded["moves"]) * len(loaded["piles"]))
        return loaded


class RuledGame(RuledShape):
    """A game with a rule."""

    def check_work(self, loaded: dict[str, Any], rule: RemovalRule) -> None:
        """Each position on the way is solved."""
        check_total(len(loaded["moves"]) * moves_of(loaded["piles"], rule))


def check_total(total: int) -> None:
    """Each move is answered with all piles before it, and with all moves that win."""
    if total > MAX_REVIEWED_TOTAL:
        message = (
            "The moves times the piles, times the numbers of a subtraction set, "
            f"must be {MAX_REVIEWED_TOTAL:,} or less."
        )
        raise ValidationError(message, "moves")


def moves_of(piles: list[int], rule: RemovalRule) -> int:
    """How many winning moves there may be."""
    return len(piles) * rule.moves_per_pile


class PositionShape:
    """A shape with piles, `misere` and perhaps a rule, which is loaded as `rule`."""

    def __init__(
        self,
        name: str,
        example: str,
        fields: Mapping[str, Field[Any]],
        plain: type[Shape] = Shape,
        ruled: type[RuledShape] = RuledShape,
    ) -> None:
        self.plain = plain.with_fields(name, example, fields)
        # A batch of one is checked at a third of the cost, where all fields can be.
        in_bulk = all(isinstance(field, BulkField) for field in fields.values())
        self._alone = (
            ObjectList(self.plain, longest=1, items="positions", example=example)
            if in_bulk
            else None
        )
        self.ruled = ruled.with_fields(name, example, {**fields, **rule_fields()})

    def load_body(self, value: Any) -> Any:
        """Check a JSON value; InvalidRequest names each fault by its JSON pointer."""
        if type(value) is dict and has_rule(value):
            return self.ruled.load_body(value)
        if self._alone and (columns := self._alone.columns_of([value])):
            (piles,), (misere,) = columns
            return {"piles": piles, "misere": misere}
        return self.plain.load_body(value)

    def load_query(self, query: Mapping[str, list[str]]) -> Any:
        """Check a query as strictly as a body; InvalidRequest names each fault's parameter."""
        return (self.ruled if has_rule(query) else self.plain).load_query(query)


class RuledRow(Shape):
    """A position with a rule in a batch: its values stay as they are, but there is one rule."""

    def load(self, data: Any, **options: Any) -> dict[str, Any]:
        """Check the values, and that both keys of a rule are not given."""
        loaded: dict[str, Any] = super().load(data, **options)
        rule_of(loaded["max_remove"], loaded["subtraction_set"])
        return loaded


class PositionList(ObjectList):
    """Positions, loaded as `Positions`."""

    def __init__(self, fields: Mapping[str, Field[Any]], **kwargs: Any) -> None:
        plain = Shape.with_fields("Position", POSITION, fields)
        super().__init__(plain, items="positions", example=f"[{POSITION}]", **kwargs)
        ruled = RuledRow.with_fields("Position", POSITION, {**fields, **rule_fields()})
        self._ruled = ObjectList(ruled, items="positions", example=self.example, **kwargs)

    def _load(self, value: list[Any]) -> Any:
        columns = self.columns_of(value)
        loaded: Positions
        if columns is None:
            loaded = _with_rules(self._ruled.load_rows(value))
        else:
            loaded = columns[0], columns[1], None
        _check_work(loaded)
        return loaded


def _with_rules(rows: Iterable[tuple[Any, ...]]) -> Positions:
    piles, misere, rules, faults = [], [], [], {}
    for i, (some_piles, is_misere, max_remove, numbers) in enumerate(rows):
        piles.append(some_piles)
        misere.append(is_misere)
        try:
            rules.append(rule_of(max_remove, numbers))
        except ValidationError as error:
            faults[i] = error.normalized_messages()
    if faults:
        raise ValidationError(faults)
    return piles, misere, rules


def _check_work(positions: Positions) -> None:
    """Each pile may be answered with a move, or under a set with as many as that has numbers."""
    piles, _, rules = positions
    if sum(map(len, piles)) > MAX_BATCH_PILES:
        raise ValidationError(f"At most {MAX_BATCH_PILES:,} piles are allowed in all.")
    ruled = zip(piles, rules or (), strict=False)
    of_sets = [(some, rule) for some, rule in ruled if rule and rule.kind == "subtraction_set"]
    moves = (moves_of(some, rule) for some, rule in of_sets)
    if sum(moves) > MAX_SET_MOVES:
        raise ValidationError(f"{TOO_MUCH_WORK} may be at most {MAX_SET_MOVES:,} in all.")
