"""The kernel of games' positions, on which searches, graphs and values of any games run."""

from collections.abc import Callable, Collection, Hashable, Iterator
from functools import partial
from itertools import chain
from math import inf
from typing import Any

from .meter import (
    DOUBT,
    NUMBERS_IN_A_STEP,
    STEPS_TO_KEEP,
    OutOfSteps,
    afford,
    at_most,
    current,
    metered,
    spend,
)
from .moves import Move
from .position import Option, Position
from .theory.parts import About, Left, Parts
from .theory.search import (
    MAX_SEARCHED,
    SEARCHED_IN_A_STEP,
    TO_BEGIN,
    USUAL_LENGTH,
    Search,
    SearchTooLong,
)
from .theory.tame import Pile, sum_of_tame
from .theory.walk import Graph, graph_of, none_larger, too_many_moves

LONG = 5
"""Piles of a board that double the time to make one."""

VERY_LONG = 20
"""Piles of a board beyond which the time grows with their square."""

SHARE_ALONE = 0.3
"""Examining an option of a position of one part counts as a share of one of several parts."""

MOST_FOR_TAME = 40_000
"""Steps that a search may take to find out whether a part is tame."""


class Play(Search[Position]):
    """The kernel of positions of any games; its parts have the convention of normal play.

    In a sum, parts in which no move is legal are left out.
    """

    def __init__(self, in_sum: bool = False) -> None:
        super().__init__()
        self._in_sum = in_sum
        self._kinds: list[int] = []  # the game of each part
        self._games = dict[Hashable, tuple[int, tuple[str, str]]]()  # number, name and rules
        self._tame: dict[int, Pile | None] = {}  # the piles of a part, as one
        self._not_tame = set[int]()  # or not known to be
        self._searched: tuple[dict[int, bool], dict[int, bool]] = ({}, {})  # parts alone
        self._too_large = dict[int, int]()  # parts to find out that, by games

    def parts_of(self, position: Position) -> Parts:
        """The parts of a position."""
        return self.of(position.game.parts(position))

    def joined(self, parts: Parts, like: Position) -> Position:
        """The canonical position with these parts, in the game and the convention of another."""
        return like.game.joined(self._forms_of(parts), like.misere)

    def _forms_of(self, parts: Parts) -> list[Position]:
        return [self.forms[part] for part in sorted(parts, key=self.ranks.__getitem__)]

    def options_of(self, position: Position) -> Iterator[tuple[Parts, Option, int | None]]:
        """The parts of each option, with the option; in a sum, of a component with this index.

        Only the first of equal components is moved, and the parts of the others are found once.
        """
        components = position.components()
        if components is None:
            for option in position.options():
                yield self.parts_of(option.position), option, None
            return
        parts = [*map(self.parts_of, components)]
        for component in dict.fromkeys(components):
            i = components.index(component)
            others = [*chain(*parts[:i], *parts[i + 1 :])]
            for option in component.options():
                left = self.parts_of(option.position)
                yield tuple(sorted((*others, *left))), option, i

    def left_of(self, part: Position) -> Left:
        return part.game._left_of(part)

    def position_of(self, part: Position, key: Any) -> Parts:
        """A position is known by itself or, in some games, by its piles."""
        if not isinstance(key, Position):
            key = Position(part.game, key, part.misere, part.state)
        return self.of(key.game.parts(key))

    def has_ended(self, part: Position) -> bool:
        return part.game._has_ended(part)

    def describe(self, part: Position) -> About | None:
        """Parts are in order of their games. Making a board with many piles takes long."""
        game, weight = part.game, 1
        if self._in_sum and self.has_ended(part):
            return None
        if part.state is not None and game.is_stateless and game.main_key == "piles":
            raise TypeError(f"{game.name} has a state: it must say `is_stateless = False`")
        if game not in self._games:
            self._games[game] = len(self._games), (game.name, repr(game))
        kind, order = self._games[game]
        self._kinds.append(kind)
        if game._is_board:
            weight += len(part.piles) // LONG + (len(part.piles) // VERY_LONG) ** 2
            weight *= 1 if game._leaves_quickly else 4
        rank = order, part.piles, repr(part.state)
        size = game.size_of(part)
        return About(rank, size, game._is_board, game._comes_apart, game, weight)

    def known_value(self, part: Position) -> int | None:
        return part.game.known_value(part)

    def count(self, part: Position) -> int:
        return part.game._count_options(part)

    def costs(self, position: Parts) -> tuple[float, float]:
        length = len(position)
        if length == 1:
            is_board = self.about[position[0]].is_board
            return TO_BEGIN, self._listing_cost(position[0]) if is_board else SHARE_ALONE
        return TO_BEGIN + length / 2, 1 + (length / USUAL_LENGTH) ** 2

    def theory(self, misere: bool, parts: Parts) -> bool | None:
        """Who wins a sum whose parts have a theory; None for all others."""
        if not parts:
            return misere
        if misere and self._not_tame.isdisjoint(parts):
            tame = self._as_one(parts)
            if tame is not None:
                return tame.wins
        game = self.forms[parts[0]].game
        is_one = len({self._kinds[part] for part in parts}) == 1
        if not is_one or (len(parts) > 1 and game._is_board):
            return None
        if any(self._is_searched(part, misere) for part in parts):
            return None
        self.examine(TO_BEGIN)
        decision = game.joined(self._forms_of(parts), misere).decide()
        return None if decision.is_searched else decision.wins

    def _is_searched(self, part: int, misere: bool) -> bool:
        """Whether a part alone is searched: then positions with it are searched, too."""
        known = self._searched[misere]
        if part not in known:
            self.examine(TO_BEGIN)
            form = self.forms[part]
            known[part] = form.game.joined([form], misere).is_searched()
        return known[part]

    def _as_one(self, parts: Parts) -> Pile | None:
        """Parts as one tame pile, if all are known to be tame."""
        self.examine(1 + len(parts))
        value, is_firm = 0, False
        for part in parts:
            tame = self._tame_of(part)
            if tame is None:
                self._not_tame.add(part)
                return None
            value, is_firm = value ^ tame.value, is_firm or tame.is_firm
        return Pile(value, is_firm)

    def _tame_of(self, part: int) -> Pile | None:
        """A part as one tame pile, if it is known to be; a table for it is made if that is fast."""
        if part not in self._tame:
            form, kind, size = self.forms[part], self._kinds[part], self.sizes[part]
            if size >= self._too_large.get(kind, size + 1):
                return None
            try:
                with at_most(MOST_FOR_TAME):
                    piles = form.game._tame(form)
            except OutOfSteps:
                self._too_large[kind] = size
                return None
            self._tame[part] = None if piles is None else sum_of_tame(piles)
        return self._tame[part]

    def judge(self, start: Position) -> Callable[[Position], bool]:
        """A function that finds the winner by search, with one meter for all its calls."""
        misere = start.misere
        self.begin(MAX_SEARCHED, SearchTooLong, 1 / SEARCHED_IN_A_STEP, TO_BEGIN)
        theory = partial(self.theory, misere) if self._in_sum else None
        return lambda position: self.wins(self.parts_of(position), misere, theory)

    def winning_moves(self, position: Position, wins: Callable[[Position], bool]) -> Iterator[Move]:
        """All moves to a lost position, in order."""
        winning = legal = 0
        for _, multiplicity, is_lost in self._judged_replies(position):
            legal += multiplicity
            winning += multiplicity * is_lost
        return first_moves(position, lambda after: not wins(after), winning, legal)

    def lost_options(self, position: Position) -> Iterator[Position]:
        """The canonical lost positions that moves lead to."""
        self.judge(position)
        for left, _, is_lost in self._judged_replies(position):
            if is_lost:
                yield self.joined(left, position)

    def _judged_replies(self, position: Position) -> Iterator[tuple[Parts, int, bool]]:
        misere, theory = position.misere, partial(self.theory, position.misere)
        for left, multiplicity in self.options(self.parts_of(position)):
            is_lost = not self.wins(left, misere, theory if self._in_sum else None)
            yield left, multiplicity, is_lost

    def all_reachable(self, start: Position, max_positions: int) -> Collection[Position]:
        """The canonical positions that play can reach, this one included.

        Raises TooMuchWork as soon as there is one more than `max_positions`.
        """
        self.begin()
        reached = self.reachable_from(start, max_positions)
        return [self.joined(parts, start) for parts in reached]

    def reachable_from(
        self, start: Position, max_positions: int, max_moves: float = inf
    ) -> Collection[Parts]:
        """The positions that play can reach, by their parts. Raises TooMuchWork."""
        game = start.game
        if not game.is_ordered and game._reaches_all_smaller:
            found = none_larger(start.canonical().piles, max_positions)
            spend(steps_to_make(start) * len(found))
            return {self.parts_of(start._replace(piles=piles)) for piles in found}
        return self.reachable(self.parts_of(start), max_positions, max_moves)

    def graph(self, start: Position, max_positions: int, max_moves: int) -> Graph[Parts]:
        """The options of each position that play can reach, with the number of moves to each.

        Raises TooMuchWork beyond these limits.
        """
        self.begin(error=partial(too_many_moves, max_moves))
        return graph_of(
            self.reachable_from(start, max_positions, max_moves),
            self.options,
            max_moves,
        )


def kernel_of(position: Position) -> Play:
    """The kernel of a position's game: that of the current request, if there is one, or a new one.

    No game keeps one. A kernel refers to its game by each position, so together they would be
    garbage that waits for the collector, and whatever kept the game would keep all positions.
    """
    game, kernels = position.game, meter.kernels if (meter := current()) else {}
    if game not in kernels:
        kernels[game] = Play(in_sum=game.is_sum)
    kernel: Play = kernels[game]
    return kernel


def steps_to_make(position: Position) -> float:
    """Steps to make a position after a move, and to find its parts."""
    parts = len(position.piles) + len(position.components() or ())
    return STEPS_TO_KEEP + parts / NUMBERS_IN_A_STEP


def first_moves(
    position: Position, is_wanted: Callable[[Position], bool], count: int, legal: int
) -> Iterator[Move]:
    """The first `count` moves to wanted positions, in order; `legal` moves there are in total.

    Raises OutOfSteps if too many other moves lie between them: a position may have few options and
    yet 2^100 moves. If all are many times too many, none is listed.
    """
    if not count:
        return
    of_each = steps_to_make(position)
    afford(legal * of_each / DOUBT)
    for move in metered(position.moves(), of_each):
        if is_wanted(position.after(move)):
            count -= 1
            yield move
            if not count:
                return
