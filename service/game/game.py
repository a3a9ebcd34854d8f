"""`Game`, the interface of every game: what a move may do, who wins, why, and what that costs.

Questions about positions use this interface and name no game. An instance is a game with its rules
fixed, such as Moore's Nim with at most 2 piles a move. Callers validate each key of a game; the
game validates the keys together, and its own limits.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

from service.game.errors import (
    WrongPiles,
    too_many_moves,
    too_many_positions,
)
from service.game.play import Form, MoveLike, check_form, removal_of, removals_of
from service.game.sentences import closing_sentences
from service.game.solution import (
    ChangingKeys,
    Move,
    Piles,
    Removal,
    Removals,
    Solution,
    Theory,
    class_of,
    removed,
)

LARGEST_PILE = 2**53 - 1
"""The largest integer that no JSON client rounds; nim-sums stay below it too."""

MAX_LISTED_MOVES = 100
"""Winning moves that are listed in a game that can have very many."""

MAX_EXAMINED_MOVES = 1_000_000
"""Moves that are examined at most to find the reachable positions."""


class Game(ABC):
    """A game with its rules fixed.

    Games with the same rules are equal and have the same hash, so that they can be cached.
    """

    # --- Description, for `/games` and for metrics ---

    name: ClassVar[str]
    title: ClassVar[str]
    rule: ClassVar[str]
    """The rule for moves, as a sentence."""

    keys: ClassVar[Mapping[str, bool]] = {}
    """The keys of this game in a position, each with whether it is required."""

    form: ClassVar[Form] = "removal"
    min_pile_count: ClassVar[int] = 0
    max_pile_count: ClassVar[int | None] = None
    """None if only the limit of the service holds."""
    largest_pile: ClassVar[int] = LARGEST_PILE
    piles_are_all: ClassVar[bool] = True
    """Whether a position is only its piles: no key of it changes during play."""

    @classmethod
    def of(cls, *_: Any, **keys: Any) -> "Game":
        """The game with these keys of a position. Raises an InputError."""
        return cls(**keys)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._rules == other._rules

    def __hash__(self) -> int:
        return hash((type(self), self._rules))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._rules))})"

    @cached_property
    def _rules(self) -> tuple[object, ...]:
        """The attributes that make two games of a class different: those without a leading `_`."""
        return tuple(value for name, value in vars(self).items() if name[0] != "_")

    # --- Limits and work ---

    def check(self, piles: Sequence[int]) -> None:
        """Raise WrongPiles if the piles are too few, too many or too large for this game."""
        few, many = self.min_pile_count, self.max_pile_count
        if len(piles) < few or (many is not None and len(piles) > many):
            code = "too-few" if len(piles) < few else "too-many"
            if few == many:
                piles_ = f"{few} pile{'s' if few > 1 else ''}"
                raise WrongPiles(code, f"This game is played with exactly {piles_}.")
            raise WrongPiles(code, f"In this game at most {many:,} piles are allowed.")
        if self.largest_pile < LARGEST_PILE and max(piles, default=0) > self.largest_pile:
            large = (("piles", i) for i, pile in enumerate(piles) if pile > self.largest_pile)
            message = f"In this game a pile has at most {self.largest_pile:,} objects."
            raise WrongPiles("too-large", message, *islice(large, MAX_LISTED_MOVES + 1))

    @abstractmethod
    def work(self, piles: Sequence[int], misere: bool) -> int:
        """An upper bound of the work to solve a position, in steps of about a microsecond."""

    def preparation(self, largest: int) -> int:  # noqa: ARG002
        """The work to compute tables for piles up to the largest, in steps; once for a game."""
        return 0

    def max_listed(self, piles: Sequence[int]) -> int:  # noqa: ARG002
        """An upper bound of the removals in all listed winning moves of a position."""
        return MAX_LISTED_MOVES

    # --- Moves ---

    @abstractmethod
    def moves(self, piles: Sequence[int]) -> Iterator[Move]:
        """All legal moves, ordered by pile, then by what they remove, then by what they leave."""

    def count_moves(self, piles: Sequence[int]) -> int:
        """The number of legal moves."""
        return sum(1 for _ in self.moves(piles))

    def left(self, piles: Sequence[int], move: Move) -> Piles:
        """The piles after a move: others keep their index, a second part is added at the end."""
        after = [*piles]
        if "removals" in move:
            for each in move["removals"]:
                after[each["pile"]] = each["leaves"]
        elif "leaves" in move:
            after[move["pile"]] = move["leaves"]
        else:
            first, *second = move["leaves_piles"] or [0]
            after[move["pile"]] = first
            after += second
        return tuple(after)

    def after(self, move: Move) -> "Game":  # noqa: ARG002
        """The game of the next player: a different one if a move depends on the one before."""
        return self

    def state(self, piles: Sequence[int]) -> ChangingKeys:  # noqa: ARG002
        """The keys of a position that change during play."""
        return {}

    # --- Who wins ---

    @abstractmethod
    def wins(self, piles: Sequence[int], misere: bool) -> bool:
        """Whether the player to move wins."""

    def winning_moves(self, piles: Sequence[int], misere: bool) -> Iterator[Move]:
        """All moves to a lost position, in order."""
        for move in self.moves(piles):
            if not self.after(move).wins(self.left(piles, move), misere):
                yield move

    def losing_move(self, piles: Sequence[int]) -> Move | None:
        """The best move of a lost position: one object from the first of the largest piles."""
        largest = max(piles, default=0)
        if not largest:
            return None
        i = [*piles].index(largest)
        return self.removing([(i, 1)], piles)

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position, seen by the player to move.

        The best move of a won position is the winning move that removes most, of those listed; the
        first in order on a tie.
        """
        wins = self.wins(piles, misere)
        winning = self.winning_moves(piles, misere) if wins else iter(())
        most = self.max_listed(piles)
        listed = [*islice(winning, most)]
        best = max(listed, key=removed) if listed else None
        solution: Solution = {
            "nim_sum": None,
            "position_class": class_of(wins),
            "to_move_wins": wins,
            "winning_moves": listed,
            "best_move": best or self.losing_move(piles),
        }
        if len(listed) == most and next(winning, None):
            solution["more"] = True
        return solution

    # --- Reachable positions: piles in ascending order, without empty ones ---

    def canonical(self, piles: Iterable[int]) -> Piles:
        """The piles in ascending order, without empty ones."""
        return tuple(sorted(filter(None, piles)))

    def following(self, position: Piles) -> Iterator[tuple["Game", Piles, int]]:
        """The options with their games, each with the number of moves that lead to it.

        The same position may come several times.
        """
        for move in self.moves(position):
            yield self.after(move), self.canonical(self.left(position, move)), 1

    def options(self, position: Piles) -> Iterator[Piles]:
        """The positions after each move; the same one may come several times."""
        return (left for _, left, _ in self.following(position))

    def first_move_to(self, piles: Sequence[int], wanted: Collection[tuple["Game", Piles]]) -> Move:
        """The first legal move to one of the wanted positions, in order."""
        for move in self.moves(piles):
            if (self.after(move), self.canonical(self.left(piles, move))) in wanted:
                return move
        raise ValueError("no move leaves a wanted position")

    def winning_results(self, position: Piles, misere: bool) -> Iterator[Piles]:
        """The lost positions that a move leads to; the same one may come several times."""
        for move in self.winning_moves(position, misere):
            i = 0 if "removals" in move else move["pile"]
            if not (i and position[i] == position[i - 1]):  # equal piles become the same
                yield self.canonical(self.left(position, move))

    def reachable(self, piles: Sequence[int], max_positions: int) -> set[Piles]:
        """The reachable positions, this one included.

        Raises TooMuchWork as soon as there is one more than `max_positions`.
        """
        start = self.canonical(piles)
        found, waiting = {start}, [start]
        examined = 0
        while waiting:
            for option in self.options(waiting.pop()):
                examined += 1
                if option not in found:
                    found.add(option)
                    waiting.append(option)
                    if len(found) > max_positions:
                        raise too_many_positions(max_positions)
                if examined > MAX_EXAMINED_MOVES:
                    raise too_many_moves(MAX_EXAMINED_MOVES)
        return found

    # --- A move that a player made ---

    def play(self, piles: Sequence[int], played: MoveLike) -> Move:
        """The legal move that a player made. Raises an IllegalMove."""
        check_form(self.form, played)
        if self.form == "removals":
            removals = removals_of(piles, played)
        else:
            removals = [removal_of(piles, played)]
        move = self.removing(removals, piles)
        self.check_move(piles, move)
        return move

    def check_move(  # noqa: B027
        self, piles: Sequence[int], move: Move
    ) -> None:
        """Raise IllegalMove if the rules forbid a move; its objects are there."""

    def removing(self, removals: Sequence[tuple[int, int]], piles: Sequence[int]) -> Move:
        """The move that removes objects from piles, given as pairs of an index and a number."""
        made: list[Removal] = [
            {"pile": i, "remove": remove, "leaves": piles[i] - remove} for i, remove in removals
        ]
        if self.form == "removals":
            several: Removals = {"removals": made}
            return several
        return made[0]

    # --- Why ---

    @abstractmethod
    def theory(self, piles: Sequence[int], misere: bool, solution: Solution) -> Theory:
        """The data that decide the game: columns, cold pairs or the like."""

    @abstractmethod
    def reasons(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:
        """Why a position with a legal move is won or lost, as sentences."""

    def sentences(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:
        """An explanation in sentences: who wins, why, and the moves to make."""
        return closing_sentences(piles, misere, solution, self.reasons(piles, misere, solution))
