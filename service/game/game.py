"""`Game`, the interface of every game: its legal moves, and what follows from them.

A game is its rules: its legal moves, its limits on piles, its name and its keys. Everything
else has a default here. Who wins is found by search, in both conventions, within a fixed number of
positions; a game with a theory overrides that. An instance is a game with its rules fixed,
such as Moore's Nim with at most 2 piles a move.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, Literal, NamedTuple

from service.game.errors import IllegalMove, TooMuchWork, WrongPiles
from service.game.position import Move, Option, Position, Removal, after_move, removal
from service.game.solution import Solution, solution_of
from service.game.theory.search import MAX_SEARCHED, Search
from service.game.theory.walk import (
    MAX_EXAMINED_MOVES,
    capped_product,
    none_larger,
    too_many_moves,
    walk,
)

STEPS_TO_SEARCH = 40
"""Work for each position that a search begins, in steps."""

Form = Literal["removal", "split", "removals"]
"""The form of a game's moves: one Removal, one Split, or Removals."""


class Integer(NamedTuple):
    """The type of a key that is an integer; by default the `maximum` is the largest pile."""

    minimum: int
    maximum: int | None = None


class Integers(NamedTuple):
    """The type of a key that is a list of different integers."""

    minimum: int
    maximum: int
    max_length: int
    example: Sequence[int]


class Text(NamedTuple):
    """The type of a key that is a text, which the game reads."""

    max_length: int
    example: str


class Positions(NamedTuple):
    """The type of a key that is a list of positions in other games, which have no convention."""

    max_length: int


class Choice(NamedTuple):
    """The type of a key that is one of these texts."""

    texts: tuple[str, ...]


class Key(NamedTuple):
    """A key of a game: the type of its values, and whether a position must have it."""

    type: Integer | Integers | Text | Choice | Positions
    required: bool = False


class Game(ABC):
    """A game with its rules fixed.

    Games with the same rules are equal and have the same hash, so that they can be cached.
    """

    # --- Description ---

    name: ClassVar[str]
    title: ClassVar[str]
    rule: ClassVar[str]
    """The rule for moves, as a sentence."""

    keys: ClassVar[Mapping[str, Key]] = {}
    """The keys of this game in a position; another game may have the same key."""

    main_key: ClassVar[str] = "piles"
    """The key at which an error is reported if a position is too much work."""

    form: ClassVar[Form] = "removal"
    min_pile_count: ClassVar[int] = 0
    max_pile_count: ClassVar[int | None] = None
    """None if the game itself sets no limit."""
    largest_pile: ClassVar[int | None] = None
    """None if the game itself sets no limit."""
    is_ordered: ClassVar[bool] = False
    """Whether the order of the piles matters; if so, empty piles matter too."""
    keeps_empty: ClassVar[bool] = False
    """Whether empty piles matter."""
    reaches_all_smaller: ClassVar[bool] = False
    """Whether play can make each pile smaller by any number, whatever happens to the others."""
    is_its_piles: ClassVar[bool] = True
    """Whether a position is its piles and nothing else: it has no `state`."""
    is_sum: ClassVar[bool] = False
    """Whether a position consists of positions of other games, in place of piles."""

    @classmethod
    def of(cls, *_: Any, **keys: Any) -> "Game":
        """The game with these keys of a position, whose types are right. Raises an InputError."""
        return cls(**keys)

    @classmethod
    def position(cls, piles: Iterable[int], misere: bool = False, **keys: Any) -> Position:
        """A position of the game with these keys. Raises an InputError."""
        return Position(cls.of(**keys), tuple(piles), misere)

    def shown(self, position: Position) -> Mapping[str, Any]:
        """The keys of a position that change during play, with their values."""
        return {"piles": position.piles}

    def canonical(self, position: Position) -> Position:
        """The common form of positions whose differences do not matter.

        In most games these are the order of the piles and the empty piles.
        """
        if self.is_ordered:
            return position
        piles = position.piles if self.keeps_empty else filter(None, position.piles)
        return Position(self, tuple(sorted(piles)), position.misere, position.state)

    def components(self, position: Position) -> Sequence[Position] | None:  # noqa: ARG002
        """The components of a sum; None for a position of any other game."""
        return None

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._rules == other._rules

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._rules))})"

    @cached_property
    def _rules(self) -> tuple[Hashable, ...]:
        """The attributes that make two games of a class different: those without a leading `_`."""
        return tuple(value for name, value in vars(self).items() if name[0] != "_")

    @cached_property
    def _hash(self) -> int:
        return hash((type(self), self._rules))

    # --- Limits and work ---

    def check(self, position: Position) -> None:
        """Raise an InputError if the piles are too few, too many or too large for this game."""
        piles = position.piles
        few, many, largest = self.min_pile_count, self.max_pile_count, self.largest_pile
        if len(piles) < few or (many is not None and len(piles) > many):
            code = "too-few" if len(piles) < few else "too-many"
            if few == many:
                piles_ = f"{few} pile{'s' if few > 1 else ''}"
                raise WrongPiles(code, f"This game is played with exactly {piles_}.")
            if code == "too-few":
                raise WrongPiles(code, f"In this game at least {few:,} piles are required.")
            raise WrongPiles(code, f"In this game at most {many:,} piles are allowed.")
        if largest is not None and max(piles, default=0) > largest:
            large = (("piles", i) for i, pile in enumerate(piles) if pile > largest)
            message = f"In this game a pile may contain at most {largest:,} objects."
            raise WrongPiles("too-large", message, *large)

    def max_reachable(self, position: Position) -> int:
        """An upper bound of the positions that play can reach, or TOO_MANY.

        It holds for games whose moves only make piles smaller.
        """
        return capped_product(pile + 1 for pile in position.piles)

    def work(self, position: Position) -> int:
        """An upper bound of the work to solve a position, in steps of about a microsecond.

        The work of a search, and of tables that are computed once, is not included.
        """
        return 10 + len(position.piles)

    def search_work(self, position: Position) -> int:
        """An upper bound of the work to search a position, in steps; 0 if a theory decides."""
        return STEPS_TO_SEARCH * min(MAX_SEARCHED, self.max_reachable(position))

    def searched(self) -> float:
        """The positions that searches in this game have begun."""
        return sum(search.begun for search in self._searches.values())

    def preparation(self, largest: int) -> int:  # noqa: ARG002
        """The work to compute tables for piles up to the largest, in steps; once for a game."""
        return 0

    def max_listed(self, position: Position, max_moves: int) -> int:  # noqa: ARG002
        """An upper bound of the removals in all the winning moves that a solution lists."""
        return max_moves

    # --- Moves ---

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """All legal moves, ordered by pile, then by what they remove, then by what they leave.

        Moves that are Removals are ordered like lists of pairs of pile and number.
        """

    def count_moves(self, position: Position) -> int:
        """The number of legal moves. Raises TooMuchWork where counting them takes too long."""
        count = 0
        for _ in self.moves(position):
            count += 1
            if count > MAX_EXAMINED_MOVES:
                raise too_many_moves(MAX_EXAMINED_MOVES, self.main_key)
        return count

    def after(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""
        return position._replace(piles=after_move(position.piles, move))

    def options(self, position: Position) -> Iterator[Option]:
        """The canonical positions that moves lead to; the same one may come several times."""
        for move in self.moves(position):
            yield Option(self.after(position, move).canonical(), 1, move)

    def reachable(self, position: Position, max_positions: int) -> set[Position]:
        """The canonical positions that play can reach, this one included.

        Raises TooMuchWork as soon as there is one more than `max_positions`.
        """
        if not self.reaches_all_smaller:
            return walk(position, max_positions)
        found = none_larger(position.canonical().piles, max_positions)
        return {Position(self, piles, position.misere).canonical() for piles in found}

    def check_move(self, position: Position, move: Move) -> None:
        """Raise IllegalMove if the rules forbid a move, though its objects are there."""
        for i, legal in enumerate(self.moves(position)):
            if legal == move:
                return
            if i == MAX_EXAMINED_MOVES:
                raise TooMuchWork("This position has too many legal moves.", self.main_key)
        key = "removals" if "removals" in move else "remove"
        raise IllegalMove(f"This move is not legal: {self.rule[0].lower()}{self.rule[1:]}", key)

    # --- Values ---

    has_pile_values: ClassVar[bool] = False
    """Whether the game has a theory of Grundy values."""

    def pile_values(self, position: Position) -> Sequence[int]:  # noqa: ARG002
        """Grundy values whose XOR is the position's. Raises an InputError."""
        raise TypeError(f"{self.name} has no pile values")

    def follows_ferguson(self) -> bool:
        """Whether Ferguson's rule holds, so that the pile values decide misère play, too."""
        return False

    def moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:  # noqa: ARG002
        """The legal moves that change one of the pile values to its target, in order."""
        raise TypeError(f"{self.name} has no pile values")

    # --- Who wins ---

    def wins(self, position: Position) -> bool:
        """Whether the player to move wins. Raises TooMuchWork."""
        search = self._search(position)
        search.renew()
        return search.wins(position.canonical())

    def winning_moves(self, position: Position) -> Iterator[Move]:
        """All moves to a lost position, in order. Raises TooMuchWork."""
        search = self._search(position)
        search.renew()
        for move in self.moves(position):
            if not search.wins(self.after(position, move).canonical()):
                yield move

    def winning_options(self, position: Position) -> Iterator[Position]:
        """The lost positions that moves lead to; the same one may come several times."""
        return (option.position for option in self.options(position) if not option.position.wins())

    def losing_move(self, position: Position) -> Move | None:
        """The move to make in a lost position; None where no move is legal."""
        return next(self.moves(position), None)

    def solve(self, position: Position, max_moves: int) -> Solution:
        """Solve a position; the first `max_moves` winning moves are listed. Raises TooMuchWork."""
        wins = self.wins(position)
        winning = self.winning_moves(position) if wins else iter(())
        listed = [*islice(winning, max_moves)]
        more = len(listed) == max_moves and next(winning, None) is not None
        return solution_of(wins, listed, None if listed else self.losing_move(position), more=more)

    def _search(self, position: Position) -> Search[Position]:
        """The search in a convention, which remembers what it has found before."""
        return self._searches.setdefault(
            position.misere, _search_of_positions(position.misere, self.main_key)
        )

    @cached_property
    def _searches(self) -> dict[bool, Search[Position]]:
        return {}

    # --- Why ---

    def data(self, position: Position, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """What the theory of the game uses, as data: columns, cold pairs or the like."""
        return {}

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:  # noqa: ARG002
        """Why a position with a legal move is won or lost, as sentences."""
        yield FOUND_BY_SEARCH


FOUND_BY_SEARCH = (
    "No rule is known for this position, so the class was found by search: every line of play "
    "was examined."
)


def _search_of_positions(misere: bool, key: str) -> Search[Position]:
    """A search in which a hundred moves count as a position; fewer where there are many piles."""

    def options(position: Position) -> Iterator[Position]:
        # With many piles, making a position takes long and much memory.
        share = 0.01 + (len(position.piles) / 300) ** 2
        for option in position.options():
            search.examine(share)
            yield option.position

    search = Search(options, misere, key=key)
    return search


def one_object(position: Position) -> Removal | None:
    """The removal of one object from the first of the largest piles; None if all are empty."""
    piles = position.piles
    largest = max(piles, default=0)
    return removal(piles, piles.index(largest), 1) if largest else None
