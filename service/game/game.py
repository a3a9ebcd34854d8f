"""`Position`, and `Game`, the interface of every game: its legal moves, and what follows from them.

A position is immutable and can be hashed. The game decides what a move is and what it leaves;
everything else calls the methods of `Position`. A player who has no legal move has lost in normal
play and won in misère play.

A game is its rules: its legal moves, its limits on piles, its name and its keys. Everything
else has a default here. Who wins follows from Grundy values where the game has them, in misère play
where Ferguson's rule holds, and is otherwise found by search, within a fixed number of positions; a
game with another theory overrides `wins`. An instance is a game with its rules fixed, such as
Moore's Nim with at most 2 piles a move.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from math import inf
from typing import Any, ClassVar, Literal, NamedTuple

from .errors import IllegalMove, TooMuchWork, WrongPiles
from .moves import Move, Piles, after_move, removal, removed
from .solution import Solution, solution_of
from .theory.ferguson import values_to_leave, wins_by_values
from .theory.grundy import nim_sum
from .theory.parts import USUAL_LENGTH, Kernel, Left, Parts
from .theory.search import MAX_SEARCHED, STEPS_TO_BEGIN, SearchTooLong
from .theory.walk import (
    MAX_EXAMINED_MOVES,
    Graph,
    capped_product,
    graph_of,
    none_larger,
    too_many_moves,
)

LONG = 5
"""Piles of a board that double the time to make one."""

MAX_PILES_IN_ORDER = 2_000_000
"""Moves that are examined at most, one by one, to list those that win, times the piles."""

Form = Literal["removal", "split", "removals", "replacement"]
"""How requests and responses write the moves of a game; see questions/forms.py."""


class Cost(NamedTuple):
    """Upper bounds of what it takes to solve a position, in steps of about a microsecond.

    `once` are the steps to compute tables, once for a game. `listed` are the removals in all the
    winning moves that a solution lists. The work of a search is not included.
    """

    steps: int
    once: int = 0
    listed: int = 0


class Option(NamedTuple):
    """What a move leads to: a position, and in how many ways.

    `by` is the first of the moves that lead there, in order, or makes it: most are never asked for.
    """

    position: "Position"
    ways: int
    by: Move | Callable[[], Move]

    @property
    def move(self) -> Move:
        """The first of the moves that lead there, in order."""
        return self.by() if callable(self.by) else self.by


class Position(NamedTuple):
    """Piles in a game, seen by the player to move.

    `state` is what a position of some games contains besides its piles, such as the most objects
    that the next move of Fibonacci Nim may take; in other games it is None.

    >>> from service.game.games.nim import NIM
    >>> position = Position(NIM, (2, 0, 1))
    >>> [position.after(move).piles for move in position.moves()]
    [(1, 0, 1), (0, 0, 1), (2, 0, 0)]
    >>> position.canonical().piles, position.wins()
    ((1, 2), True)
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
        return removed(self.piles_of(move), move)

    def piles_of(self, move: Move) -> Piles:
        """The piles to which the indexes of a move belong: in a sum those of its component."""
        components = self.components()
        if components is None or move.component is None:
            return self.piles
        return components[move.component].piles

    def options(self) -> Iterator[Option]:
        """What moves lead to; of moves that lead to the same canonical position one may do."""
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

    def wins(self) -> bool:
        """Whether the player to move wins. Raises TooMuchWork."""
        return self.game.wins(self)

    def judge(self) -> "Callable[[Position], bool]":
        """A function that says who wins the positions that play can reach from this one.

        The function may raise TooMuchWork. It remembers what has been found before.
        """
        if not self.game._is_searched(self):
            return self.game.wins
        play, wins = self.game._play, self.game._search(self.misere)
        return lambda reached: wins(play.parts_of(reached))

    def is_searched(self) -> bool:
        """Whether no theory says who wins, so that a search finds it."""
        return self.game._is_searched(self)

    @property
    def searched(self) -> int:
        """The options that searches in this game have examined."""
        return round(self.game._play.examined)

    def solve(self, max_moves: int) -> Solution:
        """Solve the position; `max_moves` winning moves are listed, at most. Raises TooMuchWork."""
        return self.game._solve(self, max_moves)

    def winning_moves(self) -> Iterator[Move]:
        """All moves to a lost position, in order. Raises TooMuchWork."""
        return self.game.winning_moves(self)

    def winning_options(self) -> Iterator["Position"]:
        """The lost positions that moves lead to; the same one may come several times."""
        return self.game._winning_options(self)

    def losing_move(self) -> Move | None:
        """The move to make in a lost position; None where no move is legal."""
        return self.game._losing_move(self)

    def reachable(self, max_positions: int) -> "Collection[Position]":
        """The canonical positions that play can reach, this one included. Raises TooMuchWork."""
        return self.game._reachable(self, max_positions)


class Play(Kernel[Position]):
    """The kernel of positions of any games; its parts have the convention of normal play.

    In a sum, parts in which no move is legal are left out.
    """

    def __init__(self, in_sum: bool = False) -> None:
        super().__init__()
        self._in_sum = in_sum
        self._kinds: list[int] = []  # the game of each part
        self._games: list[Game] = []

    def parts_of(self, position: Position) -> Parts:
        """The parts of a position."""
        return self.of(position.game.parts(position))

    def joined(self, parts: Parts, game: "Game", misere: bool) -> Position:
        """The canonical position of the game that has these parts."""
        in_order = sorted(parts, key=self.ranks.__getitem__)
        return game.joined([self.forms[part] for part in in_order], misere)

    def left_of(self, part: Position) -> Left:
        left = part.game._left_of(part)
        if left is not None:
            return left
        return ((option.position, option.ways) for option in part.options())

    def position_of(self, part: Position, key: Piles | Position) -> Parts:
        """A position is known by itself or, in some games, by its piles."""
        return self.of((key if isinstance(key, Position) else part._replace(piles=key)).parts())

    def group(self, part: Position) -> "Game":
        return part.game

    def has_ended(self, part: Position) -> bool:
        return self._in_sum and next(part.moves(), None) is None

    def is_board(self, part: Position) -> bool:
        return part.game.is_board

    def size(self, part: Position) -> int:
        if part.game not in self._games:
            self._games.append(part.game)
        self._kinds.append(self._games.index(part.game))
        if part.state is not None and part.game.is_its_piles:
            raise TypeError(f"{part.game.name} has a state: it must say `is_its_piles = False`")
        return sum(part.piles)

    def rank(self, part: Position) -> tuple[Any, ...]:
        """The order of parts: by game, then by their piles."""
        game = part.game
        return (game.name, repr(game), part.piles, repr(part.state))

    def count(self, part: Position) -> int:
        return part.game._count_options(part)

    def listing_cost(self, part: Position) -> float:
        """To make a board with many piles takes long."""
        options_of_a_search = 3 if self._part_cost else 1
        return options_of_a_search * (1 + len(part.piles) // LONG)

    def costs(self, position: Parts) -> tuple[float, float]:
        length = len(position)
        if length == 1:
            length = len(self.forms[position[0]].piles)
        return STEPS_TO_BEGIN + length / 2, 1 + (length / USUAL_LENGTH) ** 2

    def theory(self, misere: bool, parts: Parts) -> bool | None:
        """Who wins a sum whose parts have a theory; None for all others."""
        kinds = {self._kinds[part] for part in parts}
        if not kinds:
            return misere
        game = self._games[kinds.pop()]
        if not kinds and (len(parts) == 1 or not game.is_board):
            self.examine(STEPS_TO_BEGIN)
            whole = self.joined(parts, game, misere)
            return None if game._is_searched(whole) else game.wins(whole)
        if not all(game.follows_ferguson for game in (game, *map(self._games.__getitem__, kinds))):
            return None
        forms = [self.forms[part] for part in parts]
        return wins_by_values([v for form in forms for v in form.game.pile_values(form)], misere)

    def reachable_from(
        self, start: Position, max_positions: int, max_moves: float = inf
    ) -> Collection[Parts]:
        """The positions that play can reach, by their parts. Raises TooMuchWork."""
        game = start.game
        if not game.is_ordered and game.reaches_all_smaller:
            found = none_larger(start.canonical().piles, max_positions)
            return {self.parts_of(Position(game, piles)) for piles in found}
        if type(game)._reachable is not Game._reachable:
            return {*map(self.parts_of, game._reachable(start, max_positions))}
        return self.reachable(self.parts_of(start), max_positions, game.main_key, max_moves)

    def graph(self, start: Position, max_positions: int, max_moves: int) -> Graph[Parts]:
        """The options of each position that play can reach, with the number of moves to each.

        Raises TooMuchWork beyond these limits.
        """
        game = start.game
        self.allow(MAX_EXAMINED_MOVES, partial(too_many_moves, MAX_EXAMINED_MOVES, game.main_key))
        return graph_of(
            self.reachable_from(start, max_positions, max_moves),
            self.options,
            max_moves,
            game.main_key,
        )


class Game(ABC):
    """A game with its rules fixed.

    Games with the same rules are equal and have the same hash, so that they can be cached.
    """

    # --- Description ---

    name: ClassVar[str]
    title: ClassVar[str]
    rule: ClassVar[str]
    """The rule for moves, as a sentence."""

    words: ClassVar[Mapping[str, str]] = {}
    """What explanations call a pile and an object, where the game has words of its own."""

    also_known_as: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Names by which people ask for it, each with the keys that make it: docs/concepts.md."""

    keys: ClassVar[Mapping[str, bool]] = {}
    """The keys of this game in a position, and whether a position must have them.

    Their types are those of the request (service/operations/position.py). Another game may have the
    same key.
    """

    main_key: ClassVar[str] = "piles"
    """The key at which an error is reported if a position is too much work."""

    form: ClassVar[Form] = "removal"
    min_pile_count: ClassVar[int] = 0
    max_pile_count: ClassVar[int | None] = None
    """None if the game itself sets no limit."""
    largest_pile: ClassVar[int | None] = 1_000
    """None if the game itself sets no limit: only where no question lists the moves of a pile."""
    steps_to_search: ClassVar[int] = 40
    """Work for each position that a search begins, in steps."""
    is_ordered: ClassVar[bool] = False
    """Whether the order of the piles matters; if so, empty piles matter too."""
    keeps_empty: ClassVar[bool] = False
    """Whether empty piles matter."""
    reaches_all_smaller: ClassVar[bool] = False
    """Whether play can make each pile smaller by any number, whatever happens to the others."""
    is_its_piles: ClassVar[bool] = True
    """Whether a position is its piles and nothing else: it has no `state`."""
    loses_one: ClassVar[bool] = False
    """Whether any pile may lose one object: from a largest one, the move to make in a lost
    position."""
    is_board: ClassVar[bool] = True
    """Whether a position can't be divided into independent parts."""
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

    def parts(self, position: Position) -> Sequence[Position]:
        """The independent parts of a position, canonical: a move changes one of them.

        They have the convention of normal play, whatever that of the position.
        """
        if position.misere:
            position = Position(self, position.piles, state=position.state)
        return (self.canonical(position),)

    def joined(self, parts: Sequence[Position], misere: bool) -> Position:
        """The canonical position that consists of these parts."""
        (whole,) = parts
        return whole._replace(misere=misere)

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
                piles_ = "1 pile" if few == 1 else f"{few:,} piles"
                raise WrongPiles(code, f"This game needs at least {piles_}.")
            raise WrongPiles(code, f"This game allows at most {many:,} piles.")
        if largest is not None and max(piles, default=0) > largest:
            large = (("piles", i) for i, pile in enumerate(piles) if pile > largest)
            message = f"A pile in this game may contain at most {largest:,} objects."
            raise WrongPiles("too-large", message, *large)

    def max_reachable(self, position: Position) -> int:
        """An upper bound of the positions that play can reach, or TOO_MANY.

        It holds for games whose moves only make piles smaller.
        """
        return capped_product(pile + 1 for pile in position.piles)

    def cost(self, position: Position, max_moves: int) -> Cost:
        """What it takes to solve a position, with this many winning moves listed, at most."""
        return Cost(10 + len(position.piles), listed=max_moves)

    # --- Moves ---

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """All legal moves, ordered by pile, then by what they remove, then by what they leave.

        Moves that change several piles are ordered like lists of pairs of pile and number.
        """

    def count_moves(self, position: Position) -> int:
        """The number of legal moves. Raises TooMuchWork where counting them takes too long."""
        count = 0
        for _ in self.moves(position):
            count += 1
            if count > MAX_EXAMINED_MOVES:
                raise too_many_moves(MAX_EXAMINED_MOVES, self.main_key)
        return count

    def _count_options(self, part: Position) -> int:
        """At least as many as the options of a part, where that is known without listing them."""
        counts = type(self).count_moves is not Game.count_moves
        return self.count_moves(part) if counts else 0

    def after(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""
        left = after_move(position.piles, move)
        return Position(self, left, position.misere, position.state)

    def _options(self, position: Position) -> Iterator[Option]:
        """What moves lead to; of moves that lead to the same canonical position one may do."""
        for move in self.moves(position):
            yield Option(self.after(position, move), 1, move)

    def _left_of(self, part: Position) -> Iterable[tuple[Piles, int]] | None:  # noqa: ARG002
        """The piles that moves leave of a part, each with the number of moves.

        None if they are found by making each option, which is slower.
        """
        return None

    def _reachable(self, position: Position, max_positions: int) -> Collection[Position]:
        """The canonical positions that play can reach, this one included.

        Raises TooMuchWork as soon as there is one more than `max_positions`.
        """
        play = Play()
        play.allow(MAX_EXAMINED_MOVES, partial(too_many_moves, MAX_EXAMINED_MOVES, self.main_key))
        reached = play.reachable_from(position, max_positions)
        return [play.joined(parts, self, position.misere) for parts in reached]

    def check_move(self, position: Position, move: Move) -> None:
        """Raise IllegalMove if the rules forbid a move, though its objects are there."""
        for i, legal in enumerate(self.moves(position)):
            if legal == move:
                return
            if i == MAX_EXAMINED_MOVES:
                raise TooMuchWork("This position has too many legal moves.", self.main_key)
        key = {"removals": "removals", "replacement": "leaves"}.get(self.form, "remove")
        raise IllegalMove(f"This move is not legal: {self.rule[0].lower()}{self.rule[1:]}", key)

    def _parts_after(self, position: Position, i: int, remove: int) -> Iterator[Sequence[int]]:
        """What a split that removes this number of objects from a pile may leave, in order."""
        for move in self.moves(position):
            for pile, parts in move.changes:
                if pile == i and position.removed(move) == remove:
                    yield parts

    def _can_leave(self, position: Position, i: int, remove: int, parts: Sequence[int]) -> bool:
        """Whether a split may remove this number of objects from a pile, and leave these piles."""
        return [*parts] in map(list, self._parts_after(position, i, remove))

    # --- Values ---

    has_pile_values: ClassVar[bool] = False
    """Whether the game has a theory of Grundy values."""
    follows_ferguson: bool = False
    """Whether Ferguson's rule holds, so that the pile values decide misère play, too."""

    def pile_values(self, position: Position) -> Sequence[int]:  # noqa: ARG002
        """Grundy values whose XOR is the position's. Raises an InputError."""
        raise TypeError(f"{self.name} has no pile values")

    def moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:  # noqa: ARG002
        """The legal moves that change one of the pile values to its target, in order."""
        raise TypeError(f"{self.name} has no pile values")

    # --- Who wins ---

    def _is_searched(self, position: Position) -> bool:
        """Whether no theory says who wins, so that a search finds it."""
        if self.has_pile_values:
            return position.misere and not self.follows_ferguson
        return type(self).wins is Game.wins

    def _may_be_searched(self, position: Position) -> bool:
        """Whether a search may be needed, as an estimate takes it: without any table."""
        return self._is_searched(position)

    def wins(self, position: Position) -> bool:
        """Whether the player to move wins. Raises TooMuchWork."""
        if self._is_searched(position):
            return position.judge()(position)
        return wins_by_values(self.pile_values(position), position.misere)

    def winning_moves(self, position: Position) -> Iterator[Move]:
        """All moves to a lost position, in order. Raises TooMuchWork."""
        if self._is_searched(position):
            return self._searched_moves(position, self._search(position.misere))
        targets = values_to_leave(self.pile_values(position), position.misere)
        return self.moves_leaving(position, targets) if targets else iter(())

    def _search(self, misere: bool) -> Callable[[Parts], bool]:
        """A function that says who wins, by search, with one budget for all that it is asked."""
        play = self._play
        play.allow(MAX_SEARCHED, partial(SearchTooLong, self.main_key), STEPS_TO_BEGIN)
        theory = partial(play.theory, misere) if self.is_sum else None
        return lambda parts: play.wins(parts, misere, theory)

    def _searched_moves(self, position: Position, wins: Callable[[Parts], bool]) -> Iterator[Move]:
        """All moves to a lost position, in order."""
        play = self._play
        options = play.options(play.parts_of(position))
        winning = sum(ways for left, ways in options if not wins(left))
        return first_moves(
            position, lambda after: not wins(play.parts_of(after)), winning, self.main_key
        )

    def _winning_options(self, position: Position) -> Iterator[Position]:
        """The lost positions that moves lead to; the same one may come several times."""
        if not self._is_searched(position):
            return (position.after(move).canonical() for move in self.winning_moves(position))
        play, misere, wins = self._play, position.misere, self._search(position.misere)
        options = play.options(play.parts_of(position))
        return (play.joined(left, self, misere) for left, _ in options if not wins(left))

    def _losing_move(self, position: Position) -> Move | None:
        """The move to make in a lost position; None where no move is legal."""
        if not self.loses_one:
            return next(self.moves(position), None)
        largest = max(position.piles, default=0)
        if not largest:
            return None
        return removal(position.piles, position.piles.index(largest), 1)

    def _solve(self, position: Position, max_moves: int) -> Solution:
        """Solve a position; the first `max_moves` winning moves are listed. Raises TooMuchWork."""
        if self._is_searched(position):
            # One search, with one budget, which refuses before the values are found.
            search = self._search(position.misere)
            wins = search(self._play.parts_of(position))
            winning = self._searched_moves(position, search) if wins else iter(())
        else:
            wins = self.wins(position)
            winning = self.winning_moves(position) if wins else iter(())
        listed = [*islice(winning, max_moves)]
        more = len(listed) == max_moves and next(winning, None) is not None
        losing = None if listed else self._losing_move(position)
        values = self._values_shown(position)
        solution = solution_of(wins, listed, losing, position.removed, more)
        if values is None:
            return solution
        return solution._replace(nim_sum=nim_sum(values), grundy_values=values)

    def _values_shown(self, position: Position) -> Sequence[int] | None:  # noqa: ARG002
        """The Grundy values that a solution has; None if it has none."""
        return None

    @cached_property
    def _play(self) -> Play:
        """What is known of the positions of this game, kept from one question to the next."""
        return Play(in_sum=self.is_sum)

    # --- Why ---

    def data(self, position: Position, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """What the theory of the game uses, as data: columns, cold pairs or the like."""
        return {}

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:  # noqa: ARG002
        """Why a position with a legal move is won or lost, as sentences."""
        yield FOUND_BY_SEARCH


FOUND_BY_SEARCH = "The class was found by search: the service uses no rule for this position."


def first_moves(
    position: Position, is_wanted: Callable[[Position], bool], count: int, key: str
) -> Iterator[Move]:
    """The first `count` moves to a position that is wanted, in order.

    Raises TooMuchWork where too many moves may be between them: a position may have few options,
    and yet 2^100 moves.
    """
    if not count:
        return
    most = MAX_PILES_IN_ORDER // max(1, len(position.piles))
    if position.game.count_moves(position) > most:
        raise too_many_moves(most, key)
    for move in position.moves():
        if not count:
            return
        if is_wanted(position.after(move)):
            count -= 1
            yield move
