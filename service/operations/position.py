"""A position in a request: its keys, the game that they name, and the limits of the service."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.api.errors import FieldError, InvalidRequest, errors_of
from service.api.request_types import Request, reject_repeated
from service.game.errors import InputError, WrongPiles
from service.game.game import Choice, Game, Integer, Integers, Key, Position, Positions, Text
from service.game.games import GAMES
from service.game.games.nim import NIM
from service.limits import LARGEST_PILE

Pile = Annotated[int, Meta(ge=0, le=LARGEST_PILE)]

DEFAULT_GAME = next(iter(GAMES))


def keys_of(games: Iterable[type[Game]]) -> Mapping[str, Key]:
    """The keys of these games. Raises ValueError where two of them declare one differently."""
    keys: dict[str, Key] = {}
    for game in games:
        for key, of in game.keys.items():
            if keys.setdefault(key, of) != of:
                raise ValueError(f"{game.name} declares the key {key} otherwise than another game.")
    return keys


KEYS = keys_of(GAMES.values())
"""The keys of all games."""

OWNERS: Mapping[str, Sequence[str]] = {
    key: [game.name for game in GAMES.values() if key in game.keys] for key in KEYS
}
"""The games that have a key."""


def annotation_of(key: Key) -> Any:
    """The type of a key's values, as msgspec reads it."""
    match key.type:
        case Integer(minimum, maximum):
            return Annotated[int, Meta(ge=minimum, le=maximum or LARGEST_PILE)]
        case Integers(minimum, maximum, max_length, example):
            return Annotated[
                list[Annotated[int, Meta(ge=minimum, le=maximum)]],
                Meta(
                    min_length=1,
                    max_length=max_length,
                    extra_json_schema={"uniqueItems": True},
                    extra={"items": "numbers", "example": [*example]},
                ),
            ]
        case Text(max_length, example):
            return Annotated[str, Meta(max_length=max_length, extra={"example": example})]
        case Positions(max_length):
            return Annotated[
                list[PilesRequest],
                Meta(min_length=1, max_length=max_length, extra={"items": "components"}),
            ]
        case Choice(texts):
            return Literal[texts]


class GameKeys(Request, kw_only=True):
    """The base of requests that name a game and have its keys."""

    if TYPE_CHECKING:
        game: str | None = None

    def __post_init__(self) -> None:
        if _lists_of(self):
            _reject_repeated_numbers(self)

    @classmethod
    def known_keys(cls, value: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """The keys of the game that is named, with those of every game before them."""
        every, words = super().known_keys(value)
        name = value.get("game") or DEFAULT_GAME
        if not isinstance(name, str) or name not in GAMES:
            return every, words
        of_all = [key for key in every if key != "game" and key not in KEYS]
        return [*of_all, "game", *GAMES[name].keys], f"{name} has the keys"

    def game_and_keys(self) -> tuple[type[Game], dict[str, Any]]:
        """The game, with the keys that are given.

        Raises InvalidRequest for keys that the game does not have or that are missing.
        """
        game = GAMES[self.game or DEFAULT_GAME]
        keys = {key: value for key in KEYS if (value := getattr(self, key, None)) is not None}
        errors = [
            FieldError((key,), "conflict", f"This key belongs to {games_text(OWNERS[key])}.")
            for key in keys
            if key not in game.keys
        ]
        for key, declared in game.keys.items():
            if declared.required and key not in keys:
                text = f"The game {game.name} requires this key."
                errors.append(FieldError((key,), "required", text))
        if errors:
            raise InvalidRequest(errors)
        return game, keys


def games_text(names: Sequence[str]) -> str:
    """Some games, as a sentence names them.

    >>> games_text(["nim"]), games_text(["nim", "numbers"])
    ('the game nim', 'the games nim and numbers')
    """
    return f"the game{'s' if len(names) > 1 else ''} {' and '.join(names)}"


def _struct(name: str, games: Sequence[str], keys: Mapping[str, Key]) -> type[GameKeys]:
    """A struct with the key `game` and these keys, each of which may be left out.

    The keys are declared with their games, so that a new game adds its own.
    """
    return msgspec.defstruct(  # type: ignore[return-value]
        name,
        [
            ("game", Literal[tuple(games)] | None, None),
            *((key, annotation_of(of) | None, None) for key, of in keys.items()),
        ],
        bases=(GameKeys,),
        kw_only=True,
        module=__name__,
    )


_LISTS = [name for name, key in KEYS.items() if isinstance(key.type, Integers)]
_lists_of = attrgetter(*_LISTS)


def _reject_repeated_numbers(request: GameKeys) -> None:
    for name in _LISTS:
        reject_repeated(getattr(request, name) or ())


_OF_PILES = {name: key for name, key in KEYS.items() if not isinstance(key.type, Positions)}
_SUMS = [name for name, game in GAMES.items() if game.is_sum]

if TYPE_CHECKING:
    _PileKeys = GameKeys
else:
    _PileKeys = _struct("_PileKeys", [name for name in GAMES if name not in _SUMS], _OF_PILES)


class Rules(_PileKeys, kw_only=True):
    """The name of a game that is played with piles, and the keys of all such games."""


class PilesRequest(Rules, kw_only=True):
    """A position in a game that is played with piles; in a sum it has no convention of its own."""

    piles: list[Pile]
    misere: bool | None = None

    def to_position(self) -> Position:
        """The position. Raises InvalidRequest, or an InputError for keys that don't go together."""
        game, keys = self.game_and_keys()
        return game.position(self.piles, self.misere is True, **keys)


if TYPE_CHECKING:
    _Keys = GameKeys
else:
    _Keys = _struct("_Keys", [*GAMES], KEYS)


class PositionRequest(_Keys, kw_only=True):
    """A position: the objects in each pile, the convention, and the game; or a sum of positions."""

    piles: list[Pile] | UnsetType = UNSET
    misere: bool | None = None

    def __post_init__(self) -> None:
        # This is run for every request, so it calls no more than it must.
        if _lists_of(self):
            _reject_repeated_numbers(self)
        if self.piles is UNSET and self.game not in _SUMS:
            raise ValueError("piles are required")

    @classmethod
    def missing_keys(cls, value: Mapping[str, object]) -> Sequence[str]:
        """The piles, which every game but a sum requires."""
        return () if value.get("game") in _SUMS or "piles" in value else ("piles",)

    def every_pile(self) -> list[int]:
        """The piles, those of all components in a sum."""
        if self.piles is not UNSET:
            return self.piles
        return [pile for component in self._components() for pile in component.piles]

    def _components(self) -> Sequence[PilesRequest]:
        return next(filter(None, (getattr(self, name) for name in _POSITIONS)), ())

    def to_position(self) -> Position:
        """The position. Raises InvalidRequest, or an InputError for keys that don't go together."""
        misere = self.misere is True
        if RULES(self) == _NO_KEYS and self.piles is not UNSET:
            return Position(NIM, tuple(self.piles), misere)
        game, keys = self.game_and_keys()
        if not game.is_sum:
            return game.position(self.every_pile(), misere, **keys)
        if self.piles is not UNSET:
            text = "In a sum each component has its own piles."
            raise InvalidRequest([FieldError(("piles",), "conflict", text)])
        return game.position((), misere, components=_positions_of(self._components()))


def _positions_of(components: Sequence[PilesRequest]) -> list[Position]:
    """The positions of a sum. Raises InvalidRequest, with the errors of all components."""
    positions, errors = [], list[FieldError]()
    for i, component in enumerate(components):
        if component.misere is not None:
            text = "The convention applies to the whole sum: give misere next to components."
            errors.append(FieldError(("components", i, "misere"), "conflict", text))
        try:
            positions.append(component.to_position())
        except (InvalidRequest, InputError) as error:
            errors += (each.within("components", i) for each in all_errors(error))
    if errors:
        raise InvalidRequest(errors)
    return positions


def all_errors(error: InvalidRequest | InputError) -> Iterable[FieldError]:
    """The errors that were raised together."""
    return error.errors if isinstance(error, InvalidRequest) else errors_of(error)


RULES = attrgetter("game", *KEYS)
"""The game that is named, and its keys."""

_NO_KEYS = (None,) * (1 + len(KEYS))
_POSITIONS = [name for name, key in KEYS.items() if isinstance(key.type, Positions)]


Precheck = Callable[[Mapping[str, object]], None]
"""A function that rejects requests whose game an operation does not take. It raises InvalidRequest
and sees the keys of a request, which need not be valid."""


def position_validator(
    max_piles: int, precheck: Precheck | None = None
) -> Callable[[PositionRequest | PilesRequest], Position]:
    """A function that makes a position of a request, and validates it.

    The game has validated it too: the work of an operation is only computed for valid positions.
    The function raises InvalidRequest or an InputError.
    """

    def validate(request: PositionRequest | PilesRequest) -> Position:
        if precheck and request.game:  # every operation takes the game that is played by default
            precheck({"game": request.game})
        position = request.to_position()
        if len(position.piles) > max_piles:
            text = f"At most {max_piles:,} piles are allowed."
            raise WrongPiles("too-many", text, (position.game.main_key,))
        if position.game is not NIM:  # in which all piles are valid that a request may have
            position.game.check(position)
        return position

    return validate


def every_game(_: type[Game]) -> bool:
    """For `takes`: positions of every game."""
    return True


def in_query(game: type[Game]) -> bool:
    """For `takes`: positions that fit into a query, which are those without components."""
    return not game.is_sum


def reject_nested_sums(request: Mapping[str, object]) -> None:
    """A precheck: raise InvalidRequest where a component is a sum itself."""
    components = request.get("components")
    if not isinstance(components, list):
        return
    errors = [
        FieldError(
            ("components", i, "game"),
            "not-offered",
            "A component can't be a sum: give its components instead.",
        )
        for i, component in enumerate(components)
        if isinstance(component, dict)
        and isinstance(name := component.get("game"), str)
        and name in GAMES
        and GAMES[name].is_sum
    ]
    if errors:
        raise InvalidRequest(errors)


def game_validator(path: str, takes: Callable[[type[Game]], bool]) -> Precheck:
    """The precheck of an operation that takes these games only."""
    names = ", ".join(name for name, game in GAMES.items() if takes(game))

    def validate(request: Mapping[str, object]) -> None:
        name = request.get("game")
        if isinstance(name, str) and name in GAMES and not takes(GAMES[name]):
            text = f"{path} does not take the game {name}; it takes {names}."
            raise InvalidRequest([FieldError(("game",), "not-offered", text)])

    return validate


def request_of(method: str) -> type[PositionRequest | PilesRequest]:
    """The type of a request for a position: only a position with piles fits into a query."""
    return PilesRequest if method == "GET" else PositionRequest


def takes_of(method: str) -> Callable[[type[Game]], bool]:
    """The games of an operation that takes all positions that fit into a request by this method."""
    return in_query if method == "GET" else every_game


def precheck_of(method: str, path: str) -> Precheck:
    """The precheck of an operation that takes all that fits into a request by this method."""
    return game_validator(f"GET {path}", in_query) if method == "GET" else reject_nested_sums
