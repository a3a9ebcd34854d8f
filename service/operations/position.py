"""A position in a request: the game, its keys, and the limits of the service."""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import astuple

from ..api.errors import NOT_OFFERED, FieldError, InvalidRequest, errors_of
from ..api.request_types import Request, reject_repeated
from ..game.board_game import LONGEST_BOARD
from ..game.errors import InputError, WrongPiles
from ..game.game import Game
from ..game.games import GAMES, growing
from ..game.games.moore import MAX_MOORE_PILES
from ..game.games.nim import NIM
from ..game.games.nim.subtraction import MAX_SET_NUMBERS
from ..game.games.numbers import KINDS
from ..game.games.sum import MAX_COMPONENTS
from ..game.games.take_and_break import LONGEST_CODE
from ..game.position import Position
from ..limits import LARGEST_PILE
from ..told import KNOWN, spellings
from .names import games_text, owners_of

Pile = Annotated[int, Meta(ge=0, le=LARGEST_PILE)]
Positive = Annotated[int, Meta(ge=1, le=LARGEST_PILE)]
Added = Annotated[int, Meta(ge=1, le=growing.LARGEST_ADDED)]
BoardText = Annotated[str, Meta(max_length=LONGEST_BOARD, extra={"example": "0-1-2,1-3"})]
Factor = Annotated[int, Meta(ge=2, le=growing.LARGEST_FACTOR)]

DEFAULT_GAME = next(iter(GAMES))

SUMS = tuple(name for name, game in GAMES.items() if game.is_sum)
NO_SUMS = tuple(name for name in GAMES if name not in SUMS)
WITHOUT_PILES = tuple(name for name, game in GAMES.items() if game.main_key != "piles")

KEYS = tuple(dict.fromkeys(key for game in GAMES.values() for key in game.keys))
"""The keys of all games."""


# --- What a client sends --------------------------------------------------------------------------


def different(most: int, example: list[int]) -> Meta:
    """The limits of a list of different numbers."""
    extra = {"items": "numbers", "example": example}
    unique = {"uniqueItems": True}
    return Meta(min_length=1, max_length=most, extra_json_schema=unique, extra=extra)


class Rules(Request, kw_only=True):
    """A game that is no sum, and the keys of all such games."""

    game: (
        Annotated[
            Literal[NO_SUMS],  # type: ignore[valid-type]  # the names in the table of games
            Meta(extra={"known": KNOWN, "spellings": spellings}),
        ]
        | None
    ) = None
    max_remove: Positive | None = None
    min_remove: Positive | None = None
    subtraction_set: Annotated[list[Positive], different(MAX_SET_NUMBERS, [1, 3, 4])] | None = None
    code: Annotated[str, Meta(max_length=LONGEST_CODE, extra={"example": "0.77"})] | None = None
    max_piles: Annotated[int, Meta(ge=1, le=MAX_MOORE_PILES)] | None = None
    quota: Positive | None = None
    numbers: Literal[tuple(KINDS)] | None = None  # type: ignore[valid-type]
    add: Annotated[list[Added], different(growing.MAX_ADDED, [1, 4])] | None = None
    multiply: Annotated[list[Factor], different(growing.MAX_FACTORS, [2, 5])] | None = None
    target: Annotated[int, Meta(ge=1, le=growing.LARGEST_TARGET)] | None = None

    def __post_init__(self) -> None:
        for numbers in (self.subtraction_set, self.add, self.multiply):
            if numbers:
                reject_repeated(numbers)

    @classmethod
    def known_keys(cls, value: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """The keys of the game that is named, with those of every game before them."""
        every, words = super().known_keys(value)
        name = value.get("game") or DEFAULT_GAME
        if not isinstance(name, str) or name not in GAMES:
            return every, words
        other = ("game", "piles") if name in WITHOUT_PILES else ("game",)
        of_all = [key for key in every if key not in other and key not in KEYS]
        return [*of_all, "game", *GAMES[name].keys], f"{name} has the keys"

    @property
    def main_key(self) -> str:
        """The key that has the position."""
        return GAMES[self.game or DEFAULT_GAME].main_key

    @staticmethod
    def takes(game: type[Game], /) -> bool:
        return not game.is_sum

    @classmethod
    def keys_not_offered(cls, value: Mapping[str, object]) -> Sequence[str]:
        """The game, if such a request may not have it."""
        name = value.get("game")
        is_offered = not isinstance(name, str) or name not in GAMES or cls.takes(GAMES[name])
        return () if is_offered else ("game",)

    def game_and_keys(self) -> tuple[type[Game], dict[str, Any]]:
        """The game, with the keys that are given.

        Raises InvalidRequest for a game that such a request may not have, and for keys that the
        game does not have or that are missing.
        """
        game = GAMES[self.game or DEFAULT_GAME]
        if not self.takes(game):
            raise InvalidRequest([NOT_OFFERED.at("game")])
        keys = {key: value for key in KEYS if (value := getattr(self, key, None)) is not None}
        errors = [
            FieldError((key,), "conflict", f"This key belongs to {games_text(owners_of(key))}.")
            for key in keys
            if key not in game.keys
        ]
        for key, is_required in game.keys.items():
            if is_required and key not in keys:
                text = f"The game {game.name} requires this key."
                errors.append(FieldError((key,), "required", text))
        if errors:
            raise InvalidRequest(errors)
        return game, keys


class OnBoard(Rules, kw_only=True):
    """The same with the board of a game that has one."""

    board: BoardText | None = None


class PilesRequest(OnBoard, kw_only=True):
    """The piles or the board of a position; in a sum it has no convention of its own."""

    piles: list[Pile] | UnsetType = UNSET
    misere: bool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.piles is UNSET and self.game not in WITHOUT_PILES:
            raise ValueError("piles are required")

    @classmethod
    def missing_keys(cls, value: Mapping[str, object]) -> Sequence[str]:
        """The piles, which every game requires but those on a board, and a sum."""
        return () if value.get("game") in WITHOUT_PILES or "piles" in value else ("piles",)

    def to_position(self) -> Position:
        """The position. Raises InvalidRequest, or an InputError for keys that don't go together."""
        misere, piles = self.misere is True, self.piles
        if piles is not UNSET and astuple(self)[:_RULE_COUNT] == _NO_RULES:
            return Position(NIM, tuple(piles), misere)
        game, keys = self.game_and_keys()
        return game.position(piles_for(game, piles), misere, **keys)


class PositionRequest(OnBoard, kw_only=True):
    """A position: its piles or its board, the convention, and the game; or a sum of positions."""

    game: (
        Annotated[
            Literal[tuple(GAMES)],  # type: ignore[valid-type]
            Meta(extra={"known": KNOWN, "spellings": spellings}),
        ]
        | None
    ) = None
    components: (
        Annotated[
            list[PilesRequest],
            Meta(min_length=1, max_length=MAX_COMPONENTS, extra={"items": "components"}),
        ]
        | None
    ) = None
    piles: list[Pile] | UnsetType = UNSET
    misere: bool | None = None

    @staticmethod
    def takes(game: type[Game], /) -> bool:  # noqa: ARG004
        return True

    def __post_init__(self) -> None:
        # This is run for every request, so it calls no more than it must.
        if self.subtraction_set or self.add or self.multiply:
            super().__post_init__()
        if self.piles is UNSET and self.game not in WITHOUT_PILES:
            raise ValueError("piles are required")

    @classmethod
    def missing_keys(cls, value: Mapping[str, object]) -> Sequence[str]:
        """The piles, which every game requires but those on a board, and a sum."""
        return PilesRequest.missing_keys(value)

    def every_pile(self) -> list[int]:
        """The piles, those of all components in a sum."""
        if self.piles is not UNSET:
            return self.piles
        return [pile for each in self.components or () for pile in each.piles or ()]

    def to_position(self) -> Position:
        """The position. Raises InvalidRequest, or an InputError for keys that don't go together."""
        misere = self.misere is True
        is_plain = astuple(self)[:_RULE_COUNT] == _NO_RULES and self.components is None
        if is_plain and self.piles is not UNSET:
            return Position(NIM, tuple(self.piles), misere)
        game, keys = self.game_and_keys()
        piles = piles_for(game, self.piles)
        if not game.is_sum:
            return game.position(piles, misere, **keys)
        return game.position((), misere, components=positions_of_sum(self.components or ()))


RULES = attrgetter("game", *KEYS)
"""The game that is named, and its keys."""

# Reading the first fields of a request at once takes far less time than reading each.
_RULE_COUNT = len(OnBoard.__struct_fields__)
_NO_RULES = (None,) * _RULE_COUNT


# --- What an operation makes of it ----------------------------------------------------------------


def piles_for(game: type[Game], piles: list[int] | UnsetType) -> list[int]:
    """The piles of a request; none in a game without. Raises InvalidRequest if that has some."""
    if piles is UNSET:
        return []
    if game.main_key != "piles":
        text = "In a sum each component has its own piles."
        if not game.is_sum:
            text = f"The game {game.name} is played on a board: send `board` in place of piles."
        raise InvalidRequest([FieldError(("piles",), "conflict", text)])
    return piles


def valid_position(
    request: PositionRequest | PilesRequest,
    max_piles: int,
    check: Callable[[Position], None] | None = None,
) -> Position:
    """The position of a request.

    The game has validated it too, or `check` has: an operation works with valid positions only.
    Raises InvalidRequest or an InputError.
    """
    position = request.to_position()
    if len(position.piles) > max_piles:
        text = f"At most {max_piles:,} piles are allowed."
        raise WrongPiles("too-many", text)
    if position.game is not NIM:  # in which all piles are valid that a request may have
        (check or position.game.check)(position)
    return position


def positions_of_sum(components: Sequence[PilesRequest]) -> list[Position]:
    """The positions of a sum. Raises InvalidRequest, with the errors of all components."""
    positions, errors = [], list[FieldError]()
    for i, component in enumerate(components):
        if component.misere is not None:
            text = "The convention applies to the whole sum: put misere next to components."
            errors.append(FieldError(("components", i, "misere"), "conflict", text))
        try:
            positions.append(component.to_position())
        except (InvalidRequest, InputError) as error:
            errors += errors_of(error, "components", i, whole=component.main_key)
    if errors:
        raise InvalidRequest(errors)
    return positions
