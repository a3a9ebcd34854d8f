"""Solutions of positions: the winner and the winning moves; and the work to find them."""

from collections.abc import Iterable

from service.game.game import Game
from service.game.position import Position
from service.game.solution import Solution


def solve(position: Position, max_moves: int) -> Solution:
    """Solve a position, seen by the player to move. Raises an InputError.

    In a game that can have very many winning moves, at most `max_moves` are listed.

    >>> from service.game.games.wythoff import Wythoff
    >>> solve(Wythoff.position([3, 5]), max_moves=100)["position_class"]
    'P'
    """
    position.game.check(position)
    return position.game.solve(position, max_moves)


def work(position: Position) -> int:
    """An upper bound of the work to solve a position, in steps of about a microsecond."""
    game = position.game
    once = game.preparation(max(position.piles, default=0)) + game.search_work(position)
    return once + game.work(position)


def work_of_all(positions: Iterable[Position]) -> int:
    """The work to solve positions: tables are computed once for a game, for its largest pile."""
    largest: dict[Game, int] = {}
    steps = 0
    for position in positions:
        game = position.game
        largest[game] = max(largest.get(game, 0), max(position.piles, default=0))
        steps += game.work(position) + game.search_work(position)
    return steps + sum(game.preparation(pile) for game, pile in largest.items())
