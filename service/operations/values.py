"""`/values`: the Grundy values of single piles, and their period."""

from typing import Annotated

from msgspec import Meta

from service.api.operation import Operation, TypedOperation
from service.game.game import Game
from service.game.questions import values
from service.game.theory.period import ValueSequence
from service.limits import MAX_VALUES_LISTED
from service.operations.position import Rules, game_validator
from service.settings import Config


class ValuesRequest(Rules, kw_only=True):
    """A game, and the number of its Grundy values; with `genus` the genus of each pile."""

    size: Annotated[int, Meta(ge=1, le=MAX_VALUES_LISTED)]
    genus: bool | None = None


def operations(_: Config) -> list[Operation]:
    """`POST` and `GET /values`."""
    reject = game_validator("/values", values.has_values)

    def parse(wanted: ValuesRequest) -> tuple[Game, int, bool]:
        reject({"game": wanted.game})
        game, keys = wanted.game_and_keys()
        return game.of(**keys), wanted.size, wanted.genus is True

    def listed(wanted: tuple[Game, int, bool]) -> ValueSequence:
        return values.values(*wanted)

    return [
        TypedOperation(
            method,
            "/values",
            ValuesRequest,
            parse,
            listed,
            takes=values.has_values,
            precheck=reject,
        )
        for method in ("POST", "GET")
    ]
