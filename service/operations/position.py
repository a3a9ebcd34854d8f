"""A position in a request: its keys, the game that they name, and the limits of the service."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.api.errors import FieldError, InvalidRequest
from service.api.request_types import Request, reject_repeated
from service.game.errors import WrongPiles
from service.game.game import Choice, Game, Integer, Integers, Key, Text
from service.game.games import GAMES
from service.game.games.nim import NIM
from service.game.position import Position
from service.limits import LARGEST_PILE

Pile = Annotated[int, Meta(ge=0, le=LARGEST_PILE)]

DEFAULT_GAME = next(iter(GAMES))

KEYS: Mapping[str, Key] = {key: of for game in GAMES.values() for key, of in game.keys.items()}
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
        case Choice(texts):
            return Literal[texts]


if TYPE_CHECKING:

    class _Keys(Request, kw_only=True):
        game: str | None = None
else:
    # The keys are declared with their games, and a new game brings its own.
    _Keys = msgspec.defstruct(
        "_Keys",
        [
            ("game", Literal[tuple(GAMES)] | None, None),
            *((name, annotation_of(key) | None, None) for name, key in KEYS.items()),
        ],
        bases=(Request,),
        kw_only=True,
        module=__name__,
    )

_LISTS = [name for name, key in KEYS.items() if isinstance(key.type, Integers)]


class Rules(_Keys, kw_only=True):
    """The name of a game, and the keys of all games."""

    def __post_init__(self) -> None:
        for name in _LISTS:
            if numbers := getattr(self, name):
                reject_repeated(numbers)

    @classmethod
    def known_keys(cls, value: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """The keys of the game that is named, with those of every game before them."""
        every, words = super().known_keys(value)
        name = value.get("game") or DEFAULT_GAME
        if not isinstance(name, str) or name not in GAMES:
            return every, words
        of_all = [key for key in every if key != "game" and key not in KEYS]
        return [*of_all, "game", *GAMES[name].keys], f"{name} has the keys"

    def game_and_keys(self) -> tuple[type[Game], Mapping[str, Any]]:
        """The game, with the keys that are given.

        Raises InvalidRequest for keys that the game does not have or that are missing.
        """
        name, *values = RULES(self)
        game = GAMES[name or DEFAULT_GAME]
        keys = {key: value for key, value in zip(KEYS, values, strict=True) if value is not None}
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


class PositionRequest(Rules, kw_only=True):
    """A position: the objects in each pile, the convention, and the game."""

    piles: list[Pile]
    misere: bool | None = None

    def to_position(self) -> Position:
        """The position. Raises InvalidRequest, or an InputError for keys that don't go together."""
        piles, misere = self.piles, self.misere is True
        if RULES(self) == _NO_KEYS:
            return Position(NIM, tuple(piles), misere)
        game, keys = self.game_and_keys()
        return game.position(piles, misere, **keys)


RULES = attrgetter("game", *KEYS)
"""The game that is named, and its keys."""

_NO_KEYS = (None,) * (1 + len(KEYS))


def position_validator(max_piles: int) -> Callable[[PositionRequest], Position]:
    """A function that makes a position of a request, and validates it.

    The game has validated it too: the work of an operation is only computed for valid positions.
    The function raises InvalidRequest or an InputError.
    """

    def validate(request: PositionRequest) -> Position:
        position = request.to_position()
        if len(request.piles) > max_piles:
            raise WrongPiles("too-many", f"At most {max_piles:,} piles are allowed.")
        if position.game is not NIM:  # in which all piles are valid that a request may have
            position.game.check(request.piles)
        return position

    return validate


def every_game(_: type[Game]) -> bool:
    """For `takes`: positions of every game."""
    return True


def game_validator(
    path: str, takes: Callable[[type[Game]], bool]
) -> Callable[[Mapping[str, object]], None]:
    """A function that rejects requests for the games that an operation does not take.

    It raises InvalidRequest; the operation calls it before it looks at anything else.
    """
    names = ", ".join(name for name, game in GAMES.items() if takes(game))

    def validate(request: Mapping[str, object]) -> None:
        name = request.get("game")
        if isinstance(name, str) and name in GAMES and not takes(GAMES[name]):
            text = f"{path} does not take the game {name}; it takes {names}."
            raise InvalidRequest([FieldError(("game",), "not-offered", text)])

    return validate
