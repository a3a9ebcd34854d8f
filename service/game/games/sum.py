"""Sums: a move in a sum of positions is a move in one of its components, which may be of any games.

In normal play the Grundy value of a sum is the XOR of the values of its components, so that a
position is P exactly when that is 0. Two positions are equivalent, each as good as the other in any
sum, exactly when their sum is P.

In misère play Ferguson's rule decides where every component follows it: the piles of all components
then count as the piles of one position. All other sums are searched.

Sources: R. P. Sprague (1935) and P. M. Grundy (1939); J. H. Conway, "On Numbers and Games" (1976),
chapter 11; T. S. Ferguson (1974) for misère play.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain, islice
from typing import Any, ClassVar

from service.game.errors import InputError, TooMuchWork
from service.game.game import FOUND_BY_SEARCH, Game, Key, Positions
from service.game.heap_game import HeapGame
from service.game.position import Move, Option, Position, in_component, without_component
from service.game.solution import Solution
from service.game.theory.columns import binary_rows, odd_columns
from service.game.theory.ferguson import values_to_leave, wins_by_values
from service.game.theory.grundy import nim_sum
from service.game.theory.values import MAX_WALKED, GrundyValues
from service.game.theory.walk import capped_product
from service.game.words.parity import misere_parity_reasons, parity_reasons
from service.game.words.wording import NAMED, numbers

MAX_COMPONENTS = 100
STEPS_TO_WALK = 100
"""Work for each position that is examined to find a Grundy value, in steps."""


class Sum(Game):
    """A sum; the components are the state of a position, and its piles are all of theirs.

    >>> from service.game.games.nim import Nim
    >>> from service.game.games.take_and_break import Kayles
    >>> position = Sum.position(components=[Kayles.position([3]), Nim.position([2])])
    >>> [*position.winning_moves()][0]
    {'component': 0, 'pile': 0, 'remove': 1, 'leaves_piles': [2]}
    """

    name = "sum"
    title = "Sum of games"
    rule = "A move is a move in one of the components, which are positions of any games."
    keys: ClassVar[Mapping[str, Key]] = {
        "components": Key(Positions(MAX_COMPONENTS), required=True)
    }
    is_its_piles = False
    is_sum = True
    main_key = "components"

    @classmethod
    def position(cls, piles: Iterable[int] = (), misere: bool = False, **keys: Any) -> Position:  # noqa: ARG003
        """The sum of the `components`; its piles are theirs."""
        return _sum_of(cls(), keys["components"], misere)

    def shown(self, position: Position) -> Mapping[str, Any]:
        return {"components": [each.game.shown(each) for each in self.components(position)]}

    def components(self, position: Position) -> Sequence[Position]:
        components = position.state
        assert isinstance(components, tuple)  # noqa: S101
        return components

    def canonical(self, position: Position) -> Position:
        """The components in one order; those of the same heap game are one."""
        heaps: dict[Game, list[int]] = {}
        others: list[Position] = []
        for component in self.components(position):
            if isinstance(component.game, HeapGame):
                heaps.setdefault(component.game, []).extend(component.piles)
            else:
                others.append(component.canonical())
        merged = [
            Position(game, tuple(piles), position.misere).canonical()
            for game, piles in heaps.items()
        ]
        return _sum_of(self, sorted(chain(merged, others), key=_order), position.misere)

    # --- Limits and work ---

    def check(self, position: Position) -> None:
        for i, component in enumerate(self.components(position)):
            with _within(i):
                component.game.check(component)

    def preparation(self, largest: int) -> int:  # noqa: ARG002
        return 0

    def max_reachable(self, position: Position) -> int:
        return capped_product(each.game.max_reachable(each) for each in self.components(position))

    def work(self, position: Position) -> int:
        """The work to find the values of the components, by walking where that is needed."""
        components = self.components(position)
        steps = 20
        for component in components:
            game = component.game
            steps += game.preparation(max(component.piles, default=0)) + 10
            steps += game.work(Position(game, component.piles, state=component.state))
            if not game.has_pile_values:
                steps += STEPS_TO_WALK * min(MAX_WALKED, game.max_reachable(component))
        return steps

    def search_work(self, position: Position) -> int:
        if not position.misere or self._follows_ferguson(position):
            return 0
        return super().search_work(position)

    # --- Moves ---

    def moves(self, position: Position) -> Iterator[Move]:
        for i, component in enumerate(self.components(position)):
            for move in component.moves():
                yield in_component(i, move)

    def count_moves(self, position: Position) -> int:
        return sum(each.game.count_moves(each) for each in self.components(position))

    def after(self, position: Position, move: Move) -> Position:
        assert "component" in move  # noqa: S101
        i = move["component"]
        components = [*self.components(position)]
        components[i] = components[i].after(without_component(move))
        return _sum_of(self, components, position.misere)

    def options(self, position: Position) -> Iterator[Option]:
        components = self.components(position)
        for i, component in enumerate(components):
            for option, ways, move in component.options():
                left = _sum_of(
                    self, [*components[:i], option, *components[i + 1 :]], position.misere
                )
                yield Option(left.canonical(), ways, in_component(i, move))

    # --- Who wins ---

    def wins(self, position: Position) -> bool:
        if not position.misere:
            return nim_sum(self._values(position)) != 0
        if self._follows_ferguson(position):
            return wins_by_values(self._pile_values(position), misere=True)
        return self._misere_rule(position)(position)

    def winning_moves(self, position: Position) -> Iterator[Move]:
        if position.misere and self._follows_ferguson(position):
            targets = values_to_leave(self._pile_values(position), misere=True)
            rest = iter(targets or ())
            for i, component in self._playable(position) if targets else ():
                of_piles = [*islice(rest, len(component.piles))]
                for move in component.game.moves_leaving(component, of_piles):
                    yield in_component(i, move)
            return
        if position.misere:
            wins = self._misere_rule(position)
            yield from (move for move in self.moves(position) if not wins(position.after(move)))
            return
        values = self._values(position)
        total = nim_sum(values)
        for i, (component, value) in enumerate(zip(self.components(position), values, strict=True)):
            for move in _moves_to(component, value ^ total, self._grundy) if total else ():
                yield in_component(i, move)

    def losing_move(self, position: Position) -> Move | None:
        """The move that the first component with a legal move would give as a lost position."""
        for i, component in enumerate(self.components(position)):
            if move := component.game.losing_move(component):
                return in_component(i, move)
        return None

    def solve(self, position: Position, max_moves: int) -> Solution:
        values = self._values(position)
        solution = super().solve(position, max_moves)
        solution["nim_sum"] = nim_sum(values)
        solution["grundy_values"] = values
        return solution

    @cached_property
    def _grundy(self) -> GrundyValues:
        """The values that have been found: those of all positions that play can reach."""
        return GrundyValues()

    def _values(self, position: Position) -> list[int]:
        """The Grundy value of each component. Raises an InputError, which names the component."""
        values = []
        for i, component in enumerate(self.components(position)):
            with _within(i):
                values.append(self._grundy.of(component))
        return values

    def _playable(self, position: Position) -> list[tuple[int, Position]]:
        """The components that have a legal move, with their indices: the others change nothing."""
        components = enumerate(self.components(position))
        return [(i, component) for i, component in components if next(component.moves(), None)]

    def _follows_ferguson(self, position: Position) -> bool:
        """Whether Ferguson's rule decides the sum: every component that has a move follows it."""
        return all(each.game.follows_ferguson() for _, each in self._playable(position))

    def _pile_values(self, position: Position) -> list[int]:
        """The values of the piles of all components that have a move, where they have values."""
        values: list[int] = []
        for i, component in self._playable(position):
            with _within(i):
                values += component.game.pile_values(component)
        return values

    def _misere_rule(self, position: Position) -> Callable[[Position], bool]:
        """Whether the player to move wins in misère play: a search, or the game's own rule.

        Where only one component has a legal move, the sum is won exactly when that component is.
        """
        search = self._search(position)
        search.renew()

        def wins(reached: Position) -> bool:
            canonical = reached.canonical()
            playable = self._playable(canonical)
            if len(playable) != 1:
                return search.wins(canonical)
            try:
                return playable[0][1].wins()
            except TooMuchWork as error:
                error.locations = [(self.main_key,)]
                raise

        return wins

    # --- Why ---

    def data(self, position: Position, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """The values of the components in binary, and their columns."""
        binary = binary_rows(solution["grundy_values"])
        odd = binary["odd_columns"] = odd_columns(binary)
        return {
            "binary": binary,
            "state": "odd" if odd else "even",
            "leading_column": odd[0] if odd else None,
        }

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:
        """The value of each component, and why the values decide the position."""
        values, components = solution["grundy_values"], self.components(position)
        for i, (component, value) in enumerate(zip(components, values, strict=True), 1):
            if i > NAMED:
                yield "The values of the other components are found in the same way."
                break
            yield (
                f"Component {i}, {component.game.title}, has the Grundy value {value:,}: "
                f"{_origin(component)}."
            )
        if position.misere:
            if self._follows_ferguson(position):
                yield "Each component with a move follows Ferguson's rule, so all piles count."
                yield from misere_parity_reasons(
                    self._pile_values(position), solution["to_move_wins"]
                )
            else:
                yield FOUND_BY_SEARCH
            return
        yield from parity_reasons(values)
        if len(components) == 2:
            are = "are not" if solution["to_move_wins"] else "are"
            yield (
                f"The two components {are} equivalent: two positions are equivalent if and only "
                "if their sum is lost in normal play."
            )


def _sum_of(game: Game, components: Sequence[Position], misere: bool) -> Position:
    """A sum; its components are played in its convention."""
    parts = tuple(
        each if each.misere is misere else Position(each.game, each.piles, misere, each.state)
        for each in components
    )
    return Position(game, tuple(chain(*(each.piles for each in parts))), misere, parts)


def _moves_to(component: Position, value: int, grundy: GrundyValues) -> Iterator[Move]:
    """The moves in a component that leave it with this Grundy value, in order."""
    game = component.game
    if not game.has_pile_values:
        return (move for move in component.moves() if grundy.of(component.after(move)) == value)
    values = game.pile_values(component)
    change = nim_sum(values) ^ value
    return game.moves_leaving(component, [each ^ change for each in values])


def _origin(component: Position) -> str:
    """How the value of a component is found, as a part of a sentence."""
    if not component.game.has_pile_values:
        return "it is found by examining every position that play can reach"
    values = component.game.pile_values(component)
    if len(values) == 1:
        return "it is the value of its pile" if component.piles else "it has no pile"
    if not values or len(values) > NAMED:
        return "it is the XOR of the values of its piles"
    return f"it is the XOR of {numbers(values)}"


def _order(position: Position) -> tuple[str, ...]:
    return (position.game.name, repr(position.game), repr(position.piles), repr(position.state))


@contextmanager
def _within(i: int) -> Iterator[None]:
    """Say of an error that it is in the component with this index."""
    try:
        yield
    except InputError as error:
        error.locations = [("components", i, *location) for location in error.locations]
        raise
