"""Positions in the addresses of pages: /play/kayles/7,5, /play/moore/3,4,5?max_piles=2.

A sum has its components between plus signs: /play/sum/3,4+kayles:7+moore:1,2&max_piles=2.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlencode

from ..api.errors import InvalidRequest
from ..api.request_types import example_of, keys_of
from ..api.requests import QueryReader
from ..game.errors import InputError
from ..game.game import Game, Position
from ..game.games import GAMES
from ..operations.position import DEFAULT_GAME, PilesRequest, PositionRequest, valid_position
from .game_texts import text_of

PLAY_PATH = "/play/"

MAX_PILES = 16
MAX_PARTS = 5
"""Piles and components in an address: as many as the pages play with."""

MAX_QUERY = 1_000  # characters of a query that are read

_PILES = rf"[0-9]{{1,4}}(?:,[0-9]{{1,4}}){{0,{MAX_PILES - 1}}}"
_COMPONENT = re.compile(rf"(?:([a-z-]+):)?({_PILES})((?:&[a-z_]+=[^&]*)*)")

_READER = QueryReader(PilesRequest)


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
    def as_query(self) -> str:
        """The query that asks an operation for it; empty for a sum, which no query can be."""
        game = self.position.game
        request = f"game={game.name}&piles={self.place}" + (self.query and f"&{self.query}")
        return "" if game.is_sum else request

    @property
    def text(self) -> str:
        """The position, as a person reads it."""
        if (components := self.position.components()) is None:
            return shown(self.position.piles)
        return " + ".join(f"{each.game.title} {shown(each.piles)}" for each in components)

    @property
    def link(self) -> str:
        """The position as the scripts have it in fragments; see static/core/setup.js.

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


# --- Reading an address ---------------------------------------------------------------------------


class NotAnAddress(ValueError):
    """A text is not the address of a position."""


def played_at(path: str, query: str) -> Played | None:
    """The position at an address; None if there is none.

    Without piles it is the example of the game. Parameters that the game does not have are ignored:
    messengers and search engines add some.

    >>> played_at("/play/nothing/1,2", "")
    >>> played_at("/play/moore/1,2", "max_piles=3&x=1").address
    'play/moore/1,2?max_piles=3'
    >>> played_at("/play/sum/3,4+kayles:7", "").position.piles
    (3, 4, 7)
    """
    name, slash, place = path.removeprefix(PLAY_PATH).partition("/")
    game = GAMES.get(name)
    if game is None or (slash and not place):
        return None
    values = parse_qs(query[:MAX_QUERY])
    given = {key: ",".join(values[key]) for key in game.keys if key in values}
    if values.get("misere") == ["true"]:
        given["misere"] = "true"
    main = "components" if game.is_sum else "piles"
    for example in examples_of(game):
        request = {"game": name, **example, **given, **({main: place} if place else {})}
        try:
            position = _sum_of(request) if game.is_sum else _position_of(request)
        except (NotAnAddress, InvalidRequest, InputError):
            continue
        keys = {key: request[key] for key in game.keys if key in request and key != main}
        return Played(
            position, request[main], tuple(keys.items()), bool(slash), is_example=not given
        )
    return None


def _position_of(request: Mapping[str, str]) -> Position:
    """The position of a request. Raises NotAnAddress, InvalidRequest or an InputError."""
    if not re.fullmatch(_PILES, request["piles"]):
        raise NotAnAddress
    return valid_position(_READER.read(urlencode(request)), MAX_PILES)


def _sum_of(request: Mapping[str, str]) -> Position:
    """The position of a request for a sum. Raises NotAnAddress, InvalidRequest or an InputError."""
    components = [_COMPONENT.fullmatch(text) for text in request["components"].split("+")]
    if len(components) > MAX_PARTS:
        raise NotAnAddress
    read = []
    for found in components:
        if not found:
            raise NotAnAddress
        name, piles, keys = found.groups()
        component = {"game": name or DEFAULT_GAME, "piles": piles, **dict(parse_qsl(keys[1:]))}
        read.append(_READER.read(urlencode(component)))
    misere = "misere" in request
    return valid_position(PositionRequest(game="sum", components=read, misere=misere), MAX_PILES)


def examples_of(game: type[Game]) -> Iterator[Mapping[str, str]]:
    """Positions to begin with, as requests: the game's example, or one that may be valid."""
    if example := text_of(game.name).example:
        yield example
        return
    known = keys_of(PilesRequest)
    keys = {key: example_of(known[key]).strip('[]"') for key, needed in game.keys.items() if needed}
    for piles in ("3,4,5", "5,4,3", "3,4", "4,3", "5"):
        yield {**keys, "piles": piles}


def piles_in(query: str) -> tuple[int, ...]:
    """The piles in the query of a card; none if a page has no such piles."""
    (text, *_) = parse_qs(query[:MAX_QUERY]).get("piles", [""])
    return tuple(map(int, text.split(","))) if re.fullmatch(_PILES, text) else ()
