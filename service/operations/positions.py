"""`/positions` and `/graph`: the reachable positions, listed or as a game graph."""

from service import limits
from service.api.operation import Operation, TypedOperation
from service.game.position import Position
from service.game.questions.graph import (
    PositionGraph,
    dot,
    has_graph,
    lost_positions,
    position_graph,
)
from service.game.questions.positions import PositionTable, TableLimits, position_table
from service.game.solution import class_of
from service.operations.position import (
    PositionRequest,
    game_validator,
    position_validator,
)
from service.settings import Config
from service.telemetry.metrics import count_solved

GRAPHVIZ = "text/vnd.graphviz"

TABLE_LIMITS = TableLimits(positions=limits.MAX_LISTED_POSITIONS, piles=limits.MAX_LISTED_NUMBERS)


class PositionsRequest(PositionRequest, kw_only=True):
    """A position; with `all` every reachable one is listed, otherwise the lost ones are."""

    all: bool | None = None


def operations(config: Config) -> list[Operation]:
    """`POST` and `GET`, for `/positions` and `/graph`."""
    validate = position_validator(min(config.max_piles, limits.MAX_LISTED_PILES))

    def parse(request: PositionsRequest) -> tuple[Position, bool]:
        return validate(request), request.all is True

    def listed(request: tuple[Position, bool]) -> PositionTable:
        position, list_all = request
        table = position_table(position, list_all, TABLE_LIMITS)
        lost = position.canonical().piles in table["p_positions"]
        count_solved(position.game.name, class_of(not lost), misere=position.misere)
        return table

    def graph_of(position: Position) -> PositionGraph:
        return position_graph(
            position,
            limits.MAX_LISTED_POSITIONS,
            limits.MAX_DRAWN_MOVES,
            limits.MAX_NAME,
        )

    def drawn(position: Position) -> bytes:
        lost = lost_positions(position, limits.MAX_LISTED_POSITIONS)
        return dot(graph_of(position), lost).encode()

    return [
        *(
            TypedOperation(
                method,
                "/positions",
                PositionsRequest,
                parse,
                listed,
                takes=has_graph,
                precheck=game_validator("/positions", has_graph),
            )
            for method in ("POST", "GET")
        ),
        *(
            TypedOperation(
                method,
                "/graph",
                PositionRequest,
                validate,
                lambda position: {"options": graph_of(position)},
                takes=has_graph,
                precheck=game_validator("/graph", has_graph),
                representations={GRAPHVIZ: drawn},
            )
            for method in ("POST", "GET")
        ),
    ]
