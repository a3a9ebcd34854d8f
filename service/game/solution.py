"""`Solution`: who wins a position, and with which moves."""

from collections.abc import Sequence
from typing import NamedTuple

from .moves import Move
from .theory.grundy import PositionClass


class Solution(NamedTuple):
    """Whether the player to move wins, and the moves.

    `best_move` is None only if no move is legal. `more` is true if not all winning moves are
    listed. `nim_sum` and `grundy_values`, one for each pile or component, belong to normal play,
    and are None in games without them; plain Nim has no `grundy_values`, since the piles are their
    own values.
    """

    wins: bool
    winning_moves: Sequence[Move]
    best_move: Move | None
    more: bool = False
    nim_sum: int | None = None
    grundy_values: Sequence[int] | None = None

    @property
    def position_class(self) -> PositionClass:
        """The class of the position."""
        return "N" if self.wins else "P"
