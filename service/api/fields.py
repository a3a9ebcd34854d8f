"""The kinds of values in a request: how each is checked, and read from a query.

The fields check in bulk: accepting a whole list at once costs a few percent of naming each fault,
which only a wrong list has to pay for.
"""

from abc import abstractmethod
from collections.abc import Iterator
from itertools import chain, islice
from operator import itemgetter
from typing import Annotated, Any, TypeVar

import msgspec
from marshmallow import Schema, ValidationError, fields

from service.api import query
from service.api.faults import Fault, pointer
from service.game.octal import BadCode, Code, parse_code
from service.limits import MAX_ERRORS, MAX_NAME, MAX_OCTAL_DIGITS

T = TypeVar("T")

ENOUGH = MAX_ERRORS + 1
"""Faults to look for: one more than is listed. Naming half a million would take seconds."""


def all_of(kind: type, values: list[Any]) -> bool:
    """Whether each value is of this very type."""
    return not values or {*map(type, values)} == {kind}


# --- Single values --------------------------------------------------------------------------


class StrictField(fields.Field[T]):
    """A value that is exactly what it should be, never one that could be made so."""

    default_error_messages = {"required": "This is required."}  # noqa: RUF012  # as marshmallow's

    def parse(self, text: str) -> Any:
        """The JSON value for a parameter's text in a query; ValueError says what is wrong."""
        return text

    def parse_all(self, texts: list[str]) -> Any:
        """The JSON value for all texts of a parameter, which only a list may have several of."""
        if len(texts) > 1:
            raise ValueError("This parameter is given more than once.")
        return self.parse(texts[0])


class BulkField(StrictField[T]):
    """A value that can also be checked by the column: the same key of many objects."""

    @abstractmethod
    def accepts_all(self, values: list[Any]) -> bool:
        """Whether each value is right as it is; if not, each must be looked at by itself."""


class StrictBoolean(BulkField[bool]):
    """true or false and nothing that resembles them."""

    default_error_messages = {"null": "Must be true or false."}  # noqa: RUF012

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("null")
        return value

    def parse(self, text: str) -> bool:
        """`true` or `false`."""
        return query.boolean(text)

    def accepts_all(self, values: list[Any]) -> bool:
        """Whether each value is a boolean."""
        return all_of(bool, values)


class Choice(StrictField[str]):
    """One of a few words."""

    def __init__(self, *words: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = words

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        if value not in self.words:
            raise ValidationError(f"Must be {' or '.join(self.words)}.")
        return str(value)


class Integer(BulkField[int]):
    """An integer from `lowest` to `highest`."""

    default_error_messages = {"null": "Must be an integer."}  # noqa: RUF012

    def __init__(self, *, lowest: int = 0, highest: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lowest = lowest
        self.highest = highest
        self._several: Any = list[Annotated[int, msgspec.Meta(ge=lowest, le=highest)]]

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if fault := self.fault(value):
            raise ValidationError(fault)
        return int(value)  # 3.0 is an integer to JSON Schema

    def parse(self, text: str) -> int:
        """A natural number."""
        return query.natural(text)

    def accepts_all(self, values: list[Any]) -> bool:
        """Whether each value is an integer within the limits."""
        # Neither True nor 3.0 is one to msgspec, which looks at them four times as fast as Python.
        try:
            msgspec.convert(values, self._several)
        except msgspec.ValidationError:
            return False
        return True

    def fault(self, value: Any) -> str | None:
        """What keeps a JSON value from being such an integer; None where nothing does.

        >>> Integer(highest=10).fault(3.0), Integer(highest=10).fault(True)
        (None, 'Must be an integer.')
        """
        if type(value) is float and value not in (float("inf"), float("-inf")):
            if not value.is_integer():
                return "Must be an integer."
        elif type(value) not in (int, float):
            return "Must be an integer."
        if value < self.lowest:
            return f"Must be {self.lowest} or more."
        if value > self.highest:
            return f"Must be {self.highest:,} or less."
        return None


class CodeText(StrictField[Code]):
    """The code of a take-and-break game."""

    default_error_messages = {"null": 'Must be a string, such as "0.77".'}  # noqa: RUF012

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Code:
        if type(value) is not str:
            raise self.make_error("null")
        try:
            return parse_code(value, MAX_OCTAL_DIGITS)
        except BadCode as error:
            raise ValidationError(str(error)) from None


# --- Lists ----------------------------------------------------------------------------------


class StrictList(StrictField[list[T]]):
    """A list of at most `longest` things, called `items`; faults show the `example`, as JSON."""

    default_error_messages = {  # noqa: RUF012
        "null": "Must be a list, not null.",
        "type": "Must be a list, such as {example}.",
        "longest": "At most {longest:,} {items} are allowed.",
    }

    def __init__(self, *, longest: int, items: str, example: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.longest = longest
        self.items = items
        self.example = example

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> list[T]:
        if type(value) is not list:
            raise self.make_error("type", example=self.example)
        if len(value) > self.longest:
            raise self.make_error("longest", longest=self.longest, items=self.items)
        return self._load(value)

    @abstractmethod
    def _load(self, value: list[Any]) -> list[T]:
        """Give the list, or raise a ValidationError that names each fault by its index."""


class IntegerList(StrictList[int], BulkField[list[int]]):
    """A list of integers from `lowest` to `highest`."""

    def __init__(self, *, lowest: int = 0, highest: int, **kwargs: Any) -> None:
        super().__init__(**{"example": "[3, 4, 5]", **kwargs})
        self._item = Integer(lowest=lowest, highest=highest)

    def _load(self, value: list[Any]) -> list[int]:
        if self._item.accepts_all(value):
            return value
        wrong = ((i, fault) for i, item in enumerate(value) if (fault := self._item.fault(item)))
        if faults := {i: [fault] for i, fault in islice(wrong, ENOUGH)}:
            raise ValidationError(faults)
        return [int(item) for item in value]

    def parse_all(self, texts: list[str]) -> list[int]:
        """Natural numbers, with commas between or each by itself."""
        return query.naturals(texts)

    def accepts_all(self, values: list[Any]) -> bool:
        """Whether each value is such a list."""
        if not all_of(list, values):
            return False
        items = [*chain.from_iterable(values)]
        # Where all of them together are short enough, so is each.
        if len(items) > self.longest < max(map(len, values)):
            return False
        return self._item.accepts_all(items)


class IntegerSet(IntegerList):
    """A list of different integers, at least one."""

    def _load(self, value: list[Any]) -> list[int]:
        numbers = super()._load(value)
        if not numbers:
            raise ValidationError("Must have at least one number.")
        if len({*numbers}) < len(numbers):
            again = (i for i, number in enumerate(numbers) if number in numbers[:i])
            raise ValidationError({i: ["This number is given more than once."] for i in again})
        return numbers

    def accepts_all(self, values: list[Any]) -> bool:
        """Whether each value is such a list."""
        return super().accepts_all(values) and all(
            numbers and len({*numbers}) == len(numbers) for numbers in values
        )


class NameList(StrictList[str]):
    """A list of strings."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(example='["a", "b"]', **kwargs)

    def _load(self, value: list[Any]) -> list[str]:
        if not all_of(str, value):
            wrong = (i for i, name in enumerate(value) if type(name) is not str)
            raise ValidationError({i: ["Must be a string."] for i in islice(wrong, ENOUGH)})
        return value


class ObjectList(StrictList[tuple[Any, ...]]):
    """A list of objects, each given as the tuple of its values in the order of the schema's fields.

    Each of those fields is a BulkField, which is asked about its column: the values of those
    objects that have the key. Only where one does not accept them does marshmallow load the objects
    one by one.
    """

    def __init__(self, schema: Schema, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._schema = schema
        self._columns: dict[str, Any] = schema.fields

    def _load(self, value: list[Any]) -> list[tuple[Any, ...]]:
        return self.load_rows(value)

    def load_rows(self, value: list[Any]) -> list[tuple[Any, ...]]:
        """The tuples, or a ValidationError that names each fault by its index."""
        rows = self._in_bulk(value)
        return self._one_by_one(value) if rows is None else rows

    def _one_by_one(self, objects: list[Any]) -> list[tuple[Any, ...]]:
        rows = []
        faults = {}
        for i, item in enumerate(objects):
            try:
                loaded = self._schema.load(item)
            except ValidationError as error:
                faults[i] = error.normalized_messages()
                if len(faults) == ENOUGH:
                    break
            else:
                rows.append(tuple(loaded[name] for name in self._columns))
        if faults:
            raise ValidationError(faults)
        return rows

    def _in_bulk(self, objects: list[Any]) -> list[tuple[Any, ...]] | None:
        columns = self.columns_of(objects)
        return None if columns is None else [*zip(*columns, strict=True)]

    def columns_of(self, objects: list[Any]) -> list[list[Any]] | None:
        """The values of each field in all objects; None where each must be looked at by itself."""
        if not all_of(dict, objects):
            return None
        names = set().union(*objects)
        if names - self._columns.keys():
            return None
        columns = []
        for name, field in self._columns.items():
            if name not in names and not field.required:
                columns.append([field.load_default] * len(objects))
                continue
            try:
                column = given = [*map(itemgetter(name), objects)]
            except KeyError:
                if field.required:
                    return None
                column = [item.get(name, field.load_default) for item in objects]
                given = [item[name] for item in objects if name in item]
            if not field.accepts_all(given):
                return None
            columns.append(column)
        return columns


# --- Games as graphs ------------------------------------------------------------------------


class NamesByName(StrictField[dict[str, list[str]]]):
    """The options of each position, or the components of each sum, by its name.

    There are at most so many `keys` and `names`, as faults call them; faults show the `example`.
    """

    default_error_messages = {  # noqa: RUF012
        "null": "Must be an object, not null.",
        "type": "Must be an object, such as {example}.",
        "keys": "At most {limit:,} {keys} are allowed.",
        "names": "At most {limit:,} {names} are allowed in all.",
    }

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

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> dict[str, list[str]]:
        if type(value) is not dict:
            raise self.make_error("type", example=self.example)
        if len(value) > self.most_keys:
            raise self.make_error("keys", limit=self.most_keys, keys=self.keys)
        lists = [*value.values()]
        if not (
            all_of(list, lists)
            and max(map(len, value), default=0) <= MAX_NAME
            and all_of(str, [*chain.from_iterable(lists)])
        ):
            # Not by marshmallow's keys: a position may be called "_schema".
            raise ValidationError([*islice(_name_faults(value), ENOUGH)])
        if sum(map(len, lists)) > self.most_names:
            raise self.make_error("names", limit=self.most_names, names=self.names)
        return value


def _name_faults(value: dict[str, Any]) -> Iterator[Fault]:
    for name, names in value.items():
        if len(name) > MAX_NAME:
            yield Fault(pointer(name), f"A name has at most {MAX_NAME} characters.")
        if type(names) is not list:
            yield Fault(pointer(name), 'Must be a list, such as ["a", "b"].')
            continue
        for i, item in enumerate(names):
            if type(item) is not str:
                yield Fault(pointer(name, i), "Must be a string.")
