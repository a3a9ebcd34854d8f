"""What the page of a game says: who wins a position and how, the rule, and the first values.

The sentences are those of `/explanation`, and the values those of `/values`. What all positions of
a game share is kept for a few games.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, islice, product
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from ..game.errors import InputError, TooMuchWork
from ..game.game import Game, Position
from ..game.games import GAMES
from ..game.moves import Piles
from ..game.questions.explain import explain
from ..game.questions.values import has_values, values
from ..game.theory.period import ValueSequence
from ..game.words.wording import in_words
from ..limits import MAX_LISTED_MOVES
from .game_texts import text_of

VALUES_SHOWN = 16
LOST_SHOWN = 10
TRIED = {1: 40, 2: 16}
"""The largest piles among which lost positions are looked for, by the number of piles."""
TRIED_OF_MORE = 7


class Played(NamedTuple):
    """A position that has a page; equal ones have the same page."""

    position: Position
    place: str
    """The position in its address: its piles, or the components of a sum."""

    keys: tuple[tuple[str, str], ...] = ()
    """The keys of the game, as a query has them."""

    is_given: bool = True
    """Whether the address has a position; if not, the page is about the game."""

    is_example: bool = False
    """Whether the keys are those of the example, so that the address of a game needs none."""

    @property
    def address(self) -> str:
        """Its address, below the service's root.

        >>> from service.game.games.moore import Moore
        >>> given = Moore.position([3, 4, 5], misere=True, max_piles=2)
        >>> Played(given, "3,4,5", (("max_piles", "2"),)).address
        'play/moore/3,4,5?max_piles=2&misere=true'
        """
        name = self.position.game.name
        if self.is_given:
            return address_of(name, self.place, self.query)
        return address_of(name, query="" if self.is_example else self.query)

    @property
    def query(self) -> str:
        """The query of its address."""
        misere = [("misere", "true")] if self.position.misere else []
        return urlencode([*self.keys, *misere], safe=",")

    @property
    def text(self) -> str:
        """The position, as a person reads it."""
        if (components := self.position.components()) is None:
            return shown(self.position.piles)
        return " + ".join(f"{each.game.title} {shown(each.piles)}" for each in components)

    @property
    def link(self) -> str:
        """The position as the scripts have it in fragments; see static/setup/link.js.

        >>> from service.game.games.moore import Moore
        >>> Played(Moore.position([3, 4], max_piles=2), "3,4", (("max_piles", "2"),)).link
        '3,4;moore=2'
        """
        misere = ["misere"] if self.position.misere else []
        if self.position.game.is_sum:
            parts = [_component_link(each) for each in self.place.split("+")]
            return ";".join(["+".join(f"({part})" for part in parts), *misere])
        rule = _rule_link(type(self.position.game), dict(self.keys))
        return ";".join([self.place, *rule, *misere])


_SHORT = {"max_remove": "max", "subtraction_set": "set"}
"""The words of fragments for keys of Nim."""


def _rule_link(game: type[Game], keys: dict[str, str]) -> list[str]:
    """The parts of a fragment that say the game and its keys."""
    needed = [key for key, is_needed in game.keys.items() if is_needed]
    first = f"{game.name}={keys.pop(needed[0])}" if needed else game.name
    rest = [f"{_SHORT.get(key, key)}={value}" for key, value in keys.items()]
    return rest if game.name == "nim" else [first, *rest]


def _component_link(text: str) -> str:
    piles, *keys = text.split("&")
    name, _, piles = piles.rpartition(":")
    return ";".join([piles, *_rule_link(GAMES[name or "nim"], dict(parse_qsl("&".join(keys))))])


def address_of(game: str, place: str = "", query: str = "") -> str:
    """The address of a game or of a position, below the service's root."""
    path = f"play/{game}" + (f"/{place}" if place else "")
    return f"{path}?{query}" if query else path


def shown(piles: Sequence[int], between: str = ", ") -> str:
    """Piles, as a person or an address has them.

    >>> shown((3, 4, 5))
    '3, 4, 5'
    """
    return between.join(map(str, piles))


def facts(played: Played) -> Mapping[str, Any]:
    """What the template of a game's page needs."""
    position, game = played.position, played.position.game
    text, keys = text_of(game.name), dict(played.keys)
    return {
        "played": played,
        "game": game,
        "name": text.title(type(game), keys),
        "unit": game.words.get("pile", "pile"),
        "game_rule": in_words(text.rule(type(game), keys), game.words),
        "strategy": text.how_to_win(keys),
        "section": text.section,
        "source": text.source,
        "explained": _explained(position),
        "sequence": None if position.misere else _sequence(game),
        "lost": [
            (shown(piles), address_of(game.name, shown(piles, ","), played.query))
            for piles in _lost(game, position.misere, _pile_count(position))
        ],
    }


def _explained(position: Position) -> Mapping[str, Any] | None:
    """The explanation; None where the position takes too long to solve."""
    try:
        return explain(position, MAX_LISTED_MOVES)
    except InputError:
        return None


@lru_cache(maxsize=32)
def _sequence(game: Game) -> ValueSequence | None:
    """The first values of single piles, in a game in which they have values."""
    if not has_values(type(game)):
        return None
    try:
        return values(game, VALUES_SHOWN)
    except InputError:
        return None


def _pile_count(position: Position) -> int:
    fixed = position.game.limits.most
    return fixed if fixed == position.game.limits.fewest and fixed else 3


@lru_cache(maxsize=32)
def _lost(game: Game, misere: bool, count: int) -> Sequence[Piles]:
    """The first lost positions in which a move is legal; none of a sum, which has no piles."""
    if game.is_sum:
        return []
    try:
        return [*islice(_all_lost(game, misere, count), LOST_SHOWN)]
    except TooMuchWork:
        return []


def _all_lost(game: Game, misere: bool, count: int) -> Iterator[Piles]:
    sizes = range(TRIED.get(count, TRIED_OF_MORE) + 1)
    tried = product(sizes, repeat=count) if game.is_ordered else _combined(sizes, count)
    for piles in sorted(tried, key=lambda piles: (sum(piles), piles)):
        position = Position(game, piles, misere)
        if next(position.moves(), None) and not position.wins():
            yield piles if game.keeps_empty else tuple(filter(None, piles))


def _combined(sizes: range, count: int) -> Iterator[Piles]:
    return combinations_with_replacement(sizes, count)
