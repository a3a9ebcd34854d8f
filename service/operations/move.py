"""Who wins a position, and with which moves."""

from ..api.operation import TypedOperation
from ..game.game import Position
from ..game.games.nim import NIM
from ..game.questions.forms import Solved, solve_nim, solved
from ..game.questions.solve import work
from ..limits import MAX_LISTED_MOVES
from ..telemetry.metrics import count_solved
from .position import PilesRequest, PositionRequest, valid_position


def solve(
    position: Position, max_moves: int = MAX_LISTED_MOVES, with_texts: bool = False
) -> Solved:
    """The solution of a position. Plain Nim is solved without its game, several times as fast."""
    if position.game is NIM:
        return solve_nim(position.piles, position.misere, with_texts)
    return solved(position, position.solve(max_moves), with_texts)


class Move(TypedOperation[PositionRequest | PilesRequest, Position]):
    """`/move`."""

    tool = "solve_position"
    body, query = PositionRequest, PilesRequest
    work = staticmethod(work)

    def parse(self, request: PositionRequest | PilesRequest) -> Position:
        return valid_position(request, self.config.max_piles)

    def handle(self, position: Position) -> Solved:
        solution = solve(position)
        count_solved(position.game.name, solution["position_class"], misere=position.misere)
        return solution
