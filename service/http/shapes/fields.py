"""The kinds of values in a request, as fields of marshmallow: what each accepts, and why not.

Each field also names the msgspec type of the values that it accepts, so that a shape is declared
once and compiled twice: see shape.py.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, Any, Literal

from marshmallow import ValidationError, fields
from msgspec import Meta

from service.codec import ALL_INTEGERS
from service.game.octal import BadCode, parse_code
from service.http.faults import ENOUGH, Fault, cut
from service.limits import MAX_NAME, MAX_OCTAL_DIGITS

CODE = rf"^(0|4!?)\.([0-7]{{1,{MAX_OCTAL_DIGITS}}}|[0-7]{{0,{MAX_OCTAL_DIGITS - 1}}}\[[0-7]\])\Z"
"""The codes of take-and-break games, those that parse_code takes, as a pattern for msgspec."""

_NATURAL = re.compile("0|[1-9][0-9]*")


def wrong(code: str, detail: str) -> ValidationError:
    """The error for a text of a query."""
    return ValidationError([Fault((), code, detail)])


def limited(kind: Any, **limits: Any) -> Any:
    """A type for msgspec, with limits."""
    annotated: Any = Annotated
    return annotated[kind, Meta(**limits)]


class StrictField(fields.Field[Any]):
    """A value that is exactly what it should be, never one that could be made so."""

    accepted: Any
    """The msgspec type of the values that are right as they are."""

    null: Fault
    """What is wrong with null, and by default with what is of another type."""

    example: str
    """What faults of a list show of an item, as JSON."""

    def __init__(self, **kwargs: Any) -> None:
        missing = [Fault((), "required", "This is required.")]
        messages: dict[str, Any] = {"required": missing, "null": [self.null]}
        super().__init__(error_messages=messages, allow_none=False, **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if found := [*islice(self.faults(value), ENOUGH)]:
            raise ValidationError(found)
        return value

    def faults(self, value: Any) -> Iterable[Fault]:
        """What is wrong with a JSON value: by default, that it is of another type."""
        return () if type(value) is self.accepted else (self.null,)

    def parse(self, text: str) -> Any:
        """The JSON value for a parameter's text in a query, or ValidationError."""
        return text

    def parse_all(self, texts: list[str]) -> Any:
        """The JSON value for all texts of a parameter, which only a list may have several of."""
        if len(texts) > 1:
            raise wrong("repeated", "This parameter is given more than once.")
        return self.parse(texts[0])


class StrictBoolean(StrictField):
    """true or false and nothing that resembles them."""

    accepted = bool
    null = Fault((), "not-a-boolean", "Must be true or false.")

    def parse(self, text: str) -> bool:
        """True or false as JSON writes them."""
        if text in {"true", "false"}:
            return text == "true"
        if text.lower() in {"true", "false"}:
            raise wrong("not-a-boolean", "Must be true or false, in lower case.")
        raise ValidationError([self.null])


class Choice(StrictField):
    """One of a few words."""

    def __init__(self, *words: str, **kwargs: Any) -> None:
        self.words = words
        literal: Any = Literal
        self.accepted = literal[words]
        self.null = Fault((), "not-a-choice", f"Must be {' or '.join(words)}.")
        super().__init__(**kwargs)

    def faults(self, value: Any) -> Iterable[Fault]:
        """Anything but one of the words."""
        return () if value in self.words else (self.null,)


class Integer(StrictField):
    """An integer from `lowest` to `highest`."""

    null = Fault((), "not-an-integer", "Must be an integer.")
    example = "3, 4, 5"

    def __init__(self, *, lowest: int = 0, highest: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lowest = lowest
        self.highest = highest
        self.accepted = limited(int, ge=lowest, le=highest)

    def faults(self, value: Any) -> Iterable[Fault]:
        """Another kind of value, or an integer beyond a limit.

        >>> [fault.code for fault in Integer(highest=10).faults(1e300)]
        ['too-large']
        """
        is_large = type(value) is float and abs(value) >= ALL_INTEGERS
        if type(value) is not int and not is_large:
            return (self.null,)
        if value < self.lowest:
            return (Fault((), "too-small", f"Must be {self.lowest} or more."),)
        if value > self.highest:
            return (Fault((), "too-large", f"Must be {self.highest:,} or less."),)
        return ()

    def parse(self, text: str) -> int:
        """A number as JSON writes it: no sign, no leading zero, nothing else.

        >>> Integer(highest=20).parse("12")
        12
        """
        if _NATURAL.fullmatch(text):
            return int(text[:17])  # so many digits are beyond every limit, which then says so
        raise wrong("not-an-integer", "Must be an integer, such as 12.")


class Text(StrictField):
    """A string."""

    accepted = str
    null = Fault((), "not-a-string", "Must be a string.")
    example = '"a", "b"'


class CodeText(StrictField):
    """The code of a take-and-break game."""

    null = Fault((), "not-a-string", 'Must be a string, such as "0.77".')
    accepted = limited(str, pattern=CODE)

    def faults(self, value: Any) -> Iterable[Fault]:
        """Another kind of value, or a text that is no code."""
        if type(value) is not str:
            return (self.null,)
        try:
            parse_code(value, MAX_OCTAL_DIGITS)
        except BadCode as error:
            return (Fault((), "not-a-code", str(error)),)
        return ()


class ListOf(StrictField):
    """A list of at most `longest` items, which faults call `items`; each is right for `item`.

    That is a field, or a shape.
    """

    null = Fault((), "not-a-list", "Must be a list, not null.")

    def __init__(self, item: Any, *, longest: int, items: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.item = item
        self.longest = longest
        self.items = items
        self.example = f"[{item.example}]"
        some: Any = list
        self.accepted = limited(some[item.accepted], max_length=longest)

    def faults(self, value: Any) -> Iterable[Fault]:
        """No list, one that is too long, or what is wrong with its items."""
        if type(value) is not list:
            return (Fault((), "not-a-list", f"Must be a list, such as {self.example}."),)
        if len(value) > self.longest:
            return (Fault((), "too-many", f"At most {self.longest:,} {self.items} are allowed."),)
        item = self.item
        return (fault.within(i) for i, each in enumerate(value) for fault in item.faults(each))

    def parse_all(self, texts: list[str]) -> list[Any]:
        """Integers, the only lists in a query: a text with commas between them, or one for each.

        Clients write a list in either way. One empty text is the empty list.

        >>> piles = ListOf(Integer(highest=9), longest=9, items="piles")
        >>> piles.parse_all(["3,4,5"]), piles.parse_all(["3", "4", "5"]), piles.parse_all([""])
        ([3, 4, 5], [3, 4, 5], [])
        """
        values = []
        separate = texts[0].split(",") if len(texts) == 1 else texts
        for place, text in enumerate(separate if texts != [""] else (), start=1):
            try:
                values.append(self.item.parse(text))
            except ValidationError:
                detail = f"Item {place}, {cut(text)!r}, must be an integer, such as 12."
                if "," in text:
                    detail += " Repeat the parameter or use commas, not both."
                raise wrong("not-an-integer", detail) from None
        return values


class SetOf(ListOf):
    """A list of different integers, at least one.

    That they are different is more than a type of msgspec can say: Shape looks for it, but not in
    values that have required keys only. So it is never required.
    """

    def __init__(self, item: Integer, *, longest: int, items: str) -> None:
        super().__init__(item, longest=longest, items=items)
        self.example = "[1, 3, 4]"
        self.accepted = limited(self.accepted, min_length=1)

    def faults(self, value: Any) -> Iterable[Fault]:
        """What is wrong with a list, that it is empty, or that a number is there again."""
        if found := [*super().faults(value)]:
            return found
        if not value:
            return (Fault((), "too-few", "Must have at least one number."),)
        again = Fault((), "repeated", "This number is given more than once.")
        return (again.within(i) for i, number in enumerate(value) if number in value[:i])


class NamesByName(StrictField):
    """An object of at most `longest` lists of names, each by its own name, called `items`."""

    null = Fault((), "not-an-object", "Must be an object, not null.")

    def __init__(self, *, longest: int, items: str, example: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.longest = longest
        self.items = items
        self.example = example
        some: Any = dict
        name = limited(str, max_length=MAX_NAME)
        self.accepted = limited(some[name, list[str]], max_length=longest)

    def faults(self, value: Any) -> Iterator[Fault]:
        """No object, one that is too long, or what is wrong with its names."""
        if type(value) is not dict:
            yield Fault((), "not-an-object", f"Must be an object, such as {self.example}.")
            return
        if len(value) > self.longest:
            yield Fault((), "too-many", f"At most {self.longest:,} {self.items} are allowed.")
            return
        for name, names in value.items():
            if len(name) > MAX_NAME:
                yield Fault((name,), "too-long", f"A name has at most {MAX_NAME} characters.")
            if type(names) is not list:
                yield Fault((name,), "not-a-list", 'Must be a list, such as ["a", "b"].')
                continue
            for i, each in enumerate(names):
                if type(each) is not str:
                    yield Text.null.within(name, i)
