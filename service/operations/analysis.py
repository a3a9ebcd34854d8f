"""How hard a position is, and what its moves lead to."""

from typing import ClassVar, NamedTuple

import msgspec

from .. import limits
from ..api.errors import FieldError, InvalidRequest, errors_of
from ..api.operation import TypedOperation
from ..api.request_types import Request
from ..game.errors import InputError
from ..game.position import Position
from ..game.questions.analysis import Analysis, AnalysisLimits, analyse
from ..telemetry.metrics import count_solved
from .position import Pile, PilesRequest, PositionRequest, valid_position

LIMITS = AnalysisLimits(
    positions=limits.MAX_LISTED_POSITIONS,
    moves=limits.MAX_DRAWN_MOVES,
    legal_moves=limits.LARGEST_PILE,
    listed=limits.MAX_LISTED_MOVES,
    judged=limits.MAX_JUDGED_MOVES,
    steps=limits.MAX_STEPS_TO_JUDGE,
)


class StartsRequest(Request, kw_only=True):
    """A pile, and the sizes of it with which the same position is looked at too."""

    example: ClassVar = {"pile": 0, "from": 1, "to": 9}

    pile: Pile
    least: Pile = msgspec.field(name="from")
    most: Pile = msgspec.field(name="to")


class AnalysisRequest(PositionRequest, kw_only=True):
    """A position; with `moves` legal moves are judged, with `best_first` in order of their fate."""

    moves: bool | None = None
    best_first: bool | None = None
    starts: StartsRequest | None = None


class AnalysisQuery(PilesRequest, kw_only=True):
    """The same in a query, which has no `starts`."""

    moves: bool | None = None
    best_first: bool | None = None


class PositionToAnalyse(NamedTuple):
    """A valid position, and the request that it is from."""

    position: Position
    request: AnalysisRequest | AnalysisQuery


class Analyse(TypedOperation[AnalysisRequest | AnalysisQuery, PositionToAnalyse]):
    """`/analysis`."""

    tool = "analyse_position"
    body, query = AnalysisRequest, AnalysisQuery

    def parse(self, request: AnalysisRequest | AnalysisQuery) -> PositionToAnalyse:
        max_piles = min(self.config.max_piles, limits.MAX_LISTED_PILES)
        position = valid_position(request, max_piles)
        if isinstance(request, AnalysisRequest) and request.starts:
            check_starts(position, request.starts)
        return PositionToAnalyse(position, request)

    def handle(self, parsed: PositionToAnalyse) -> Analysis:
        position, request = parsed
        starts = positions_at_start(request) if isinstance(request, AnalysisRequest) else {}
        judge_moves, best_first = request.moves is True, request.best_first is True
        return analyse(position, judge_moves, LIMITS, starts, best_first)

    def note(self, parsed: PositionToAnalyse, analysis: Analysis) -> None:
        position, _ = parsed
        count_solved(position.game.name, analysis["position_class"], misere=position.misere)


def check_starts(position: Position, starts: StartsRequest) -> None:
    """Raise InvalidRequest if the position has no such pile, or the sizes are none or too many."""
    if position.game.is_sum:
        text = "A sum has no piles of its own."
        raise InvalidRequest([FieldError(("starts",), "not-offered", text)])
    if starts.pile >= len(position.piles):
        text = f"There is no pile with the index {starts.pile:,}."
        raise InvalidRequest([FieldError(("starts", "pile"), "too-large", text)])
    if starts.most < starts.least:
        text = f"Must be {starts.least:,} or more, as `from` is."
        raise InvalidRequest([FieldError(("starts", "to"), "too-small", text)])
    if starts.most - starts.least >= limits.MAX_STARTS:
        text = f"At most {limits.MAX_STARTS:,} sizes are allowed."
        raise InvalidRequest([FieldError(("starts",), "too-many", text)])


def positions_at_start(request: AnalysisRequest) -> dict[int, Position]:
    """The position with each size of the pile that makes one. Raises InvalidRequest."""
    starts, piles = request.starts, [*request.every_pile()]
    if starts is None:
        return {}
    found: dict[int, Position] = {}
    none_of_them = list[FieldError]()
    for size in range(starts.least, starts.most + 1):
        piles[starts.pile] = size
        try:
            position = msgspec.structs.replace(request, piles=piles).to_position()
            position.game.check(position)
        except (InvalidRequest, InputError) as error:
            first, *_ = errors_of(error)
            errors = [FieldError(("starts",), first.code, first.detail)]
            if first.code != "not-a-position":
                raise InvalidRequest(errors) from None
            none_of_them = none_of_them or errors
        else:
            found[size] = position
    if not found:
        raise InvalidRequest(none_of_them)
    return found
