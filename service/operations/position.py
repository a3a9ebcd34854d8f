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
from service.game.games.subtraction import LARGEST_NUMBER, MAX_SET_NUMBERS
from service.http.errors import FieldError, InvalidRequest
from service.http.request_types import Request, refuse_repeated

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[tuple(GAMES)]

Pile = Annotated[int, Meta(ge=0, le=LARGEST_PILE)]
Count = Annotated[int, Meta(ge=1, le=LARGEST_PILE)]
SetNumber = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]


class Rules(Request, kw_only=True):
    """Which game is played: its name, and the keys of all games."""

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
            refuse_repeated(self.subtraction_set)

    @classmethod
    def known_keys(cls, value: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """The keys of the game that is named, with those of every game before them."""
        every, words = super().known_keys(value)
        name = value.get("game") or DEFAULT
        if not isinstance(name, str) or name not in GAMES:
            return every, words
        of_all = [key for key in every if key != "game" and key not in KEYS]
        return [*of_all, "game", *GAMES[name].keys], f"{name} has the keys"

    def played(self) -> Game:
        """The game itself.

        Raises InvalidRequest for keys that it does not have or lacks; an InputError for those
        that exclude each other.
        """
        given = RULES(self)
        if given == _NOTHING:
            return NIM
        name, *values = given
        game = GAMES[name or DEFAULT]
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


class Position(Rules, kw_only=True):
    """A position: the objects in each pile, the convention, and the game."""

    piles: list[Pile]
    misere: bool | None = None


DEFAULT = next(iter(GAMES))
KEYS: Mapping[str, str] = {key: game.name for game in GAMES.values() for key in game.keys}
"""The keys of all games, each with the game that it belongs to."""

RULES = attrgetter("game", *KEYS)
"""The game that is named, and its keys."""

_NOTHING = (None,) * (1 + len(KEYS))


class Asked(NamedTuple):
    """A position that is asked about."""

    game: Game
    piles: list[int]
    misere: bool


def limited(most_piles: int) -> Callable[[Position], Asked]:
    """What makes of a request the position that it asks about, of at most so many piles.

    It is one that the game takes: how long a question takes is only computed for those. Raises
    InvalidRequest or an InputError.
    """

    def asked(position: Position) -> Asked:
        game, piles = position.played(), position.piles
        if len(piles) > most_piles:
            raise WrongPiles("too-many", f"At most {most_piles:,} piles are allowed.")
        if game is not NIM:  # for which all piles are right that a request may have
            game.check(piles)  # before anybody asks how long it takes
        return Asked(game, piles, position.misere is True)

    return asked


def takes_all(_: type[Game]) -> bool:
    """As `takes`: positions of every game."""
    return True


def refuse_games(
    path: str, takes: Callable[[type[Game]], bool]
) -> Callable[[Mapping[str, object]], None]:
    """What refuses a request for a game that an operation does not take, before anything else."""
    names = ", ".join(name for name, game in GAMES.items() if takes(game))

    def look(value: Mapping[str, object]) -> None:
        name = value.get("game")
        if isinstance(name, str) and name in GAMES and not takes(GAMES[name]):
            text = f"{path} does not take the game {name}; it takes {names}."
            raise InvalidRequest([FieldError(("game",), "not-offered", text)])

    return look
