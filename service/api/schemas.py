"""Every shape of a request. The limits are those of limits.py."""

from typing import Any

from marshmallow import ValidationError, validates_schema

from service.api.fields import (
    Choice,
    CodeText,
    Integer,
    IntegerList,
    NameList,
    NamesByName,
    ObjectList,
    StrictBoolean,
)
from service.api.positions import (
    POSITION,
    RULE_KEYS,
    PlainGame,
    PositionList,
    PositionShape,
    RuledGame,
    position_fields,
    rule_fields,
    rule_of,
)
from service.api.shape import Shape
from service.game.rules import take_and_break
from service.limits import (
    MAX_COMPONENTS,
    MAX_EXPLAINED_PILES,
    MAX_GRAPH_OPTIONS,
    MAX_GRAPH_POSITIONS,
    MAX_NIMBER_OPERAND,
    MAX_NIMBER_OPERANDS,
    MAX_OCTAL_MOVES,
    MAX_OCTAL_PILE,
    MAX_OCTAL_PILES,
    MAX_PILE,
    MAX_REVIEWED_MOVES,
    MAX_REVIEWED_PILES,
    MAX_SEQUENCE,
    MAX_SUM_MOVES,
    MAX_TABLE_SIZE,
)
from service.settings import Config


class PlayedMove(Shape):
    """A move that was played; whether it is legal depends on the game."""

    example = '{"pile": 0, "remove": 2}'

    pile = Integer(highest=MAX_PILE, required=True)
    remove = Integer(lowest=1, highest=MAX_PILE, required=True)
    leaves = Integer(highest=MAX_PILE, load_default=None, allow_none=False)


class Graph(Shape):
    """A game as a graph: positions by their options or their components; and a sum of some."""

    example = '{"options": {"a": ["b"], "b": []}}'

    options = NamesByName(
        most_keys=MAX_GRAPH_POSITIONS,
        most_names=MAX_GRAPH_OPTIONS,
        keys="positions",
        names="options",
        example='{"a": ["b"], "b": []}',
        required=True,
    )
    sums = NamesByName(
        most_keys=MAX_GRAPH_POSITIONS,
        most_names=MAX_GRAPH_OPTIONS,
        keys="sums",
        names="components",
        example='{"a+a": ["a", "a"]}',
        load_default=None,
        allow_none=False,
    )
    sum = NameList(longest=MAX_COMPONENTS, items="components", load_default=None, allow_none=False)

    @validates_schema
    def check_size(self, data: dict[str, Any], **_: Any) -> None:
        """Options and sums have their limits together."""
        options, sums = data["options"], data["sums"] or {}
        if len(options) + len(sums) > MAX_GRAPH_POSITIONS:
            message = f"At most {MAX_GRAPH_POSITIONS:,} positions and sums are allowed."
            raise ValidationError(message, "sums")
        lists = [*options.values(), *sums.values()]
        if sums and sum(map(len, lists)) > MAX_GRAPH_OPTIONS:
            message = f"At most {MAX_GRAPH_OPTIONS:,} options and components are allowed in all."
            raise ValidationError(message, "sums")

    @validates_schema
    def check_moves_of_the_sum(self, data: dict[str, Any], **_: Any) -> None:
        """Each move of the sum may have to be answered, however often a component occurs."""
        options, components = data["options"], data["sum"] or []
        moves = {name: len({*options.get(name, ())}) for name in {*components}}
        if sum(moves[name] for name in components) > MAX_SUM_MOVES:
            message = f"At most {MAX_SUM_MOVES:,} moves are allowed from the components in all."
            raise ValidationError(message, "sum")


class TakeAndBreak(Shape):
    """A position of a take-and-break game."""

    example = '{"code": "0.77", "piles": [12, 7]}'

    code = CodeText(required=True)
    piles = IntegerList(
        longest=MAX_OCTAL_PILES, highest=MAX_OCTAL_PILE, items="piles", required=True
    )
    misere = StrictBoolean(load_default=False)


class Sequence(Shape):
    """Which Grundy values: those of a game, loaded as `game` (a code or a rule), and how many."""

    code = CodeText(load_default=None)
    max_remove, subtraction_set = rule_fields().values()
    size = Integer(lowest=1, highest=MAX_SEQUENCE, required=True)

    def load(self, data: Any, **options: Any) -> dict[str, Any]:
        """Check the values, and that there is exactly one game."""
        loaded: dict[str, Any] = super().load(data, **options)
        given = [name for name in ("code", *RULE_KEYS) if loaded[name] is not None]
        if not given:
            raise ValidationError("Give code, max_remove or subtraction_set.", "code")
        if len(given) > 1:
            message = "Give only one of code, max_remove and subtraction_set."
            raise ValidationError(message, given[-1])
        rule = rule_of(loaded["max_remove"], loaded["subtraction_set"])
        game = rule or take_and_break.TakeAndBreak(loaded["code"], MAX_OCTAL_MOVES)
        return {"game": game, "size": loaded["size"]}


class Operands(Shape):
    """The operands of a nimber sum or product."""

    of = IntegerList(
        longest=MAX_NIMBER_OPERANDS, highest=MAX_NIMBER_OPERAND, items="operands", required=True
    )


class Table(Shape):
    """Which table of nimbers."""

    operation = Choice("sum", "product", required=True)
    size = Integer(lowest=1, highest=MAX_TABLE_SIZE, required=True)


class Schemas:
    """The schemas of one application: made once, for its limits."""

    def __init__(self, config: Config) -> None:
        self.no_parameters = Shape()
        longest = config.max_piles
        self.position = PositionShape("Position", POSITION, position_fields(longest))
        batch = f'{{"positions": [{POSITION}]}}'
        positions = PositionList(
            position_fields(longest), longest=config.max_positions, required=True
        )
        self.batch = Shape.with_fields("Batch", batch, {"positions": positions})
        explained = position_fields(min(longest, MAX_EXPLAINED_PILES))
        self.explained = PositionShape("Explained", POSITION, explained)
        reviewed = position_fields(min(longest, MAX_REVIEWED_PILES))
        moves = ObjectList(
            PlayedMove(),
            longest=MAX_REVIEWED_MOVES,
            items="moves",
            example=f"[{PlayedMove.example}]",
            required=True,
        )
        game = f'{{"piles": [3, 4, 5], "moves": [{PlayedMove.example}]}}'
        self.game = PositionShape("Game", game, {**reviewed, "moves": moves}, PlainGame, RuledGame)
        self.graph = Graph()
        self.take_and_break = TakeAndBreak()
        self.sequence = Sequence()
        self.operands = Operands()
        self.table = Table()
