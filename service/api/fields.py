"""Fields and validators that marshmallow lacks, and messages that carry their code.

marshmallow's own fields accept more than JSON has, or look at every item of a long list.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from itertools import islice
from types import MappingProxyType
from typing import Any, Self, TypeAlias

from marshmallow import ValidationError, fields, validate

from .errors import ERRORS_SOUGHT
from .nearest import nearest

CHUNK = 64
"""Items of a list that are checked together. Only if one is wrong, each is checked separately."""


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


MISSING = Message("required", "This key is required.")
NOT_OFFERED = Message(
    "not-offered", "This game is not taken here; /games lists what takes each game."
)

Messages: TypeAlias = "str | list[Messages] | dict[Any, Messages]"
"""Messages of marshmallow: each a Message, in lists, by key or index."""

AnyField = fields.Field[Any]

IsValid = Callable[[object], bool]


# --- Fields ---------------------------------------------------------------------------------------


class StrictBoolean(fields.Boolean):
    """true or false; marshmallow's own field also accepts 1, which equals True in Python."""

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid")
        return value


class BoundedList(fields.List[object]):
    """A list: its length is checked first, and the search ends at ERRORS_SOUGHT errors."""

    def __init__(self, inner: AnyField, *, is_valid: IsValid, **options: Any) -> None:
        super().__init__(inner, **options)
        self.is_valid = is_valid

    def _deserialize(self, value: object, *_: object, **__: object) -> list[object]:
        if type(value) is not list:
            raise self.make_error("text" if type(value) is str else "invalid")
        _check_length(self, value)
        raise_errors(self._item_errors(value))
        return value

    def _item_errors(self, items: list[object]) -> Iterator[tuple[int, Messages]]:
        for start in range(0, len(items), CHUNK):
            chunk = items[start : start + CHUNK]
            if not self.is_valid(chunk):
                for i, item in enumerate(chunk, start):
                    if not self.is_valid([item]):
                        yield i, _messages(self.inner, item)


class BoundedDict(fields.Dict):
    """An object with any names, checked like a list; the errors of a name are at its value."""

    def __init__(
        self,
        name: AnyField,
        inner: AnyField,
        *,
        is_valid: IsValid,
        **options: Any,
    ) -> None:
        super().__init__(keys=name, values=inner, **options)
        self.name_field, self.inner = name, inner
        self.is_valid = is_valid

    def _deserialize(self, value: object, *_: object, **__: object) -> dict[str, object]:
        if type(value) is not dict:
            raise self.make_error("invalid")
        _check_length(self, value)
        raise_errors(self._item_errors(value))
        return value

    def _item_errors(self, value: dict[str, object]) -> Iterator[tuple[str, Messages]]:
        items = iter(value.items())
        while chunk := dict(islice(items, CHUNK)):
            if not self.is_valid(chunk):
                for name, inner in chunk.items():
                    if not self.is_valid({name: inner}):
                        found = [_messages(self.name_field, name), _messages(self.inner, inner)]
                        yield name, found


def _check_length(field: AnyField, value: Sized) -> None:
    """Run the field's validators of length, before the items are checked."""
    for validator in field.validators:
        if isinstance(validator, validate.Length):
            validator(value)


def _messages(field: AnyField, value: object) -> Messages:
    """A field's messages about a value; none if it is valid."""
    try:
        field.deserialize(value)
    except ValidationError as error:
        return error.messages
    return []


def raise_errors(wrong: Iterable[tuple[int | str, Messages]]) -> None:
    """Raise the errors of items; stop once there are ERRORS_SOUGHT of them."""
    found: dict[int | str, Messages] = {}
    count = 0
    for key, messages in wrong:
        found[key] = messages
        count += _count(messages)
        if count >= ERRORS_SOUGHT:
            break
    if found:
        raise ValidationError(found)


def _count(messages: Messages) -> int:
    if isinstance(messages, str):
        return 1
    return sum(map(_count, messages.values() if isinstance(messages, dict) else messages))


# --- Validators -----------------------------------------------------------------------------------


class Choice(validate.OneOf):
    """One of these words.

    `known` are other names by which people ask, each with what it stands for: the error of a word
    that is near one says so.
    """

    def __init__(
        self,
        words: Sequence[str],
        wrong: str,
        known: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(words, error=Message("not-a-choice", wrong))
        self._wrong, self._known = wrong, known

    def __call__(self, value: object) -> object:
        """The word. Raises ValidationError for another."""
        near = None
        if value not in self.choices and isinstance(value, str):
            near = nearest(value, tuple(self._known))
        if near:
            text = f"{self._wrong.removesuffix('.')}; {near}: {self._known[near]}."
            raise ValidationError(Message("not-a-choice", text))
        return super().__call__(value)


class Distinct(validate.Validator):
    """The items of a list are all different."""

    def __init__(self, item: str) -> None:
        self.message = Message("repeated", f"This {item} is given more than once.")

    def __call__(self, value: list[object]) -> list[object]:
        """The list. Raises ValidationError with the index of each repeated item."""
        raise_errors((i, [self.message]) for i in self._repeated_indexes(value))
        return value

    def _repeated_indexes(self, value: list[object]) -> Iterator[int]:
        met = set()
        for i, item in enumerate(value):
            if item in met:
                yield i
            met.add(item)
