"""The legal moves of a position, without solving it."""

from contextlib import nullcontext
from typing import Annotated, NamedTuple

from msgspec import Meta

from ..api.operation import TypedOperation
from ..game.errors import TooMuchWork, at
from ..game.meter import OutOfSteps
from ..game.position import Position
from ..game.questions.legal import Listing, listing
from .position import PilesRequest, PositionRequest, valid_position

Depth = Annotated[int, Meta(ge=1, le=2)]
"""1 for the legal moves, 2 for those behind each as well."""


class LegalRequest(PositionRequest, kw_only=True):
    """A position whose legal moves are listed."""

    depth: Depth | None = None


class LegalQuery(PilesRequest, kw_only=True):
    """The same in a query."""

    depth: Depth | None = None


class PositionToPlay(NamedTuple):
    """A valid position whose legal moves are listed."""

    position: Position
    depth: int


class ListLegalMoves(TypedOperation[LegalRequest | LegalQuery, PositionToPlay]):
    """`/legal`."""

    tool, may_be_quick = "list_legal_moves", True
    body, query = LegalRequest, LegalQuery

    def parse(self, request: LegalRequest | LegalQuery) -> PositionToPlay:
        position = valid_position(request, self.config.max_piles, check_rules)
        return PositionToPlay(position, request.depth or 1)

    def handle(self, parsed: PositionToPlay) -> Listing:
        return listing(*parsed)


def check_rules(position: Position) -> None:
    """Check that a position is one of its game, even if it is too much to solve.

    Raises an InputError.
    """
    components = position.components()
    for i, each in enumerate(components or (position,)):
        place = at("components", i, whole=each.game.main_key) if components else nullcontext()
        try:
            with place:
                each.game.check(each)
        except OutOfSteps:
            raise
        except TooMuchWork:
            continue
