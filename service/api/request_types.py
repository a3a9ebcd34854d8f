"""The types of requests: their base class, and the parsing of their annotations.

The supported types are int with `ge` and `le`, bool, str with limits on its length, Literal of
strings, list, dict with strings as names, and struct. An optional key is `X | None = None`, so that
null is the same as leaving it out.

Besides limits, an annotation may contain texts for errors:

- `Meta(extra_json_schema={"uniqueItems": True})`: a list without repeated items; the struct's
  `__post_init__` calls `reject_repeated`
- `Meta(extra={"items": "numbers"})`: what the items of a list or an object are called
- `Meta(extra={"known": {"pins": "game kayles"}})`: other names, and what to send for them
- `Meta(extra={"example": "0.77"})`: what an error shows of such a value; a struct may have it as a
  class variable `example`
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct, inspect


class Request(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False):
    """The base of all requests and of their parts, which are objects of JSON.

    A key that may be left out is declared as `X | None = None`. A subclass needs
    `kw_only=True` of its own if a required key follows an optional one: it is not inherited.
    """

    @classmethod
    def missing_keys(cls, _: Mapping[str, object]) -> Sequence[str]:
        """The keys that such an object lacks because of its other keys.

        They are declared as `X | UnsetType = UNSET`. The struct raises ValueError for each.
        """
        return ()

    @classmethod
    def keys_not_offered(cls, _: Mapping[str, object]) -> Sequence[str]:
        """The keys of such an object whose values only other operations take."""
        return ()

    @classmethod
    def known_keys(cls, _: Mapping[str, object]) -> tuple[Sequence[str], str]:
        """The keys that such an object may have, and the words before their list in an error."""
        keys = [*keys_of(cls)]
        return keys, {0: "", 1: "the only key is"}.get(len(keys), "the keys are")


def reject_repeated(items: Sequence[object]) -> None:
    """Raise ValueError if an item is repeated, which msgspec's types can't express."""
    if len({*items}) < len(items):
        raise ValueError("an item is repeated")


class ParsedAnnotation(NamedTuple):
    """The annotation of a key, or of an item, parsed."""

    annotation: Any
    info: inspect.Type
    """msgspec's description of the type."""

    parts: tuple["ParsedAnnotation", ...]
    """The types inside: the items of a list, the names and the values of a dict."""

    choices: tuple[Any, ...]
    """The values of a Literal, in their order."""

    optional: bool
    """Whether it may be null, so that its key may be left out."""

    unique: bool
    """Whether the items of a list have to differ."""

    extra: Mapping[str, Any]


@cache  # operations share the keys of a position
def parse_annotation(annotation: Any) -> ParsedAnnotation:
    """Parse an annotation. Raises TypeError if it allows several types."""
    info = inspect.type_info(annotation)
    optional = False
    if isinstance(info, inspect.UnionType):
        optional = any(isinstance(one, inspect.NoneType) for one in info.types)
        info, *others = [one for one in info.types if not isinstance(one, inspect.NoneType)]
        if others:
            raise TypeError(f"{annotation} is of several types")
    schema: Mapping[str, Any] = {}
    extra: Mapping[str, Any] = {}
    if isinstance(info, inspect.Metadata):
        schema, extra, info = info.extra_json_schema or {}, info.extra or {}, info.type
    unique = bool(schema.get("uniqueItems"))
    inner = get_args(_plain(annotation))
    if isinstance(info, inspect.LiteralType):
        return ParsedAnnotation(annotation, info, (), inner, optional, unique, extra)
    return ParsedAnnotation(
        annotation, info, (*map(parse_annotation, inner),), (), optional, unique, extra
    )


def _plain(annotation: Any) -> Any:
    """An annotation without its metadata, and without None and UNSET."""
    while (origin := get_origin(annotation)) in {Annotated, Union, UnionType}:
        inner = get_args(annotation)
        if origin is Annotated:
            annotation = inner[0]
        else:
            (annotation,) = [one for one in inner if one not in (NoneType, msgspec.UnsetType)]
    return annotation


@cache
def keys_of(struct: type[Struct]) -> Mapping[str, ParsedAnnotation]:
    """The keys of a request; those that may be left out are optional."""
    hints = get_type_hints(struct, include_extras=True)
    fields = msgspec.structs.fields(struct)
    keys = {field.encode_name: parse_annotation(hints[field.name]) for field in fields}
    for field in fields:
        default = None if keys[field.encode_name].optional else msgspec.NODEFAULT
        if field.default not in (default, msgspec.UNSET):
            raise TypeError(f"{struct.__name__}.{field.name} must be X, or X | None = None")
    return keys


def required_keys(struct: type[Struct]) -> set[str]:
    """The keys that every request of a type must have."""
    return {field.encode_name for field in msgspec.structs.fields(struct) if field.required}


# --- Examples -------------------------------------------------------------------------------------


def example_of(parsed: ParsedAnnotation) -> str:
    """A valid value, as JSON.

    >>> example_of(parse_annotation(list[int]))
    '[3, 4, 5]'
    """
    return json.dumps(_example(parsed), ensure_ascii=False)


def example_of_object(struct: type[Struct]) -> str:
    """An object with the keys that are required, as JSON."""
    return json.dumps(_object(struct), ensure_ascii=False)


def _object(struct: type[Struct]) -> dict[str, Any]:
    required = {name: _example(key) for name, key in keys_of(struct).items() if not key.optional}
    return getattr(struct, "example", required)


def _example(parsed: ParsedAnnotation, index: int = 0) -> Any:  # noqa: PLR0911  # a case for each type
    if "example" in parsed.extra:
        return parsed.extra["example"]
    match parsed.info:
        case inspect.IntType(ge=least, le=most):
            number = 3 + index
            number = number if least is None else max(number, least)
            return number if most is None else min(number, most)
        case inspect.BoolType():
            return True
        case inspect.LiteralType():
            return parsed.choices[0]
        case inspect.StrType():
            return "abc"[index]
        case inspect.ListType(item_type=item, max_length=most):
            count = 1 if isinstance(item, inspect.StructType) else 3
            return [_example(parsed.parts[0], i) for i in range(min(count, most or count))]
        case inspect.DictType():
            return {"a": _example(parsed.parts[1])}
        case inspect.StructType(cls=struct):
            return _object(struct)
    raise TypeError(f"{parsed.annotation} is not supported")
