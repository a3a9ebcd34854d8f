"""The reachable positions of a position, listed or as a game graph."""

from typing import ClassVar, NamedTuple

from .. import limits
from ..api.errors import FieldError, InvalidRequest
from ..api.operation import TypedOperation
from ..game.position import Position
from ..game.questions.graph import (
    GraphLimits,
    PositionGraph,
    dot,
    has_graph,
    lost_positions,
    position_graph,
    set_of_sets,
)
from ..game.questions.positions import (
    PositionTable,
    TableLimits,
    can_be_listed,
    can_be_ordered,
    position_table,
)
from ..game.theory.grundy import class_of
from ..telemetry.metrics import count_solved
from .position import PilesRequest, valid_position

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

    takes = staticmethod(can_be_listed)


class ListedPositions(NamedTuple):
    """A valid position, and how the positions that play can reach are listed."""

    start: Position
    list_all: bool
    ordered: bool


class ListPositions(TypedOperation[PositionsRequest, ListedPositions]):
    """`/positions`."""

    tool = "list_positions"
    body = query = PositionsRequest

    def parse(self, request: PositionsRequest) -> ListedPositions:
        max_piles = min(self.config.max_piles, limits.MAX_LISTED_PILES)
        start, ordered = valid_position(request, max_piles), request.ordered is True
        if ordered and not can_be_ordered(type(start.game)):
            text = "Games that split piles or make them larger have no ordered positions."
            raise InvalidRequest([FieldError(("ordered",), "not-offered", text)])
        return ListedPositions(start, request.all is True, ordered)

    def handle(self, parsed: ListedPositions) -> PositionTable:
        start, list_all, ordered = parsed
        return position_table(start, list_all, TABLE_LIMITS, ordered)

    def note(self, parsed: ListedPositions, table: PositionTable) -> None:
        start, _, ordered = parsed
        piles = start.piles if ordered else start.canonical().piles
        lost = piles in table["p_positions"]
        count_solved(start.game.name, class_of(not lost), misere=start.misere)


def drawn(position: Position) -> bytes:
    """The graph for Graphviz."""
    lost = lost_positions(position, limits.MAX_LISTED_POSITIONS)
    return dot(position_graph(position, GRAPH_LIMITS), lost).encode()


def written(position: Position) -> bytes:
    """The graph as a set of sets."""
    return set_of_sets(position, GRAPH_LIMITS).encode()


class PositionGraphRequest(PilesRequest, kw_only=True):
    """A position in a game with a game graph."""

    takes = staticmethod(has_graph)


class DrawGraph(TypedOperation[PositionGraphRequest, Position]):
    """`/graph`."""

    body = query = PositionGraphRequest
    representations: ClassVar = {GRAPHVIZ: drawn, TEXT: written}

    def parse(self, request: PositionGraphRequest) -> Position:
        max_piles = min(self.config.max_piles, limits.MAX_LISTED_PILES)
        return valid_position(request, max_piles)

    def handle(self, position: Position) -> PositionGraph:
        return position_graph(position, GRAPH_LIMITS)
