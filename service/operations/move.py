"""Who wins a position, and with which moves."""

from ..api.operation import TypedOperation
from ..game.games.nim import NIM
from ..game.meter import NUMBERS_IN_A_STEP, STEPS_TO_KEEP, spend
from ..game.position import Position
from ..game.questions.forms import Solved, solved
from ..game.questions.legal import Listing, listing
from ..game.questions.plain_nim import solve_nim
from ..limits import MAX_LISTED_MOVES
from ..telemetry.metrics import count_solved
from .legal import Depth, PositionToPlay
from .position import PilesRequest, PositionRequest, valid_position


class MoveRequest(PositionRequest, kw_only=True):
    """A position to solve; with `legal`, its legal moves are listed to this depth."""

    legal: Depth | None = None


class MoveQuery(PilesRequest, kw_only=True):
    """The same in a query."""

    legal: Depth | None = None


class SolvedAndListed(Solved, Listing):
    """The solution of a position, with its legal moves and its rule."""


def solve(
    position: Position, max_moves: int = MAX_LISTED_MOVES, with_texts: bool = False
) -> Solved:
    """The solution of a position. Plain Nim is solved without its game, several times as fast."""
    spend(STEPS_TO_KEEP + len(position.piles) / NUMBERS_IN_A_STEP)
    if position.game is NIM:
        return solve_nim(position.piles, position.misere, with_texts)
    return solved(position, position.solve(max_moves), with_texts)


def solve_and_list(position: Position, depth: int) -> SolvedAndListed:
    """The solution of a position, with its legal moves; if they are many, the best come first."""
    spend(STEPS_TO_KEEP + len(position.piles) / NUMBERS_IN_A_STEP)
    solution = position.solve(MAX_LISTED_MOVES)
    return {**solved(position, solution), **listing(position, depth, solution)}


class Move(TypedOperation[MoveRequest | MoveQuery, Position | PositionToPlay]):
    """`/move`."""

    tool, may_be_quick = "solve_position", True
    body, query = MoveRequest, MoveQuery

    def parse(self, request: MoveRequest | MoveQuery) -> Position | PositionToPlay:
        position = valid_position(request, self.config.max_piles)
        return position if request.legal is None else PositionToPlay(position, request.legal)

    def handle(self, parsed: Position | PositionToPlay) -> Solved | SolvedAndListed:
        return solve(parsed) if type(parsed) is Position else solve_and_list(*parsed)

    def note(self, parsed: Position | PositionToPlay, solution: Solved | SolvedAndListed) -> None:
        position = parsed.position if isinstance(parsed, PositionToPlay) else parsed
        count_solved(position.game.name, solution["position_class"], misere=position.misere)
