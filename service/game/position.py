"""`Position`: piles in a game, and all that can be asked of them.

A position asks its game, and the game's decision, which both stand above this file: so they are
known here by their types alone.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .moves import Move, Piles
from .solution import Solution

if TYPE_CHECKING:
    from .decision import Decision
    from .game import Game


class Option(NamedTuple):
    """A position that moves lead to, and the number of these moves.

    `by` is the first of these moves, in order, or a function that makes it: most are never needed.
    """

    position: "Position"
    multiplicity: int
    by: Move | Callable[[], Move]

    @property
    def move(self) -> Move:
        """The first of the moves that lead there, in order."""
        return self.by() if callable(self.by) else self.by


class Position(NamedTuple):
    """Piles in a game, seen by the player to move.

    In some games a position also has a `state`, such as the most objects that the next move of
    Fibonacci Nim may take; in other games it is None.

    >>> from .games.nim import NIM
    >>> position = Position(NIM, (2, 0, 1))
    >>> [position.after(move).piles for move in position.moves()], position.wins()
    ([(1, 0, 1), (0, 0, 1), (2, 0, 0)], True)
    """

    game: "Game"
    piles: Piles
    misere: bool = False
    state: Hashable = None

    def moves(self) -> Iterator[Move]:
        """All legal moves, by pile, then by what they remove, then by what they leave."""
        return self.game.moves(self)

    def after(self, move: Move) -> "Position":
        """The position after a legal move."""
        return self.game.after(self, move)

    def removed(self, move: Move) -> int:
        """The number of objects that a move takes from the piles that it makes smaller."""
        place = self.place_of(move)
        return place.game.removed(place, move)

    def order_of(self, move: Move) -> list[Any]:
        """The place of a move among all: by component, then in the order of its game."""
        place = self.place_of(move)
        order = place.game.order_of(place, move)
        return [*order] if move.component is None else [(move.component,), *order]

    def place_of(self, move: Move) -> "Position":
        """The position in which a move is made: in a sum, its component."""
        return self if move.component is None else (self.components() or ())[move.component]

    def count_moves(self) -> int:
        """The number of legal moves. Raises TooMuchWork if counting them takes too long."""
        return self.game._count_moves(self)

    def options(self) -> Iterator[Option]:
        """The options; one move may stand for all that lead to the same canonical position."""
        return self.game._options(self)

    def components(self) -> Sequence["Position"] | None:
        """The components of a sum; None for a position of any other game."""
        return self.state if self.game.is_sum else None  # type: ignore[return-value]

    def parts(self) -> Sequence["Position"]:
        """The independent parts of the position, canonical: a move changes one of them."""
        return self.game.parts(self)

    def canonical(self) -> "Position":
        """The common form of positions whose differences do not matter."""
        return self.game.canonical(self)

    def decide(self) -> "Decision":
        """What decides the position: who wins, with which moves, and why, found when asked."""
        return self.game.decide(self)

    def wins(self) -> bool:
        """Whether the player to move wins. Raises TooMuchWork."""
        return self.decide().wins

    def judge(self) -> "Callable[[Position], bool]":
        """Who wins the positions that play can reach, with one budget. May raise TooMuchWork."""
        return self.decide().judge

    def is_searched(self) -> bool:
        """Whether a search finds the winner, because no theory does."""
        return self.decide().is_searched

    @property
    def text(self) -> str:
        """The position as a text: its piles joined by +, or its board."""
        return self.game.position_text(self)

    def solve(self, max_moves: int) -> Solution:
        """Solve the position; `max_moves` winning moves are listed, at most. Raises TooMuchWork."""
        return self.game.decide(self).solve(max_moves)

    def winning_moves(self) -> Iterator[Move]:
        """All moves to a lost position, in order. Raises TooMuchWork."""
        return self.decide().winning_moves()

    def winning_options(self) -> Iterator["Position"]:
        """The lost positions that moves lead to; the same one may occur several times."""
        return self.decide().winning_options()

    def losing_move(self) -> Move | None:
        """The move to make in a lost position; None if no move is legal."""
        return self.decide().losing_move()

    def reachable(self, max_positions: int) -> "Collection[Position]":
        """The canonical positions that play can reach, this one included. Raises TooMuchWork."""
        return self.decide().play.all_reachable(self, max_positions)
