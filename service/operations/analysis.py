"""How hard a position is, and what its moves lead to."""

from .. import limits
from ..api.operation import TypedOperation
from ..game.game import Position
from ..game.questions.analysis import Analysis, AnalysisLimits, analyse
from ..telemetry.metrics import count_solved
from .position import PilesRequest, PositionRequest, every_game, valid_position

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


class Analyse(TypedOperation[AnalysisRequest | AnalysisQuery, tuple[Position, bool]]):
    """`/analysis`."""

    body, query = AnalysisRequest, AnalysisQuery
    takes = staticmethod(every_game)

    def parse(self, request: AnalysisRequest | AnalysisQuery) -> tuple[Position, bool]:
        max_piles = min(self.config.max_piles, limits.MAX_LISTED_PILES)
        return valid_position(request, max_piles), request.moves is True

    def handle(self, parsed: tuple[Position, bool]) -> Analysis:
        position, judge_moves = parsed
        analysis = analyse(position, judge_moves, LIMITS)
        count_solved(position.game.name, analysis["position_class"], misere=position.misere)
        return analysis
