"""Solutions of positions: the winner and the winning moves."""

from ..position import Position
from .forms import Solved, solved


def solve(position: Position, max_moves: int) -> Solved:
    """Solve a position, seen by the player to move. Raises an InputError.

    In a game that can have very many winning moves, at most `max_moves` are listed.

    >>> from ..games.wythoff import Wythoff
    >>> solve(Wythoff.position([3, 5]), max_moves=100)["position_class"]
    'P'
    """
    position.game.check(position)
    return solved(position, position.solve(max_moves))
