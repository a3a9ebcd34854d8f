"""`/analysis`: how hard a position is."""

from service import limits
from service.game.questions.analysis import Analysis, AnalysisLimits, analyse
from service.http.operation import Operation, TypedOperation
from service.operations.position import Asked, Position, limited, takes_all
from service.settings import Config
from service.telemetry.metrics import Metrics

MOST = AnalysisLimits(positions=limits.MAX_LISTED_POSITIONS, moves=limits.MAX_DRAWN_MOVES)


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """For a position in the body, and for one in the query."""

    def analysed(asked: Asked) -> Analysis:
        analysis = analyse(*asked, MOST)
        metrics.solved(asked.piles, asked.misere, analysis["position_class"], asked.game.name)
        return analysis

    return [
        TypedOperation(
            method,
            "/analysis",
            Position,
            limited(min(config.max_piles, limits.MAX_LISTED_PILES)),
            analysed,
            takes=takes_all,
        )
        for method in ("POST", "GET")
    ]
