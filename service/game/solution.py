"""The solution of a position: who wins, and with which moves.

It is a typed dictionary: building a frozen dataclass takes longer than solving a position does.
"""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from .moves import Move, removed
from .theory.grundy import PositionClass, class_of


class Solution(TypedDict):
    """The winner of a position, seen by the player to move, and the moves.

    `nim_sum` is None in games whose piles have no Grundy values. `grundy_values`, one for each
    pile, is left out in such games, and in plain Nim, where the piles are their own values. Both
    belong to normal play. `more` is present, and true, if not all winning moves are listed.
    """

    nim_sum: int | None
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[Move]
    best_move: Move | None
    grundy_values: NotRequired[Sequence[int]]
    more: NotRequired[bool]


def solution_of(
    wins: bool, winning: Sequence[Move], losing_move: Move | None, more: bool = False
) -> Solution:
    """The solution with these winning moves listed, without Grundy values.

    The best move of a won position is the listed one that removes most, the first in order on a
    tie. Without a winning move it is `losing_move`.
    """
    solution: Solution = {
        "nim_sum": None,
        "position_class": class_of(wins),
        "to_move_wins": wins,
        "winning_moves": winning,
        "best_move": max(winning, key=removed) if winning else losing_move,
    }
    if more:
        solution["more"] = True
    return solution
