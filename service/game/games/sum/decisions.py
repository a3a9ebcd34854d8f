"""What decides a sum: the values of its components, one game that they all are, or their genera.

A decision of a sum begins with its components as positions of plain games. Values that no theory
gives are found by walking over all that the components can become.
"""

from abc import abstractmethod
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, islice
from typing import Any

from ...decision import FOUND_BY_SEARCH, ByGenera, BySearch, ByValues, Decision
from ...errors import TooMuchWork, at
from ...game import Game
from ...meter import MAX_STEPS, STEPS_TO_KEEP, OutOfSteps, at_most, current, metered
from ...moves import Move
from ...play import Play, first_moves
from ...position import Position
from ...solution import Solution
from ...theory.columns import columns_data
from ...theory.genus import tame_genus
from ...theory.grundy import nim_sum
from ...theory.parts import Parts
from ...theory.tame import Pile, sum_of_tame
from ...theory.walk import TooManyPositions
from ...words.parity import reasons_by_genera, reasons_by_values
from ...words.wording import NAMED, Reason, reason_in_words

MAX_WALKED = 10_000
"""The most positions examined to find the values of all components together."""

STEPS_TO_ADORN = 500_000
"""Steps to find the values of components beside what decides a sum."""

COMPONENTS_TAME = (
    "All components with a move are tame: in misère play, each of their piles acts like a position "
    "of Nim."
)


class _OfComponents(Decision):
    """A decision of a sum: it begins with the values of the components."""

    @cached_property
    def values_of_each(self) -> Sequence[Sequence[int]]:
        """For each component, values whose XOR is its value. Raises a located InputError."""
        return values_by_component(self.position, self.play)

    @property
    def pile_values(self) -> Sequence[int]:
        return [*chain(*self.values_of_each)]

    @cached_property
    def values(self) -> Sequence[int] | None:
        """The value of each component; None if that is too much work and doesn't decide."""
        left = meter.left if (meter := current()) else MAX_STEPS
        try:
            with at_most(STEPS_TO_ADORN):
                return [*map(nim_sum, self.values_of_each)]
        except OutOfSteps:
            if left < STEPS_TO_ADORN:  # no value depends on what is asked beside
                raise
            return None
        except TooMuchWork:
            return None

    @property
    def value(self) -> int | None:
        return None if self.values is None else nim_sum(self.values)

    def losing_move(self) -> Move | None:
        """The move to make in the first component with a legal move, as in a lost position."""
        for i, component in enumerate(components_of(self.position)):
            if move := component.losing_move():
                return Move(move.changes, i)
        return None

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """The values of the components in binary, and their columns."""
        return {} if solution.grundy_values is None else columns_data(solution.grundy_values)

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        """The value of each component, and why they decide the position, or what else does."""
        values, components = solution.grundy_values or (), components_of(self.position)
        for i, (component, value) in enumerate(zip(components, values, strict=False), 1):
            if i > NAMED:
                yield "The values of the other components are found in the same way."
                break
            alone = plain(component)
            yield (
                f"Component {i}, {component.game.title}, has the Grundy value {value:,}: "
                f"{alone.game.origin_of_value(alone)}."
            )
        yield from self._why(solution)

    @abstractmethod
    def _why(self, solution: Solution) -> Iterator[Reason]:
        """What decides the position, and why."""


class ByComponentValues(_OfComponents, ByValues):
    """The values decide, in misère play those of the piles of all components."""

    def winning_moves(self) -> Iterator[Move]:
        if self.targets is None:
            return
        components, rest = plain_components(self.position), iter(self.targets)
        for i, (component, values) in enumerate(zip(components, self.values_of_each, strict=True)):
            targets = [*islice(rest, len(values))]
            if component.game._has_values:
                found = component.game._moves_leaving(component, targets)
            else:
                found = self._moves_to(component, targets[0])
            for move in found:
                yield Move(move.changes, i)

    def _moves_to(self, component: Position, target: int) -> Iterator[Move]:
        """The moves in a component that leave it with a value; its options are known already."""
        play = self.play
        replies = play.options(play.parts_of(component))
        winning = legal = 0
        for left, multiplicity in replies:
            legal += multiplicity
            winning += multiplicity * (play.value(left) == target)
        return first_moves(
            component,
            lambda after: play.value(play.parts_of(after)) == target,
            winning,
            legal,
        )

    def _why(self, solution: Solution) -> Iterator[Reason]:
        wins = solution.wins
        if self.position.misere:
            yield "Each component with a move follows Ferguson's rule, so all piles combine."
            yield from reasons_by_values(self.pile_values, True, wins)
            return
        values = self.values or ()
        yield from reasons_by_values(values, False, wins)
        if len(values) == 2:
            are = "are not" if wins else "are"
            yield (
                f"The two components {are} equivalent: two positions are equivalent if and "
                "only if their sum is lost in normal play."
            )


class ByOneGame(_OfComponents):
    """The components with a move are one position of their game, whose decision this is.

    It isn't for games that follow Ferguson's rule: they are decided together with all others.
    """

    may_search = True

    def __init__(self, position: Position, playable: Mapping[int, Position]) -> None:
        super().__init__(position)
        self.components = [*playable]
        """The indexes of the components with a move."""
        first, *_ = played = [*playable.values()]
        self.starts = [0, *accumulate(len(each.piles) for each in played[:-1])]
        """The index of the first pile of each of them in the position that they are together."""
        piles = tuple(chain(*(each.piles for each in played)))
        self.whole = first._replace(piles=piles).decide()
        """What decides that position."""

    @property
    def is_searched(self) -> bool:
        return self.whole.is_searched

    @cached_property
    def judge(self) -> Callable[[Position], bool]:
        if not self.is_searched:
            return super().judge
        judge = self.whole.judge

        def wins(position: Position) -> bool:
            left = position.decide()
            return judge(left.whole.position) if isinstance(left, ByOneGame) else left.wins

        return wins

    @cached_property
    def wins(self) -> bool:
        return self.whole.wins

    def winning_moves(self) -> Iterator[Move]:
        return map(self._placed, self.whole.winning_moves())

    def solve(self, max_moves: int) -> Solution:
        found = self.whole.solve(max_moves)
        listed = [*map(self._placed, found.winning_moves[:max_moves])]
        return self._solution(listed, found.more or len(found.winning_moves) > max_moves)

    def _placed(self, move: Move) -> Move:
        """A move of the whole position as a move in one of the components."""
        if len(self.components) == 1:
            return Move(move.changes, self.components[0])
        pile = move.changes[0][0] if move.changes else 0
        at = bisect(self.starts, pile) - 1
        start = self.starts[at]
        changes = [(pile - start, parts) for pile, parts in move.changes]
        return Move(tuple(changes), self.components[at])

    @property
    def by(self) -> str:
        return "search" if self.whole.by == "search" else "component"

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """Those of the values, and those of the position that decides."""
        data = super().data(solution)
        if self.by != "component":
            return data
        whole = self.whole.position
        found = self.whole.data(self.whole.solve(max(1, len(solution.winning_moves))))
        keys = {"game": whole.game.name, **whole.game.changing_keys(whole)}
        return {**data, "together": {**keys, "decided_by": self.whole.by, **found}}

    def _why(self, solution: Solution) -> Iterator[Reason]:
        if self.is_searched:
            yield FOUND_BY_SEARCH
            return
        game = self.whole.game
        if len(self.components) == 1:
            i = self.components[0] + 1
            yield f"Only component {i} has a move, so the rule of {game.called} decides."
        else:
            yield (
                f"All components with a move are positions of {game.called}, so together they are "
                "one position of it, with the piles of the first of them, then of the next."
            )
        found = self.whole.solve(max(1, len(solution.winning_moves)))
        for each in self.whole.reasons(found):
            yield reason_in_words(each, game.words)


class ByComponentGenera(_OfComponents, ByGenera):
    """The genera decide if all components with a move are tame, and otherwise a search does."""

    def __init__(self, position: Position, playable: Mapping[int, Position]) -> None:
        super().__init__(position)
        self.playable = playable
        """The components that have a move, by their indexes."""

    @cached_property
    def by_component(self) -> Sequence[Sequence[Pile]] | None:
        """The tame piles of each component that has a move; None unless all are tame."""
        found: dict[int, Sequence[Pile]] = {}
        for i in sorted(self.playable, key=lambda i: max(self.playable[i].piles, default=0)):
            component = self.playable[i]
            with at("components", i, whole=component.game.main_key):
                tame = component.game._tame(component)
            if tame is None:
                return None
            found[i] = tame
        return [found.get(i, ()) for i in range(len(components_of(self.position)))]

    @cached_property
    def tame(self) -> Sequence[Pile] | None:
        return None if self.by_component is None else [*chain(*self.by_component)]

    def _moves_beside(self, others: Sequence[Pile]) -> Iterator[Move]:
        rest, components = iter(others), plain_components(self.position)
        for i, (each, own) in enumerate(zip(components, self.by_component or (), strict=True)):
            if own:
                for move in each.game._moves_beside(each, [*islice(rest, len(own))]):
                    yield Move(move.changes, i)

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """Those of the values, and the genus of each component if they decide."""
        data = super().data(solution)
        if self.by_component is None:
            return data
        return {**data, "genera": [tame_genus(sum_of_tame(own)) for own in self.by_component]}

    def _why(self, solution: Solution) -> Iterator[Reason]:
        if self.tame is None:
            return BySearch.reasons(self, solution)
        return reasons_by_genera(COMPONENTS_TAME, self.tame)


# --- The values of the components ----------------------------------------------------------------


def values_by_component(position: Position, play: Play) -> list[Sequence[int]]:
    """For each component, values whose XOR is its value. Raises a located InputError."""
    components = plain_components(position)
    _walk(components, play)
    found = list[Sequence[int]]()
    for i, component in enumerate(components):
        with at("components", i, whole=component.game.main_key):
            if component.game._has_values:
                found.append(component.game.pile_values(component))
            else:
                found.append([play.value(play.parts_of(component))])
    return found


def _walk(components: Sequence[Position], play: Play) -> None:
    """Examine all that the components without a theory of values can become.

    Raises a located InputError if that is too much, as early as possible: where play can make
    each pile smaller by any number, the moves are counted before any is listed.
    """
    reached: dict[Game, set[Parts]] = {}
    walked = [
        i
        for i, each in enumerate(components)
        if not (each.game._has_values or play.has_value(play.parts_of(each)))
    ]
    play.begin()
    to_list = 0.0
    for i in sorted(walked, key=lambda i: not components[i].game._reaches_all_smaller):
        game = components[i].game
        with at("components", i, whole=game.main_key):
            if game.main_key == "board":
                play.value(play.parts_of(components[i]))  # of its pieces, however combined
                continue
            new = _reach(components[i], play, reached)
            for parts in new if game._reaches_all_smaller else ():
                to_list += play.to_list(parts)
                play.afford(to_list)


def _reach(component: Position, play: Play, reached: dict[Game, set[Parts]]) -> set[Parts]:
    """The positions that play in a component can reach and that weren't `reached` before."""
    game = component.game
    others = sum(len(found) for other, found in reached.items() if other != game)
    known = reached.setdefault(game, set())
    try:
        found = play.reachable_from(component, MAX_WALKED - others)
        new = {*filter(None, found)} - known  # without any part there is nothing to examine
        known |= new
        if others + len(known) <= MAX_WALKED:
            return new
    except TooManyPositions:
        pass
    raise TooMuchWork(
        "The Grundy value of this position is found by examining every position that play can "
        f"reach, and at most {MAX_WALKED:,} may be examined."
    )


# --- Components ----------------------------------------------------------------------------------


def components_of(position: Position) -> Sequence[Position]:
    """The components of a sum."""
    return position.components() or ()


def plain_components(position: Position) -> Sequence[Position]:
    """The components, those of equal rules as positions of one game whatever its name."""
    return [*map(plain, components_of(position))]


def plain(component: Position) -> Position:
    """A component as a position of the game that stands for all names of its rules."""
    game = component.game.plain
    if isinstance(game, str):
        from .. import GAMES  # noqa: PLC0415  # which imports this package

        game = GAMES[game].of()
    return component if game is component.game else component._replace(game=game)


def playable_components(position: Position) -> list[tuple[int, Position]]:
    """The components that have a legal move, with their indexes: the others change nothing."""
    components = enumerate(metered(plain_components(position), STEPS_TO_KEEP))
    return [(i, component) for i, component in components if next(component.moves(), None)]
