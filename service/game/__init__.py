"""The theory, pure: standard library only, no I/O, no JSON, no HTTP.

Every version 1.x keeps the names in `__all__`: the games, each with its class method `position`,
and the methods and fields of Position, Move, Solution and the errors. All else in this package is
internal, and any release may change it. Piles, and numbers in keys, are not validated here;
`/games` lists their limits.

>>> [move.changes for move in Nim.position([3, 4, 5]).winning_moves()]
[((0, (1,)),)]
>>> GAMES["kayles"].position([9], misere=True).wins()
False
"""

from .errors import InputError, TooMuchWork
from .games import GAMES
from .games.arc_kayles import ArcKayles
from .games.chomp import Chomp
from .games.coins import Coins
from .games.cram import Cram
from .games.euclid import Euclid
from .games.fibonacci import Fibonacci
from .games.geography import Geography
from .games.greedy import Greedy
from .games.growing import Growing
from .games.hackenbush import Hackenbush
from .games.moore import Moore
from .games.nim import Nim
from .games.node_kayles import NodeKayles
from .games.numbers import Numbers
from .games.staircase import Staircase
from .games.sum import Sum
from .games.take_and_break import (
    DawsonsChess,
    DawsonsKayles,
    GrundysGame,
    Kayles,
    LaskersNim,
    Octal,
)
from .games.welter import Welter
from .games.wythoff import Wythoff
from .moves import Move
from .position import Position
from .solution import Solution

__all__ = [
    "GAMES",
    "ArcKayles",
    "Chomp",
    "Coins",
    "Cram",
    "DawsonsChess",
    "DawsonsKayles",
    "Euclid",
    "Fibonacci",
    "Geography",
    "Greedy",
    "Growing",
    "GrundysGame",
    "Hackenbush",
    "InputError",
    "Kayles",
    "LaskersNim",
    "Moore",
    "Move",
    "Nim",
    "NodeKayles",
    "Numbers",
    "Octal",
    "Position",
    "Solution",
    "Staircase",
    "Sum",
    "TooMuchWork",
    "Welter",
    "Wythoff",
]
