"""`/positions` and `/graph`: what play can reach from a position, listed or as a game graph."""

from service import limits
from service.game.questions import graph, positions
from service.game.questions.positions import PositionTable, TableLimits
from service.http.operation import Operation, TypedOperation
from service.operations.position import Asked, Position, limited, refuse_games
from service.settings import Config
from service.telemetry.metrics import Metrics

GRAPHVIZ = "text/vnd.graphviz"

MOST = TableLimits(positions=limits.MAX_LISTED_POSITIONS, piles=limits.MAX_LISTED_NUMBERS)


class ListedPositions(Position, kw_only=True):
    """A position from which all others are listed, with `all` not only the lost ones."""

    all: bool | None = None


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """Both for a position in the body, and for one in the query."""
    asked_of = limited(min(config.max_piles, limits.MAX_LISTED_PILES))

    def understand(request: ListedPositions) -> tuple[Asked, bool]:
        return asked_of(request), request.all is True

    def tabulated(wanted: tuple[Asked, bool]) -> PositionTable:
        (game, piles, misere), everything = wanted
        table = positions.position_table(game, piles, misere, everything, MOST)
        # No other has as many objects, so the position itself would come last.
        lost = [*table["p_positions"][-1:]] == [game.canonical(piles)]
        metrics.solved(piles, misere, "P" if lost else "N", game.name)
        return table

    def graph_of(asked: Asked) -> graph.Graph:
        most = limits.MAX_LISTED_POSITIONS, limits.MAX_DRAWN_MOVES, limits.MAX_NAME
        return graph.position_graph(asked.game, asked.piles, *most)

    def drawn(asked: Asked) -> bytes:
        lost = graph.lost_positions(*asked, limits.MAX_LISTED_POSITIONS)
        return graph.dot(graph_of(asked), lost).encode()

    return [
        *(
            TypedOperation(
                method,
                "/positions",
                ListedPositions,
                understand,
                tabulated,
                takes=positions.takes,
                look_first=refuse_games("/positions", positions.takes),
            )
            for method in ("POST", "GET")
        ),
        *(
            TypedOperation(
                method,
                "/graph",
                Position,
                asked_of,
                lambda asked: {"options": graph_of(asked)},
                takes=graph.takes,
                look_first=refuse_games("/graph", graph.takes),
                also={GRAPHVIZ: drawn},
            )
            for method in ("POST", "GET")
        ),
    ]
