"""Many positions in one request, each in any game."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import attrgetter, itemgetter
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ..api.errors import ERRORS_SOUGHT, FieldError, InvalidRequest, errors_of
from ..api.operation import TypedOperation
from ..api.request_types import Request
from ..api.requests import BodyReader
from ..codec import encode, has_every_name
from ..game.errors import InputError, TooMuchWork
from ..game.game import Game
from ..game.games.nim import NIM
from ..game.meter import (
    NUMBERS_IN_A_STEP,
    STEPS_TO_TELL,
    STEPS_TO_WRITE,
    TIMED,
    OutOfSteps,
    Pace,
    spend,
)
from ..game.position import Position
from ..game.questions.forms import solved
from ..game.questions.legal import MAX_NUMBERS, listing
from ..game.questions.plain_nim import solve_nim
from ..limits import (
    MAX_BATCH_MOVES,
    MAX_BATCH_NUMBERS,
    MAX_BATCH_PILES,
    MAX_LISTED_MOVES,
)
from ..telemetry.metrics import count_solved
from .legal import Depth
from .position import RULES, Pile, PositionRequest

T = TypeVar("T")

PILES, MISERE = attrgetter("piles"), attrgetter("misere")
NAME, CLASS = attrgetter("game.name"), itemgetter("position_class")

SMALL_BATCH = 64 * 2**10
"""Bytes of the largest batch that is decoded in one piece, in up to half a millisecond."""

POSITIONS_AT_ONCE = 200
"""Positions to decode, or results to encode, while all other threads wait."""


NOTHING: Any = {}
"""The legal moves where none are listed."""


class BatchRequest(Request, kw_only=True):
    """The positions to be solved; with `legal`, the legal moves of each are listed too."""

    main_key = "positions"

    positions: list[PositionRequest]
    legal: Depth | None = None

    takes = staticmethod(PositionRequest.takes)


class NimPositionRequest(Request, kw_only=True):
    """A position of Nim without a rule."""

    piles: list[Pile]
    misere: bool | None = None


class NimBatchRequest(Request, kw_only=True):
    """A batch of positions of Nim, the most frequent kind.

    Its games need no look-up, which saves as much time as decoding takes.
    """

    main_key = "positions"

    positions: list[NimPositionRequest]
    legal: Depth | None = None


class UndecodedBatch(Struct, forbid_unknown_fields=True):
    """The positions of a batch, none of them decoded."""

    positions: list[msgspec.Raw]
    legal: Depth | UnsetType | None = UNSET


Kind = tuple[bool, str, str]
"""Whether a position is of misère play, its class, and the name of its game."""


class ParsedBatch(NamedTuple):
    """A batch as columns, which are faster than one position at a time."""

    piles: list[list[int]]
    misere: list[bool]
    positions: list[Position] | None
    """None in a batch of plain Nim, for which the columns suffice."""
    legal: int | None
    """How deep the legal moves of each are listed, if they are."""
    solved: Counter[Kind]
    """The number of positions of each kind, once they are solved."""


_split = msgspec.json.Decoder(UndecodedBatch).decode
_decode_nim = msgspec.json.Decoder(list[NimPositionRequest]).decode
_decode_any = msgspec.json.Decoder(list[PositionRequest]).decode


class BatchReader(BodyReader[BatchRequest]):
    """Decodes a batch a few positions at a time, because other threads are waiting."""

    def __init__(self, struct: type[BatchRequest]) -> None:
        super().__init__(struct)
        self._small = BodyReader(NimBatchRequest)

    def decode(self, body: bytes) -> BatchRequest | NimBatchRequest | None:  # type: ignore[override]
        """Decode a batch, as plain Nim if possible."""
        if len(body) <= SMALL_BATCH:
            return self._small.decode(body)
        try:
            batch = _split(body)
            positions, legal = batch.positions, batch.legal
            starts = range(0, len(positions), POSITIONS_AT_ONCE)
            pieces = [
                b"[%b]" % b",".join(positions[start : start + POSITIONS_AT_ONCE])
                for start in starts
            ]
            names = 1 + (legal is not UNSET) + sum(piece.count(b":") for piece in pieces)
            if body.count(b":") != names:
                return None  # a name is repeated
            depth = None if legal is UNSET else legal
            with contextlib.suppress(msgspec.ValidationError):
                return NimBatchRequest(positions=_decode_pieces(_decode_nim, pieces), legal=depth)
            return BatchRequest(positions=_decode_pieces(_decode_any, pieces), legal=depth)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None


def _decode_pieces(decode_piece: Callable[[bytes], list[T]], pieces: list[bytes]) -> list[T]:
    """The positions of these pieces. Raises a MsgspecError."""
    found: list[T] = []
    for piece in pieces:
        positions = decode_piece(piece)
        if not has_every_name(piece, positions):
            raise msgspec.DecodeError("a name may be repeated")
        found += positions
    return found


class SolveBatch(TypedOperation[BatchRequest | NimBatchRequest, ParsedBatch]):
    """`/moves`; one error rejects the whole batch."""

    tool, may_be_quick = "solve_positions", True
    body = BatchRequest
    body_reader = BatchReader

    def parse(self, batch: BatchRequest | NimBatchRequest) -> ParsedBatch:
        positions, config = batch.positions, self.config
        if len(positions) > config.max_positions:
            raise batch_error(
                "too-many", f"At most {config.max_positions:,} positions are allowed."
            )
        if isinstance(batch, NimBatchRequest):
            piles = [*map(PILES, batch.positions)]
        else:
            piles = [request.every_pile() for request in batch.positions]
        if max(map(len, piles), default=0) > config.max_piles:
            raise InvalidRequest(errors_of_length(batch, piles, config.max_piles))
        misere = [*map(bool, map(MISERE, positions))]
        found = None if isinstance(batch, NimBatchRequest) else positions_of(batch.positions)
        if sum(map(len, piles)) > MAX_BATCH_PILES:
            raise batch_error(
                "too-many", f"At most {MAX_BATCH_PILES:,} piles are allowed in total."
            )
        if batch.legal is not None and found is None:
            found = [Position(NIM, (*each,), bad) for each, bad in zip(piles, misere, strict=True)]
        return ParsedBatch(piles, misere, found, batch.legal, Counter())

    def handle(self, batch: ParsedBatch) -> Mapping[str, msgspec.Raw]:
        if batch.positions is None:
            piles = sum(map(len, batch.piles))
            spend(STEPS_TO_WRITE * len(batch.piles) + piles / NUMBERS_IN_A_STEP)
            results = solve_nim_in_pieces(batch)
        else:
            check_all(batch.positions)
            results = solve_game_by_game(batch.positions, batch.legal, batch.solved)
        return {"results": msgspec.Raw(b"[%b]" % b",".join(results))}

    def note(self, batch: ParsedBatch, _: object) -> None:
        for (misere, position_class, game), count in batch.solved.items():
            count_solved(game, position_class, misere=misere, count=count)


def solve_nim_in_pieces(batch: ParsedBatch) -> Iterator[bytes]:
    """The solutions of positions of plain Nim as JSON, a few at a time, with commas between them.

    Other threads wait for the encoder, and solutions take ten times the memory of their JSON.
    """
    for start in range(0, len(batch.piles), POSITIONS_AT_ONCE):
        stop = start + POSITIONS_AT_ONCE
        misere = batch.misere[start:stop]
        results = [*map(solve_nim, batch.piles[start:stop], misere)]
        batch.solved.update(zip(misere, map(CLASS, results), repeat(NIM.name)))
        yield encode(results)[1:-1]


def errors_of_length(
    batch: BatchRequest | NimBatchRequest, piles: list[list[int]], max_piles: int
) -> Iterator[FieldError]:
    """The errors of positions with too many piles; a sum has its components' piles."""
    for i, (position, each) in enumerate(zip(batch.positions, piles, strict=True)):
        if len(each) > max_piles:
            key = "components" if PILES(position) is UNSET else "piles"
            text = f"At most {max_piles:,} piles are allowed."
            yield FieldError(("positions", i, key), "too-many", text)


def positions_of(requests: list[PositionRequest]) -> list[Position]:
    """Make the positions. Raises InvalidRequest, with the errors of each.

    A game is made once for all positions with the same rules, because looking it up is faster.
    """
    found, errors = list[Position](), list[FieldError]()
    made: dict[object, Position] = {}
    for i, request in enumerate(requests):
        # A list has no hash.
        named = RULES(request)
        rules = None if any(isinstance(rule, list) for rule in named) else named
        if known := made.get(rules):
            found.append(
                Position(
                    known.game, tuple(request.every_pile()), request.misere is True, known.state
                )
            )
            continue
        try:
            position = request.to_position()
        except (InvalidRequest, InputError) as error:
            errors += errors_of(error, "positions", i, whole=request.main_key)
            if len(errors) >= ERRORS_SOUGHT:
                break
        else:
            found.append(position)
            if rules is not None:
                made[rules] = position
    if errors:
        raise InvalidRequest(errors)
    return found


def solve_game_by_game(
    positions: list[Position], legal: int | None, kinds: Counter[Kind]
) -> Iterator[bytes]:
    """The solution of each position in any game as JSON, and its legal moves to a depth, if given.

    Counts the kinds. Raises InvalidRequest, with the errors of each position.

    Game by game, so that a game's tables are still cached for its next position. A game with errors
    ends the batch, since it is rejected anyway, and other games may take long.
    """
    places: dict[Game, list[int]] = {}
    for i, position in enumerate(positions):
        places.setdefault(position.game, []).append(i)
    results: dict[int, bytes] = {}
    moves, room = 0, min(MAX_NUMBERS, MAX_BATCH_NUMBERS // max(1, len(positions)))
    for indexes in places.values():
        errors: list[FieldError] = []
        pace = Pace(len(indexes))
        for i in some_first(indexes):
            try:
                spend(STEPS_TO_TELL + len(positions[i].piles) / NUMBERS_IN_A_STEP)
                solution = positions[i].solve(MAX_LISTED_MOVES)
                listed = listing(positions[i], legal, solution, room) if legal else NOTHING
                pace.step()
            except OutOfSteps:
                raise too_long(i) from None
            except InputError as error:
                errors += errors_of(error, "positions", i, whole=positions[i].game.main_key)
                if len(errors) >= ERRORS_SOUGHT or isinstance(error, TooMuchWork):
                    break
                continue
            result = solved(positions[i], solution)
            results[i] = encode({**result, **listed})
            kinds[positions[i].misere, result["position_class"], positions[i].game.name] += 1
            moves += len(solution.winning_moves)
            if moves > MAX_BATCH_MOVES:
                text = f"These positions have more than {MAX_BATCH_MOVES:,} winning moves."
                raise batch_error("too-much-work", text)
        if errors:
            raise InvalidRequest(sorted(errors, key=lambda each: each.location[1]))
    return map(results.__getitem__, range(len(results)))


def some_first(indexes: Sequence[int]) -> Sequence[int]:
    """These, but first some from all over, which say how long the others will take."""
    if len(indexes) <= 2 * TIMED:
        return indexes
    some = Random(len(indexes)).sample(indexes, TIMED)  # noqa: S311  # no secret
    return [*dict.fromkeys([*some, *indexes])]


def too_long(i: int) -> InvalidRequest:
    """The error of a batch whose positions take too long together, and end at this one."""
    text = "These positions take too long to solve; send fewer."
    return InvalidRequest([FieldError(("positions", i), "too-much-work", text)])


def check_all(positions: list[Position]) -> None:
    """Raise InvalidRequest if positions are not valid in their games."""
    errors: list[FieldError] = []
    for i, position in enumerate(positions):
        try:
            position.game.check(position)
        except InputError as error:
            errors += errors_of(error, "positions", i, whole=position.game.main_key)
            if len(errors) >= ERRORS_SOUGHT:
                break
    if errors:
        raise InvalidRequest(errors)


def batch_error(code: str, text: str) -> InvalidRequest:
    """An error of all positions together."""
    return InvalidRequest([FieldError(("positions",), code, text)])
