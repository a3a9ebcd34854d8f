"""`/review`: a game judged move by move."""

from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta

from service import limits
from service.api.operation import Operation, TypedOperation
from service.api.request_types import Request
from service.game.game import Position
from service.game.questions.review import Review, check_work, review, work_to_review
from service.operations.position import (
    Pile,
    PositionRequest,
    every_game,
    position_validator,
    reject_nested_sums,
)
from service.settings import Config
from service.telemetry.metrics import count_solved


class PlayedRemoval(Request, kw_only=True):
    """Objects taken from one pile."""

    pile: Pile
    remove: Pile
    leaves: Pile | None = None


class PlayedMove(Request, kw_only=True):
    """A move in any of the three forms; its game checks it."""

    example: ClassVar = {"pile": 0, "remove": 2}

    component: Pile | None = None
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


class PlayedGame(NamedTuple):
    """A valid position, and the moves played from it."""

    start: Position
    moves: list[PlayedMove]


def operations(config: Config) -> list[Operation]:
    """`POST /review`."""
    validate = position_validator(min(config.max_piles, limits.MAX_REVIEWED_PILES))

    def parse(request: ReviewRequest) -> PlayedGame:
        start, moves = validate(request), request.moves
        max_numbers, max_work = limits.MAX_REVIEWED_NUMBERS, limits.MAX_REVIEW_WORK
        check_work(start, len(moves), limits.MAX_LISTED_MOVES, max_numbers, max_work)
        return PlayedGame(start, moves)

    def judged(played: PlayedGame) -> Review:
        start = played.start
        found = review(start, played.moves, limits.MAX_LISTED_MOVES)
        for position in (*found["plies"], found["position"]):
            count_solved(start.game.name, position["position_class"], misere=start.misere)
        return found

    return [
        TypedOperation(
            "POST",
            "/review",
            ReviewRequest,
            parse,
            judged,
            work=lambda played: work_to_review(
                played.start, len(played.moves), limits.MAX_LISTED_MOVES
            ),
            takes=every_game,
            precheck=reject_nested_sums,
        )
    ]
