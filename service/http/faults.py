"""Faults: what is wrong with a request that can be read, where, and by which code."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote as percent_encode

from service.codec import RepeatedName
from service.game.graph import EndlessGame, UnknownPosition
from service.game.unanswerable import Unanswerable
from service.limits import MAX_CYCLE_SHOWN, MAX_ERRORS, MAX_QUOTED

CODES = {
    "required": "A value is missing that the request needs.",
    "unknown": "A key or a parameter that the operation does not have.",
    "repeated": "A name, a parameter or a number is given more than once.",
    "conflict": "Two keys or parameters exclude each other.",
    "not-an-object": "The value must be an object.",
    "not-a-list": "The value must be a list.",
    "not-an-integer": "The value must be an integer.",
    "not-a-boolean": "The value must be true or false.",
    "not-a-string": "The value must be a string.",
    "not-a-choice": "The value must be one of a few words.",
    "not-a-code": "The string is not the code of a take-and-break game.",
    "too-small": "A number is below its limit.",
    "too-large": "A number is above its limit.",
    "too-many": "A list, an object or several together have more items than allowed.",
    "too-few": "A list has fewer items than it needs.",
    "too-long": "A name has more characters than allowed.",
    "too-much-work": "An answer would take too long, or be too large.",
    "not-proven": "A pile is beyond what can be solved, for no period of its game is proven.",
    "illegal-move": "A move is against the rules.",
    "unknown-position": "A name is not a position of the graph.",
    "wrong-sum": "A sum of positions is where it can't be.",
    "endless-game": "The game can return to a position.",
}
"""Every code that a fault may have, and its meaning: a closed list, for apps that translate."""

ENOUGH = MAX_ERRORS + 1
"""Faults to look for: one more than is listed. Naming half a million would take seconds."""

UNKNOWN_POSITION = (
    "This is not a position of the graph: add it to options as a key, with [] if it has no moves."
)

UNESCAPED = "!$&'()*+,;=:@?"
"""What a URI fragment may hold beside letters, digits and `-._~`."""


class Fault(NamedTuple):
    """One fault of a request: the path to its place, its code, and a sentence."""

    place: tuple[str | int, ...]
    code: str
    detail: str

    def within(self, *keys: str | int) -> "Fault":
        """The same fault, seen from further outside."""
        return self._replace(place=(*keys, *self.place))


class InvalidRequest(ValueError):
    """A request that can be read but is not valid, in its query or in its body."""

    def __init__(self, faults: Iterable[Fault], *, in_query: bool) -> None:
        self.in_query = in_query
        found = [*islice(faults, ENOUGH)]
        self.faults = found[:MAX_ERRORS]
        count = len(self.faults)
        super().__init__(
            f"The request has {count} fault{'' if count == 1 else 's'}."
            if found == self.faults
            else f"The request has more than {count} faults; the first {count} are listed."
        )


def cut(text: str) -> str:
    """What an error quotes of a request: cut short.

    >>> cut("x" * 100)[-3:]
    'xx…'
    """
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


def faults_of(error: Unanswerable) -> list[Fault]:
    """The faults that only the reader of JSON or the theory finds."""
    if isinstance(error, RepeatedName):
        detail = f"The name {cut(error.name)!r} is given more than once."
    elif isinstance(error, UnknownPosition):
        detail = UNKNOWN_POSITION
    elif isinstance(error, EndlessGame):
        detail = f"The game must end, but it can return to a position: {_shown(error.cycle)}."
    else:
        text = str(error)
        detail = text[0].upper() + text[1:].removesuffix(".") + "."
    return [Fault(place, error.code, detail) for place in error.places]


def _shown(cycle: Sequence[str]) -> str:
    names = [*map(cut, cycle[:MAX_CYCLE_SHOWN])]
    if left_out := len(cycle) - len(names):
        names.append(f"({left_out:,} more)")
    return " → ".join([*names, names[0]])


def pointer(keys: Sequence[str | int]) -> str:
    """The JSON pointer to a value in a body, as a URI fragment (RFC 6901, section 6).

    >>> pointer(["moves", 3, "a/b c"])
    '#/moves/3/a~1b%20c'
    """
    tokens = (cut(str(key)).replace("~", "~0").replace("/", "~1") for key in keys)
    return "#" + "".join(f"/{percent_encode(token, safe=UNESCAPED)}" for token in tokens)


def in_body(fault: Fault) -> dict[str, str]:
    """A fault of a body, as the problem shows it.

    >>> in_body(Fault(("piles", 2), "too-small", "Must be 0 or more."))
    {'pointer': '#/piles/2', 'code': 'too-small', 'detail': 'Must be 0 or more.'}
    """
    return {"pointer": pointer(fault.place), "code": fault.code, "detail": fault.detail}


def in_query(fault: Fault) -> dict[str, str]:
    """A fault of a query, as the problem shows it.

    >>> in_query(Fault(("piles", 2), "too-small", "Must be 0 or more."))
    {'parameter': 'piles', 'code': 'too-small', 'detail': 'Item 3: Must be 0 or more.'}
    """
    name, *index = fault.place
    detail = f"Item {int(index[0]) + 1}: {fault.detail}" if index else fault.detail
    return {"parameter": cut(str(name)), "code": fault.code, "detail": detail}
