"""`/games`: the games, with their keys, their limits and the operations that take them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from service.api.operation import Operation, TypedOperation
from service.api.request_types import Request
from service.game.game import Choice, Game, Positions
from service.game.games import GAMES
from service.limits import LARGEST_PILE
from service.operations.position import KEYS, PositionRequest
from service.settings import Config


class GamesRequest(Request):
    """A request without keys: any parameter is an error."""

    @classmethod
    def known_keys(cls, _: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """None."""
        return [], "/games has no parameters"


def operations(config: Config, others: Iterable[Operation]) -> list[Operation]:
    """`GET /games`; `others` are the operations that it lists for each game."""
    takes: dict[str, list[Callable[[type[Game]], bool]]] = {}
    for operation in others:
        if operation.takes:
            takes.setdefault(operation.path, []).append(operation.takes)

    def entry(game: type[Game]) -> Mapping[str, object]:
        max_pile_count = config.max_piles if game.max_pile_count is None else game.max_pile_count
        return {
            "name": game.name,
            "title": game.title,
            "rule": game.rule,
            "keys": [
                {"name": name, "required": key.required, **key_schema(name)}
                for name, key in game.keys.items()
            ],
            "limits": {
                **components_of(game),
                "piles": min(config.max_piles, max_pile_count),
                "least_piles": game.min_pile_count,
                "pile": LARGEST_PILE if game.largest_pile is None else game.largest_pile,
            },
            "operations": [
                path for path, methods in takes.items() if any(each(game) for each in methods)
            ],
        }

    games = {"games": [*map(entry, GAMES.values())]}
    return [TypedOperation("GET", "/games", GamesRequest, lambda request: request, lambda _: games)]


def components_of(game: type[Game]) -> Mapping[str, int]:
    """The limit on the components of a sum; nothing for other games."""
    return {
        name: key.type.max_length
        for name, key in game.keys.items()
        if isinstance(key.type, Positions)
    }


def key_schema(key: str) -> Mapping[str, object]:
    """The type and the limits of a key, in JSON Schema.

    >>> key_schema("max_piles")
    {'type': 'integer', 'minimum': 1, 'maximum': 100}
    """
    declared = KEYS[key].type
    if isinstance(declared, Choice):  # msgspec sorts the choices and does not say their type
        return {"type": "string", "enum": declared.texts}
    (schema,) = [schema for schema in _schemas()[key]["anyOf"] if schema != {"type": "null"}]
    schema = {name: value for name, value in schema.items() if name != "default"}
    if "$ref" in schema.get("items", {}):  # a list of positions, each as a position is sent
        schema["items"] = {"type": "object"}
    return schema


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = msgspec.json.schema(PositionRequest)["$defs"][
        "PositionRequest"
    ]["properties"]
    return found
