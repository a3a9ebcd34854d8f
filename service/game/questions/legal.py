"""The legal moves of a position and what each leaves: all that a board needs to be played on.

Nothing is solved, so a position may be listed that is too much to solve.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NotRequired, TypedDict

from ..meter import NUMBERS_IN_A_STEP, STEPS_TO_TELL, STEPS_TO_WRITE, OutOfSteps, spend
from ..moves import Move
from ..position import Position
from ..solution import Solution
from .forms import MoveForm, told

MAX_LEGAL = 1_000
"""The most moves that a list has, and the most of all the lists behind its moves."""

MAX_NUMBERS = 110_000
"""What a list may have of piles and all else that is as long: 1,000 moves of 100 piles."""

NUMBERS_OF_A_MOVE, NUMBERS_OF_A_REMOVAL = 10, 6
"""The piles that are as long as a move with its text, and as one of several removals."""

Left = Mapping[str, Any]
"""The keys of a position that a move changes; in a sum those of the component."""


class Leading(TypedDict):
    """A legal move, what it leaves, and the moves that are legal then.

    `legal` is empty if there are none, and otherwise present only behind moves that are followed.
    In a sum it has the moves of the component.
    """

    move: MoveForm
    leaves: Left
    legal: NotRequired[Sequence["Leading"]]
    more_legal: NotRequired[bool]


class Legal(TypedDict):
    """Legal moves; `more_legal` is present, and true, if there are others."""

    legal: Sequence[Leading]
    more_legal: NotRequired[bool]


class Listing(Legal):
    """Legal moves, and the rule of their game in words."""

    rule: str


def listing(
    position: Position,
    depth: int,
    solution: Solution | None = None,
    numbers: int = MAX_NUMBERS,
) -> Listing:
    """The rule and the legal moves of a position, in order, up to 1,000, and up to so many numbers.

    If there are more, the best and the winning moves of a `solution` come first. With a depth of 2
    the moves behind each are listed too, as long as they are few.

    >>> from ..games.nim import Nim
    >>> found = listing(Nim.position([2, 0]), 1)
    >>> [(each["leaves"], each.get("legal")) for each in found["legal"]]
    [({'piles': (1, 0)}, None), ({'piles': (0, 0)}, [])]
    """
    best = [] if solution is None or solution.best_move is None else [solution.best_move]
    first = [*best, *(solution.winning_moves if solution else ())]
    return {"rule": position.game.rule_of(position), **_legal(position, depth, numbers, first)}


def _legal(position: Position, depth: int, numbers: int, first: Sequence[Move] = ()) -> Legal:
    """The legal moves in order; if they are too many, the `first` ones and then others.

    If steps run out, those are listed for which there were steps.
    """
    most = _most_of(position, numbers)
    moves = [*islice(position.moves(), most + 1)]
    more = len(moves) > most
    if more:
        moves = [*islice(dict.fromkeys(chain(first, moves)), most)]
    listed: dict[Move, Leading] = {}
    try:
        for move in moves:
            listed[move] = _leading(position, move)
        if depth > 1:
            for move, legal in _behind(position, chain(first[:1], moves), most, numbers):
                listed[move] = {**listed[move], **legal}
    except OutOfSteps:
        if not listed:
            raise
        more = more or len(listed) < len(moves)
    found: Legal = {"legal": [*listed.values()]}
    if more:
        found["more_legal"] = True
    return found


def _behind(
    position: Position, moves: Iterable[Move], most: int, numbers: int
) -> Iterator[tuple[Move, Legal]]:
    """The legal moves behind each move until they are too many; behind the first in any case."""
    room, followed = most, set[Move]()
    for move in moves:
        if move in followed:
            continue
        legal = _legal(_after(position, move), 1, numbers)
        room -= len(legal["legal"])
        if followed and (room < 0 or "more_legal" in legal):
            return
        followed.add(move)
        yield move, legal


def _leading(position: Position, move: Move) -> Leading:
    after = _after(position, move)
    changed = STEPS_TO_WRITE * len(move.changes)
    spend(STEPS_TO_TELL + changed + len(after.piles) / NUMBERS_IN_A_STEP)
    found: Leading = {"move": told(position, move), "leaves": _left(after)}
    return {**found, "legal": []} if after.game._has_ended(after) else found


def _left(position: Position) -> Left:
    """The keys of a position that change, as a request may have them: there is no quota of 0."""
    keys = position.game.changing_keys(position)
    return {key: value for key, value in keys.items() if value != 0}


def _after(position: Position, move: Move) -> Position:
    """The position after a move; in a sum, the component after it."""
    if move.component is None:
        return position.after(move)
    component = (position.components() or ())[move.component]
    return component.after(move._replace(component=None))


def _most_of(position: Position, numbers: int) -> int:
    """The most moves to list of a position, so that the list has up to so many numbers."""
    found = MAX_LEGAL
    for each in position.components() or (position,):
        of_a_pile = 1 + NUMBERS_OF_A_REMOVAL * (each.game.form == "removals")
        found = min(found, numbers // (NUMBERS_OF_A_MOVE + of_a_pile * len(each.piles)))
    return max(1, found)
