"""Faults that only the reader of JSON or the theory finds: what an exception of theirs means."""

from collections.abc import Sequence
from typing import Any

from service.codec import RepeatedName, TooManyContainers
from service.game.graph import EndlessGame, NameOfTwo, SumAsComponent, UnknownPosition
from service.game.misere_graph import TooManyPositions
from service.game.misere_search import TooManyObjects
from service.game.position_graph import NameTooLong
from service.game.positions import TooLongToList
from service.game.review import IllegalMove
from service.game.rules.take_and_break import TooManyMoves
from service.game.variants import WrongNumberOfPiles
from service.game.work import PileTooLarge, TooManySets
from service.http.faults import Fault, cut
from service.limits import MAX_CYCLE_SHOWN

UNKNOWN_POSITION = (
    "This is not a position of the graph: add it to options as a key, with [] if it has no moves."
)

LOCATED: dict[type[Exception], str] = {
    RepeatedName: "repeated",
    TooManyContainers: "too-much-work",
    IllegalMove: "illegal-move",
    UnknownPosition: "unknown-position",
    PileTooLarge: "not-proven",
    TooManySets: "too-much-work",
    TooManyMoves: "too-much-work",
    TooManyObjects: "too-much-work",
    NameOfTwo: "wrong-sum",
    SumAsComponent: "wrong-sum",
    EndlessGame: "endless-game",
    TooManyPositions: "too-much-work",
    TooLongToList: "too-much-work",
    NameTooLong: "too-long",
    WrongNumberOfPiles: "too-few",
}
"""The code of a fault, by the exception of the codec or the theory; each has its `places`."""


def faults_of(error: Any) -> list[Fault]:
    """The faults that an exception of LOCATED stands for."""
    code, detail = LOCATED[type(error)], _detail(error)
    if isinstance(error, WrongNumberOfPiles) and error.too_many:
        code = "too-many"
    return [Fault(place, code, detail) for place in error.places]


def _detail(error: Exception) -> str:
    """The message of an exception, as a client reads it."""
    if isinstance(error, RepeatedName):
        return f"The name {cut(error.name)!r} is given more than once."
    if isinstance(error, UnknownPosition):
        return UNKNOWN_POSITION
    if isinstance(error, EndlessGame):
        return f"The game must end, but it can return to a position: {_shown(error.cycle)}."
    text = str(error)
    return text[0].upper() + text[1:].removesuffix(".") + "."


def _shown(cycle: Sequence[str]) -> str:
    names = [*map(cut, cycle[:MAX_CYCLE_SHOWN])]
    if left_out := len(cycle) - len(names):
        names.append(f"({left_out:,} more)")
    return " → ".join([*names, names[0]])
