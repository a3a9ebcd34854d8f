"""Typed requests, read from bodies and from queries.

A reader reads requests of one type. msgspec decodes most of them directly. The codec decodes the
others carefully, to Python objects. They may be valid after all, like 3.0 for an integer; if not,
the type's schema finds the errors.
"""

import json
import re
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qsl, unquote_plus

import msgspec

from ..codec import RepeatedName, decode, has_every_name
from ..limits import MAX_PARAMETERS, MAX_QUERY_VALUES, MAX_QUOTED
from .errors import NOT_OFFERED, FieldError, InvalidRequest, shortened
from .request_types import Key, Request, example_of, keys_of
from .schemas import find_errors, schema_of

_INTEGER = re.compile("-?(0|[1-9][0-9]*)")
_SHORT = "-?(?:0|[1-9][0-9]{0,29})"
_SHORT_INTEGERS = re.compile(f"{_SHORT}(?:,{_SHORT})*")
_DIGITS = re.compile("[0-9]+")
_SEPARATORS = re.compile(r"[^\w.-]+")

R = TypeVar("R", bound=Request)


class Reader(Generic[R]):
    """Reads requests of one type.

    `decode` is fast, and returns None if a request is not valid or has to be read carefully. `read`
    is careful, and raises InvalidRequest with all errors, or NotJSON.
    """

    def __init__(self, struct: type[R]) -> None:
        """Make the schema, too. Raises TypeError if the type of a key is not supported."""
        self.struct = struct
        schema_of(struct)


class BodyReader(Reader[R]):
    """Reads bodies of one type."""

    def __init__(self, struct: type[R]) -> None:
        super().__init__(struct)
        self._decode = msgspec.json.Decoder(struct).decode

    def decode(self, body: bytes) -> R | None:
        """Decode a body directly."""
        try:
            request = self._decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        return request if has_every_name(body, request) else None

    def read(self, body: bytes) -> R:
        """Read a body that can't be decoded directly."""
        try:
            value = decode(body)
        except RepeatedName as error:
            text = f"The name {shortened(error.name)!r} is given more than once."
            raise InvalidRequest([FieldError((), "repeated", text)]) from None
        if (request := _converted(value, self.struct)) is None:
            raise InvalidRequest(find_errors(self.struct, value), in_query=False)
        return request


class QueryReader(Reader[R]):
    """Reads queries of one type, as strictly as bodies.

    The texts of a query become JSON values, which are validated like a body. A text that is not
    written as in JSON stays a string, which the schema rejects.
    """

    def __init__(self, struct: type[R]) -> None:
        super().__init__(struct)
        self._keys = keys_of(struct)

    def decode(self, query: str) -> R | None:
        """Decode a query directly."""
        try:
            values, errors = self._values_of(query)
        except InvalidRequest:
            return None
        return None if errors else _converted(values, self.struct)

    def read(self, query: str) -> R:
        """Read a query that can't be decoded directly."""
        values, errors = self._values_of(query)
        if not errors and (request := _converted(values, self.struct)) is not None:
            return request
        if keys := self.struct.keys_not_offered(values):  # for which the other keys may be right
            raise InvalidRequest(map(NOT_OFFERED.at, keys), in_query=True)
        others = (
            with_advice(error, values)
            for error in find_errors(self.struct, values, is_query=True)
            if error.location[0] not in errors
        )
        raise InvalidRequest(chain(errors.values(), others), in_query=True)

    def _values_of(self, query: str) -> tuple[dict[str, object], dict[str, FieldError]]:
        """The JSON values of the parameters, and the errors of those that have none."""
        values: dict[str, object] = {}
        errors: dict[str, FieldError] = {}
        for name, texts in _texts_of(query).items():
            value = self._value_of(name, texts)
            if isinstance(value, FieldError):
                errors[name.partition("[")[0]] = value
            else:
                values[name] = value
        return values, errors

    def _value_of(self, name: str, texts: list[str]) -> object:
        """The JSON value for the texts of a parameter, or a FieldError."""
        if key := self._keys.get(name):
            return _list_of(name, key, texts) if key.kind is list else _single(name, key, texts)
        base = name.partition("[")[0]
        if (key := self._keys.get(base)) and key.kind is list:
            detail = f"Unknown key; write {base}={_in_query(key)}, without brackets."
            return FieldError((name,), "unknown", detail)
        return texts[0]  # the schema says that it is not known


def reject_parameters(query: str) -> None:
    """Raise InvalidRequest if a request that is sent in a body has parameters, too."""
    detail = "Unknown key; send it in the body."
    if names := _texts_of(query):
        errors = (FieldError((name,), "unknown", detail) for name in names)
        raise InvalidRequest(errors, in_query=True)


def with_advice(error: FieldError, values: Mapping[str, Any]) -> FieldError:
    """An error of the values of a query; if only separators are wrong, it says what to write.

    >>> error = FieldError(("piles", 0), "not-an-integer", "Must be an integer.")
    >>> with_advice(error, {"piles": ["3;4;5"]}).detail
    'Must be an integer; write piles=3,4,5.'
    """
    if error.code != "not-an-integer":
        return error
    value = values[name := str(error.location[0])]
    text = ",".join(map(str, value)) if isinstance(value, list) else value
    numbers = [each for each in _SEPARATORS.split(text) if each]
    meant = ",".join(each.lstrip("0") or "0" for each in numbers)
    is_clear = all(map(_DIGITS.fullmatch, numbers)) and 0 < len(meant) <= MAX_QUOTED
    if not is_clear or (len(numbers) > 1 and not isinstance(value, list)):
        return error
    return error._replace(detail=f"Must be an integer; write {name}={meant}.")


def _converted(value: object, struct: type[R]) -> R | None:
    try:
        return msgspec.convert(value, struct)
    except msgspec.ValidationError:
        return None


# --- The values of a query ------------------------------------------------------------------------


def _single(name: str, key: Key, texts: list[str]) -> object:
    """The value of a parameter that is no list."""
    if len(texts) > 1:
        return FieldError((name,), "repeated", "This parameter is given more than once.")
    return _parser(key)(texts[0])


def _list_of(name: str, key: Key, texts: list[str]) -> object:
    """The value of a list: one text with commas, or a text for each item; clients write either."""
    (item,), (text, *others) = key.inner, texts
    if text.startswith("["):
        detail = f"Write {name}={_in_query(key)}, without brackets."
        return FieldError((name,), "not-a-list", detail)
    if texts == [""]:
        if not key.optional or key.meta.min_length:
            return []  # which may be too few
        detail = f"Write {name}={_in_query(key)}, or leave it out."
        return FieldError((name,), "not-a-list", detail)
    items = texts if others else text.split(",")
    if item.kind is int and not others and _SHORT_INTEGERS.fullmatch(text):  # as nearly always
        return [*map(int, items)]
    return [*map(_parser(item), items)]


def _in_query(key: Key) -> str:
    """An example of a list, as a query has it."""
    return ",".join(map(str, json.loads(example_of(key))))


def _parser(key: Key) -> Callable[[str], object]:
    return _PARSERS.get(key.kind, str)


def _parse_int(text: str) -> int | str:
    # A number with this many digits is beyond every limit, so the limit rejects it.
    return int(text[:30]) if _INTEGER.fullmatch(text) else text


def _parse_bool(text: str) -> bool | str:
    return text == "true" if text in {"true", "false"} else text


_PARSERS: Mapping[Any, Callable[[str], object]] = {int: _parse_int, bool: _parse_bool}


def _texts_of(query: str) -> dict[str, list[str]]:
    """The parameters of a query with all their texts; InvalidRequest if there are too many.

    >>> _texts_of("piles=3,4&misere=")
    {'piles': ['3,4'], 'misere': ['']}
    """
    if query.count("&") >= MAX_PARAMETERS:
        _check_count(query)
    texts: dict[str, list[str]] = {}
    for name, text in _pairs_of(query):
        texts.setdefault(name, []).append(text)
    return texts


def _pairs_of(query: str) -> list[tuple[str, str]]:
    """The names and texts of a query; without escapes in it, there is nothing to decode."""
    if "%" in query or "+" in query:
        return parse_qsl(query, keep_blank_values=True, errors="replace")
    return [part.partition("=")[::2] for part in query.split("&") if part]


def _check_count(query: str) -> None:
    """Raise InvalidRequest if a query has too many parameters."""
    parts = query.split("&", MAX_QUERY_VALUES)
    names = [*dict.fromkeys(part.partition("=")[0] for part in parts)]
    if len(parts) > MAX_QUERY_VALUES:
        raise _too_many(f"At most {MAX_QUERY_VALUES:,} parameters are allowed.", names[-1])
    if len(names) > MAX_PARAMETERS:
        text = f"At most {MAX_PARAMETERS:,} different parameters are allowed."
        raise _too_many(text, names[MAX_PARAMETERS])


def _too_many(detail: str, name: str) -> InvalidRequest:
    location = (unquote_plus(name, errors="replace"),)
    return InvalidRequest([FieldError(location, "too-many", detail)], in_query=True)
