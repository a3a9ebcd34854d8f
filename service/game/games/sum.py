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

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate, chain, islice
from typing import Any, ClassVar, NamedTuple

from ..bounds import Cost, PileLimits
from ..errors import InputError, TooMuchWork
from ..game import FOUND_BY_SEARCH, Game, Position
from ..moves import Move
from ..play import Option, Play, first_moves
from ..solution import Solution, solution_of
from ..theory.columns import columns_data
from ..theory.grundy import nim_sum
from ..theory.tame import MAX_EXAMINED, Pile, beside, wins_tame
from ..theory.walk import TooManyPositions, capped_product, too_many_moves
from ..words.parity import reasons_by_genera, reasons_by_values
from ..words.wording import NAMED, in_words, numbers

MAX_COMPONENTS = 100
MAX_WALKED = 10_000
"""The most positions examined to find the values of all components together."""

MAX_WALKED_MOVES = 1_100_000
"""The most moves examined to find the values of all components together."""

STEPS_TO_WALK = 100
"""Work for each position that is examined to find a Grundy value, in steps."""

MAX_JOINED = 150
"""The most piles of components that are one position of their game."""

MAX_TAME = 3 * MAX_EXAMINED
"""Moves that are examined to find out whether the piles of all components are tame."""

COMPONENTS_TAME = (
    "All components with a move are tame: in misère play, each of their piles acts like a position "
    "of Nim."
)


class _One(NamedTuple):
    """The components with a move as one position of their game, in the same convention.

    `components` are their indexes, and `starts` the index of the first pile of each.
    """

    position: Position
    components: Sequence[int]
    starts: Sequence[int]

    def placed(self, move: Move) -> Move:
        """A move of this position as a move in one of the components."""
        pile = move.changes[0][0] if move.changes else 0
        at = bisect(self.starts, pile) - 1
        start = self.starts[at]
        changes = [(pile - start, parts) for pile, parts in move.changes]
        return Move(tuple(changes), self.components[at])


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
    rule = "A move is made in one of the components, each a position of any game but sum."
    keys: ClassVar[Mapping[str, bool]] = {"components": True}
    is_stateless = False
    words: ClassVar[Mapping[str, str]] = {"component": "game"}
    is_sum = True
    limits = PileLimits(largest=None)

    @classmethod
    def position(cls, piles: Iterable[int] = (), misere: bool = False, **keys: Any) -> Position:  # noqa: ARG003
        """The sum of the `components`; its piles are theirs."""
        return _sum_of(cls(), keys["components"], misere)

    def changing_keys(self, position: Position) -> Mapping[str, Any]:
        return {"components": [each.game.changing_keys(each) for each in _components(position)]}

    def parts(self, position: Position) -> Sequence[Position]:
        """The parts of all components."""
        return [part for each in _components(position) for part in each.parts()]

    # --- Limits and work ---

    def check(self, position: Position) -> None:
        for i, component in enumerate(_components(position)):
            with _within(i):
                component.game.check(component)

    def _max_reachable(self, position: Position) -> int:
        return capped_product(each.game._max_reachable(each) for each in _components(position))

    def cost(self, position: Position, max_moves: int) -> Cost:
        """The work to find the values of the components, by walking if necessary."""
        steps, once = 20, 0
        for component in _components(position):
            game = component.game
            cost = game.cost(component._replace(misere=False), 0)
            steps, once = steps + cost.steps + 10, once + cost.once
            if not game._has_values:
                steps += STEPS_TO_WALK * min(MAX_WALKED, game._max_reachable(component))
        return Cost(steps, once, max_moves)

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

    def pile_values(self, position: Position) -> Sequence[int]:
        """The values of the piles of all components, or of the component. Raises an InputError."""
        return [*chain(*self._parts(position))]

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        rest, parts = iter(targets), self._parts(position)
        for i, (component, values) in enumerate(zip(_components(position), parts, strict=True)):
            wanted = [*islice(rest, len(values))]
            game = component.game
            if game._has_values:
                found = game._moves_leaving(component, wanted)
            else:
                found = self._moves_to(component, wanted[0])
            for move in found:
                yield Move(move.changes, i)

    def _moves_to(self, component: Position, target: int) -> Iterator[Move]:
        """The moves in a component that leave it with a value; its options are known already."""
        play = self._play
        replies = play.options(play.parts_of(component))
        winning = sum(multiplicity for left, multiplicity in replies if play.value(left) == target)
        return first_moves(
            component,
            lambda after: play.value(play.parts_of(after)) == target,
            winning,
            "components",
        )

    def _may_be_searched(self, position: Position) -> bool:
        """Whether it is misère play, and a component that has a move does not follow Ferguson."""
        return position.misere and not all(
            component.game.obeys_ferguson for _, component in _playable(position)
        )

    def _is_searched(self, position: Position) -> bool:
        if one := self._one(position):
            return one.position.is_searched()
        return self._may_be_searched(position) and self._all_tame(position) is None

    def wins(self, position: Position) -> bool:
        if one := self._one(position):
            with _at_components():
                return one.position.wins()
        tame = self._all_tame(position)
        return super().wins(position) if tame is None else wins_tame([*chain(*tame)])

    def _judge(self, position: Position) -> Callable[[Position], bool]:
        one = self._one(position)
        if one is None or not one.position.is_searched():
            return super()._judge(position)
        judge = one.position.judge()

        def wins(position: Position) -> bool:
            left = self._one(position)
            with _at_components():
                return judge(left.position) if left else self.wins(position)

        return wins

    def _kernel(self, position: Position) -> Play:
        one = self._one(position)
        return one.position.game._kernel(one.position) if one else self._play

    def _winning_moves(self, position: Position) -> Iterator[Move]:
        if one := self._one(position):
            return map(one.placed, one.position.winning_moves())
        tame = self._all_tame(position)
        if tame is None:
            return super()._winning_moves(position)
        return self._tame_winning_moves(position, tame)

    def _tame_winning_moves(
        self, position: Position, tame: Sequence[Sequence[Pile]]
    ) -> Iterator[Move]:
        piles = [*chain(*tame)]
        if not wins_tame(piles):
            return
        others = iter(beside(piles))
        for i, (component, own) in enumerate(zip(_components(position), tame, strict=True)):
            if own:
                for move in component.game._moves_beside(component, [*islice(others, len(own))]):
                    yield Move(move.changes, i)

    def _solve(self, position: Position, max_moves: int) -> Solution:
        one = self._one(position)
        if one is None:
            return super()._solve(position, max_moves)
        with _at_components():
            found = one.position.solve(max_moves)
        listed = [*map(one.placed, found.winning_moves[:max_moves])]
        more = found.more or len(found.winning_moves) > max_moves
        losing = None if listed else self._losing_move(position)
        values = self._values_shown(position)
        solution = solution_of(found.wins, listed, losing, position.removed, more)
        return solution._replace(nim_sum=nim_sum(values), grundy_values=values)

    def _one(self, position: Position) -> _One | None:
        """The components with a move, if the rule of one game, but not Ferguson's, decides them."""
        if not self._may_be_searched(position):
            return None
        indexes, playable = zip(*_playable(position), strict=True)
        game, lengths = playable[0].game, [len(each.piles) for each in playable]
        if len(playable) > 1 and (
            game._is_board
            or sum(lengths) > MAX_JOINED
            or any(each.game != game for each in playable)
        ):
            return None
        piles = tuple(chain(*(each.piles for each in playable)))
        whole = Position(game, piles, True, playable[0].state)
        return _One(whole, indexes, [0, *accumulate(lengths[:-1])])

    def _all_tame(self, position: Position) -> Sequence[Sequence[Pile]] | None:
        """The tame piles of each component, if these decide, of those that have a move."""
        if not self._may_be_searched(position) or self._cost_of_tame(position) > MAX_TAME:
            return None
        playable, found = dict(_playable(position)), list[Sequence[Pile]]()
        for i in range(len(_components(position))):
            with _within(i):
                tame = playable[i].game._tame(playable[i]) if i in playable else ()
            if tame is None:
                return None
            found.append(tame)
        return found

    def _cost_of_tame(self, position: Position) -> int:
        costs: dict[Game, int] = {}
        for component in _components(position):
            game = component.game
            costs[game] = max(costs.get(game, 0), game._cost_of_tame(component))
        return sum(costs.values())

    def _losing_move(self, position: Position) -> Move | None:
        """The move to make in the first component with a legal move, as in a lost position."""
        for i, component in enumerate(_components(position)):
            if move := component.losing_move():
                return Move(move.changes, i)
        return None

    def _values_shown(self, position: Position) -> Sequence[int]:
        return [*map(nim_sum, self._parts(position))]

    def _parts(self, position: Position) -> list[Sequence[int]]:
        """For each component, values whose XOR is its value. Raises a located InputError."""
        parts, play = list[Sequence[int]](), self._play
        play.allow(MAX_WALKED_MOVES, partial(too_many_moves, MAX_WALKED_MOVES))
        for i, component in enumerate(_components(position)):
            with _within(i):
                if component.game._has_values:
                    parts.append(component.game.pile_values(component))
                    continue
                start, left = play.parts_of(component), MAX_WALKED - play.valued
                try:
                    if not play.has_value(start):
                        play.reachable(start, left)
                except TooManyPositions:
                    raise TooMuchWork(
                        "The Grundy value of this position is found by examining every position "
                        f"that play can reach, and at most {MAX_WALKED:,} may be examined."
                    ) from None
                parts.append([play.value(start)])
        return parts

    # --- Why ---

    def decided_by(self, position: Position) -> str:
        """The values, or in misère play the rule of one game, or that of tame positions."""
        if one := self._one(position):
            by = one.position.game.decided_by(one.position)
            return "search" if by == "search" else "component"
        if self._may_be_searched(position):
            return "search" if self._is_searched(position) else "rule"
        ones = position.misere and max(self.pile_values(position), default=0) <= 1
        return "ones" if ones else "values"

    def data(self, position: Position, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """The values of the components in binary, and their columns."""
        return columns_data(solution.grundy_values or ())

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:
        """The value of each component, and why the values decide the position."""
        values, components = solution.grundy_values or (), _components(position)
        for i, (component, value) in enumerate(zip(components, values, strict=True), 1):
            if i > NAMED:
                yield "The values of the other components are found in the same way."
                break
            yield (
                f"Component {i}, {component.game.title}, has the Grundy value {value:,}: "
                f"{_origin(component)}."
            )
        wins = solution.wins
        if self._is_searched(position):
            yield FOUND_BY_SEARCH
        elif one := self._one(position):
            whole, title = one.position, one.position.game.title
            if len(one.components) == 1:
                i = one.components[0] + 1
                yield f"Only component {i} has a move, so the rule of {title} decides."
            else:
                yield (
                    f"All components with a move are positions of {title}, so together they are "
                    "one position of it, with the piles of the first of them, then of the next."
                )
            found = whole.solve(max(1, len(solution.winning_moves)))
            for each in whole.game.reasons(whole, found):
                yield type(each)(in_words(each, whole.game.words))
        elif tame := self._all_tame(position):
            yield from reasons_by_genera(COMPONENTS_TAME, [*chain(*tame)])
        elif position.misere:
            yield "Each component with a move follows Ferguson's rule, so all piles combine."
            yield from reasons_by_values(self.pile_values(position), True, wins)
        else:
            yield from reasons_by_values(values, False, wins)
            if len(components) == 2:
                are = "are not" if wins else "are"
                yield (
                    f"The two components {are} equivalent: two positions are equivalent if and "
                    "only if their sum is lost in normal play."
                )


def _components(position: Position) -> Sequence[Position]:
    return position.components() or ()


def _playable(position: Position) -> list[tuple[int, Position]]:
    """The components that have a legal move, with their indexes: the others change nothing."""
    components = enumerate(_components(position))
    return [(i, component) for i, component in components if next(component.moves(), None)]


def _sum_of(game: Game, components: Sequence[Position], misere: bool) -> Position:
    """A sum; its components are played in its convention."""
    parts = tuple(
        each if each.misere is misere else Position(each.game, each.piles, misere, each.state)
        for each in components
    )
    return Position(game, tuple(chain(*(each.piles for each in parts))), misere, parts)


def _origin(component: Position) -> str:
    """How the value of a component is found, as a part of a sentence."""
    if not component.game._has_values:
        return "it is found by examining every position that play can reach"
    values = component.game.pile_values(component)
    if not values:
        return "it has no piles"
    if component.game._is_board:
        text = "XOR of every second pile, beginning with the first"
    elif 1 < len(values) <= NAMED:
        text = f"XOR of {numbers(values)}"
    else:
        text = "value of its pile" if len(values) == 1 else "XOR of the values of its piles"
    return f"it is the {in_words(text, component.game.words)}"


def _in_component(i: int, option: Option) -> Move:
    return Move(option.move.changes, i)


@contextmanager
def _at_components() -> Iterator[None]:
    """Locate errors of the components together, as one position, at all of them."""
    try:
        yield
    except TooMuchWork as error:
        error.locations = [("components",)]
        raise


@contextmanager
def _within(i: int) -> Iterator[None]:
    """Locate errors in the component with this index."""
    try:
        yield
    except InputError as error:
        error.locations = [("components", i, *location) for location in error.locations]
        raise
