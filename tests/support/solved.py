"""Positions solved by the service, as plain dictionaries."""

from collections.abc import Sequence
from typing import Any

from service.game.game import Game
from service.game.games.nim import NIM
from service.game.questions.solve import solve as solved


def solve(piles: Sequence[int], misere: bool = False, game: Game = NIM) -> dict[str, Any]:
    """The solution of a position, of Nim where no game is given."""
    return dict(solved(game, piles, misere))
