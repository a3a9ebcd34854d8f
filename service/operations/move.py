"""Who wins a position, and with which moves."""

from ..api.operation import TypedOperation
from ..game.game import Position
from ..game.games.nim import NIM
from ..game.meter import spend
from ..game.questions.forms import Solved, solve_nim, solved
from ..limits import MAX_LISTED_MOVES
from ..telemetry.metrics import count_solved
from .position import PilesRequest, PositionRequest, valid_position

STEPS = 5
"""Steps to solve a position by its theory and to write the solution, besides the piles."""


def solve(
    position: Position, max_moves: int = MAX_LISTED_MOVES, with_texts: bool = False
) -> Solved:
    """The solution of a position. Plain Nim is solved without its game, several times as fast."""
    spend(STEPS + len(position.piles) / 2)
    if position.game is NIM:
        return solve_nim(position.piles, position.misere, with_texts)
    return solved(position, position.solve(max_moves), with_texts)


class Move(TypedOperation[PositionRequest | PilesRequest, Position]):
    """`/move`."""

    tool, may_be_quick = "solve_position", True
    body, query = PositionRequest, PilesRequest

    def parse(self, request: PositionRequest | PilesRequest) -> Position:
        return valid_position(request, self.config.max_piles)

    def handle(self, position: Position) -> Solved:
        return solve(position)

    def note(self, position: Position, solution: Solved) -> None:
        count_solved(position.game.name, solution["position_class"], misere=position.misere)
