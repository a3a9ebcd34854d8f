"""Positions in the addresses of pages: /play/kayles/7,5, /play/moore/3,4,5?max_piles=2.

`/play/` is for playing: no answer is on the page. `/solve/` looks the same position up.

A sum has its components between plus signs: /play/sum/3,4+kayles:7+moore:1,2&max_piles=2.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlencode

from msgspec import UNSET

from ..api.errors import FieldError, InvalidRequest
from ..api.nearest import nearest
from ..api.request_types import example_of, keys_of
from ..api.requests import QueryReader
from ..game.board_game import BoardGame
from ..game.errors import InputError
from ..game.game import Game
from ..game.games import GAMES
from ..game.position import Position
from ..operations.position import DEFAULT_GAME, PilesRequest, PositionRequest, valid_position
from ..told import GIVE, KNOWN, by_program, short_names, told_of

PLAY, SOLVE, EMBED, SHEET, SET, SEE = "play", "solve", "embed", "sheet", "set", "see"
"""What a page of a position is for. To play, it is a puzzle: nothing on it says who wins."""

PURPOSES = (PLAY, SOLVE, EMBED, SHEET, SET, SEE)
PATHS = tuple(f"/{purpose}/" for purpose in PURPOSES)

MAX_PILES = 16
MAX_PARTS = 5
"""Piles and components in an address: as many as the pages play with."""

MAX_OBJECTS, MAX_PINS = 9999, 60
"""Objects in each pile, and in each row of a game whose moves split rows."""

MAX_READ_PILES = 100
"""Piles in an address that looks a position up: it needs no board."""

MAX_BOARD = 4_000
"""Characters of a board in an address."""

DRAWN = {"graph": 60, "grounded": 60}
LARGEST_DRAWN = 400
"""How large a board may be to be drawn, by what its picture shows: edges of a graph, and others."""

LEAST_BEGINNING = 4
"""Letters of a name's beginning that are taken for the name."""

MAX_QUERY = 1_000  # characters of a query that are read

_PILES = rf"[0-9]{{1,4}}(?:,[0-9]{{1,4}}){{0,{MAX_PILES - 1}}}"
_COMPONENT = re.compile(rf"(?:([a-z-]+):)?({_PILES})((?:&[a-z_]+=[^&]*)*)")

_BETWEEN = re.compile(r"\s*(?:[,;+\uff0c\u3001]|(?<=[0-9])-(?=[0-9])|\band\b|\s)\s*")
"""What people write between numbers."""

_LINK_KEYS = {"min": "min_remove", "max": "max_remove", "set": "subtraction_set"}
"""Keys of Nim as links have them."""

_ENDS = "An address ends in the piles, like 3,4,5."

_YES, _NO = {"true", "1", "yes", ""}, {"false", "0", "no"}

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

    purpose: str = PLAY
    """What the address is for: to play, or to look up who wins."""

    @property
    def fits(self) -> bool:
        """Whether the pages have a board for it; if not, its page is text."""
        piles, game = self.position.piles, self.position.game
        if isinstance(game, BoardGame):
            return game.size(self.position.state) <= DRAWN.get(game.shape, LARGEST_DRAWN)
        return game.is_sum or not _too_large(game, [*map(str, piles)])

    @property
    def address(self) -> str:
        """Its address, below the service's root.

        >>> from ..game.games.moore import Moore
        >>> given = Moore.position([3, 4, 5], misere=True, max_piles=2)
        >>> Played(given, "3,4,5", (("max_piles", "2"),)).address
        'play/moore/3,4,5?max_piles=2&misere=true'
        """
        return self.address_to(self.purpose)

    def address_to(self, purpose: str) -> str:
        """The address of this position for a purpose; a sheet has positions of its own."""
        name = self.position.game.name
        if self.is_given and purpose != SHEET:
            return address_of(name, self.place, self.query, purpose)
        return address_of(name, query="" if self.is_example else self.query, purpose=purpose)

    @property
    def query(self) -> str:
        """The query of its address."""
        misere = [("misere", "true")] if self.position.misere else []
        return urlencode([*self.keys, *misere], safe=",")

    @property
    def as_query(self) -> str:
        """The query that asks an operation for it; empty for a sum, which no query can be."""
        game = self.position.game
        request = f"game={game.name}&{game.main_key}={self.place}"
        request += self.query and f"&{self.query}"
        return "" if game.is_sum else request

    @property
    def request(self) -> Mapping[str, Any]:
        """The position as the body of a request has it, for scripts.

        >>> from ..game.games.moore import Moore
        >>> given = Moore.position([3, 4], misere=True, max_piles=2)
        >>> Played(given, "3,4", (("max_piles", "2"),)).request
        {'game': 'moore', 'max_piles': 2, 'piles': [3, 4], 'misere': True}
        """
        if not self.position.game.is_sum:
            return _given_in(_READER.read(self.as_query))
        components = [_given_in(each) for each in _components_of(self.place)]
        misere = {"misere": True} if self.position.misere else {}
        return {"game": self.position.game.name, "components": components, **misere}

    @property
    def text(self) -> str:
        """The position, as a person reads it."""
        if (components := self.position.components()) is None:
            return self._shown(self.position)
        return " + ".join(f"{each.game.title} {self._shown(each)}" for each in components)

    def _shown(self, position: Position) -> str:
        """The piles or the board of a position that is no sum."""
        return position.text if position.game.main_key == "board" else shown(position.piles)


def address_of(game: str, place: str = "", query: str = "", purpose: str = PLAY) -> str:
    """The address of a game or of a position, below the service's root."""
    path = f"{purpose}/{game}" + (f"/{place}" if place else "")
    return f"{path}?{query}" if query else path


def shown(piles: Sequence[int], between: str = ", ") -> str:
    """Piles, as a person or an address has them.

    >>> shown((3, 4, 5))
    '3, 4, 5'
    """
    return between.join(map(str, piles))


# --- Reading an address ---------------------------------------------------------------------------


class NotAnAddress(ValueError):
    """A text is not the address of a position; the message, if there is one, says why."""


def played_at(path: str, query: str) -> Played | None:
    """The position at an address; None if there is none.

    >>> played_at("/play/nothing/1,2", "")
    >>> played_at("/solve/moore/1,2", "max_piles=3&x=1").address
    'solve/moore/1,2?max_piles=3'
    >>> played_at("/play/Marienbad", "").address
    'play/nim/1,3,5,7?misere=true'
    >>> played_at("/play/growing/5", "add=1,2&target=20").address
    'play/growing/5?add=1,2&target=20'
    >>> played_at("/play/sum/3,4+kayles:7", "").position.piles
    (3, 4, 7)
    """
    try:
        return read_address(path, query)
    except NotAnAddress:
        return None


def why_not(path: str, query: str) -> str:
    """Why an address has no position, as a sentence; empty if it looks like no such address.

    >>> why_not("/play/nim/10000", "")
    'At most 9999 stones fit in a pile on this page.'
    """
    if not path.startswith(PATHS):
        return ""
    try:
        read_address(path, query)
    except NotAnAddress as error:
        return str(error)
    return ""


def read_address(path: str, query: str) -> Played:
    """The position at an address, as people type it: `/play/Nim/3, 4, 5`. Raises NotAnAddress.

    Without piles it is the example of the name, or of the game. Parameters that the game does not
    have are ignored: messengers and search engines add some.
    """
    _, purpose, name, *rest = path.split("/", 3)
    game, known = _game_named(name)
    texts = parse_qs(query[:MAX_QUERY], keep_blank_values=True)
    main = "piles" if game.is_sum else game.main_key
    typed = rest or texts.pop(main, [])
    if main in texts or len(typed) > 1:
        raise NotAnAddress(f"This address has its {main} twice.")
    if typed and not typed[0]:
        raise NotAnAddress(_ENDS)
    text = typed[0].removesuffix("/") if typed else known.get(main, "")
    place = _place_of(game, text) if text else ""
    if purpose != SOLVE and main == "piles" and not game.is_sum:
        _refuse_too_large(game, place.split(",") if place else [])
    values = {
        **known,
        **{_LINK_KEYS.get(key, key): ",".join(each) for key, each in texts.items()},
    }
    _refuse_keys_of_others(game, texts)
    given = {key: values[key] for key in game.keys if key in values}
    if (misere := values.get("misere", "false").lower()) not in _YES | _NO:
        raise NotAnAddress(f"misere is true or false; this address says {misere[:20]}.")
    if misere in _YES:
        given["misere"] = "true"
    main, reason = game.main_key, ""
    for example in examples_of(game, given):
        request = {"game": game.name, **example, **given, **({main: place} if place else {})}
        try:
            position = _sum_of(request) if game.is_sum else _position_of(request)
        except (NotAnAddress, InputError) as error:
            reason = reason or str(error)
            continue
        except InvalidRequest as error:
            reason = reason or _in_words(error.errors[0], game)
            continue
        keys = {key: request[key] for key in game.keys if key in request and key != main}
        is_example = not given
        written = position.text if main == "board" else request[main]
        return Played(position, written, tuple(keys.items()), bool(place), is_example, purpose)
    raise NotAnAddress(reason)


def _in_words(error: FieldError, game: type[Game]) -> str:
    """An error of a request as a sentence by itself, which names the key that is wrong."""
    key = error.location[0]
    if key not in game.keys:
        return error.detail
    return f"{key} {error.detail[0].lower()}{error.detail[1:]}"


def meant_by(path: str, query: str) -> str | None:
    """The address of a position that an unknown one probably means.

    >>> meant_by("/Sheet/Lasker", ""), meant_by("/solve/3,4,5", ""), meant_by("/play/x", "")
    ('/sheet/laskers-nim', '/solve/nim/3,4,5', None)
    """
    _, purpose, *rest = path.split("/", 3)
    if purpose.lower() not in PURPOSES or not rest or not all(rest):
        return None
    name, *place = rest
    names, plain = [*map(_spaced, (*GAMES, *KNOWN))], _spaced(name)
    beginning = re.compile(f"{re.escape(plain)}(?! ([0-9]|[ivx]+$))")
    begins = [known for known in names if len(name) >= LEAST_BEGINNING and beginning.match(known)]
    near = begins or filter(None, [nearest(plain, names)])
    for meant in ([name, *place], [DEFAULT_GAME, *rest], *([each, *place] for each in near)):
        if played := played_at("/".join(["", purpose.lower(), *meant]), query):
            return f"/{played.address}"
    return None


def _game_named(text: str) -> tuple[type[Game], Mapping[str, str]]:
    """A game by one of its names, and the piles and keys of this name. Raises NotAnAddress."""
    name = re.sub(r"[\s_]+", "-", text.strip().lower())
    if name in GAMES:
        return GAMES[name], {}
    for short in chain(short_names(text), short_names(_spaced(text))):
        if found := _also_known().get(_plain(short)):
            return found
    if text and any(known in _given_by_programs() for known in short_names(text)):
        raise NotAnAddress(f"{text[:30]} isn't played here: {GIVE}.")
    raise NotAnAddress(f"No game here has the name {text[:30]}." if text else "")


@cache
def _given_by_programs() -> Collection[str]:
    """The names of games that only a program can give."""
    return {*chain.from_iterable(map(short_names, by_program()))}


@cache
def _also_known() -> Mapping[str, tuple[type[Game], Mapping[str, str]]]:
    """The games by their titles and other names, with the piles and keys that these imply."""
    names: dict[str, tuple[type[Game], Mapping[str, str]]] = {
        _plain(title): (game, {}) for game in GAMES.values() for title in short_names(game.title)
    }
    for name, game in GAMES.items():
        for also in told_of(name).names:
            for short in short_names(also.name):
                names.setdefault(_plain(short), (game, also.query))
    return names


def _spaced(name: str) -> str:
    """A name as its words, so that a number in it is one of them."""
    return re.sub(r"[^\w']+|_", " ", name.lower())


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _place_of(game: type[Game], text: str) -> str:
    """A position as an address has it: `3,4`, `3,4+kayles:7`, or a board as it is typed.

    Raises NotAnAddress.
    """
    if game.main_key == "board":
        if len(text) > MAX_BOARD:
            raise NotAnAddress(f"A board in an address has at most {MAX_BOARD:,} characters.")
        return text.strip()
    if game.is_sum:
        return "+".join(map(_component_text, _components_in(re.sub(r"\s+", "", text.lower()))))
    numbers = _BETWEEN.split(text.strip(" []()\n"))
    for number in numbers:
        if not re.fullmatch("[0-9]+", number, re.ASCII):
            named = f"\u201c{number[:20]}\u201d is not a number. " if number else ""
            raise NotAnAddress(named + _ENDS)
    return ",".join(number.lstrip("0") or "0" for number in numbers)


def _too_large(game: type[Game] | Game, numbers: Sequence[str]) -> str:
    """Why piles are too large for a board, as a sentence; empty if they are not."""
    if len(numbers) > MAX_PILES:
        return f"At most {MAX_PILES} piles fit on this page; this address has {len(numbers)}."
    most = MAX_PINS if game.form == "split" else MAX_OBJECTS
    if any(len(number) > 6 or int(number) > most for number in numbers):
        words = {"object": "stone", "pile": "pile", **game.words}
        return f"At most {most} {words['object']}s fit in a {words['pile']} on this page."
    return ""


def _refuse_keys_of_others(game: type[Game], keys: Iterable[str]) -> None:
    """Refuse keys of other games; what messengers and search engines add is ignored."""
    others = keys_of(PilesRequest).keys() - {*game.keys, "game", "piles", "misere"}
    for key in keys:
        if (name := _LINK_KEYS.get(key, key)) in others:
            raise NotAnAddress(f"{name} is no key of {game.title}.")


def _refuse_too_large(game: type[Game], numbers: Sequence[str]) -> None:
    if reason := _too_large(game, numbers):
        raise NotAnAddress(reason)


def _position_of(request: Mapping[str, str]) -> Position:
    """The position of a request. Raises NotAnAddress, InvalidRequest or an InputError."""
    return valid_position(_READER.read(urlencode(request)), MAX_READ_PILES)


def _sum_of(request: Mapping[str, str]) -> Position:
    """The position of a request for a sum. Raises NotAnAddress, InvalidRequest or an InputError."""
    read = _components_of(request["components"])
    misere = "misere" in request
    return valid_position(PositionRequest(game="sum", components=read, misere=misere), MAX_PILES)


def _components_of(place: str) -> list[PilesRequest]:
    """The components in an address. Raises NotAnAddress or InvalidRequest."""
    return [_READER.read(urlencode(component)) for component in _components_in(place)]


def _components_in(place: str) -> list[dict[str, str]]:
    """The components in an address, each with its game and its piles. Raises NotAnAddress."""
    components = [_COMPONENT.fullmatch(text) for text in place.split("+")]
    if len(components) > MAX_PARTS:
        raise NotAnAddress
    read = []
    for found in components:
        if not found:
            raise NotAnAddress
        name, piles, keys = found.groups()
        name = name or DEFAULT_GAME
        if name in GAMES:
            piles = _place_of(GAMES[name], piles)
            _refuse_too_large(GAMES[name], piles.split(","))
        read.append({"game": name, "piles": piles, **dict(parse_qsl(keys[1:]))})
    return read


def _component_text(component: Mapping[str, str]) -> str:
    """A component in an address.

    >>> _component_text({"game": "nim", "piles": "3,4"})
    '3,4'
    >>> _component_text({"game": "moore", "piles": "1,2", "max_piles": "2"})
    'moore:1,2&max_piles=2'
    """
    keys = {key: text for key, text in component.items() if key not in {"game", "piles"}}
    name = "" if component["game"] == DEFAULT_GAME else f"{component['game']}:"
    return name + "&".join(filter(None, (component["piles"], urlencode(keys, safe=","))))


def _given_in(request: PilesRequest) -> Mapping[str, Any]:
    """The keys that a request has, without the game that every position is of by default."""
    keys = {key: getattr(request, key) for key in request.__struct_fields__}
    if keys["game"] == DEFAULT_GAME:
        del keys["game"]
    return {key: value for key, value in keys.items() if value not in (None, UNSET)}


def examples_of(game: type[Game], given: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Positions to begin with, as requests: the game's example, or one that may be valid.

    If keys are given, the example's optional keys would make another game of it, unless one of them
    is needed.
    """
    if example := told_of(game.name).example:
        if game.keys.keys() & given.keys():
            yield {key: example[key] for key in example if game.keys.get(key, True)}
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
