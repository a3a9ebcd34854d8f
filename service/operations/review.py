"""A game judged move by move."""

from functools import partial
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta

from .. import limits
from ..api.operation import TypedOperation
from ..api.request_types import Request
from ..game.board_game import LONGEST_BOARD
from ..game.position import Position
from ..game.questions.review import Review, review
from ..telemetry.metrics import count_solved
from .move import solve
from .position import Pile, PositionRequest, valid_position


class PlayedRemoval(Request, kw_only=True):
    """Objects taken from one pile."""

    pile: Pile
    remove: Pile
    leaves: Pile | None = None


class PlayedMove(Request, kw_only=True):
    """A move in any of the forms; its game checks it."""

    example: ClassVar = {"pile": 0, "remove": 2}

    component: Pile | None = None
    pile: Pile | None = None
    remove: Pile | None = None
    leaves: Pile | None = None
    leaves_piles: Annotated[list[Pile], Meta(max_length=2, extra={"items": "piles"})] | None = None
    removals: (
        Annotated[list[PlayedRemoval], Meta(max_length=100, extra={"items": "removals"})] | None
    ) = None
    play: Annotated[str, Meta(max_length=LONGEST_BOARD)] | None = None
    leaves_board: Annotated[str, Meta(max_length=LONGEST_BOARD)] | None = None
    text: str | None = None
    """What a response adds to a move; it is read if nothing else says the move."""


class ReviewRequest(PositionRequest, kw_only=True):
    """A position, and the moves played from it."""

    moves: Annotated[
        list[PlayedMove], Meta(max_length=limits.MAX_REVIEWED_MOVES, extra={"items": "moves"})
    ]


solve_and_tell = partial(solve, with_texts=True)
"""Solves a position, and lists its moves with their texts."""


class PlayedGame(NamedTuple):
    """A valid position, and the moves played from it."""

    start: Position
    moves: list[PlayedMove]


class ReviewGame(TypedOperation[ReviewRequest, PlayedGame]):
    """`/review`."""

    tool, may_be_quick = "review_game", True
    body = ReviewRequest

    def parse(self, request: ReviewRequest) -> PlayedGame:
        start = valid_position(request, min(self.config.max_piles, limits.MAX_REVIEWED_PILES))
        return PlayedGame(start, request.moves)

    def handle(self, played: PlayedGame) -> Review:
        start = played.start
        most, max_numbers = limits.MAX_LISTED_MOVES, limits.MAX_REVIEWED_NUMBERS
        return review(start, played.moves, most, solve_and_tell, max_numbers)

    def note(self, played: PlayedGame, found: Review) -> None:
        start = played.start
        for position in (*found["plies"], found["position"]):
            count_solved(start.game.name, position["position_class"], misere=start.misere)
