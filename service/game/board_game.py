"""`BoardGame`, the base of games whose positions are boards: graphs, grids, rows of coins.

A board is a value of the game's own type, which is the `state` of a position; there are no piles.
Requests, responses and addresses write it as a text, the key `board`. What a move chooses there,
such as an edge, is a text, too: `play`.

A new game of this kind says how to `parse` and to `write` a board, which `choices` there are, what
one leaves (`play`), how it is `named`, and how large a board is (`size`). Everything else has a
default. A board that falls into independent pieces says into which (`split`); then a walk finds the
Grundy values of the pieces, which decide normal play. A theory gives the value of any piece
(`piece_value`), or of some pieces (`known_value`), or is a decision of the game's own (`decide`).
Misère play is decided by search.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from .bounds import PileLimits
from .decision import BySearch, ByValues, Decision
from .errors import IllegalMove, InputError, WrongKeys
from .game import Game
from .meter import metered, spend
from .moves import Move
from .position import Position
from .solution import Solution
from .theory.columns import columns_data
from .theory.grundy import nim_sum
from .words.parity import reasons_by_values
from .words.wording import NAMED, Reason, in_words, objects

LONGEST_BOARD = 10_000
"""Characters of a board's text."""

CHARACTERS_IN_A_STEP = 10
"""Characters that are compared in a step, to find the move that a text names."""

Board = Any
"""A hashable value of the game's own type, with a `repr` that says all of it."""

Choice = tuple[Any, ...]
"""What a move chooses on a board."""


class BoardGame(Game):
    """A game whose positions are boards.

    >>> from .games.hackenbush import Hackenbush
    >>> position = Hackenbush.position(board="0-1-2")
    >>> [position.after(move).text for move in position.moves()], position.wins()
    (['0', '0-1'], True)
    """

    form = "board"
    main_key = "board"
    keys: ClassVar[Mapping[str, bool]] = {"board": True}
    limits = PileLimits(0, 0, None)
    nothing_left = "Nothing is left to choose, so there is no move."

    words: ClassVar[Mapping[str, str]]
    """The game's words for a `pile`, which is a piece here, and for an `object`."""
    shape: ClassVar[str]
    """What a picture of a board shows: a `graph`, one that is `grounded`, a `grid` or `coins`."""
    notation: ClassVar[str]
    """How a board is written, in a sentence or two."""
    largest: ClassVar[int]
    """The largest `size` of a board."""
    steps_of_each: ClassVar[float]
    """Steps for each edge, square or coin of a board to make what a move leaves, or to write it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._is_board = cls.split is BoardGame.split
        cls._has_values = cls._shows_values = cls.piece_value is not BoardGame.piece_value

    # --- What a game of this kind defines ---

    @abstractmethod
    def parse(self, text: str) -> Board:
        """The board that a text describes. Raises ValueError, whose sentence says what is wrong."""

    @abstractmethod
    def write(self, board: Board) -> str:
        """The text of a board, in the one form in which it is written."""

    @abstractmethod
    def choices(self, board: Board) -> Iterator[Choice]:
        """What moves can choose, in order; each once."""

    @abstractmethod
    def play(self, board: Board, choice: Choice) -> Board:
        """The board after a move."""

    @abstractmethod
    def named(self, board: Board, choice: Choice) -> str:
        """What a move chooses, as requests and responses write it."""

    @abstractmethod
    def size(self, board: Board) -> int:
        """How much there is on a board: the number of its edges, squares or coins."""

    def text(self, board: Board, choice: Choice) -> str:
        """A move in words."""
        return f"take {self.named(board, choice)}"

    def same_name(self, text: str) -> str:
        """The common form of names of one move, such as `a-b` and `b - a`."""
        return "-".join(sorted("".join(text.lower().split()).split("-")))

    def split(self, board: Board) -> Sequence[Board]:
        """The independent pieces of a board: a move changes one of them."""
        return (board,)

    def beside(self, pieces: Sequence[Board]) -> Board:  # noqa: ARG002
        """One board that has these pieces, if boards fall into pieces."""
        raise TypeError(f"{self.name} has no pieces")

    def common(self, piece: Board) -> Board:
        """One form for pieces of the same shape, as far as finding it pays."""
        return piece

    def piece_value(self, piece: Board) -> int:  # noqa: ARG002
        """The Grundy value of any piece, by a theorem."""
        raise TypeError(f"{self.name} has no theory of values")

    def value_of_common(self, piece: Board) -> int | None:  # noqa: ARG002
        """The Grundy value of a piece in its common form if a theorem gives it, else None."""
        return None

    def choices_leaving(self, board: Board, targets: Sequence[int]) -> Iterator[Choice]:
        """The moves, in order, that leave a piece with its target; each target is the same XOR."""
        values = self.values_of(board)
        change = next((v ^ t for v, t in zip(values, targets, strict=True)), 0)
        wanted = nim_sum(values) ^ change
        for choice in self.choices(board):
            if nim_sum(self.values_of(self.play(board, choice))) == wanted:
                yield choice

    @property
    def why_values(self) -> str:
        """Where the values of the pieces come from, as a sentence."""
        return "The values of the pieces are found by examining every position that play can reach."

    # --- Positions ---

    @classmethod
    def position(
        cls,
        piles: Iterable[int] = (),  # noqa: ARG003
        misere: bool = False,
        board: str = "",
        **keys: Any,
    ) -> Position:
        """A position with the board of this text. Raises an InputError."""
        game = cls.of(**keys)
        assert isinstance(game, BoardGame)  # noqa: S101
        return Position(game, (), misere, game.read_board(board))

    def read_board(self, text: str) -> Board:
        """The board that a text describes. Raises an InputError."""
        spend(len(text) / CHARACTERS_IN_A_STEP)
        try:
            return self.parse(text)
        except InputError:  # such as OutOfSteps
            raise
        except ValueError as error:
            raise WrongKeys("not-a-position", str(error), "board") from None

    def check(self, position: Position) -> None:
        """Raise an InputError if the board is too large."""
        if (size := self.size(position.state)) > self.largest:
            has = in_words(objects(size), self.words)
            text = f"This board has {has}; at most {self.largest:,} are allowed."
            raise WrongKeys("too-many", text, "board")

    def changing_keys(self, position: Position) -> Mapping[str, Any]:
        return {"board": self._written(position.state)}

    def position_text(self, position: Position) -> str:
        return self._written(position.state)

    def canonical(self, position: Position) -> Position:
        parts = sorted(self.parts(position), key=lambda part: repr(part.state))
        return self.joined(parts, position.misere)

    def parts(self, position: Position) -> Sequence[Position]:
        self._spend(position.state)
        return [
            Position(self, (), False, self.common(piece)) for piece in self.split(position.state)
        ]

    def joined(self, parts: Sequence[Position], misere: bool) -> Position:
        boards = [part.state for part in parts]
        one = boards[0] if len(boards) == 1 else self.beside(boards)
        self._spend(one)
        return Position(self, (), misere, one)

    def size_of(self, part: Position) -> int:
        return self.size(part.state)

    def known_value(self, part: Position) -> int | None:
        return self.value_of_common(part.state)

    def _spend(self, board: Board) -> None:
        """Count what one thing done with a whole board takes."""
        spend(2 + self.steps_of_each * self.size(board))

    def _written(self, board: Board) -> str:
        self._spend(board)
        return self.write(board)

    # --- Moves ---

    def moves(self, position: Position) -> Iterator[Move]:
        return map(Move, self.choices(position.state))

    def after(self, position: Position, move: Move) -> Position:
        self._spend(position.state)
        return Position(self, (), position.misere, self.play(position.state, move.changes))

    def _left_of(self, part: Position) -> Iterator[tuple[Position, int]]:
        board = part.state
        for choice in self.choices(board):
            self._spend(board)
            yield Position(self, (), False, self.play(board, choice)), 1

    def move_named(self, position: Position, text: str) -> Move:
        """The legal move that a text names. Raises IllegalMove."""
        board, wanted = position.state, self.same_name(text)
        for choice in metered(self.choices(board), 1 + len(text) / CHARACTERS_IN_A_STEP):
            if self.same_name(self.named(board, choice)) == wanted:
                return Move(choice)
        raise IllegalMove(f"This move is not legal: {self.rule[0].lower()}{self.rule[1:]}", "play")

    def removed(self, position: Position, move: Move) -> int:
        """By how much a move makes the board smaller."""
        self._spend(position.state)
        return self.size(position.state) - self.size(self.play(position.state, move.changes))

    def order_of(self, position: Position, move: Move) -> Sequence[Any]:  # noqa: ARG002
        return move.changes

    def text_of(self, position: Position, move: Move) -> str:
        return self.text(position.state, move.changes)

    def sentence_of(self, position: Position, move: Move) -> str:
        text = self.text_of(position, move)
        return f"{text[0].upper()}{text[1:]}"

    # --- Who wins ---

    def decide(self, position: Position) -> Decision:
        """The values of the pieces in normal play, and a search in misère play."""
        if position.misere:
            return _BySearch(position)
        return _ByValues(position) if self._has_values else ByWalk(position)

    def values_of(self, board: Board) -> list[int]:
        """The values of the pieces, by the theorem."""
        self._spend(board)
        return [*map(self.piece_value, self.split(board))]

    def pile_values(self, position: Position) -> Sequence[int]:
        return self.values_of(position.state)

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        return map(Move, self.choices_leaving(position.state, targets))

    def pieces(self, board: Board) -> Sequence[str]:
        """What the values of a solution belong to, each as a text."""
        return [*map(self._written, self.split(board))]


class _OfPieces(Decision):
    """A decision of a board: its data begin with the pieces."""

    game: BoardGame

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """The pieces, and the columns of their values if these are known."""
        pieces = {"pieces": self.game.pieces(self.position.state)}
        if solution.grundy_values is None:
            return pieces
        return {**pieces, **columns_data(solution.grundy_values)}


class _BySearch(_OfPieces, BySearch):
    """A search decides misère play."""


class _ByValues(_OfPieces, ByValues):
    """The values of the pieces decide normal play."""

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        yield self.game.why_values
        values = solution.grundy_values or ()
        for i, value in enumerate(values[:NAMED], 1):
            yield f"Pile {i} has the value {value:,}."
        yield from reasons_by_values(values, self.position.misere, solution.wins)


class ByWalk(_ByValues):
    """The values of the pieces decide, found by a walk over all that the pieces can become."""

    may_search = True

    @property
    def is_searched(self) -> bool:
        return True

    @cached_property
    def value_after(self) -> Callable[[Position], int]:
        """The Grundy value of a position; all of them are found by one walk."""
        play = self.play
        play.begin()
        return lambda position: play.value(play.parts_of(position))

    @cached_property
    def judge(self) -> Callable[[Position], bool]:
        value_after = self.value_after
        return lambda position: value_after(position) != 0

    @cached_property
    def pile_values(self) -> Sequence[int]:
        return [*map(self.value_after, self.game.parts(self.position))]

    @property
    def values(self) -> Sequence[int] | None:
        return self.pile_values

    @property
    def value(self) -> int | None:
        return nim_sum(self.pile_values)

    def winning_moves(self) -> Iterator[Move]:
        position = self.position
        return (move for move in position.moves() if not self.judge(position.after(move)))

    def winning_options(self) -> Iterator[Position]:
        return Decision.winning_options(self)
