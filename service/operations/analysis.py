"""`/analysis`: how hard a position is, and what its moves lead to."""

from service import limits
from service.api.operation import Operation, TypedOperation
from service.game.game import Position
from service.game.questions.analysis import Analysis, AnalysisLimits, analyse
from service.operations.position import (
    PilesRequest,
    PositionRequest,
    position_validator,
    precheck_of,
    takes_of,
)
from service.settings import Config
from service.telemetry.metrics import count_solved

LIMITS = AnalysisLimits(
    positions=limits.MAX_LISTED_POSITIONS,
    moves=limits.MAX_DRAWN_MOVES,
    legal_moves=limits.LARGEST_PILE,
    judged=limits.MAX_JUDGED_MOVES,
)


class AnalysisRequest(PositionRequest, kw_only=True):
    """A position; with `moves` every legal move is judged."""

    moves: bool | None = None


class AnalysisQuery(PilesRequest, kw_only=True):
    """The same in a query."""

    moves: bool | None = None


def operations(config: Config) -> list[Operation]:
    """`POST` and `GET /analysis`."""
    max_piles = min(config.max_piles, limits.MAX_LISTED_PILES)

    def analysis_operation(method: str) -> Operation:
        precheck = precheck_of(method, "/analysis")
        validate = position_validator(max_piles, precheck)

        def parse(request: AnalysisRequest | AnalysisQuery) -> tuple[Position, bool]:
            return validate(request), request.moves is True

        def analysed(request: tuple[Position, bool]) -> Analysis:
            position, judge_moves = request
            analysis = analyse(position, judge_moves, LIMITS)
            count_solved(position.game.name, analysis["position_class"], misere=position.misere)
            return analysis

        return TypedOperation[AnalysisRequest | AnalysisQuery, tuple[Position, bool]](
            method,
            "/analysis",
            AnalysisQuery if method == "GET" else AnalysisRequest,
            parse,
            analysed,
            takes=takes_of(method),
            precheck=precheck,
        )

    return [*map(analysis_operation, ("POST", "GET"))]
