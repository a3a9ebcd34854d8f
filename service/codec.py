"""JSON in and out: fast where a body is plain, exact about what is wrong where it isn't."""

import contextlib
import json
import re
from collections import Counter
from decimal import Decimal
from itertools import accumulate
from math import nan
from typing import Any, NoReturn

import msgspec

from service.game.unanswerable import Place, Unanswerable
from service.limits import DEEPEST, MOST_CONTAINERS

encode = msgspec.json.Encoder().encode
"""Any answer, as JSON in UTF-8."""

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in _STEPS)

THE_BODY: Place = ()

ALL_INTEGERS = 2**53  # from here on every float is an integer, and beyond every limit


class NotJSON(ValueError):
    """The text is not JSON as RFC 8259 defines it; the message says where it stops being so."""


class RepeatedName(Unanswerable):
    """An object has the same name twice, so that two readers may take it for two requests."""

    code = "repeated"

    def __init__(self, name: str) -> None:
        super().__init__(f"The name {name!r} is given more than once.", THE_BODY)
        self.name = name


class TooManyContainers(Unanswerable):
    """A body that has to be read carefully has more lists and objects than that may take."""

    code = "too-much-work"


def decode(body: bytes) -> Any:
    """The value of a JSON text.

    msgspec is quick and strict, but it takes the last of two equal names, refuses numbers that
    are JSON but large, and is brief about faults. A body in which it may have missed one of those
    is read again, carefully.

    >>> decode(b'{"piles": [3, 4, 5]}')
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
        raise NotJSON("The text is nested too deeply.")
    with contextlib.suppress(msgspec.MsgspecError, UnicodeDecodeError):
        value = _decoder.decode(body)
        if has_every_name(body, value):
            return value
        del value  # there is never more than one in memory
    if _openings(body) > MOST_CONTAINERS and _openings(_outside_strings(body)) > MOST_CONTAINERS:
        raise TooManyContainers(
            f"At most {MOST_CONTAINERS:,} lists and objects are allowed in all.", THE_BODY
        )
    return _decode_carefully(body)


def _is_too_deep(body: bytes) -> bool:
    """Whether lists and objects are nested deeper than any Python's recursion limit allows for."""
    if _openings(body) <= DEEPEST:
        return False
    brackets = _outside_strings(body).translate(None, _NO_BRACKETS)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > DEEPEST


def _outside_strings(body: bytes) -> bytes:
    """What of a text is in no string; an expression would hold up all else for 30 ms."""
    return b"".join(body.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2])


def _openings(text: bytes) -> int:
    return text.count(b"[") + text.count(b"{")


def has_every_name(body: bytes, value: Any) -> bool:
    """Whether no repeated name got lost when `body` was read as `value`.

    A lost name leaves `value` with fewer colons than `body`; those inside strings are in both
    counts unless they are escaped.
    """
    return b"\\" not in body and body.count(b":") == encode(value).count(b":")


def _decode_carefully(body: bytes) -> Any:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotJSON(f"Byte {error.start} is not UTF-8.") from None
    if not text.strip(" \t\r\n"):
        raise NotJSON("The body is empty.")
    if text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}"):
        raise NotJSON("The text starts with a byte order mark.")
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
        # The escape of half a surrogate pair is no character: nothing could send it on.
        if _SURROGATE.search(body):
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        reason = f"{error.msg}, at line {error.lineno}, column {error.colno}."
        raise NotJSON(reason) from None
    except UnicodeEncodeError:
        raise NotJSON("A string has half a surrogate pair.") from None
    if repeated:  # not before all of it is known to be JSON
        raise RepeatedName(repeated[0])
    return value


def _parse_int(text: str) -> int:
    # Python refuses to read very long ones; 30 characters are beyond every limit.
    return int(text[:30])


def _parse_float(text: str) -> float:
    """A number with a fraction or an exponent: an int where it is an integer, as 3.0 is.

    NaN where only rounding would make an integer of it. Beyond all limits it stays a float.

    >>> _parse_float("3.0"), _parse_float("3.5"), _parse_float("1e-400"), _parse_float("0e-400")
    (3, 3.5, nan, 0)
    """
    value = float(text)
    if not value.is_integer() or abs(value) >= ALL_INTEGERS:
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
