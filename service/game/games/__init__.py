"""The games: a name for each, and this table, in which everything else finds them by name."""

from collections.abc import Mapping

from service.game.game import Game
from service.game.games.euclid import Euclid
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.numbers import Numbers
from service.game.games.staircase import Staircase
from service.game.games.sum import Sum
from service.game.games.take_and_break import (
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
    Numbers,
    Euclid,
    Staircase,
    Sum,
)

GAMES: Mapping[str, type[Game]] = {game.name: game for game in _TABLE}
"""Every game by its name; the first one is played where a position names none."""
