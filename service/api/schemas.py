"""The marshmallow schema of a request, made from the types that msgspec decodes.

msgspec decodes valid requests, and the schema finds the errors of the others. Both come from one
declaration, so they accept the same values. Fields and validators are marshmallow's own, unless
JSON is stricter, or a long request could take a lot of time. The messages are texts that carry the
code of the error.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain, islice
from typing import Any, Literal, NoReturn, TypeAlias

import msgspec
from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema
from marshmallow.exceptions import SCHEMA

from ..game.words.wording import listed
from ..limits import MAX_QUOTED
from .errors import ERRORS_SOUGHT, MISSING, NOT_OFFERED, FieldError, Message
from .nearest import meant, nearest
from .request_types import Key, Request, example_of, example_of_object, keys_of

CHUNK = 64
"""Items of a list that are checked together. Only if one is wrong, each is checked separately."""


Messages: TypeAlias = "str | list[Messages] | dict[Any, Messages]"
"""Messages of marshmallow: each a Message, in lists, by key or index."""

AnyField = fields.Field[Any]


@cache
def schema_of(struct: type[Request]) -> Schema:
    """Make the schema of a request. Raises TypeError if the type of a key is not supported.

    >>> from ..operations.position import PositionRequest
    >>> schema = schema_of(PositionRequest)
    >>> schema.fields["max_remove"].validators[0]
    <Range(min=1, max=None, min_inclusive=True, max_inclusive=True, error='Must be 1 or more.')>
    >>> schema.load({"piles": [3, 4, 5], "game": "nim"})
    {'game': 'nim', 'piles': [3, 4, 5]}
    >>> errors = schema.validate({"piles": [3, -1], "misere": 1, "pilse": []})
    >>> errors["piles"], errors["misere"]
    ({1: ['Must be 0 or more.']}, ['Must be true or false.'])
    >>> [message.code for message in errors["pilse"]]
    ['unknown']
    """
    required = {each.encode_name for each in msgspec.structs.fields(struct) if each.required}
    keys = keys_of(struct).items()
    named = {name: field_of(key, required=name in required) for name, key in keys}
    # marshmallow then skips those that are absent, as most are. It would run each otherwise.
    optional = [name for name in named if name not in required]
    schema = StrictSchema.from_dict(named, name=struct.__name__)(partial=optional)
    assert isinstance(schema, StrictSchema)  # noqa: S101
    schema.request = struct
    wrong = f"Must be an object, such as {example_of_object(struct)}."
    schema.error_messages["type"] = Message("not-an-object", wrong)
    return schema


def find_errors(
    struct: type[Request], value: object, *, is_query: bool = False
) -> Iterator[FieldError]:
    """The errors in a JSON value, which say what came; all that a query has is text."""
    messages: Any = schema_of(struct).validate(value)  # type: ignore[arg-type]  # of any type
    errors = _field_errors(messages, value)
    if is_query:
        return (error for error, _ in errors)
    return (_with_type(error, came) for error, came in errors)


def _with_type(error: FieldError, came: object) -> FieldError:
    """The error of a wrong type, with what came in its place.

    >>> _with_type(FieldError(("k",), "not-an-integer", "Must be an integer."), None).detail
    'Must be an integer, not null.'
    """
    if not error.code.startswith("not-a") or ", not " in error.detail or error.code in OF_VALUES:
        return error
    return error._replace(detail=f"{error.detail.removesuffix('.')}, not {kind_of(came)}.")


OF_VALUES = {"not-allowed", "not-a-position", "not-a-code", "not-a-choice"}
"""Codes of values whose type may be right."""


def kind_of(value: object) -> str:
    """What a JSON value is, in words.

    >>> [kind_of(value) for value in (None, True, "3", 3.5, 3, [3], {})]
    ['null', 'true', 'a string', '3.5', 'a number', 'a list', 'an object']
    """
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, float) and value == value and len(repr(value)) < MAX_QUOTED:  # noqa: PLR0124
        return repr(value)
    kinds: Mapping[type, str] = {str: "a string", list: "a list", dict: "an object"}
    return kinds.get(type(value), "a number")


def _field_errors(
    messages: Messages, value: object, location: tuple[str | int, ...] = ()
) -> Iterator[tuple[FieldError, object]]:
    """The errors in marshmallow's messages about a value, each with the value that is wrong.

    If a value is not an object, marshmallow puts the message at "_schema". In messages about an
    object, "_schema" is a key of that object.
    """
    if isinstance(messages, dict):
        for key, inner in messages.items():
            if isinstance(value, dict):
                yield from _field_errors(inner, value.get(key), (*location, key))
            elif key == SCHEMA:
                yield from _field_errors(inner, value, location)
            elif isinstance(value, list):
                yield from _field_errors(inner, value[key], (*location, key))
    elif isinstance(messages, list):
        for message in messages:
            yield from _field_errors(message, value, location)
    else:
        assert isinstance(messages, Message)  # noqa: S101
        yield messages.at(*location), value


# --- Keys -----------------------------------------------------------------------------------------


class StrictSchema(Schema):
    """A schema with no keys but its own."""

    request: type[Request]

    class Meta:
        """marshmallow's own check of unknown keys is off, because its errors have no limit."""

        unknown = EXCLUDE

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_keys(self, _: object, original: object, **__: object) -> None:
        """Raise an error for each unknown key, and for each that the other keys require."""
        if type(original) is dict:
            unknown = (key for key in original if key not in self.fields)
            raise_errors(
                chain(
                    ((key, [self._unknown(key, original)]) for key in unknown),
                    ((key, [MISSING]) for key in self.request.missing_keys(original)),
                )
            )

    def _missing(self, original: dict[str, object], value: object) -> list[str]:
        """The required keys that an object does not have, and that a value fits."""
        values = [value]
        if isinstance(value, str) and len(value) <= MAX_QUOTED:  # as in a query, perhaps
            with suppress(ValueError):
                items = json.loads(f"[{value}]")
                values = [items, *items] if len(items) == 1 else [items]
        required = [key for key, field in self.fields.items() if field.required]
        missing = {*self.request.missing_keys(original), *required} - original.keys()
        return [key for key in self.fields if key in missing and self._fits(key, values)]

    def _fits(self, key: str, values: list[object]) -> bool:
        return any(not messages_of(self.fields[key], value) for value in values)

    def _unknown(self, key: str, original: dict[str, object]) -> Message:
        """The error of an unknown key, with the known key that is meant, or else all of them.

        A key that is missing is meant, too, by another name whose value fits it.
        """
        known, words = self.request.known_keys(original)
        if near := meant(key, known) or self._missing(original, original[key]):
            advice = f"perhaps you mean {listed(near, 'or')}"
        else:
            advice = f"{words} {listed(known)}" if known else words
        return Message("unknown", f"Unknown key; {advice}." if advice else "Unknown key.")

    def handle_error(self, error: ValidationError, data: object, **__: object) -> NoReturn:
        """Raise the messages in an error that keeps no part of the request.

        marshmallow's own error would be a local variable of a frame in its traceback, so the
        request would stay in memory until the next garbage collection.

        An unknown key may be a misspelled required one, so the errors of missing keys come last. If
        a game is not accepted, that is the only error: the other keys may be right for it.
        """
        messages = error.normalized_messages()
        if type(data) is dict and (keys := self.request.keys_not_offered(data)):
            messages = {key: [NOT_OFFERED] for key in keys}
        if messages.keys() <= self.fields.keys():
            messages = {key: messages[key] for key in self.fields if key in messages}
        else:
            messages = dict(sorted(messages.items(), key=lambda item: item[1] == [MISSING]))
        raise ValidationError(messages) from None


# --- Fields ---------------------------------------------------------------------------------------


def field_of(key: Key, *, required: bool = False) -> AnyField:  # noqa: PLR0911  # a case for each type
    """Make the field that accepts the same values as msgspec."""
    kind, meta = key.kind, key.meta
    such_as = f", such as {example_of(key)}"

    def options(code: str, detail: str, *validators: Any) -> dict[str, Any]:
        """The arguments of a field; `code` and `detail` are the error for other types."""
        wrong = Message(code, f"{detail}.")
        return {
            "required": required,
            "allow_none": key.optional,
            "validate": validators,
            "error_messages": {
                **dict.fromkeys(("invalid", "null", "type"), wrong),
                "required": MISSING,
            },
        }

    if kind is int:
        least = Message("too-small", f"Must be {meta.ge:,} or more.")
        most = Message("too-large", f"Must be {key.most:,} or less.")
        both = validate.Range(meta.ge, error=least), validate.Range(max=key.most, error=most)
        return fields.Integer(strict=True, **options("not-an-integer", "Must be an integer", *both))
    if kind is bool:
        return StrictBoolean(**options("not-a-boolean", "Must be true or false"))
    if kind is Literal:
        wrong = f"Must be {listed(key.parts, 'or')}"
        choice = Choice(key.parts, error=Message("not-a-choice", f"{wrong}."))
        choice.known = key.texts.get("known", {})
        choice.spellings = key.texts.get("spellings", choice.spellings)
        return fields.String(**options("not-a-choice", wrong, choice))
    if kind is str:
        detail = "Must be a string" + (such_as if "example" in key.texts else "")
        return fields.String(**options("not-a-string", detail, *_lengths(key, "characters")))
    items = _lengths(key, key.texts.get("items", "items"))
    if kind is list:
        (item,), unique = key.inner, (meta.extra_json_schema or {}).get("uniqueItems", False)
        if unique:
            items.append(Distinct("number" if item.kind is int else "item"))
        return BoundedList(
            field_of(item),
            accepts=accepts(list, key),
            metadata={"uniqueItems": True} if unique else {},
            **options("not-a-list", f"Must be a list{such_as}", *items),
        )
    if kind is dict:
        name, value = key.inner
        return BoundedDict(
            field_of(name),
            field_of(value),
            accepts=accepts(dict, key),
            metadata={"maxProperties": meta.max_length} if meta.max_length else {},
            **options("not-an-object", f"Must be an object{such_as}", *items),
        )
    return fields.Nested(schema_of(kind), **options("not-an-object", f"Must be an object{such_as}"))


def _lengths(key: Key, items: str) -> list[validate.Validator]:
    """The validators of the length of a text, a list or an object."""
    least, most, found = key.meta.min_length, key.meta.max_length, list[validate.Validator]()
    if least:
        text = "Must not be empty." if least == 1 else f"At least {least:,} {items} are needed."
        found.append(validate.Length(min=least, error=Message("too-few", text)))
    if most is not None:
        code = "too-long" if key.kind is str else "too-many"
        text = f"At most {most:,} {items} are allowed."
        found.append(validate.Length(max=most, error=Message(code, text)))
    return found


def accepts(container: Any, key: Key) -> Callable[[Any], bool]:
    """A function that says whether msgspec accepts some items of a list or an object."""
    # msgspec examines a struct once, but other types at each call.
    struct = msgspec.defstruct("Items", [("items", container[key.parts])])
    most = key.inner[0].texts.get("most")

    def check(value: Any) -> bool:
        try:
            msgspec.convert({"items": value}, struct)
        except msgspec.ValidationError:
            return False
        return most is None or max(value) <= most

    return check


class StrictBoolean(fields.Boolean):
    """true or false; marshmallow's own field also accepts 1, which equals True in Python."""

    def _deserialize(self, value: object, *_: object, **__: object) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid")
        return value


class BoundedList(fields.List[object]):
    """A list: its length is checked first, and the search ends at ERRORS_SOUGHT errors."""

    def __init__(self, inner: AnyField, *, accepts: Callable[[object], bool], **more: Any) -> None:
        super().__init__(inner, **more)
        self.accepts = accepts

    def _deserialize(self, value: object, *_: object, **__: object) -> list[object]:
        if type(value) is not list:
            raise self.make_error("invalid")
        check_length(self, value)
        raise_errors(
            (i, messages_of(self.inner, value[i]))
            for start in range(0, len(value), CHUNK)
            if not self.accepts(value[start : start + CHUNK])
            for i in range(start, min(start + CHUNK, len(value)))
            if not self.accepts([value[i]])
        )
        return value


class BoundedDict(fields.Dict):
    """An object with any names, checked like a list; the errors of a name are at its value."""

    def __init__(
        self, name: AnyField, value: AnyField, *, accepts: Callable[[object], bool], **more: Any
    ) -> None:
        super().__init__(keys=name, values=value, **more)
        self.of_name, self.of_value, self.accepts = name, value, accepts

    def _deserialize(self, value: object, *_: object, **__: object) -> dict[str, object]:
        if type(value) is not dict:
            raise self.make_error("invalid")
        check_length(self, value)
        pairs = iter(value.items())
        raise_errors(
            (name, [messages_of(self.of_name, name), messages_of(self.of_value, inner)])
            for chunk in iter(lambda: dict(islice(pairs, CHUNK)), {})
            if not self.accepts(chunk)
            for name, inner in chunk.items()
            if not self.accepts({name: inner})
        )
        return value


def check_length(field: AnyField, value: list[object] | dict[str, object]) -> None:
    """Run the field's validators of length, before the items are checked."""
    for validator in field.validators:
        if isinstance(validator, validate.Length):
            validator(value)


def messages_of(field: AnyField, value: object) -> Messages:
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
    """One of these words. The error of another name, or of one near it, says what to send."""

    known: Mapping[str, str] = {}
    """Other names by which people ask, each with what it stands for."""

    spellings: Callable[[str], Iterable[str]] = staticmethod(lambda name: [name.lower()])
    """The names that a text may be, the most exact first."""

    def __call__(self, value: Any) -> Any:
        """The word. Raises ValidationError for another. What is only near a name is a question."""
        if value in self.choices:
            return value
        name = next(filter(self.known.__contains__, self.spellings(value)), None)
        perhaps = "" if name else "perhaps you mean "
        if name := name or nearest(value, self.known):
            text = f"{self.error.removesuffix('.')}; {perhaps}{name}: {self.known[name]}."
            raise ValidationError(Message("not-a-choice", text))
        return super().__call__(value)


class Distinct(validate.Validator):
    """The items of a list are all different."""

    def __init__(self, item: str) -> None:
        self.message = Message("repeated", f"This {item} is given more than once.")

    def __call__(self, value: list[object]) -> list[object]:
        """The list. Raises ValidationError with the index of each repeated item."""
        first = {item: i for i, item in reversed([*enumerate(value)])}
        raise_errors((i, [self.message]) for i, item in enumerate(value) if first[item] != i)
        return value
