"""`/analysis`: how hard a position is."""

from service import limits
from service.api.operation import Operation, TypedOperation
from service.game.position import Position
from service.game.questions.analysis import Analysis, AnalysisLimits, analyse
from service.operations.position import PositionRequest, every_game, position_validator
from service.settings import Config
from service.telemetry.metrics import count_solved

LIMITS = AnalysisLimits(
    positions=limits.MAX_LISTED_POSITIONS,
    moves=limits.MAX_DRAWN_MOVES,
    legal_moves=limits.LARGEST_PILE,
)


def operations(config: Config) -> list[Operation]:
    """`POST` and `GET /analysis`."""

    def analysed(position: Position) -> Analysis:
        analysis = analyse(position, LIMITS)
        count_solved(position.game.name, analysis["position_class"], misere=position.misere)
        return analysis

    return [
        TypedOperation(
            method,
            "/analysis",
            PositionRequest,
            position_validator(min(config.max_piles, limits.MAX_LISTED_PILES)),
            analysed,
            takes=every_game,
        )
        for method in ("POST", "GET")
    ]
