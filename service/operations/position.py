"""A position in a request: its keys, the game that they say, and the limits of the service."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from msgspec import Meta

from service.game.errors import WrongPiles
from service.game.game import LARGEST_PILE, Game
from service.game.games import GAMES
from service.game.games.moore import MAX_MOORE_PILES
from service.game.games.nim import NIM
from service.game.games.octal import LONGEST_CODE
from service.game.subtraction_nim import LARGEST_NUMBER, MAX_SET_NUMBERS
from service.http.errors import FieldError, InvalidRequest
from service.http.request_types import Request, reject_repeated

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[tuple(GAMES)]

Pile = Annotated[int, Meta(ge=0, le=LARGEST_PILE)]
Count = Annotated[int, Meta(ge=1, le=LARGEST_PILE)]
SetNumber = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]


class Rules(Request, kw_only=True):
    """The name of a game, and the keys of all games."""

    game: GameName | None = None
    max_remove: Count | None = None
    subtraction_set: (
        Annotated[
            list[SetNumber],
            Meta(
                min_length=1,
                max_length=MAX_SET_NUMBERS,
                extra_json_schema={"uniqueItems": True},
                extra={"items": "numbers", "example": [1, 3, 4]},
            ),
        ]
        | None
    ) = None
    code: Annotated[str, Meta(max_length=LONGEST_CODE, extra={"example": "0.77"})] | None = None
    max_piles: Annotated[int, Meta(ge=1, le=MAX_MOORE_PILES)] | None = None
    quota: Count | None = None

    def __post_init__(self) -> None:
        if self.subtraction_set:
            reject_repeated(self.subtraction_set)

    @classmethod
    def known_keys(cls, value: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """The keys of the game that is named, with those of every game before them."""
        every, words = super().known_keys(value)
        name = value.get("game") or DEFAULT_GAME
        if not isinstance(name, str) or name not in GAMES:
            return every, words
        of_all = [key for key in every if key != "game" and key not in KEYS]
        return [*of_all, "game", *GAMES[name].keys], f"{name} has the keys"

    def to_game(self) -> Game:
        """The game.

        Raises InvalidRequest for keys that it does not have or that are missing; an InputError for
        keys that exclude each other.
        """
        given = RULES(self)
        if given == _NO_KEYS:
            return NIM
        name, *values = given
        game = GAMES[name or DEFAULT_GAME]
        keys = {key: value for key, value in zip(KEYS, values, strict=True) if value is not None}
        errors = [
            FieldError((key,), "conflict", f"This key belongs to the game {KEYS[key]}.")
            for key in keys
            if key not in game.keys
        ]
        for key, is_required in game.keys.items():
            if is_required and key not in keys:
                text = f"The game {game.name} requires this key."
                errors.append(FieldError((key,), "required", text))
        if errors:
            raise InvalidRequest(errors)
        return game.of(**keys)


class PositionRequest(Rules, kw_only=True):
    """A position: the objects in each pile, the convention, and the game."""

    piles: list[Pile]
    misere: bool | None = None


DEFAULT_GAME = next(iter(GAMES))
KEYS: Mapping[str, str] = {key: game.name for game in GAMES.values() for key in game.keys}
"""The keys of all games, each with the game that it belongs to."""

RULES = attrgetter("game", *KEYS)
"""The game that is named, and its keys."""

_NO_KEYS = (None,) * (1 + len(KEYS))


class Position(NamedTuple):
    """A valid position, with its game."""

    game: Game
    piles: list[int]
    misere: bool


def position_validator(max_piles: int) -> Callable[[PositionRequest], Position]:
    """A function that makes a position of a request, and validates it.

    The game has validated it too: the work of an operation is only computed for valid positions.
    The function raises InvalidRequest or an InputError.
    """

    def validate(request: PositionRequest) -> Position:
        game, piles = request.to_game(), request.piles
        if len(piles) > max_piles:
            raise WrongPiles("too-many", f"At most {max_piles:,} piles are allowed.")
        if game is not NIM:  # in which all piles are valid that a request may have
            game.check(piles)
        return Position(game, piles, request.misere is True)

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
