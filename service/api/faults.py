"""Faults: what is wrong with a request that can be read, and where."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote as percent_encode

from service.codec import RepeatedName, TooManyContainers
from service.game.graph import EndlessGame, NameOfTwo, SumAsComponent, UnknownPosition
from service.game.misere_search import TooManyObjects
from service.game.review import IllegalMove
from service.game.rules.take_and_break import TooManyMoves
from service.game.work import PileTooLarge, TooManySets
from service.limits import MAX_CYCLE_SHOWN, MAX_ERRORS, MAX_QUOTED

UNESCAPED = "!$&'()*+,;=:@?"
"""What a URI fragment may hold beside letters, digits and `-._~`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a request: where it is (JSON pointer or query parameter), and what it is."""

    place: str
    detail: str


class InvalidRequest(ValueError):
    """A request that can be read but is not valid; `kind` says what the faults' places are."""

    def __init__(self, kind: str, faults: Iterable[Fault]) -> None:
        rest = iter(faults)
        self.kind = kind
        self.faults = list(islice(rest, MAX_ERRORS))
        self.more = next(rest, None) is not None
        count = len(self.faults)
        super().__init__(
            f"The request has more than {count} faults; the first {count} are listed."
            if self.more
            else f"The request has {count} fault{'' if count == 1 else 's'}."
        )


def cut(text: str) -> str:
    """What an error quotes of a request: cut short.

    >>> cut("x" * 100)[-3:]
    'xx…'
    """
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


def pointer(*keys: str | int) -> str:
    """The JSON pointer from a value to one inside it, by the keys on the way.

    It is written as in a URI fragment (RFC 6901, section 6).

    >>> pointer("moves", 3, "a/b c")
    '/moves/3/a~1b%20c'
    """
    tokens = (cut(str(key)).replace("~", "~0").replace("/", "~1") for key in keys)
    return "".join(f"/{percent_encode(token, safe=UNESCAPED)}" for token in tokens)


# --- Faults that only a reader or the theory finds: the path to each place, and what is wrong -----

Located = tuple[Sequence[str | int], str]

UNKNOWN_POSITION = (
    "This is not a position of the graph: add it to options as a key, with [] if it has no moves."
)


def locate(faults: Iterable[Located], in_query: bool) -> InvalidRequest:
    """The faults by their places in the query or in the body.

    >>> locate([(("piles", 2), "Too large.")], in_query=True).faults
    [Fault(place='piles', detail='Item 3: Too large.')]
    >>> locate([(("piles", 2), "Too large.")], in_query=False).faults
    [Fault(place='#/piles/2', detail='Too large.')]
    """
    if not in_query:
        return InvalidRequest("pointer", (Fault("#" + pointer(*p), text) for p, text in faults))
    return InvalidRequest("parameter", (_in_parameter(*fault) for fault in faults))


def _in_parameter(place: Sequence[str | int], text: str) -> Fault:
    name, *index = place
    return Fault(str(name), f"Item {int(index[0]) + 1}: {text}" if index else text)


def sentence(error: Exception) -> str:
    """The message of an exception, as a client reads it."""
    text = str(error)
    return text[0].upper() + text[1:].removesuffix(".") + "."


def repeated_name(error: RepeatedName) -> Iterator[Located]:
    """The body has an object with the same name twice."""
    yield (), f"The name {cut(error.name)!r} is given more than once."


def too_many_containers(error: TooManyContainers) -> Iterator[Located]:
    """The body would take too long to be read carefully."""
    yield (), str(error)


def illegal_move(error: IllegalMove) -> Iterator[Located]:
    """A move of the game is against the rules."""
    yield ("moves", error.index, error.key), str(error)


def pile_too_large(error: PileTooLarge) -> Iterator[Located]:
    """A pile is beyond what can be solved under its rule."""
    return ((place, sentence(error)) for place in error.places)


def too_many_sets(error: TooManySets) -> Iterator[Located]:
    """The rules of a batch need too much work."""
    yield ("positions",), sentence(error)


def too_large_to_break(error: TooManyMoves | TooManyObjects) -> Iterator[Located]:
    """A position of a take-and-break game is too large."""
    yield ("piles",), sentence(error)


def unknown_positions(error: UnknownPosition) -> Iterator[Located]:
    """The graph names what is not one of its positions."""
    return ((place, UNKNOWN_POSITION) for place in error.places)


def wrong_sums(error: NameOfTwo | SumAsComponent) -> Iterator[Located]:
    """A sum of the graph is where it can't be."""
    return ((place, sentence(error)) for place in error.places)


def endless_game(error: EndlessGame) -> Iterator[Located]:
    """The graph can return to a position; the fault shows one way to do so."""
    shown = [*map(cut, error.cycle[:MAX_CYCLE_SHOWN])]
    if left_out := len(error.cycle) - len(shown):
        shown.append(f"({left_out:,} more)")
    way = " → ".join([*shown, shown[0]])
    text = f"The game must end, but it can return to a position: {way}."
    return ((place, text) for place in error.places)
