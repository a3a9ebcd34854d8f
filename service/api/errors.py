"""Errors of a request: each has a location, a code and a sentence."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple, Self
from urllib.parse import quote as percent_encode

from werkzeug.exceptions import UnprocessableEntity

from ..game.errors import InputError, Location
from ..game.theory.digraph import EndlessGame, UnknownPosition
from ..limits import MAX_CYCLE_SHOWN, MAX_ERRORS, MAX_QUOTED

CODES = {
    "required": "A required value is missing.",
    "unknown": "The operation does not have this key or parameter.",
    "repeated": "A name, parameter or list item is given more than once.",
    "conflict": "Two keys or parameters can't be used together.",
    "not-offered": "The operation does not take positions of this game.",
    "not-an-object": "The value must be an object.",
    "not-a-list": "The value must be a list.",
    "not-an-integer": "The value must be an integer.",
    "not-a-boolean": "The value must be true or false.",
    "not-a-string": "The value must be a string.",
    "not-a-choice": "The value must be one of a fixed set of words.",
    "not-a-code": "The string is not a code of the game.",
    "too-small": "A number is below its limit.",
    "too-large": "A number is above its limit.",
    "too-many": "A list, object or query has too many items, alone or in total.",
    "too-few": "A list has too few items, or a string too few characters.",
    "too-long": "A string is too long.",
    "too-much-work": "The response would take too long, or be too large.",
    "division-by-zero": "A nimber is divided by 0.",
    "not-a-position": "The game has no position with these piles, or this board.",
    "not-proven": "The pile is too large: no period is proven for its subtraction set.",
    "illegal-move": "A move is against the rules.",
    "ambiguous-move": "More than one legal move matches what was sent.",
    "unknown-position": "A name is not a position of the graph.",
    "wrong-sum": "A name in `sums` is already a position, or `sum` contains a sum.",
    "endless-game": "The game can repeat a position.",
}
"""Every code that an error may have, and its meaning: a closed list, so that apps can translate."""

ERRORS_SOUGHT = MAX_ERRORS + 1
"""Errors to look for: one more than is listed, to find out whether there are more."""

UNKNOWN_POSITION = (
    "This is not a position of the graph. Add it to `options`, with [] if it has no moves."
)

UNESCAPED = "!$&'()*+,;=:@?"
"""Characters allowed in a URI fragment, in addition to letters, digits and `-._~`."""


class Message(str):
    """The text of an error, with its code.

    marshmallow accepts any object as a message, and formats it first. Formatting leaves this text
    unchanged, including its braces.

    >>> message = Message("not-an-object", 'Must be an object, such as {"piles": [3, 4, 5]}.')
    >>> message.format(input=7) is message, message.code
    (True, 'not-an-object')
    """

    code: str

    def __new__(cls, code: str, text: str) -> Self:
        """A message with its code and its text."""
        message = super().__new__(cls, text)
        message.code = code
        return message

    def format(self, *_: object, **__: object) -> Self:
        """The message itself."""
        return self

    def at(self, *location: str | int) -> "FieldError":
        """The error with this message at a location."""
        return FieldError(location, self.code, str(self))


MISSING = Message("required", "This key is required.")
NOT_OFFERED = Message(
    "not-offered", "This game is not taken here; /games lists what takes each game."
)


class FieldError(NamedTuple):
    """An error of a request: the keys that lead to its location, its code, and a sentence."""

    location: Location
    code: str
    detail: str


class InvalidRequest(UnprocessableEntity):
    """A request that is not valid, with the errors of its query or its body.

    Its text and description are the first error, and the number of others.

    >>> negative = [FieldError(("piles", i), "too-small", "Must be 0 or more.") for i in range(3)]
    >>> str(InvalidRequest(negative, in_query=False))
    'piles[0]: must be 0 or more; 2 more errors.'
    """

    def __init__(self, errors: Iterable[FieldError], *, in_query: bool | None = None) -> None:
        self.in_query = in_query
        """None if the operation can't know. Then the errors of a GET are in its query."""
        if not (found := [*islice(errors, ERRORS_SOUGHT)]):
            raise RuntimeError("A request was rejected without an error.")
        self.errors = found[:MAX_ERRORS]
        super().__init__(_summary(self.errors, has_more=found != self.errors))

    def __str__(self) -> str:
        return str(self.description)


def _summary(errors: Sequence[FieldError], *, has_more: bool) -> str:
    first, *others = errors
    text = first.detail
    if location := _location_text(first.location):
        # A word that begins with two capitals, a quote or a number keeps its first character.
        start = text[0] if text[1:2].isupper() else text[0].lower()
        text = f"{location}: {start}{text[1:]}"
    if not others:
        return text
    more = f"{'at least ' if has_more else ''}{len(others) + has_more} more error"
    return f"{text.removesuffix('.')}; {more}{'' if more == '1 more error' else 's'}."


def _location_text(location: Sequence[str | int]) -> str:
    """Write a location as programs do.

    >>> _location_text(["moves", 3, "leaves_piles"]), _location_text(["options", "a b"])
    ('moves[3].leaves_piles', 'options["a b"]')
    """
    text = ""
    for key in location:
        name = shortened(str(key))
        if isinstance(key, int):
            text += f"[{key}]"
        elif name.isidentifier():
            text += f".{name}" if text else name
        else:
            text += f'["{name}"]' if text else f'"{name}"'
    return text


def shortened(text: str) -> str:
    """Cut a text, so that an error quotes little of a request.

    >>> shortened("x" * 100)[-3:]
    'xx…'
    """
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


def errors_of(
    error: InvalidRequest | InputError, *path: str | int, whole: str | None = None
) -> list[FieldError]:
    """The errors of a request, or of its part at a path; an error of the whole part at a key."""
    if isinstance(error, InvalidRequest):
        return [each._replace(location=(*path, *each.location)) for each in error.errors]
    if isinstance(error, UnknownPosition):
        detail = UNKNOWN_POSITION
    elif isinstance(error, EndlessGame):
        detail = f"The game must end, but it can repeat a position: {_cycle_text(error.cycle)}."
    else:
        detail = str(error)
    return [FieldError(each, error.code, detail) for each in error.places(*path, whole=whole)]


def _cycle_text(cycle: Sequence[str]) -> str:
    names = [*map(shortened, cycle[:MAX_CYCLE_SHOWN])]
    if left_out := len(cycle) - len(names):
        names.append(f"({left_out:,} more)")
    return " → ".join([*names, names[0]])


def pointer(keys: Sequence[str | int]) -> str:
    """The JSON pointer to a value in a body, as a URI fragment (RFC 6901, section 6).

    >>> pointer(["moves", 3, "a/b c"])
    '#/moves/3/a~1b%20c'
    """
    tokens = (shortened(str(key)).replace("~", "~0").replace("/", "~1") for key in keys)
    return "#" + "".join(f"/{percent_encode(token, safe=UNESCAPED)}" for token in tokens)


def body_error(error: FieldError) -> dict[str, str]:
    """An error of a body, as the problem shows it.

    >>> body_error(FieldError(("piles", 2), "too-small", "Must be 0 or more."))
    {'pointer': '#/piles/2', 'code': 'too-small', 'detail': 'Must be 0 or more.'}
    """
    return {"pointer": pointer(error.location), "code": error.code, "detail": error.detail}


def query_error(error: FieldError) -> dict[str, str | int]:
    """An error of a query, as the problem shows it, with the same code and text as in a body.

    >>> query_error(FieldError(("piles", 2), "too-small", "Must be 0 or more."))
    {'parameter': 'piles', 'index': 2, 'code': 'too-small', 'detail': 'Must be 0 or more.'}
    """
    name, *index = error.location or ("",)
    shown: dict[str, str | int] = {"parameter": shortened(str(name))}
    if index:
        shown["index"] = index[0]
    return {**shown, "code": error.code, "detail": error.detail}
