"""Every shape of a request, and how its faults are named.

The fields check in bulk: what proves a whole list right at once costs a few percent of naming
each fault, which only a wrong list has to pay for.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote as percent_encode

from marshmallow import Schema, ValidationError, fields

from service.codec import RepeatedName
from service.config import MAX_ERRORS, MAX_PILE, MAX_QUOTED, Config


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a request: where it is (JSON pointer or query parameter), and what it is."""

    place: str
    detail: str


class InvalidRequest(ValueError):
    """A request that can be read but is not valid; `kind` says what the faults' places are."""

    def __init__(self, kind: str, faults: Iterator[Fault]) -> None:
        self.kind = kind
        self.faults = list(islice(faults, MAX_ERRORS))
        self.more = sum(1 for _ in faults)
        super().__init__(f"{len(self.faults) + self.more} faults")


# --- Fields ---------------------------------------------------------------------------------


class IntegerList(fields.Field[list[int]]):
    """A list of integers from 0 to `highest`, at most `longest` of them, called `items`."""

    default_error_messages = {  # noqa: RUF012  # marshmallow's interface
        "required": "This is required.",
        "null": "Must be a list, not null.",
        "type": "Must be a list.",
    }

    def __init__(self, *, longest: int, highest: int, items: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.longest = longest
        self.highest = highest
        self.items = items

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[int]:
        if type(value) is not list:
            raise self.make_error("type")
        if len(value) > self.longest:
            raise ValidationError(f"At most {self.longest:,} {self.items} are allowed.")
        highest = self.highest
        # type() tells True from 1, which isinstance() doesn't.
        if [item for item in value if type(item) is not int or not 0 <= item <= highest]:
            return self._name_faults(value)
        return value

    def _name_faults(self, value: list[Any]) -> list[int]:
        faults = {}
        for index, item in enumerate(value):
            if fault := integer_fault(item, self.highest):
                faults[index] = [fault]
        if faults:
            raise ValidationError(faults)
        return [int(item) for item in value]  # 3.0 is an integer to JSON Schema


def integer_fault(item: Any, highest: int) -> str | None:
    """What keeps a JSON value from being an integer from 0 to `highest`; None where nothing does.

    >>> integer_fault(3.0, 10), integer_fault(True, 10)
    (None, 'Must be an integer.')
    """
    if type(item) is float and item not in (float("inf"), float("-inf")):
        if not item.is_integer():
            return "Must be an integer."
    elif type(item) not in (int, float):
        return "Must be an integer."
    if item < 0:
        return "Must be 0 or more."
    if item > highest:
        return f"Must be {highest:,} or less."
    return None


class StrictBoolean(fields.Field[bool]):
    """true or false and nothing that resembles them."""

    default_error_messages = {  # noqa: RUF012  # marshmallow's interface
        "required": "This is required.",
        "null": "Must be true or false.",
        "type": "Must be true or false.",
    }

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("type")
        return value


class BodySchema(Schema):
    """A JSON object with no keys but the declared ones."""

    error_messages = {  # noqa: RUF012
        "unknown": "This key is not known.",
        "type": "Must be an object.",
    }


def position_fields(config: Config) -> dict[str, fields.Field[Any]]:
    """The fields of a position: piles, and the convention as `misere`."""
    return {
        "piles": IntegerList(
            longest=config.max_piles, highest=MAX_PILE, items="piles", required=True
        ),
        "misere": StrictBoolean(load_default=False),
    }


# --- Loading --------------------------------------------------------------------------------


class Schemas:
    """The schemas of one application: made once, for its limits."""

    def __init__(self, config: Config) -> None:
        self.no_parameters = BodySchema()
        self.position = BodySchema.from_dict(position_fields(config), name="Position")()


def load_body(schema: Schema, value: Any) -> Any:
    """Check a JSON value; InvalidRequest names each fault by its JSON pointer."""
    try:
        return schema.load(value)
    except ValidationError as error:
        raise InvalidRequest("pointer", _body_faults(error.normalized_messages())) from None


def _body_faults(messages: Any, pointer: str = "#") -> Iterator[Fault]:
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            # marshmallow files faults of the object itself under this key.
            place = pointer if key == "_schema" else f"{pointer}/{_pointer_token(key)}"
            yield from _body_faults(inner, place)
    else:
        for message in messages:
            yield Fault(pointer, message)


def _pointer_token(key: Any) -> str:
    """A key in a JSON pointer that is written as a URI fragment (RFC 6901, section 6)."""
    escaped = cut(str(key)).replace("~", "~0").replace("/", "~1")
    return percent_encode(escaped, safe="!$&'()*+,;=:@?")


def cut(text: str) -> str:
    """What an error quotes of a request: cut short.

    >>> cut("x" * 100)[-3:]
    'xx…'
    """
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


def repeated_name(error: RepeatedName) -> InvalidRequest:
    """The fault of a body that has a name twice."""
    fault = Fault("#", f"The name {cut(error.name)!r} is given more than once.")
    return InvalidRequest("pointer", iter([fault]))


# --- Queries --------------------------------------------------------------------------------

_NATURAL = re.compile("0|[1-9][0-9]{0,15}", re.ASCII)


def natural(text: str) -> int:
    """A natural number as JSON would write it: no sign, no leading zero, nothing else.

    >>> natural("12")
    12
    >>> natural("+12")
    Traceback (most recent call last):
    ...
    ValueError: Must be an integer, such as 12.
    """
    if _NATURAL.fullmatch(text):
        return int(text)
    if text.isascii() and text.isdigit() and not text.startswith("0"):
        return 10**16  # beyond every limit, which then says so
    raise ValueError("Must be an integer, such as 12.")


def naturals(text: str) -> list[int]:
    """Natural numbers with commas between; the empty text is the empty list."""
    if not text:
        return []
    items = text.split(",")
    for place, item in enumerate(items, start=1):
        if not _NATURAL.fullmatch(item):
            try:
                natural(item)
            except ValueError:
                message = f"Item {place}, {cut(item)!r}, must be an integer, such as 12."
                raise ValueError(message) from None
    return [*map(natural, items)]


def boolean(text: str) -> bool:
    """True or false, as JSON writes them."""
    if text in {"true", "false"}:
        return text == "true"
    raise ValueError("Must be true or false.")


def load_query(
    schema: Schema, query: Mapping[str, list[str]], parse: Mapping[str, Callable[[str], Any]]
) -> Any:
    """Check a query as strictly as a body; InvalidRequest names the parameter of each fault."""
    values = {}
    messages: dict[str, Any] = {}
    for name, texts in query.items():
        if name not in parse:
            messages[name] = ["This parameter is not known."]
        elif len(texts) > 1:
            messages[name] = ["This parameter is given more than once."]
        else:
            try:
                values[name] = parse[name](texts[0])
            except ValueError as error:
                messages[name] = [str(error)]
    try:
        loaded = schema.load(values)
    except ValidationError as error:
        messages = {**error.normalized_messages(), **messages}
    if messages:
        raise InvalidRequest("parameter", _query_faults(messages))
    return loaded


def _query_faults(messages: Mapping[str, Any]) -> Iterator[Fault]:
    for name, inner in messages.items():
        if isinstance(inner, Mapping):
            for index, (message, *_) in inner.items():
                yield Fault(cut(name), f"Item {index + 1}: {message}")
        else:
            for message in inner:
                yield Fault(cut(name), message)
