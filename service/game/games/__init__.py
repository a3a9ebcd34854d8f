"""The games: a name for each, and this table, in which everything else looks them up."""

from collections.abc import Mapping

from ..game import Game
from .chomp import Chomp
from .euclid import Euclid
from .fibonacci import Fibonacci
from .greedy import Greedy
from .growing import Growing
from .moore import Moore
from .nim import Nim
from .numbers import Numbers
from .staircase import Staircase
from .sum import Sum
from .take_and_break import (
    DawsonsChess,
    DawsonsKayles,
    GrundysGame,
    Kayles,
    LaskersNim,
    Octal,
)
from .wythoff import Wythoff

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
    Chomp,
    Growing,
    Sum,
)

GAMES: Mapping[str, type[Game]] = {game.name: game for game in _TABLE}
"""Every game by its name; the first one is played if a position names none."""
