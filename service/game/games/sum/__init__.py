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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

from ...bounds import PileLimits
from ...decision import Decision
from ...errors import at
from ...game import Game
from ...moves import Move
from ...play import kernel_of
from ...position import Position
from .decisions import (
    ByComponentGenera,
    ByComponentValues,
    ByOneGame,
    components_of,
    playable_components,
    values_by_component,
)

MAX_COMPONENTS = 100

MAX_JOINED = 150
"""The most piles of components that are one position of their game."""


class Sum(Game):
    """A sum; the components are the state of a position, and its piles are all their piles.

    >>> from ..nim import Nim
    >>> from ..take_and_break import Kayles
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
        titles = [each.game.title for each in components_of(position)]
        return f"A move is made in one of these games: {', '.join(titles)}."

    def changing_keys(self, position: Position) -> Mapping[str, Any]:
        return {"components": [each.game.changing_keys(each) for each in components_of(position)]}

    def parts(self, position: Position) -> Sequence[Position]:
        """The parts of all components."""
        return [part for each in components_of(position) for part in each.parts()]

    # --- Limits ---

    def check(self, position: Position) -> None:
        for i, component in enumerate(components_of(position)):
            with at("components", i, whole=component.game.main_key):
                component.game.check(component)

    # --- Moves ---

    def moves(self, position: Position) -> Iterator[Move]:
        for i, component in enumerate(components_of(position)):
            for move in component.moves():
                yield Move(move.changes, i)

    def _count_moves(self, position: Position) -> int:
        return sum(each.count_moves() for each in components_of(position))

    def after(self, position: Position, move: Move) -> Position:
        i = move.component
        assert i is not None  # noqa: S101
        components = [*components_of(position)]
        components[i] = components[i].after(Move(move.changes))
        return _sum_of(self, components, position.misere)

    # --- Who wins ---

    def decide(self, position: Position) -> Decision:
        """The values, in misère play the rule of one game, or the theorem for tame piles."""
        if not position.misere:
            return ByComponentValues(position)
        playable = dict(playable_components(position))
        if all(each.game.obeys_ferguson for each in playable.values()):
            return ByComponentValues(position)
        games = [each.game for each in playable.values()]
        has_piles = games[0].main_key == "piles" and not games[0]._is_board
        is_one = has_piles and games.count(games[0]) == len(games)
        piles = sum(len(each.piles) for each in playable.values())
        if len(games) == 1 or (is_one and piles <= MAX_JOINED):
            return ByOneGame(position, playable)
        return ByComponentGenera(position, playable)

    def pile_values(self, position: Position) -> Sequence[int]:
        """The values of the piles of all components, or of the component. Raises an InputError."""
        return [*chain(*values_by_component(position, kernel_of(position)))]

    def text_of(self, position: Position, move: Move) -> str:
        """The component, and what a move does there in the words of its game."""
        i = move.component or 0
        component, alone = (position.components() or ())[i], move._replace(component=None)
        return f"in game {i + 1:,}, {component.game.text_of(component, alone)}"


def _sum_of(game: Game, components: Sequence[Position], misere: bool) -> Position:
    """A sum; its components are played in its convention."""
    parts = tuple(
        each if each.misere is misere else Position(each.game, each.piles, misere, each.state)
        for each in components
    )
    return Position(game, tuple(chain(*(each.piles for each in parts))), misere, parts)
