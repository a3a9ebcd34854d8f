"""What the types of a request declare, beside what msgspec makes of them itself.

These types are supported: int with `ge` and `le`, bool, str with limits and a pattern, Literal of
strings, list, dict with names that are strings, tuple of so many items, and struct. A key that may
be left out is `X | None = None`, so that null is the same as leaving it out.

Beside its limits an annotation may have, for the texts of errors:

- `Meta(extra_json_schema={"uniqueItems": True})`: a list without repeated items
- `Meta(extra={"items": "numbers"})`: what the items of a list or an object are called
- `Meta(extra={"code": "not-a-code", "detail": "Must be …"})`: the error of a pattern; its detail
  may be a function of the string that does not match
- `Meta(extra={"example": "0.77"})`: what an error shows of such a value; a struct may have it as a
  class variable `example`
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec import inspect as kinds


class Declared(NamedTuple):
    """What the annotation of a key, or of an item, declares."""

    annotation: Any
    kind: kinds.Type
    parts: tuple["Declared", ...]
    """What a list has as its items, a dict as its names and values, a tuple as each item."""

    words: tuple[Any, ...]
    """The values of a Literal, in their order."""

    optional: bool
    """Whether it may be null, or a key be left out."""

    unique: bool
    """Whether the items of a list have to differ."""

    notes: Mapping[str, Any]


def declared(annotation: Any) -> Declared:
    """What an annotation declares; TypeError where it may be of several types."""
    kind = kinds.type_info(annotation)
    optional = isinstance(kind, kinds.UnionType)
    if isinstance(kind, kinds.UnionType):
        kind, *others = [each for each in kind.types if not isinstance(each, kinds.NoneType)]
        if others:
            raise TypeError(f"{annotation} is of several types")
    schema: Mapping[str, Any] = {}
    notes: Mapping[str, Any] = {}
    if isinstance(kind, kinds.Metadata):
        schema, notes, kind = kind.extra_json_schema or {}, kind.extra or {}, kind.type
    unique = bool(schema.get("uniqueItems"))
    inner = get_args(_plain(annotation))
    if isinstance(kind, kinds.LiteralType):
        return Declared(annotation, kind, (), inner, optional, unique, notes)
    return Declared(annotation, kind, (*map(declared, inner),), (), optional, unique, notes)


def _plain(annotation: Any) -> Any:
    """An annotation without what is noted beside it, and without None."""
    while (origin := get_origin(annotation)) in {Annotated, Union, UnionType}:
        inner = get_args(annotation)
        if origin is Annotated:
            annotation = inner[0]
        else:
            (annotation,) = [each for each in inner if each is not NoneType]
    return annotation


@cache
def keys_of(struct: type[Struct]) -> Mapping[str, Declared]:
    """The keys of a struct; those that may be left out are optional."""
    info = kinds.type_info(struct)
    assert isinstance(info, kinds.StructType)  # noqa: S101
    hints = get_type_hints(struct, include_extras=True)
    keys = {each.encode_name: declared(hints[each.name]) for each in info.fields}
    for each in info.fields:
        wanted = (False, msgspec.NODEFAULT) if each.required else (True, None)
        if (keys[each.encode_name].optional, each.default) != wanted:
            raise TypeError(f"{struct.__name__}.{each.name} must be X, or X | None = None")
    return keys


# --- Examples -------------------------------------------------------------------------------------


def example_of(what: Declared) -> str:
    """A right value, as JSON.

    >>> example_of(declared(list[int]))
    '[3, 4, 5]'
    """
    return json.dumps(_example(what), ensure_ascii=False)


def example_of_object(struct: type[Struct]) -> str:
    """An object with the keys that are required, as JSON."""
    return json.dumps(_object(struct), ensure_ascii=False)


def _object(struct: type[Struct]) -> dict[str, Any]:
    required = {name: _example(key) for name, key in keys_of(struct).items() if not key.optional}
    return getattr(struct, "example", required)


def _example(what: Declared, index: int = 0) -> Any:  # noqa: PLR0911  # a case for each kind
    if "example" in what.notes:
        return what.notes["example"]
    match what.kind:
        case kinds.IntType(ge=least, le=most):
            number = 3 + index
            number = number if least is None else max(number, least)
            return number if most is None else min(number, most)
        case kinds.BoolType():
            return True
        case kinds.LiteralType():
            return what.words[0]
        case kinds.StrType():
            return "abc"[index]
        case kinds.ListType(item_type=item, max_length=most):
            count = 1 if isinstance(item, kinds.StructType) else 3
            return [_example(what.parts[0], i) for i in range(min(count, most or count))]
        case kinds.DictType():
            return {"a": _example(what.parts[1])}
        case kinds.TupleType():
            return [_example(part, i) for i, part in enumerate(what.parts[:3])]
        case kinds.StructType(cls=struct):
            return _object(struct)
    raise TypeError(f"{what.annotation} is not supported")


# --- What msgspec accepts -------------------------------------------------------------------------

T = TypeVar("T")
Check = Callable[[Sequence[Any]], bool]


def distinct_check(what: Declared) -> Check | None:
    """What checks that the items of decoded lists differ where they have to, in several values.

    msgspec's types can't say so. None where nothing of the type has to be checked.
    """
    match what.kind:
        case kinds.ListType():
            return _are_distinct if what.unique else _inside(_items, distinct_check(what.parts[0]))
        case kinds.DictType():
            return _inside(_values, distinct_check(what.parts[1]))
        case kinds.TupleType() if any(map(distinct_check, what.parts)):
            raise TypeError(f"{what.annotation} has lists of different items in a tuple")
        case kinds.StructType(cls=struct):
            return distinct_check_of(struct)
    return None


@cache
def distinct_check_of(struct: type[Struct]) -> Check | None:
    """The check of structs."""
    found = [(attrgetter(name), distinct_check(key)) for name, key in keys_of(struct).items()]
    checks = [(get, check) for get, check in found if check]
    return _at_keys(checks) if checks else None


def _are_distinct(lists: Sequence[list[Any]]) -> bool:
    return all(len({*items}) == len(items) for items in lists)


def _inside(parts_of: Callable[[Sequence[Any]], list[Any]], check: Check | None) -> Check | None:
    return check and (lambda values: check(parts_of(values)))


def _items(lists: Sequence[list[Any]]) -> list[Any]:
    return [*chain.from_iterable(lists)]


def _values(dicts: Sequence[dict[str, Any]]) -> list[Any]:
    return [*chain.from_iterable(each.values() for each in dicts)]


def _at_keys(checks: Sequence[tuple[Callable[[Any], Any], Check]]) -> Check:
    def have_distinct(structs: Sequence[Any]) -> bool:
        for get, check in checks:
            given = [*filter(None, map(get, structs))]
            if given and not check(given):
                return False
        return True

    return have_distinct


def converter(annotation: type[T], are_distinct: Check | None) -> Callable[[object], T | None]:
    """What makes a value of a type from a JSON value; None if that is not right."""

    def convert(value: object) -> T | None:
        try:
            made = msgspec.convert(value, annotation)
        except msgspec.ValidationError:
            return None
        return made if are_distinct is None or are_distinct((made,)) else None

    return convert
