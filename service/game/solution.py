"""Who wins a position, with which moves, and why: `Decision`, and `Solution`, what it lists.

A position is decided once: its game makes a `Decision`, which finds nothing before it is asked, and
nothing twice. The game's own rule decides, Grundy values, the theorem for tame piles, or a search.
A game that has several of these chooses in `Game.decide`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from sys import maxsize
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from .moves import Move
from .theory.grundy import PositionClass, nim_sum, values_to_leave
from .theory.tame import Pile, beside, wins_tame

if TYPE_CHECKING:
    from .game import Game, Position

FOUND_BY_SEARCH = "The class was found by search: the service uses no rule for this position."


class Solution(NamedTuple):
    """Whether the player to move wins, and the moves.

    `best_move` is None only if no move is legal. `more` is true if not all winning moves are
    listed. `nim_sum` and `grundy_values`, one for each pile or component, belong to normal play,
    and are None in games without them; plain Nim has no `grundy_values`, since the piles are their
    own values. `steps` are those that the moves took to find, if they may be far fewer than the
    estimate.
    """

    wins: bool
    winning_moves: Sequence[Move]
    best_move: Move | None
    more: bool = False
    nim_sum: int | None = None
    grundy_values: Sequence[int] | None = None
    steps: int | None = None

    @property
    def position_class(self) -> PositionClass:
        """The class of the position."""
        return "N" if self.wins else "P"


class Decision:
    """What decides a position: the game's own rule, which is its `wins`.

    The best move of a won position is the listed one that removes most, the first in order on a
    tie. Of a lost position it is the game's choice.
    """

    game: "Game"
    may_search: ClassVar[bool] = False
    """Whether a search may be needed, as an estimate takes it: without any table."""

    def __init__(self, position: "Position") -> None:
        self.position, self.game = position, position.game

    # --- Who wins ---

    @property
    def is_searched(self) -> bool:
        """Whether a search finds the winner, because no theory does."""
        return False

    @cached_property
    def wins(self) -> bool:
        """Whether the player to move wins. Raises TooMuchWork."""
        return self.game.wins(self.position)

    def winning_moves(self) -> Iterator[Move]:
        """All moves to a lost position, in order. Raises TooMuchWork."""
        return self.game._winning_moves(self.position)

    def winning_options(self) -> "Iterator[Position]":
        """The lost positions that moves lead to; the same one may occur several times."""
        return (self.position.after(move).canonical() for move in self.winning_moves())

    @cached_property
    def judge(self) -> "Callable[[Position], bool]":
        """Who wins the positions that play can reach, with one budget. May raise TooMuchWork."""
        return _wins

    @property
    def searched(self) -> int:
        """The options that searches in this game have examined."""
        return round(self.game._play.examined)

    @cached_property
    def pile_values(self) -> Sequence[int]:
        """Grundy values whose XOR is the position's. Raises an InputError."""
        return self.game.pile_values(self.position)

    @property
    def values(self) -> Sequence[int] | None:
        """The Grundy values that a solution shows: those of piles; None if there are none."""
        return self.pile_values if self.game._shows_values else None

    def solve(self, max_moves: int) -> Solution:
        """Who wins, and the first `max_moves` winning moves, or all. Raises TooMuchWork."""
        position, most = self.position, max_moves
        if self.game._lists_all(position):
            most = maxsize
        winning = self.winning_moves() if self.wins else iter(())
        listed = [*islice(winning, most)]
        more = len(listed) == most and next(winning, None) is not None
        return self._solution(listed, more)

    def _solution(
        self, listed: Sequence[Move], more: bool = False, steps: int | None = None
    ) -> Solution:
        """The solution with these winning moves listed."""
        position, values = self.position, self.values
        best = max(listed, key=position.removed) if listed else position.losing_move()
        total = None if values is None else nim_sum(values)
        return Solution(self.wins, listed, best, more, total, values, steps)

    # --- Why ---

    @property
    def by(self) -> str:
        """What decides who wins, if a move is legal; see DECIDED_BY."""
        return self.game.decided_by(self.position)

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """The data that the theory uses, such as columns or cold pairs."""
        return self.game.data(self.position, solution)

    def reasons(self, solution: Solution) -> Iterator[str]:
        """Why a position with a legal move is won or lost, as sentences."""
        return self.game.reasons(self.position, solution)


def _wins(position: "Position") -> bool:
    return position.decide().wins


class ByValues(Decision):
    """The Grundy values decide, in misère play by Ferguson's rule."""

    @cached_property
    def targets(self) -> Sequence[int] | None:
        """The value that a winning move in each pile leaves it with; None if none wins."""
        return values_to_leave(self.pile_values, self.position.misere)

    @cached_property
    def wins(self) -> bool:
        return self.targets is not None

    def winning_moves(self) -> Iterator[Move]:
        targets = self.targets
        return iter(()) if targets is None else self.game._moves_leaving(self.position, targets)


class BySearch(Decision):
    """A search decides: one, with one budget, which refuses before any value is found."""

    may_search = True

    @property
    def is_searched(self) -> bool:
        return True

    @cached_property
    def judge(self) -> "Callable[[Position], bool]":
        return self.game._play.judge(self.position)

    @cached_property
    def wins(self) -> bool:
        return self.judge(self.position)

    def winning_moves(self) -> Iterator[Move]:
        return self.game._play.winning_moves(self.position, self.judge)

    def winning_options(self) -> "Iterator[Position]":
        return self.game._play.lost_options(self.position)

    @property
    def by(self) -> str:
        return "search"

    def reasons(self, solution: Solution) -> Iterator[str]:  # noqa: ARG002
        yield FOUND_BY_SEARCH


class ByGenera(BySearch):
    """If all piles are tame, their genera decide misère play, and otherwise a search does."""

    @cached_property
    def tame(self) -> Sequence[Pile] | None:
        """The piles; None unless all are tame."""
        return self.game._tame(self.position)

    @property
    def is_searched(self) -> bool:
        return self.tame is None

    @cached_property
    def judge(self) -> "Callable[[Position], bool]":
        return super().judge if self.tame is None else _wins

    @cached_property
    def wins(self) -> bool:
        return super().wins if self.tame is None else wins_tame(self.tame)

    def winning_moves(self) -> Iterator[Move]:
        if self.tame is None:
            return super().winning_moves()
        return self._moves_beside(beside(self.tame)) if self.wins else iter(())

    def _moves_beside(self, others: Sequence[Pile]) -> Iterator[Move]:
        """The winning moves, given what is beside each pile."""
        return self.game._moves_beside(self.position, others)

    def winning_options(self) -> "Iterator[Position]":
        if self.tame is None:
            return super().winning_options()
        return Decision.winning_options(self)

    @property
    def by(self) -> str:
        return "search" if self.tame is None else "genera"
