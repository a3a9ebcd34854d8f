"""The kinds of values in a request, as fields of marshmallow: what each accepts, and why not.

Each field also names the msgspec type of the values that it accepts (`accepted`), and what such a
type can't say (`passes`). So a shape is declared once and compiled twice, see shape.py.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, Any, Literal, TypeVar

from marshmallow import ValidationError, fields
from msgspec import Meta

from service.game.octal import BadCode, parse_code
from service.http import query
from service.http.faults import Fault
from service.limits import MAX_ERRORS, MAX_NAME, MAX_OCTAL_DIGITS

T = TypeVar("T")

ENOUGH = MAX_ERRORS + 1
"""Faults to look for: one more than is listed. Naming half a million would take seconds."""


def limited(kind: Any, **limits: int) -> Any:
    """A type for msgspec, with limits."""
    annotated: Any = Annotated
    meta: Any = Meta
    return annotated[kind, meta(**limits)]


def list_of(kind: Any, longest: int) -> Any:
    """The type of a list of at most so many."""
    some: Any = list
    return limited(some[kind], max_length=longest)


def wrong(code: str, detail: str) -> ValidationError:
    """The error for a value that is wrong as a whole."""
    return ValidationError([Fault((), code, detail)])


# --- Single values --------------------------------------------------------------------------


class StrictField(fields.Field[T]):
    """A value that is exactly what it should be, never one that could be made so."""

    accepted: Any
    """The msgspec type of the values that are right as they are."""

    null: Fault
    """What is wrong with null."""

    def __init__(self, **kwargs: Any) -> None:
        missing = [Fault((), "required", "This is required.")]
        messages: dict[str, Any] = {"required": missing, "null": [self.null]}
        super().__init__(error_messages=messages, allow_none=False, **kwargs)

    def passes(self, value: Any, is_bare: bool = False) -> bool:  # noqa: ARG002
        """Whether a value of the accepted type is right, where the type can't say all of it.

        A bare value has no key inside but those required.
        """
        return True

    def parse(self, text: str) -> Any:
        """The JSON value for a parameter's text in a query; ValueError says what is wrong."""
        return text

    def parse_all(self, texts: list[str]) -> Any:
        """The JSON value for all texts of a parameter, which only a list may have several of."""
        if len(texts) > 1:
            raise query.BadText("repeated", "This parameter is given more than once.")
        return self.parse(texts[0])


class StrictBoolean(StrictField[bool]):
    """true or false and nothing that resembles them."""

    accepted = bool
    null = Fault((), "not-a-boolean", "Must be true or false.")

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError([self.null])
        return value

    def parse(self, text: str) -> bool:
        """`true` or `false`."""
        return query.boolean(text)


class Choice(StrictField[str]):
    """One of a few words."""

    def __init__(self, *words: str, **kwargs: Any) -> None:
        self.words = words
        literal: Any = Literal
        self.accepted = literal[words]
        self.null = Fault((), "not-a-choice", f"Must be {' or '.join(words)}.")
        super().__init__(**kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if value not in self.words:
            raise ValidationError([self.null])
        return str(value)


class Integer(StrictField[int]):
    """An integer from `lowest` to `highest`."""

    null = Fault((), "not-an-integer", "Must be an integer.")

    def __init__(self, *, lowest: int = 0, highest: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lowest = lowest
        self.highest = highest
        self.accepted = limited(int, ge=lowest, le=highest)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if fault := self.fault(value):
            raise ValidationError([fault])
        return int(value)  # 3.0 is an integer to JSON Schema

    def parse(self, text: str) -> int:
        """A natural number."""
        return query.natural(text)

    def fault(self, value: Any) -> Fault | None:
        """What keeps a JSON value from being such an integer; None where nothing does.

        >>> Integer(highest=10).fault(3.0), Integer(highest=10).fault(11).code
        (None, 'too-large')
        """
        if type(value) is float and value not in (float("inf"), float("-inf")):
            if not value.is_integer():
                return self.null
        elif type(value) not in (int, float):
            return self.null
        if value < self.lowest:
            return Fault((), "too-small", f"Must be {self.lowest} or more.")
        if value > self.highest:
            return Fault((), "too-large", f"Must be {self.highest:,} or less.")
        return None


class CodeText(StrictField[str]):
    """The code of a take-and-break game."""

    accepted = str
    null = Fault((), "not-a-string", 'Must be a string, such as "0.77".')

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if type(value) is not str:
            raise ValidationError([self.null])
        try:
            parse_code(value, MAX_OCTAL_DIGITS)
        except BadCode as error:
            raise wrong("not-a-code", str(error)) from None
        return value

    def passes(self, value: str, is_bare: bool = False) -> bool:  # noqa: ARG002
        """Whether the text is a code."""
        try:
            parse_code(value, MAX_OCTAL_DIGITS)
        except BadCode:
            return False
        return True


# --- Lists ----------------------------------------------------------------------------------


class StrictList(StrictField[list[T]]):
    """A list of at most `longest` things, called `items`; faults show the `example`, as JSON."""

    null = Fault((), "not-a-list", "Must be a list, not null.")

    def __init__(self, *, longest: int, items: str, example: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.longest = longest
        self.items = items
        self.example = example

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[T]:
        if type(value) is not list:
            raise wrong("not-a-list", f"Must be a list, such as {self.example}.")
        if len(value) > self.longest:
            raise wrong("too-many", f"At most {self.longest:,} {self.items} are allowed.")
        return self._load(value)

    @abstractmethod
    def _load(self, value: list[Any]) -> list[T]:
        """Give the list, or raise a ValidationError that names each fault by its index."""


def by_index(faults: Iterable[tuple[int, Fault]]) -> None:
    """Raise the ValidationError for faults of items, if there are any."""
    if found := {i: [fault] for i, fault in islice(faults, ENOUGH)}:
        raise ValidationError(found)


class IntegerList(StrictList[int]):
    """A list of integers from `lowest` to `highest`."""

    def __init__(self, *, lowest: int = 0, highest: int, **kwargs: Any) -> None:
        super().__init__(**{"example": "[3, 4, 5]", **kwargs})
        self._item = Integer(lowest=lowest, highest=highest)
        self.accepted = list_of(self._item.accepted, self.longest)

    def _load(self, value: list[Any]) -> list[int]:
        by_index((i, fault) for i, item in enumerate(value) if (fault := self._item.fault(item)))
        return [*map(int, value)]

    def parse_all(self, texts: list[str]) -> list[int]:
        """Natural numbers, with commas between or each by itself."""
        return query.naturals(texts)


class IntegerSet(IntegerList):
    """A list of different integers, at least one."""

    def _load(self, value: list[Any]) -> list[int]:
        numbers = super()._load(value)
        if not numbers:
            raise wrong("too-few", "Must have at least one number.")
        again = Fault((), "repeated", "This number is given more than once.")
        by_index((i, again) for i, number in enumerate(numbers) if number in numbers[:i])
        return numbers

    def passes(self, value: list[int], is_bare: bool = False) -> bool:  # noqa: ARG002
        """Whether there is a number, and each only once."""
        return 0 < len({*value}) == len(value)


class NameList(StrictList[str]):
    """A list of strings."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(example='["a", "b"]', **kwargs)
        self.accepted = list_of(str, self.longest)

    def _load(self, value: list[Any]) -> list[str]:
        by_index((i, NOT_A_STRING) for i, name in enumerate(value) if type(name) is not str)
        return value


NOT_A_STRING = Fault((), "not-a-string", "Must be a string.")


# --- Games as graphs ------------------------------------------------------------------------


class NamesByName(StrictField[dict[str, list[str]]]):
    """The options of each position, or the components of each sum, by its name.

    There are at most so many `keys` and `names`, as faults call them; faults show the `example`.
    """

    null = Fault((), "not-an-object", "Must be an object, not null.")

    def __init__(
        self,
        *,
        most_keys: int,
        most_names: int,
        keys: str,
        names: str,
        example: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.most_keys = most_keys
        self.most_names = most_names
        self.keys = keys
        self.names = names
        self.example = example
        mapping: Any = dict
        name = limited(str, max_length=MAX_NAME)
        self.accepted = limited(mapping[name, list[str]], max_length=most_keys)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, list[str]]:
        if type(value) is not dict:
            raise wrong("not-an-object", f"Must be an object, such as {self.example}.")
        if len(value) > self.most_keys:
            raise wrong("too-many", f"At most {self.most_keys:,} {self.keys} are allowed.")
        # Not by marshmallow's keys: a position may be called "_schema".
        if faults := [*islice(_name_faults(value), ENOUGH)]:
            raise ValidationError(faults)
        if not self.passes(value):
            raise wrong("too-many", f"At most {self.most_names:,} {self.names} are allowed in all.")
        return value

    def passes(self, value: dict[str, list[str]], is_bare: bool = False) -> bool:  # noqa: ARG002
        """Whether there are not too many names in all."""
        return sum(map(len, value.values())) <= self.most_names


def _name_faults(value: dict[str, Any]) -> Iterator[Fault]:
    for name, names in value.items():
        if len(name) > MAX_NAME:
            yield Fault((name,), "too-long", f"A name has at most {MAX_NAME} characters.")
        if type(names) is not list:
            yield Fault((name,), "not-a-list", 'Must be a list, such as ["a", "b"].')
            continue
        for i, item in enumerate(names):
            if type(item) is not str:
                yield NOT_A_STRING.within(name, i)
