"""`Decision`: who wins a position, with which moves, by what, and why. Nothing else says these.

A position is decided once. Its game makes a `Decision`, which finds nothing before it is asked, and
nothing twice: by Grundy values, the genera of tame piles, a search, or a rule of the game's own,
which is a subclass.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

from .meter import STEPS_TO_KEEP, STEPS_TO_WRITE, metered
from .moves import Move, removal
from .play import Play, kernel_of
from .position import Position
from .solution import Solution
from .theory.grundy import nim_sum, values_to_leave
from .theory.tame import Pile, beside, sum_of_tame
from .words.parity import reasons_by_values
from .words.wording import Reason

DECIDED_BY = {
    "columns": "the piles in binary: the position is lost if no column has an odd number of 1s",
    "values": "the same columns of the Grundy values",
    "remainders": "the number of 1s in each column, modulo `max_piles` + 1",
    "groups": "a single pile's remainder modulo `max_remove` + 1; misère, of one object less",
    "ones": "the number of piles of 1, or with the value 1, once no other pile is larger",
    "pairs": "the XOR of (a ⊕ b) - 1 for each of the `pairs`, and of `alone`: 0 is lost",
    "genera": "the XOR of the values of tame piles or components, and whether one is firm",
    "exceptions": "the rule of Sibert and Conway for misère Kayles",
    "steps": "the piles on the steps 0, 2, 4 …, as in Nim",
    "cold-pairs": "whether the piles are a cold pair",
    "zeckendorf": "the smallest part in `zeckendorf`",
    "largest-piles": "whether the number of largest piles is even",
    "ratio": "the ratio of the two piles",
    "matchings": "whether every maximum matching has an edge at the token: `matching` then has one",
    "symmetry": "whether the middle of a board that has symmetry is a move, the one in `middle`",
    "component": "the rule of the one game that all components with a move are; see `together`",
    "rule": "another rule of the game",
    "search": "a search of all positions that play can reach",
    "end": "no move is legal",
}
"""What can decide a position, with its meaning: the values of `decided_by` in explanations."""

FOUND_BY_SEARCH = "The class was found by search: the service uses no rule for this position."


class Decision(ABC):
    """What decides a position, such as a rule of its game.

    The best move of a won position is the listed one that removes most, the first in order on a
    tie. Of a lost position it is the game's choice.
    """

    may_search: ClassVar[bool] = False
    """Whether a search may be needed, before any table is made."""

    def __init__(self, position: Position) -> None:
        self.position, self.game = position, position.game

    @cached_property
    def play(self) -> Play:
        """What is known about the positions of the game."""
        return kernel_of(self.position)

    # --- Who wins ---

    @property
    def is_searched(self) -> bool:
        """Whether a search finds the winner, because no theory does."""
        return False

    @property
    @abstractmethod
    def wins(self) -> bool:
        """Whether the player to move wins. Raises TooMuchWork."""

    def winning_moves(self) -> Iterator[Move]:
        """All moves to a lost position, in order. Raises TooMuchWork."""
        position = self.position
        every = metered(position.moves(), STEPS_TO_KEEP)
        return (move for move in every if not position.after(move).wins())

    def losing_move(self) -> Move | None:
        """The move to make in a lost position; None if no move is legal."""
        piles = self.position.piles
        if not self.game._loses_one:
            return next(self.position.moves(), None)
        largest = max(piles, default=0)
        return removal(piles, piles.index(largest), 1) if largest else None

    def winning_options(self) -> Iterator[Position]:
        """The lost positions that moves lead to; the same one may occur several times."""
        return (self.position.after(move).canonical() for move in self.winning_moves())

    @cached_property
    def judge(self) -> Callable[[Position], bool]:
        """Who wins the positions that play can reach, with one budget. May raise TooMuchWork."""
        return _wins

    @cached_property
    def pile_values(self) -> Sequence[int]:
        """Grundy values whose XOR is the position's. Raises an InputError."""
        return self.game.pile_values(self.position)

    @property
    def values(self) -> Sequence[int] | None:
        """The Grundy values that a solution shows: those of piles; None if there are none."""
        return self.pile_values if self.game._shows_values else None

    @property
    def value(self) -> int | None:
        """The Grundy value of the position, if there is a theory of it."""
        return nim_sum(self.pile_values) if self.game._has_values else None

    def solve(self, max_moves: int) -> Solution:
        """Who wins, and the first `max_moves` winning moves, or all. Raises TooMuchWork."""
        position, most = self.position, max_moves
        if self.game._lists_all(position):
            most = sys.maxsize
        winning = metered(self.winning_moves() if self.wins else (), STEPS_TO_WRITE)
        listed = [*islice(winning, most)]
        more = len(listed) == most and next(winning, None) is not None
        return self._solution(listed, more)

    def _solution(self, listed: Sequence[Move], more: bool = False) -> Solution:
        """The solution with these winning moves listed."""
        position, values = self.position, self.values
        best = max(listed, key=position.removed) if listed else self.losing_move()
        total = None if values is None else nim_sum(values)
        return Solution(self.wins, listed, best, more, total, values)

    # --- Why ---

    @property
    def by(self) -> str:
        """What decides who wins, if a move is legal: a word of DECIDED_BY."""
        return "rule"

    def data(self, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """The data that the theory uses, such as columns or cold pairs."""
        return {}

    @abstractmethod
    def reasons(self, solution: Solution) -> Iterator[Reason]:
        """Why a position with a legal move is won or lost, as sentences."""


def _wins(position: Position) -> bool:
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

    @property
    def by(self) -> str:
        """The columns of the values, or in misère play the 1s."""
        ones = self.position.misere and max(self.pile_values, default=0) <= 1
        return "ones" if ones else "values"

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        return reasons_by_values(self.pile_values, self.position.misere, solution.wins)


class BySearch(Decision):
    """A search decides: one, with one budget, which refuses before any value is found."""

    may_search = True

    @property
    def is_searched(self) -> bool:
        return True

    @cached_property
    def judge(self) -> Callable[[Position], bool]:
        return self.play.judge(self.position)

    @cached_property
    def wins(self) -> bool:
        return self.judge(self.position)

    def winning_moves(self) -> Iterator[Move]:
        return self.play.winning_moves(self.position, self.judge)

    def winning_options(self) -> Iterator[Position]:
        return self.play.lost_options(self.position)

    @property
    def by(self) -> str:
        return "search"

    def reasons(self, solution: Solution) -> Iterator[Reason]:  # noqa: ARG002
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
    def judge(self) -> Callable[[Position], bool]:
        return super().judge if self.tame is None else _wins

    @cached_property
    def wins(self) -> bool:
        return super().wins if self.tame is None else sum_of_tame(self.tame).wins

    def winning_moves(self) -> Iterator[Move]:
        if self.tame is None:
            return super().winning_moves()
        return self._moves_beside(beside(self.tame)) if self.wins else iter(())

    def _moves_beside(self, others: Sequence[Pile]) -> Iterator[Move]:
        """The winning moves, given what is beside each pile."""
        return self.game._moves_beside(self.position, others)

    def winning_options(self) -> Iterator[Position]:
        if self.tame is None:
            return super().winning_options()
        return Decision.winning_options(self)

    @property
    def by(self) -> str:
        return "search" if self.tame is None else "genera"
