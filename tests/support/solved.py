"""Positions solved by the service, as plain dictionaries."""

from collections.abc import Sequence
from typing import Any

from service.game.game import Game
from service.game.games.nim import NIM
from service.game.questions.solve import solve_position


def solve(piles: Sequence[int], misere: bool = False, game: Game = NIM) -> dict[str, Any]:
    """The solution of a position, of Nim where no game is given."""
    return dict(solve_position(game, piles, misere))
