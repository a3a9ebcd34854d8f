"""Faults: what is wrong with a request that can be read, and where."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote as percent_encode

from service.codec import RepeatedName
from service.config import MAX_CYCLE_SHOWN, MAX_ERRORS, MAX_QUOTED
from service.game.graph import EndlessGame, UnknownPosition
from service.game.review import IllegalMove

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


UNKNOWN_POSITION = (
    "This is not a position of the graph: add it to options as a key, with [] if it has no moves."
)

# --- The faults of a body that only its reader or the theory finds ------------------------------


def in_body(detail: str, *keys: str | int) -> Iterator[Fault]:
    """One fault of a body; `keys` lead to its place."""
    yield Fault("#" + pointer(*keys), detail)


def repeated_name(error: RepeatedName) -> Iterator[Fault]:
    """The body has an object with the same name twice."""
    return in_body(f"The name {cut(error.name)!r} is given more than once.")


def illegal_move(error: IllegalMove) -> Iterator[Fault]:
    """A move of the game is against the rules."""
    return in_body(str(error), "moves", error.index, error.key)


def unknown_positions(error: UnknownPosition) -> Iterator[Fault]:
    """The graph names what is not one of its positions."""
    for place in error.places:
        yield from in_body(UNKNOWN_POSITION, *place)


def endless_game(error: EndlessGame) -> Iterator[Fault]:
    """The graph can return to a position; the fault shows one way to do so."""
    shown = [*map(cut, error.cycle[:MAX_CYCLE_SHOWN])]
    if left_out := len(error.cycle) - len(shown):
        shown.append(f"({left_out:,} more)")
    way = " → ".join([*shown, shown[0]])
    return in_body(f"The game must end, but it can return to a position: {way}.", "options")
