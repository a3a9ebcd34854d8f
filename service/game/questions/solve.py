"""Solutions of positions: the winner and the winning moves; and the work to find them."""

from collections.abc import Iterable, Sequence

from service.game.game import Game
from service.game.solution import Solution


def solve_position(game: Game, piles: Sequence[int], misere: bool) -> Solution:
    """Solve a position, seen by the player to move. Raises an InputError.

    >>> from service.game.games.wythoff import Wythoff
    >>> solve_position(Wythoff(), [3, 5], False)["position_class"]
    'P'
    """
    game.check(piles)
    return game.solve(piles, misere)


def work(game: Game, piles: Sequence[int], misere: bool) -> int:
    """An upper bound of the work to solve a position, in steps of about a microsecond."""
    return game.preparation(max(piles, default=0)) + game.work(piles, misere)


def work_of_all(positions: Iterable[tuple[Game, Sequence[int], bool]]) -> int:
    """The work to solve positions: tables are computed once for a game, for its largest pile."""
    largest: dict[Game, int] = {}
    steps = 0
    for game, piles, misere in positions:
        largest[game] = max(largest.get(game, 0), max(piles, default=0))
        steps += game.work(piles, misere)
    return steps + sum(game.preparation(pile) for game, pile in largest.items())
