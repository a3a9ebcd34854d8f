"""Every shape of a request. The limits are those of config.py."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from service.api.fields import (
    Choice,
    Graph,
    Integer,
    IntegerList,
    NameList,
    ObjectList,
    StrictBoolean,
)
from service.api.shape import Shape
from service.config import (
    MAX_BATCH_PILES,
    MAX_COMPONENTS,
    MAX_EXPLAINED_PILES,
    MAX_GRAPH_OPTIONS,
    MAX_GRAPH_POSITIONS,
    MAX_NIMBER_OPERAND,
    MAX_NIMBER_OPERANDS,
    MAX_PILE,
    MAX_REVIEWED_MOVES,
    MAX_REVIEWED_PILES,
    MAX_REVIEWED_TOTAL,
    MAX_SUM_MOVES,
    MAX_TABLE_SIZE,
    Config,
)

POSITION = '{"piles": [3, 4, 5]}'
"""What faults show of a position, as JSON."""


def position_fields(longest: int) -> dict[str, fields.Field[Any]]:
    """The fields of a position: at most so many piles, and the convention as `misere`."""
    return {
        "piles": IntegerList(longest=longest, highest=MAX_PILE, items="piles", required=True),
        "misere": StrictBoolean(load_default=False),
    }


class PlayedMove(Shape):
    """A move that was played; whether it is legal depends on the game."""

    example = '{"pile": 0, "remove": 2}'

    pile = Integer(highest=MAX_PILE, required=True)
    remove = Integer(lowest=1, highest=MAX_PILE, required=True)


class GameShape(Shape):
    """A game that was played, to which the fields are added that depend on settings."""

    @validates_schema
    def check_piles_of_all_plies(self, data: dict[str, Any], **_: Any) -> None:
        """The answer shows all piles for each move."""
        if len(data["moves"]) * len(data["piles"]) > MAX_REVIEWED_TOTAL:
            message = f"The moves times the piles must be {MAX_REVIEWED_TOTAL:,} or less."
            raise ValidationError(message, "moves")


class GraphShape(Shape):
    """A game as a graph, and a sum of its positions."""

    example = '{"options": {"a": ["b"], "b": []}}'

    options = Graph(
        most_positions=MAX_GRAPH_POSITIONS, most_options=MAX_GRAPH_OPTIONS, required=True
    )
    sum = NameList(longest=MAX_COMPONENTS, items="components", load_default=None, allow_none=False)

    @validates_schema
    def check_moves_of_the_sum(self, data: dict[str, Any], **_: Any) -> None:
        """Each move of the sum may have to be answered, however often a component occurs."""
        options, components = data["options"], data["sum"] or []
        if sum(len(options.get(name, ())) for name in components) > MAX_SUM_MOVES:
            message = f"At most {MAX_SUM_MOVES:,} moves are allowed from the components in all."
            raise ValidationError(message, "sum")


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
        self.position = Shape.with_fields("Position", POSITION, position_fields(longest))
        positions = ObjectList(
            self.position,
            longest=config.max_positions,
            items="positions",
            example=f"[{POSITION}]",
            validate=check_piles_of_the_batch,
            required=True,
        )
        batch = f'{{"positions": [{POSITION}]}}'
        self.batch = Shape.with_fields("Batch", batch, {"positions": positions})
        explained = position_fields(min(longest, MAX_EXPLAINED_PILES))
        self.explained = Shape.with_fields("Explained", POSITION, explained)
        reviewed = position_fields(min(longest, MAX_REVIEWED_PILES))
        moves = ObjectList(
            PlayedMove(),
            longest=MAX_REVIEWED_MOVES,
            items="moves",
            example=f"[{PlayedMove.example}]",
            required=True,
        )
        game = f'{{"piles": [3, 4, 5], "moves": [{PlayedMove.example}]}}'
        self.game = GameShape.with_fields("Game", game, {**reviewed, "moves": moves})
        self.graph = GraphShape()
        self.operands = Operands()
        self.table = Table()


def check_piles_of_the_batch(positions: list[tuple[list[int], bool]]) -> None:
    """Each pile may have to be answered with a move, however few the positions are."""
    if sum([len(piles) for piles, _ in positions]) > MAX_BATCH_PILES:
        raise ValidationError(f"At most {MAX_BATCH_PILES:,} piles are allowed in all.")
