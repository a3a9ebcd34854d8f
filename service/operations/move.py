"""Who wins a position, and with which moves."""

from ..api.operation import TypedOperation
from ..game.game import Position
from ..game.games.nim import NIM
from ..game.questions.forms import Solved, solve_nim, solved
from ..game.questions.solve import work
from ..limits import MAX_LISTED_MOVES
from ..telemetry.metrics import count_solved
from .position import PilesRequest, PositionRequest, every_game, valid_position


class Move(TypedOperation[PositionRequest | PilesRequest, Position]):
    """`/move`."""

    body, query = PositionRequest, PilesRequest
    takes = staticmethod(every_game)
    work = staticmethod(work)

    def parse(self, request: PositionRequest | PilesRequest) -> Position:
        return valid_position(request, self.config.max_piles)

    def handle(self, position: Position) -> Solved:
        if position.game is NIM:
            solution = solve_nim(position.piles, position.misere)
        else:
            solution = solved(position, position.solve(MAX_LISTED_MOVES))
        count_solved(position.game.name, solution["position_class"], misere=position.misere)
        return solution
