"""Who wins a position, and with which moves."""

from service.api.operation import TypedOperation
from service.game.game import Position
from service.game.questions.solve import work
from service.game.solution import Solution
from service.limits import MAX_LISTED_MOVES
from service.operations.position import PilesRequest, PositionRequest, every_game, valid_position
from service.telemetry.metrics import count_solved


class Move(TypedOperation[PositionRequest | PilesRequest, Position]):
    """`/move`."""

    body, query = PositionRequest, PilesRequest
    takes = staticmethod(every_game)
    work = staticmethod(work)

    def parse(self, request: PositionRequest | PilesRequest) -> Position:
        return valid_position(request, self.config.max_piles)

    def handle(self, position: Position) -> Solution:
        solution = position.solve(MAX_LISTED_MOVES)
        count_solved(position.game.name, solution["position_class"], misere=position.misere)
        return solution
