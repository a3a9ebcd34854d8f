"""JSON in and out: fast for plain bodies, exact about the errors of others."""

import contextlib
import json
import re
from collections import Counter
from decimal import Decimal
from itertools import accumulate
from math import nan
from typing import Any, NoReturn

import msgspec

from .limits import MAX_DEPTH

encode = msgspec.json.Encoder().encode
"""Encode any value as JSON in UTF-8."""

_SPACE = " \t\r\n"

_WHOLE_CHARACTERS = re.compile(
    r"(?:[^\\]++|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\(?!u[dD][89a-fA-F]).){1,1000}", re.DOTALL
)
"""A part of a JSON text before the first escape of half a surrogate pair; repeating the group
without a bound would take memory for each repetition."""

_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in _STEPS)

ALL_INTEGERS = 2**53  # every float of this size or more is an integer, and beyond every limit

BEYOND = 10**30
"""A number beyond every limit, in place of all larger ones."""


class NotJSON(ValueError):
    """The text is not JSON as defined by RFC 8259; the message has the reason."""


class RepeatedName(ValueError):
    """An object has the same name twice, so two readers may understand it differently."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The name {name!r} is given more than once.")
        self.name = name


def decode(body: bytes) -> Any:
    """Decode a JSON text. Raises NotJSON or RepeatedName.

    msgspec is fast and strict, but it uses the last of two equal names, rejects large numbers that
    are JSON, and its errors are brief. If one of these may matter, the body is read again,
    carefully. Numbers that are integers become `int`, including 3.0 and 1e2. A number beyond every
    limit is replaced by a smaller one that is also beyond every limit.

    >>> decode(b'{"piles": [3, 4.0, 5]}')
    {'piles': [3, 4, 5]}
    >>> decode(b'{"piles": [3], "piles": [4]}')
    Traceback (most recent call last):
    ...
    service.codec.RepeatedName: The name 'piles' is given more than once.
    >>> decode(b'{"piles": [NaN]}')
    Traceback (most recent call last):
    ...
    service.codec.NotJSON: NaN is not JSON.
    """
    if _is_too_deep(body):
        raise NotJSON(f"The text is nested too deeply: at most {MAX_DEPTH} levels are allowed.")
    with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
        value = _decoder.decode(body)
        if has_every_name(body, value):
            return value
        del value  # there is never more than one in memory
    return _decode_carefully(body)


def _is_too_deep(body: bytes) -> bool:
    """Whether lists and objects are nested deeper than Python's recursion limit allows."""
    if body.count(b"[") + body.count(b"{") <= MAX_DEPTH:
        return False
    brackets = _outside_strings(body).translate(None, _NO_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > MAX_DEPTH


def _outside_strings(body: bytes) -> bytes:
    """Remove the contents of a text's strings, except their quotes.

    A regular expression would take much longer.
    """
    return b'""'.join(body.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2])


def has_every_name(body: bytes, value: Any) -> bool:
    """Whether no repeated name got lost when `body` was read as `value`.

    If a name is lost, `value` has fewer colons than `body`. Colons inside strings are in both
    counts unless they are escaped. With one colon, there is at most one name.
    """
    colons = body.count(b":")
    return b"\\" not in body and (colons < 2 or colons == encode(value).count(b":"))


def _decode_carefully(body: bytes) -> Any:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJSON(f"Invalid UTF-8 at byte {error.start}.") from None
    if not text.strip(_SPACE):
        raise NotJSON("The body is empty.")
    if text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}"):
        raise NotJSON("The text starts with a byte order mark: send UTF-8 without it.")
    repeated: list[str] = []

    def make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            repeated.append(counts.most_common(1)[0][0])
        return result

    try:
        value = json.loads(
            text,
            object_pairs_hook=make_object,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise NotJSON(f"{_comma_too_many(error) or error}.") from None
    # Half of a surrogate pair is not a character: it could not be encoded again.
    end = 0
    while whole := _WHOLE_CHARACTERS.match(text, end):
        end = whole.end()
    if end < len(text):
        raise NotJSON("A string contains half of a surrogate pair.")
    if repeated:  # not before all of it is known to be JSON
        raise RepeatedName(repeated[0])
    return value


def _comma_too_many(error: json.JSONDecodeError) -> json.JSONDecodeError | None:
    """The error of a comma before the end of a list or an object, if it is that.

    Python's own text for it depends on its version.
    """
    text, at = error.doc, error.pos
    if text[at : at + 1] != ",":
        at = len(text[:at].rstrip(_SPACE)) - 1
    if text[at : at + 1] == "," and text[at + 1 :].lstrip(_SPACE)[:1] in ("]", "}"):
        return json.JSONDecodeError("There is a comma too many", text, at)
    return None


def _parse_int(text: str) -> int:
    # Python refuses to read very long ones; 30 characters are beyond every limit.
    return int(text[:30])


def _parse_float(text: str) -> float:
    """Parse a number with a fraction or an exponent, to an int if it is an integer, like 3.0.

    The result is NaN if only rounding would make it an integer.

    >>> _parse_float("3.0"), _parse_float("3.5"), _parse_float("1e-400"), _parse_float("0e-400")
    (3, 3.5, nan, 0)
    """
    value = float(text)
    if abs(value) >= ALL_INTEGERS:
        return int(max(-BEYOND, min(value, BEYOND)))
    if not value.is_integer():
        return value
    if text.endswith(".0"):
        return int(value)
    try:
        return int(value) if Decimal(text) == value else nan
    except ArithmeticError:  # an exponent beyond all bounds
        return nan if text.lower().partition("e")[0].strip("-0.") else 0


_decoder = msgspec.json.Decoder(float_hook=_parse_float)


def _refuse_constant(name: str) -> NoReturn:
    raise NotJSON(f"{name} is not JSON.")
