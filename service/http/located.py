"""Faults that only the reader of JSON or the theory finds: what an exception of theirs means."""

from collections.abc import Callable, Iterable, Iterator
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


def sentence(error: Exception) -> str:
    """The message of an exception, as a client reads it.

    >>> sentence(ValueError("a pile is too large"))
    'A pile is too large.'
    """
    text = str(error)
    return text[0].upper() + text[1:].removesuffix(".") + "."


def _one(code: str, *place: str) -> Callable[[Exception], Iterable[Fault]]:
    """One fault at a place that is always the same, with the exception's own message."""
    return lambda error: [Fault(place, code, sentence(error))]


def _places(code: str, text: str | None = None) -> Callable[[Any], Iterable[Fault]]:
    """The same fault at each of the exception's places."""
    return lambda error: (Fault(tuple(p), code, text or sentence(error)) for p in error.places)


def _repeated_name(error: RepeatedName) -> Iterator[Fault]:
    yield Fault((), "repeated", f"The name {cut(error.name)!r} is given more than once.")


def _illegal_move(error: IllegalMove) -> Iterator[Fault]:
    yield Fault(("moves", error.index, error.key), "illegal-move", str(error))


def _endless_game(error: EndlessGame) -> Iterable[Fault]:
    """The graph can return to a position; the fault shows one way to do so."""
    shown = [*map(cut, error.cycle[:MAX_CYCLE_SHOWN])]
    if left_out := len(error.cycle) - len(shown):
        shown.append(f"({left_out:,} more)")
    way = " → ".join([*shown, shown[0]])
    text = f"The game must end, but it can return to a position: {way}."
    return _places("endless-game", text)(error)


def _wrong_number_of_piles(error: WrongNumberOfPiles) -> Iterable[Fault]:
    return _places("too-many" if error.too_many else "too-few")(error)


LOCATED: dict[type[Exception], Callable[[Any], Iterable[Fault]]] = {
    RepeatedName: _repeated_name,
    TooManyContainers: _one("too-much-work"),
    IllegalMove: _illegal_move,
    UnknownPosition: _places("unknown-position", UNKNOWN_POSITION),
    PileTooLarge: _places("not-proven"),
    TooManySets: _one("too-much-work", "positions"),
    TooManyMoves: _one("too-much-work", "piles"),
    TooManyObjects: _one("too-much-work", "piles"),
    NameOfTwo: _places("wrong-sum"),
    SumAsComponent: _places("wrong-sum"),
    EndlessGame: _endless_game,
    TooManyPositions: _places("too-much-work"),
    TooLongToList: _places("too-much-work"),
    NameTooLong: _places("too-long"),
    WrongNumberOfPiles: _wrong_number_of_piles,
}
"""What is wrong with a request, by the exception of the codec or the theory."""
