"""Solutions of positions: the winner and the winning moves; and the work to find them."""

from collections.abc import Iterable

from ..game import Game, Position
from ..theory.search import MAX_BEGUN
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


def search_work(position: Position) -> int:
    """An upper bound of the work to search a position, in steps; 0 if a theory decides."""
    return position.search_cost(MAX_BEGUN)


def work(position: Position) -> int:
    """An upper bound of the work to solve a position, in steps of about a microsecond."""
    cost = position.game.cost(position, 0)
    return cost.once + cost.steps + position.tame_cost + search_work(position)


def work_of_all(positions: Iterable[Position]) -> int:
    """The work to solve positions: tables are computed once for a game, for its largest pile."""
    once: dict[Game, int] = {}
    steps = 0
    for position in positions:
        game = position.game
        cost = game.cost(position, 0)
        if game.is_sum:  # its components need tables of their own
            steps += cost.once
        else:
            once[game] = max(once.get(game, 0), cost.once)
        steps += cost.steps + position.tame_cost + search_work(position)
    return steps + sum(once.values())
