"""`Position`, its `Decision`, and `Game`, the interface of every game: its moves, and the rest.

The game decides what a move is and what it leaves; everything else uses the `Position`. A player
who has no legal move has lost in normal play and won in misère play.

A position is decided once: its game makes a `Decision`, which finds nothing before it is asked, and
nothing twice. The game's own rule decides, Grundy values, the theorem for tame piles, or a search.

A game is its rules: its legal moves, its limits, its name and its keys. Everything else has a
default. Who wins follows from Grundy values if the game has them, in misère play if Ferguson's rule
holds, and is otherwise found by search; a game with another theory overrides `wins`, and a game
with several chooses in `decide`. A name that begins with an underscore only makes something faster.
An instance is a game with its rules fixed, such as Moore's Nim with at most 2 piles a move.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from .bounds import Cost, PileLimits, SameRules
from .errors import IllegalMove
from .moves import Form, Move, Piles, after_move, removal
from .play import Option, Play, counted
from .solution import Solution
from .theory.grundy import nim_sum, values_to_leave
from .theory.tame import Pile, beside, sum_of_tame, tame_by_values
from .theory.walk import capped_product
from .words.moves import TEXTS, move_sentence
from .words.wording import in_words

FOUND_BY_SEARCH = "The class was found by search: the service uses no rule for this position."

STEPS_OF_TAME = 1
"""Work for each move that is examined to find out which piles are tame, in steps."""


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
        piles = self.piles if move.component is None else self.piles_of(move)
        count = 0
        for pile, parts in move.changes:
            if (taken := piles[pile] - sum(parts)) > 0:
                count += taken
        return count

    def piles_of(self, move: Move) -> Piles:
        """The piles to which the indexes of a move belong: in a sum, its component's piles."""
        if move.component is None:
            return self.piles
        return (self.components() or ())[move.component].piles

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

    def search_cost(self, max_positions: int) -> int:
        """An upper bound on the steps to search the position; 0 if a theory decides."""
        if not self.decide().may_search:
            return 0
        return self.game._steps_to_search * min(max_positions, self.game._max_reachable(self))

    @property
    def tame_cost(self) -> int:
        """An upper bound on the steps to find out whether the piles are tame, if that matters."""
        if not self.decide().may_search:
            return 0
        return STEPS_OF_TAME * self.game._cost_of_tame(self)

    @property
    def main_key(self) -> str:
        """The key of a request at which an error of the whole position is reported."""
        return "components" if self.game.is_sum else "piles"

    @property
    def searched(self) -> int:
        """The options that searches in this game have examined."""
        return self.decide().searched

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
        return self.game._losing_move(self)

    def reachable(self, max_positions: int) -> "Collection[Position]":
        """The canonical positions that play can reach, this one included. Raises TooMuchWork.

        A search of them goes on from there; other games keep nothing of it.
        """
        play = self.game._play if self.decide().may_search else Play()
        return play.all_reachable(self, max_positions)


class Decision:
    """What decides a position: the game's own rule, which is its `wins`.

    The best move of a won position is the listed one that removes most, the first in order on a
    tie. Of a lost position it is the game's choice.
    """

    game: "Game"
    may_search: ClassVar[bool] = False
    """Whether a search may be needed, as an estimate takes it: without any table."""

    def __init__(self, position: Position) -> None:
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

    def winning_options(self) -> Iterator[Position]:
        """The lost positions that moves lead to; the same one may occur several times."""
        return (self.position.after(move).canonical() for move in self.winning_moves())

    @cached_property
    def judge(self) -> Callable[[Position], bool]:
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
            most = sys.maxsize
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


class BySearch(Decision):
    """A search decides: one, with one budget, which refuses before any value is found."""

    may_search = True

    @property
    def is_searched(self) -> bool:
        return True

    @cached_property
    def judge(self) -> Callable[[Position], bool]:
        return self.game._play.judge(self.position)

    @cached_property
    def wins(self) -> bool:
        return self.judge(self.position)

    def winning_moves(self) -> Iterator[Move]:
        return self.game._play.winning_moves(self.position, self.judge)

    def winning_options(self) -> Iterator[Position]:
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


class Game(SameRules, ABC):
    """A game with its rules fixed."""

    # --- Description ---

    name: ClassVar[str]
    title: ClassVar[str]
    rule: ClassVar[str]
    """The rule for moves, as a sentence."""

    words: ClassVar[Mapping[str, str]] = {}
    """The game's own words for a pile and an object in explanations, if it has any."""

    nothing_left: ClassVar[str] = "No object is left, so there is no move."
    """Why no move is legal if all piles are 0."""

    keys: ClassVar[Mapping[str, bool]] = {}
    """The keys of this game in a position, and whether a position must have them.

    Their types are those of the request: service/operations/position.py.
    """

    form: ClassVar[Form] = "removal"
    limits: ClassVar[PileLimits] = PileLimits()
    is_ordered: ClassVar[bool] = False
    """Whether the order of the piles matters; if so, empty piles matter too."""
    keeps_empty: ClassVar[bool] = False
    """Whether empty piles matter."""
    is_stateless: ClassVar[bool] = True
    """Whether a position is its piles and nothing else: it has no `state`."""
    is_sum: ClassVar[bool] = False
    """Whether a position consists of positions of other games, in place of piles."""

    _steps: ClassVar[int] = 10
    """Work to solve a position, in steps besides one for each pile, if no search is needed."""
    _most_winning: ClassVar[int] = sys.maxsize
    """The most removals in the winning moves of a position."""
    _steps_to_search: ClassVar[int] = 15
    """Work for each position that a search begins, in steps."""
    _weight_in_walks: ClassVar[float] = 1
    """Listing an option in a walk over all positions counts as so many."""
    _reaches_all_smaller: ClassVar[bool] = False
    """Whether play can make each pile smaller by any number, whatever happens to the others."""
    _loses_one: ClassVar[bool] = False
    """Whether the move to make in a lost position takes one object from a largest pile."""

    _is_board: ClassVar[bool]
    """Whether a position can't be divided into independent parts."""
    _leaves_quickly: ClassVar[bool]
    """Whether results of moves are made without the moves."""
    _has_rule: ClassVar[bool]
    """Whether the game has a rule of its own for who wins."""
    _has_values: ClassVar[bool]
    """Whether the game has a theory of Grundy values."""
    _shows_values: ClassVar[bool]
    """Whether solutions have values: those of piles."""

    def __init_subclass__(cls) -> None:
        """Find out what the game defines."""
        cls._is_board = cls.parts is Game.parts
        cls._leaves_quickly = cls._left_of is not Game._left_of
        cls._has_rule = cls.wins is not Game.wins
        cls._has_values = cls.pile_values is not Game.pile_values
        cls._shows_values = cls._has_values and not cls._is_board

    @classmethod
    def of(cls, *_: Any, **keys: Any) -> "Game":
        """The game with these keys of a position, whose types are right. Raises an InputError."""
        return cls(**keys)

    @classmethod
    def position(cls, piles: Iterable[int], misere: bool = False, **keys: Any) -> Position:
        """A position of the game with these keys. Raises an InputError."""
        return Position(cls.of(**keys), tuple(piles), misere)

    def changing_keys(self, position: Position) -> Mapping[str, Any]:
        """The keys of a position that change during play, with their values."""
        return {"piles": position.piles}

    def canonical(self, position: Position) -> Position:
        """The common form of positions that differ only in what does not matter."""
        if self.is_ordered:
            return position
        piles = position.piles if self.keeps_empty else filter(None, position.piles)
        return Position(self, tuple(sorted(piles)), position.misere, position.state)

    def parts(self, position: Position) -> Sequence[Position]:
        """The independent parts of a position, canonical and in the convention of normal play."""
        if position.misere:
            position = Position(self, position.piles, state=position.state)
        return (self.canonical(position),)

    def joined(self, parts: Sequence[Position], misere: bool) -> Position:
        """The canonical position that consists of these parts."""
        return parts[0]._replace(misere=misere)

    @property
    def _comes_apart(self) -> bool:
        """Whether a move in a part may leave several parts."""
        return not self._is_board

    # --- What is told of it ---

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title of the game with the keys of a position."""
        return self.title

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        """The rule for moves with the keys of a position, as one sentence or more."""
        return self.rule

    def text_of(self, position: Position, move: Move) -> str:
        """A legal move in words that say all that it does, such as "take 2 from pile 1"."""
        return TEXTS[self.form](position.piles, move, self.words) if move.changes else "pass"

    def sentence_of(self, position: Position, move: Move) -> str:
        """A legal move as a sentence without its full stop, with what becomes of the piles."""
        return in_words(move_sentence(position.piles, move), self.words)

    def decided_by(self, position: Position) -> str:  # noqa: ARG002
        """What the game's rule or its values decide by, if a move is legal; see DECIDED_BY."""
        return "rule"

    # --- Limits and work ---

    def check(self, position: Position) -> None:
        """Raise an InputError if the piles are too few, too many or too large for this game."""
        self.limits.check(position.piles)

    def _max_reachable(self, position: Position) -> int:
        """An upper bound on the positions that play can reach, if piles only get smaller."""
        return capped_product(pile + 1 for pile in position.piles)

    def cost(self, position: Position, max_moves: int) -> Cost:
        """The work to solve a position and to list at most this many winning moves."""
        return Cost(self._steps + len(position.piles), listed=min(max_moves, self._most_winning))

    def _steps_found(self, position: Position) -> int:
        """The work that a position took which is solved: far less than its cost for some."""
        return self.cost(position, 0).steps

    # --- Moves ---

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """All legal moves, ordered by pile, then by what they remove, then by what they leave.

        Moves that change several piles are ordered like lists of pairs of pile and number.
        """

    def _count_moves(self, position: Position) -> int:
        """The number of legal moves. Raises TooMuchWork if counting them takes too long."""
        return sum(1 for _ in counted(self.moves(position), position.main_key))

    def _count_options(self, part: Position) -> int:
        """An upper bound on the options of a part if it is known without listing them, else 0."""
        counts = type(self)._count_moves is not Game._count_moves
        return self._count_moves(part) if counts else 0

    def after(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""
        left = after_move(position.piles, move)
        return Position(self, left, position.misere, position.state)

    def _options(self, position: Position) -> Iterator[Option]:
        """The options; one move may stand for all that lead to the same canonical position."""
        for move in self.moves(position):
            yield Option(self.after(position, move), 1, move)

    def _left_of(self, part: Position) -> Iterable[tuple[Any, int]]:
        """Positions or piles that moves leave, with numbers of moves."""
        return ((option.position, option.multiplicity) for option in self._options(part))

    def check_move(self, position: Position, move: Move) -> None:
        """Raise IllegalMove if the rules forbid a move, though its objects are there."""
        if move in counted(self.moves(position), position.main_key):
            return
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

    obeys_ferguson: bool = False
    """Whether Ferguson's rule holds, so that the pile values decide misère play, too."""

    def pile_values(self, position: Position) -> Sequence[int]:  # noqa: ARG002
        """Grundy values whose XOR is the position's. Raises an InputError."""
        raise TypeError(f"{self.name} has no pile values")

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:  # noqa: ARG002
        """The legal moves that change one of the pile values to its target, in order."""
        raise TypeError(f"{self.name} has no pile values")

    def _tame(self, position: Position) -> Sequence[Pile] | None:
        """The piles of a position if all are tame in misère play: see theory/tame.py."""
        return tame_by_values(self.pile_values(position)) if self.obeys_ferguson else None

    def _cost_of_tame(self, position: Position) -> int:  # noqa: ARG002
        """The moves that are examined to find out whether the piles of a position are tame."""
        return 0

    def _moves_beside(self, position: Position, others: Sequence[Pile]) -> Iterator[Move]:
        """The moves in tame piles that win misère play, given what is beside each pile."""
        targets = [other.value ^ (not other.is_firm) for other in others]
        return self._moves_leaving(position, targets)

    # --- Who wins ---

    def decide(self, position: Position) -> Decision:
        """What decides a position, before anything is known of its piles: no check, no table.

        Values decide if the game has them, in misère play if Ferguson's rule holds, else the game's
        `wins`, else a search. A game with several rules chooses here.
        """
        if self._has_values and (self.obeys_ferguson or not position.misere):
            return ByValues(position)
        return Decision(position) if self._has_rule else BySearch(position)

    def wins(self, position: Position) -> bool:  # noqa: ARG002
        """Whether the player to move wins, by a rule of the game's own."""
        raise TypeError(f"{self.name} has no rule of its own")

    def _winning_moves(self, position: Position) -> Iterator[Move]:
        """All moves to a position that is lost by that rule, in order."""
        return (move for move in self.moves(position) if not position.after(move).wins())

    def _lists_all(self, position: Position) -> bool:  # noqa: ARG002
        """Whether all winning moves of a position are listed, whatever their number."""
        return False

    def _losing_move(self, position: Position) -> Move | None:
        """The move to make in a lost position; None if no move is legal."""
        if not self._loses_one:
            return next(self.moves(position), None)
        largest = max(position.piles, default=0)
        if not largest:
            return None
        return removal(position.piles, position.piles.index(largest), 1)

    @cached_property
    def _play(self) -> Play:
        """The kernel of this game's positions, kept from one question to the next."""
        return Play(in_sum=self.is_sum)

    # --- Why ---

    def data(self, position: Position, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """The data that the game's theory uses, such as columns or cold pairs."""
        return {}

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:  # noqa: ARG002
        """Why the rule or the values decide a position with a legal move, as sentences."""
        yield "A rule of the game decides who wins."


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
    "component": "the rule of the one game that all components with a move are; see `together`",
    "rule": "another rule of the game",
    "search": "a search of all positions that play can reach",
    "end": "no move is legal",
}
"""What can decide a position, with its meaning: the values of `decided_by` in explanations."""
