"""The marshmallow schema of a request, made from the types that msgspec decodes.

msgspec decodes valid requests, and the schema finds the errors of the others. Both come from one
declaration, so they accept the same values. Fields and validators are marshmallow's own, unless
JSON is stricter, or a long request could take a lot of time. The messages are texts that carry the
code of the error.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NoReturn

import msgspec
from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema
from marshmallow.exceptions import SCHEMA
from msgspec import inspect

from .errors import ERRORS_SOUGHT, FieldError
from .fields import (
    MISSING,
    NOT_OFFERED,
    AnyField,
    BoundedDict,
    BoundedList,
    Choice,
    Distinct,
    IsValid,
    Message,
    Messages,
    StrictBoolean,
)
from .nearest import nearest
from .request_types import (
    ParsedAnnotation,
    Request,
    example_of,
    example_of_object,
    keys_of,
    required_keys,
)


@cache
def schema_of(struct: type[Request]) -> Schema:
    """Make the schema of a request. Raises TypeError if the type of a key is not supported.

    >>> from service.operations.position import PositionRequest
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
    keys = keys_of(struct).items()
    required = required_keys(struct)
    named = {name: field_of(key, required=name in required) for name, key in keys}
    schema = StrictSchema.from_dict(named, name=struct.__name__)()
    assert isinstance(schema, StrictSchema)  # noqa: S101
    schema.request = struct
    wrong = f"Must be an object, such as {example_of_object(struct)}."
    schema.error_messages["type"] = Message("not-an-object", wrong)
    return schema


def find_errors(struct: type[Request], value: object) -> Iterator[FieldError]:
    """The errors in a JSON value."""
    return _field_errors(schema_of(struct).validate(value), value)  # type: ignore[arg-type]  # of any type


def _field_errors(
    messages: Messages, value: object, location: tuple[str | int, ...] = ()
) -> Iterator[FieldError]:
    """The errors in marshmallow's messages about a value.

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
        yield FieldError(location, messages.code, str(messages))


# --- Fields ---------------------------------------------------------------------------------------


def field_of(  # noqa: PLR0911  # a case for each type
    parsed: ParsedAnnotation, *, required: bool = False
) -> AnyField:
    """Make the field that accepts the same values as msgspec."""
    items = parsed.extra.get("items", "items")
    such_as = f", such as {example_of(parsed)}"

    def field_options(code: str, detail: str, *validators: validate.Validator) -> dict[str, Any]:
        """The arguments of a field; `code` and `detail` are the error for other types."""
        wrong = Message(code, f"{detail}.")
        return {
            "required": required,
            "allow_none": parsed.optional,
            "validate": validators,
            "error_messages": {
                **dict.fromkeys(("invalid", "null", "type"), wrong),
                "text": Message(code, f"{detail}, not a string."),
                "required": MISSING,
            },
        }

    match parsed.info:
        case inspect.IntType(gt=None, ge=int(least), lt=None, le=int(most), multiple_of=None):
            bounds = (
                validate.Range(
                    min=least, error=Message("too-small", f"Must be {least:,} or more.")
                ),
                validate.Range(max=most, error=Message("too-large", f"Must be {most:,} or less.")),
            )
            return fields.Integer(
                strict=True, **field_options("not-an-integer", "Must be an integer", *bounds)
            )
        case inspect.BoolType():
            return StrictBoolean(**field_options("not-a-boolean", "Must be true or false"))
        case inspect.LiteralType() if all(isinstance(word, str) for word in parsed.choices):
            wrong = f"Must be {listed(parsed.choices, 'or')}"
            choice = Choice(parsed.choices, f"{wrong}.", parsed.extra.get("known", {}))
            return fields.String(**field_options("not-a-choice", wrong, choice))
        case inspect.StrType(min_length=least, max_length=most, pattern=None):
            checks = _lengths(least, most, "characters", "too-long")
            example = such_as if "example" in parsed.extra else ""
            return fields.String(
                **field_options("not-a-string", f"Must be a string{example}", *checks)
            )
        case inspect.ListType(item_type=item, min_length=least, max_length=most):
            checks = _lengths(least, most, items)
            if parsed.unique:
                checks.append(Distinct("number" if isinstance(item, inspect.IntType) else "item"))
            return BoundedList(
                field_of(parsed.parts[0]),
                is_valid=_validity_check(list, parsed),
                metadata={"uniqueItems": True} if parsed.unique else {},
                **field_options("not-a-list", f"Must be a list{such_as}", *checks),
            )
        case inspect.DictType(key_type=inspect.StrType(), min_length=least, max_length=most):
            return BoundedDict(
                *map(field_of, parsed.parts),
                is_valid=_validity_check(dict, parsed),
                metadata={} if most is None else {"maxProperties": most},
                **field_options(
                    "not-an-object", f"Must be an object{such_as}", *_lengths(least, most, items)
                ),
            )
        case inspect.StructType(cls=struct):
            return fields.Nested(
                schema_of(struct), **field_options("not-an-object", f"Must be an object{such_as}")
            )
    raise TypeError(f"{parsed.annotation} is not supported")


def _validity_check(container: Any, parsed: ParsedAnnotation) -> IsValid:
    """Make a function that checks whether msgspec accepts some items of a list or an object."""
    annotation = container[tuple(part.annotation for part in parsed.parts)]

    def is_valid(items: object) -> bool:
        try:
            msgspec.convert(items, annotation)
        except msgspec.ValidationError:
            return False
        return True

    return is_valid


def listed(words: Sequence[str], word: str) -> str:
    """Join words as in a sentence, such as "a, b or c"."""
    *others, last = words
    return f"{', '.join(others)} {word} {last}" if others else last


def _lengths(
    least: int | None, most: int | None, items: str, too_many: str = "too-many"
) -> list[validate.Validator]:
    found: list[validate.Validator] = []
    if least:
        text = "Must not be empty." if least == 1 else f"At least {least:,} {items} are needed."
        found.append(validate.Length(min=least, error=Message("too-few", text)))
    if most is not None:
        text = f"At most {most:,} {items} are allowed."
        found.append(validate.Length(max=most, error=Message(too_many, text)))
    return found


# --- Keys -----------------------------------------------------------------------------------------


class StrictSchema(Schema):
    """A schema with no keys but its own."""

    request: type[Request]

    class Meta:
        """marshmallow's own check of unknown keys is off, because its errors have no limit."""

        unknown = EXCLUDE

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def reject_unknown_keys(self, _: object, original: object, **__: object) -> None:
        """Raise an error for each unknown key, with the known key that is nearest."""
        if type(original) is not dict:
            return
        found = {}
        unknown = (key for key in original if key not in self.fields)
        for key in islice(unknown, ERRORS_SOUGHT):
            advice = self._advice(key, original)
            found[key] = [Message("unknown", f"Unknown key{advice}.")]
        if found:
            raise ValidationError(found)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def require_keys(self, _: object, original: object, **__: object) -> None:
        """Raise an error for each missing key that the other keys require."""
        if type(original) is dict and (missing := self.request.missing_keys(original)):
            raise ValidationError({key: [MISSING] for key in missing})

    def _advice(self, key: str, original: dict[str, object]) -> str:
        """The known key that is nearest, or else all known keys."""
        known, words = self.request.known_keys(original)
        if near := nearest(key, known):
            return f"; perhaps you mean {near}"
        said = f"{words} {listed(known, 'and')}" if known else words
        return f"; {said}" if said else ""

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
