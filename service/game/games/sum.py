"""Sums: a move is made in one of the components, which are positions of any games.

In normal play the Grundy value of a sum is the XOR of the values of its components, so that a
position is P exactly when that is 0. Two positions are equivalent, each as good as the other in any
sum, exactly when their sum is P.

In misère play Ferguson's rule decides if every component follows it: the piles of all components
then count as the piles of one position. Components of one game whose moves change one pile are a
single position of that game, and only one component may have a move at all: then that game decides.
Tame components decide together, whatever their games: see theory/tame.py. All other sums are
searched. A component without a move changes nothing.

Sources: R. P. Sprague (1935) and P. M. Grundy (1939); J. H. Conway, "On Numbers and Games" (1976),
chapter 11; T. S. Ferguson (1974) for misère play.
"""

from abc import abstractmethod
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate, chain, islice
from typing import Any, ClassVar

from ..bounds import PileLimits
from ..decision import FOUND_BY_SEARCH, ByGenera, BySearch, ByValues, Decision
from ..errors import TooMuchWork, at
from ..game import Game
from ..meter import MAX_STEPS, OutOfSteps, at_most, current, metered
from ..moves import Move
from ..play import Play, first_moves, kernel_of
from ..position import Option, Position
from ..solution import Solution
from ..theory.columns import columns_data
from ..theory.genus import tame_genus
from ..theory.grundy import nim_sum
from ..theory.parts import Parts
from ..theory.tame import Pile, sum_of_tame
from ..theory.walk import TooManyPositions
from ..words.parity import reasons_by_genera, reasons_by_values
from ..words.wording import NAMED, Reason, reason_in_words

MAX_COMPONENTS = 100
MAX_WALKED = 10_000
"""The most positions examined to find the values of all components together."""

STEPS_OF_A_COMPONENT = 1.5
"""Steps to see whether a component has a move."""

STEPS_TO_ADORN = 500_000
"""Steps to find the values of components beside what decides a sum."""

STEPS_TO_VALUE = 1.1
"""Steps to list an option, and to find the values of positions by it."""

MAX_JOINED = 150
"""The most piles of components that are one position of their game."""

COMPONENTS_TAME = (
    "All components with a move are tame: in misère play, each of their piles acts like a position "
    "of Nim."
)


class Sum(Game):
    """A sum; the components are the state of a position, and its piles are all their piles.

    >>> from .nim import Nim
    >>> from .take_and_break import Kayles
    >>> position = Sum.position(components=[Kayles.position([3]), Nim.position([2])])
    >>> [*position.winning_moves()][0]
    Move(changes=((0, (2,)),), component=0)
    """

    name = "sum"
    title = "Sum of games"
    rule = "A move is made in one of several games, `components`: positions of any games but sum."
    keys: ClassVar[Mapping[str, bool]] = {"components": True}
    is_stateless = False
    words: ClassVar[Mapping[str, str]] = {"component": "game"}
    is_sum = True
    main_key = "components"
    limits = PileLimits(largest=None)

    @classmethod
    def position(cls, piles: Iterable[int] = (), misere: bool = False, **keys: Any) -> Position:  # noqa: ARG003
        """The sum of the `components`; its piles are theirs."""
        return _sum_of(cls(), keys["components"], misere)

    def rule_of(self, position: Position) -> str:
        """The rule with the titles of the games."""
        titles = [each.game.title for each in _components(position)]
        return f"A move is made in one of these games: {', '.join(titles)}."

    def changing_keys(self, position: Position) -> Mapping[str, Any]:
        return {"components": [each.game.changing_keys(each) for each in _components(position)]}

    def parts(self, position: Position) -> Sequence[Position]:
        """The parts of all components."""
        return [part for each in _components(position) for part in each.parts()]

    # --- Limits ---

    def check(self, position: Position) -> None:
        for i, component in enumerate(_components(position)):
            with at("components", i, whole=component.game.main_key):
                component.game.check(component)

    # --- Moves ---

    def moves(self, position: Position) -> Iterator[Move]:
        for i, component in enumerate(_components(position)):
            for move in component.moves():
                yield Move(move.changes, i)

    def _count_moves(self, position: Position) -> int:
        return sum(each.count_moves() for each in _components(position))

    def after(self, position: Position, move: Move) -> Position:
        i = move.component
        assert i is not None  # noqa: S101
        components = [*_components(position)]
        components[i] = components[i].after(Move(move.changes))
        return _sum_of(self, components, position.misere)

    def _options(self, position: Position) -> Iterator[Option]:
        components = _components(position)
        for i, component in enumerate(components):
            for option in component.options():
                left = _sum_of(
                    self, [*components[:i], option.position, *components[i + 1 :]], position.misere
                )
                yield Option(left, option.multiplicity, partial(_in_component, i, option))

    # --- Who wins ---

    def decide(self, position: Position) -> Decision:
        """The values, in misère play the rule of one game, or the theorem for tame piles."""
        if not position.misere:
            return _ByValues(position)
        playable = dict(_playable(position))
        if all(each.game.obeys_ferguson for each in playable.values()):
            return _ByValues(position)
        games = [each.game for each in playable.values()]
        has_piles = games[0].main_key == "piles" and not games[0]._is_board
        is_one = has_piles and games.count(games[0]) == len(games)
        piles = sum(len(each.piles) for each in playable.values())
        if len(games) == 1 or (is_one and piles <= MAX_JOINED):
            return _ByOne(position, playable)
        return _ByGenera(position, playable)

    def pile_values(self, position: Position) -> Sequence[int]:
        """The values of the piles of all components, or of the component. Raises an InputError."""
        return [*chain(*self._parts(position, kernel_of(position)))]

    def _losing_move(self, position: Position) -> Move | None:
        """The move to make in the first component with a legal move, as in a lost position."""
        for i, component in enumerate(_components(position)):
            if move := component.losing_move():
                return Move(move.changes, i)
        return None

    def _parts(self, position: Position, play: Play) -> list[Sequence[int]]:
        """For each component, values whose XOR is its value. Raises a located InputError."""
        self._walk(position, play)
        found = list[Sequence[int]]()
        for i, component in enumerate(_plain(position)):
            with at("components", i, whole=component.game.main_key):
                if component.game._has_values:
                    found.append(component.game.pile_values(component))
                else:
                    found.append([play.value(play.parts_of(component))])
        return found

    def _walk(self, position: Position, play: Play) -> None:
        """Examine all that the components without a theory of values can become.

        Raises a located InputError if that is too much, as early as possible: where play can make
        each pile smaller by any number, the moves are counted before any is listed.
        """
        components = _plain(position)
        reached: dict[Game, set[Parts]] = {}
        walked = [
            i
            for i, each in enumerate(components)
            if not (each.game._has_values or play.has_value(play.parts_of(each)))
        ]
        play.begin(step=STEPS_TO_VALUE)
        to_list = 0.0
        for i in sorted(walked, key=lambda i: not components[i].game._reaches_all_smaller):
            game = components[i].game
            with at("components", i, whole=game.main_key):
                if game.main_key == "board":
                    play.value(play.parts_of(components[i]))  # of its pieces, however combined
                    continue
                new = self._reach(components[i], play, reached)
                for parts in new if game._reaches_all_smaller else ():
                    to_list += play.to_list(parts)
                    play.afford(to_list)

    def _reach(
        self, component: Position, play: Play, reached: dict[Game, set[Parts]]
    ) -> set[Parts]:
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

    def text_of(self, position: Position, move: Move) -> str:
        """The component, and what a move does there in the words of its game."""
        i = move.component or 0
        component, alone = (position.components() or ())[i], move._replace(component=None)
        return f"in game {i + 1:,}, {component.game.text_of(component, alone)}"


class _OfComponents(Decision):
    """A decision of a sum: it begins with the values of the components."""

    game: Sum

    @cached_property
    def parts(self) -> Sequence[Sequence[int]]:
        """For each component, values whose XOR is its value. Raises a located InputError."""
        return self.game._parts(self.position, self.play)

    @property
    def pile_values(self) -> Sequence[int]:
        return [*chain(*self.parts)]

    @cached_property
    def values(self) -> Sequence[int] | None:
        """The value of each component; None if that is too much work and doesn't decide."""
        left = meter.left if (meter := current()) else MAX_STEPS
        try:
            with at_most(STEPS_TO_ADORN):
                return [*map(nim_sum, self.parts)]
        except OutOfSteps:
            if left < STEPS_TO_ADORN:  # no value depends on what is asked beside
                raise
            return None
        except TooMuchWork:
            return None

    @property
    def value(self) -> int | None:
        return None if self.values is None else nim_sum(self.values)

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """The values of the components in binary, and their columns."""
        return {} if solution.grundy_values is None else columns_data(solution.grundy_values)

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        """The value of each component, and why they decide the position, or what else does."""
        values, components = solution.grundy_values or (), _components(self.position)
        for i, (component, value) in enumerate(zip(components, values, strict=False), 1):
            if i > NAMED:
                yield "The values of the other components are found in the same way."
                break
            plain = _plain_of(component)
            yield (
                f"Component {i}, {component.game.title}, has the Grundy value {value:,}: "
                f"{plain.game.origin_of_value(plain)}."
            )
        yield from self._why(solution)

    @abstractmethod
    def _why(self, solution: Solution) -> Iterator[Reason]:
        """What decides the position, and why."""


class _ByValues(_OfComponents, ByValues):
    """The values decide, in misère play those of the piles of all components."""

    def winning_moves(self) -> Iterator[Move]:
        if self.targets is None:
            return
        components, rest = _plain(self.position), iter(self.targets)
        for i, (component, values) in enumerate(zip(components, self.parts, strict=True)):
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
        winning = sum(multiplicity for left, multiplicity in replies if play.value(left) == target)
        return first_moves(
            component,
            lambda after: play.value(play.parts_of(after)) == target,
            winning,
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


class _ByOne(_OfComponents):
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
            return judge(left.whole.position) if isinstance(left, _ByOne) else left.wins

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


class _ByGenera(_OfComponents, ByGenera):
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
        return [found.get(i, ()) for i in range(len(_components(self.position)))]

    @cached_property
    def tame(self) -> Sequence[Pile] | None:
        return None if self.by_component is None else [*chain(*self.by_component)]

    def _moves_beside(self, others: Sequence[Pile]) -> Iterator[Move]:
        rest, components = iter(others), _plain(self.position)
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


def _components(position: Position) -> Sequence[Position]:
    return position.components() or ()


def _plain(position: Position) -> Sequence[Position]:
    """The components, those of equal rules as positions of one game whatever its name."""
    return [*map(_plain_of, _components(position))]


def _plain_of(component: Position) -> Position:
    plain = component.game.plain
    if isinstance(plain, str):
        from . import GAMES  # noqa: PLC0415  # which imports this file

        plain = GAMES[plain].of()
    return component if plain is component.game else component._replace(game=plain)


def _playable(position: Position) -> list[tuple[int, Position]]:
    """The components that have a legal move, with their indexes: the others change nothing."""
    components = enumerate(metered(_plain(position), STEPS_OF_A_COMPONENT))
    return [(i, component) for i, component in components if next(component.moves(), None)]


def _sum_of(game: Game, components: Sequence[Position], misere: bool) -> Position:
    """A sum; its components are played in its convention."""
    parts = tuple(
        each if each.misere is misere else Position(each.game, each.piles, misere, each.state)
        for each in components
    )
    return Position(game, tuple(chain(*(each.piles for each in parts))), misere, parts)


def _in_component(i: int, option: Option) -> Move:
    return Move(option.move.changes, i)
