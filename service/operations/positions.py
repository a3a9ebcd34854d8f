"""`/positions` and `/graph`: the reachable positions, listed or as a game graph."""

from typing import NamedTuple

from service import limits
from service.api.errors import FieldError, InvalidRequest
from service.api.operation import Operation, TypedOperation
from service.game.game import Position
from service.game.questions.graph import (
    GraphLimits,
    dot,
    has_graph,
    lost_positions,
    position_graph,
    set_of_sets,
)
from service.game.questions.positions import (
    PositionTable,
    TableLimits,
    can_be_ordered,
    position_table,
)
from service.game.theory.grundy import class_of
from service.operations.position import PilesRequest, game_validator, position_validator
from service.settings import Config
from service.telemetry.metrics import count_solved

GRAPHVIZ = "text/vnd.graphviz"
TEXT = "text/plain"

TABLE_LIMITS = TableLimits(positions=limits.MAX_LISTED_POSITIONS, piles=limits.MAX_LISTED_NUMBERS)
GRAPH_LIMITS = GraphLimits(
    positions=limits.MAX_LISTED_POSITIONS,
    moves=limits.MAX_DRAWN_MOVES,
    name_length=limits.MAX_NAME,
)


class PositionsRequest(PilesRequest, kw_only=True):
    """A position; with `all` every reachable one is listed, otherwise the lost ones are.

    With `ordered` the order of the piles counts, and so do empty ones.
    """

    all: bool | None = None
    ordered: bool | None = None


class ListedPositions(NamedTuple):
    """A valid position, and how the positions that play can reach are listed."""

    start: Position
    list_all: bool
    ordered: bool


def operations(config: Config) -> list[Operation]:
    """`POST` and `GET`, for `/positions` and `/graph`."""
    max_piles = min(config.max_piles, limits.MAX_LISTED_PILES)
    reject = {path: game_validator(path, has_graph) for path in ("/positions", "/graph")}
    validate = position_validator(max_piles, reject["/positions"])

    def parse(request: PositionsRequest) -> ListedPositions:
        start = validate(request)
        ordered = request.ordered is True
        if ordered and not can_be_ordered(type(start.game)):
            text = "Only games whose moves are removals have ordered positions."
            raise InvalidRequest([FieldError(("ordered",), "not-offered", text)])
        return ListedPositions(start, request.all is True, ordered)

    def listed(request: ListedPositions) -> PositionTable:
        start = request.start
        table = position_table(start, request.list_all, TABLE_LIMITS, request.ordered)
        piles = start.piles if request.ordered else start.canonical().piles
        lost = piles in table["p_positions"]
        count_solved(start.game.name, class_of(not lost), misere=start.misere)
        return table

    def drawn(position: Position) -> bytes:
        lost = lost_positions(position, limits.MAX_LISTED_POSITIONS)
        return dot(position_graph(position, GRAPH_LIMITS), lost).encode()

    def written(position: Position) -> bytes:
        return set_of_sets(position, GRAPH_LIMITS).encode()

    return [
        *(
            TypedOperation(
                method,
                "/positions",
                PositionsRequest,
                parse,
                listed,
                takes=has_graph,
                precheck=reject["/positions"],
            )
            for method in ("POST", "GET")
        ),
        *(
            TypedOperation(
                method,
                "/graph",
                PilesRequest,
                position_validator(max_piles, reject["/graph"]),
                lambda position: position_graph(position, GRAPH_LIMITS),
                takes=has_graph,
                precheck=reject["/graph"],
                representations={GRAPHVIZ: drawn, TEXT: written},
            )
            for method in ("POST", "GET")
        ),
    ]
