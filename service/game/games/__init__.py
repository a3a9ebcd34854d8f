"""The games: a file for each, and this table, in which everything else finds them by name."""

from collections.abc import Mapping

from service.game.game import Game
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.octal import (
    DawsonsChess,
    DawsonsKayles,
    GrundysGame,
    Kayles,
    LaskersNim,
    Octal,
)
from service.game.games.wythoff import Wythoff

_TABLE: tuple[type[Game], ...] = (
    Nim,
    Octal,
    Kayles,
    DawsonsKayles,
    DawsonsChess,
    LaskersNim,
    GrundysGame,
    Moore,
    Wythoff,
    Fibonacci,
    Greedy,
)

GAMES: Mapping[str, type[Game]] = {game.name: game for game in _TABLE}
"""Every game by its name; the first one is played where a position names none."""
