"""The Grundy values of single piles, and their period."""

from typing import Annotated

from msgspec import Meta

from ..api.operation import TypedOperation
from ..game.game import Game
from ..game.questions import values
from ..game.theory.period import ValueSequence
from ..limits import MAX_VALUES_LISTED
from .position import Rules


class ValuesRequest(Rules, kw_only=True):
    """A game, and the number of its Grundy values; with `genus` the genus of each pile."""

    main_key = "size"

    size: Annotated[int, Meta(ge=1, le=MAX_VALUES_LISTED)]
    genus: bool | None = None

    takes = staticmethod(values.has_values)


class Values(TypedOperation[ValuesRequest, tuple[Game, int, bool]]):
    """`/values`."""

    tool = "list_grundy_values"
    body = query = ValuesRequest

    def parse(self, request: ValuesRequest) -> tuple[Game, int, bool]:
        game, keys = request.game_and_keys()
        return game.of(**keys), request.size, request.genus is True

    def handle(self, parsed: tuple[Game, int, bool]) -> ValueSequence:
        return values.values(*parsed)
