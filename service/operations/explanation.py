"""Who wins a position, with which moves, and why."""

from ..api.operation import TypedOperation
from ..game.position import Position
from ..game.questions.explain import Explanation, explain
from ..limits import MAX_EXPLAINED_PILES, MAX_LISTED_MOVES
from ..telemetry.metrics import count_solved
from .position import PilesRequest, PositionRequest, valid_position


class Explain(TypedOperation[PositionRequest | PilesRequest, Position]):
    """`/explanation`."""

    tool, may_be_quick = "explain_position", True
    body, query = PositionRequest, PilesRequest

    def parse(self, request: PositionRequest | PilesRequest) -> Position:
        return valid_position(request, min(self.config.max_piles, MAX_EXPLAINED_PILES))

    def handle(self, position: Position) -> Explanation:
        return explain(position, MAX_LISTED_MOVES)

    def note(self, position: Position, explanation: Explanation) -> None:
        count_solved(position.game.name, explanation["position_class"], misere=position.misere)
