"""The games, with their keys, their limits and their operations."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from ..api.operation import TypedOperation
from ..api.request_types import Request, keys_of
from ..game.board_game import BoardGame
from ..game.game import Game
from ..game.games import GAMES
from ..game.games.sum import MAX_COMPONENTS
from ..limits import LARGEST_PILE
from ..settings import Config
from ..told import Query, by_program, parse_sum, told_of, value_of
from .position import PositionRequest


class GamesRequest(Request):
    """A request without keys: any parameter is an error."""

    @classmethod
    def known_keys(cls, _: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """None."""
        return [], "/games has no parameters"


class ListGames(TypedOperation[GamesRequest, None]):
    """`/games`."""

    tool, may_be_quick = "list_games", True
    query = GamesRequest

    def __init__(
        self, path: str, config: Config, others: Iterable[TypedOperation[Any, Any]]
    ) -> None:
        """`others` are the operations that it lists for each game."""
        super().__init__(path, config)
        listed = [*others]
        self._games = {
            "games": [entry(game, config, listed) for game in GAMES.values()],
            "by_program": [
                {"name": name, "position": position} for name, position in by_program().items()
            ],
        }

    def parse(self, request: GamesRequest) -> None:
        """Nothing: the response is always the same."""

    def handle(self, _: None) -> Mapping[str, object]:
        return self._games


def entry(
    game: type[Game], config: Config, others: Iterable[TypedOperation[Any, Any]]
) -> Mapping[str, object]:
    """A game in the list."""
    most = config.max_piles if game.limits.most is None else game.limits.most
    board = game if issubclass(game, BoardGame) else None
    return {
        "name": game.name,
        "title": game.title,
        "rule": game.rule_of_all(),
        **({} if game.is_sum else {"form": game.form}),
        **({"notation": board.notation, "shape": board.shape} if board else {}),
        **({"example": example_of(game)} if told_of(game.name).example else {}),
        "also_known_as": [
            {
                "name": also.name,
                "keys": also.keys(game),
                "piles": also.piles,
                "example": also.is_example,
            }
            for also in told_of(game.name).names
        ],
        "keys": [
            {"name": name, "required": is_required, **key_schema(name)}
            for name, is_required in game.keys.items()
        ],
        "limits": {
            **({"components": MAX_COMPONENTS} if game.is_sum else {}),
            **({"board": board.largest} if board else {}),
            "piles": min(config.max_piles, most),
            "least_piles": game.limits.fewest,
            "pile": LARGEST_PILE if game.limits.largest is None else game.limits.largest,
        },
        "operations": [each.path for each in others if each.request.takes(game)],
    }


def example_of(game: type[Game]) -> Mapping[str, object]:
    """A position to begin with, as a request has it.

    >>> from ..game.games.moore import Moore
    >>> example_of(Moore)
    {'game': 'moore', 'piles': [3, 4, 5], 'max_piles': 2}
    """
    example = told_of(game.name).example
    if game.is_sum:
        components = [*map(_values_of, parse_sum(example["components"]))]
        return {"game": game.name, "components": components}
    return {"game": game.name, **_values_of(example)}


def _values_of(query: Query) -> Mapping[str, object]:
    """The keys of a query as the body of a request has them."""
    lists = [name for name, key in keys_of(PositionRequest).items() if key.kind is list]
    return {
        key: text if key == "board" else value_of(text, key in lists) for key, text in query.items()
    }


def key_schema(key: str) -> dict[str, Any]:
    """The type and the limits of a key, in JSON Schema.

    >>> key_schema("max_piles")
    {'type': 'integer', 'minimum': 1, 'maximum': 100}
    """
    found = keys_of(PositionRequest)[key]
    if found.kind is Literal:
        return {"type": "string", "enum": found.parts}  # msgspec sorts them, and omits their type
    choices: list[dict[str, Any]] = msgspec.json.schema(found.annotation)["anyOf"]
    (schema,) = [each for each in choices if each != {"type": "null"}]
    if "$ref" in schema.get("items", {}):  # a list of positions, each as a position is sent
        schema["items"] = {"type": "object"}
    return schema
