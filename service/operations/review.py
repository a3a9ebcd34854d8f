"""`/review`: a game judged move by move."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta

from service import limits
from service.game.questions.review import check_work, review, work_to_review
from service.http.operation import Operation, TypedOperation
from service.http.request_types import Request
from service.operations.position import (
    Pile,
    Position,
    PositionRequest,
    every_game,
    position_validator,
)
from service.settings import Config
from service.telemetry.metrics import Metrics


class PlayedRemoval(Request, kw_only=True):
    """Objects taken from one pile."""

    pile: Pile
    remove: Pile
    leaves: Pile | None = None


class PlayedMove(Request, kw_only=True):
    """A move that was played, in the form that its game has; the rules judge it."""

    example: ClassVar = {"pile": 0, "remove": 2}

    pile: Pile | None = None
    remove: Pile | None = None
    leaves: Pile | None = None
    leaves_piles: Annotated[list[Pile], Meta(max_length=2, extra={"items": "piles"})] | None = None
    removals: (
        Annotated[list[PlayedRemoval], Meta(max_length=100, extra={"items": "removals"})] | None
    ) = None


class ReviewRequest(PositionRequest, kw_only=True):
    """A position, and the moves played from it."""

    moves: Annotated[
        list[PlayedMove], Meta(max_length=limits.MAX_REVIEWED_MOVES, extra={"items": "moves"})
    ]


class Reviewed(NamedTuple):
    """A game that is to be judged."""

    start: Position
    moves: list[PlayedMove]


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST /review`."""
    start_of = position_validator(min(config.max_piles, limits.MAX_REVIEWED_PILES))

    def understand(played: ReviewRequest) -> Reviewed:
        start = start_of(played)
        most, work = limits.MAX_REVIEWED_NUMBERS, limits.MAX_REVIEW_WORK
        check_work(*start, len(played.moves), most, work)
        return Reviewed(start, played.moves)

    def judged(asked: Reviewed) -> Mapping[str, Any]:
        found = review(*asked.start, asked.moves)
        met = [*found["plies"], found["position"]]
        misere, name = asked.start.misere, asked.start.game.name
        metrics.solved_many(
            Counter(len(position["piles"]) for position in met),
            Counter((misere, position["position_class"], name) for position in met),
        )
        return found

    return [
        TypedOperation(
            "POST",
            "/review",
            ReviewRequest,
            understand,
            judged,
            work=lambda asked: work_to_review(*asked.start, len(asked.moves)),
            takes=every_game,
        )
    ]
