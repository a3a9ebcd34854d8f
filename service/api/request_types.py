"""The types of requests: their base class, and what an annotation says of a key.

The supported types are int with `ge` and `le` or `most`, bool, str with limits on its length,
Literal of strings, list, dict with strings as names, and struct. An optional key is
`X | None = None`, so that null is the same as leaving it out.

Besides limits, an annotation may contain texts for errors:

- `Meta(extra={"most": 2**64 - 1})`: the largest integer, beyond what msgspec's `le` can have; the
  struct's `__post_init__` calls `reject_larger`
- `Meta(extra_json_schema={"uniqueItems": True})`: a list without repeated items; the struct's
  `__post_init__` calls `reject_repeated`
- `Meta(extra={"items": "numbers"})`: what the items of a list or an object are called
- `Meta(extra={"known": {"pins": "game kayles"}})`: other names, and what to send for them
- `Meta(extra={"example": "0.77"})`: what an error shows of such a value; a struct may have it as a
  class variable `example`
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

from ..game.game import Game


class Request(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True, gc=False):
    """The base of all requests and of their parts, which are objects of JSON.

    A key that may be left out is declared as `X | None = None`. A subclass needs
    `kw_only=True` of its own if a required key follows an optional one: it is not inherited.
    """

    @property
    def main_key(self) -> str | None:
        """The key at which an error of the whole request is placed, if there is one."""
        return None

    @staticmethod
    def takes(game: type[Game], /) -> bool:  # noqa: ARG004
        """Whether such a request may have a game."""
        return False

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


def reject_larger(numbers: Iterable[int], most: int) -> None:
    """Raise ValueError if a number is larger, which msgspec's types can't express beyond 2^63."""
    if max(numbers, default=0) > most:
        raise ValueError("a number is too large")


class Key(NamedTuple):
    """What an annotation says of a key, or of the items of one."""

    annotation: Any
    kind: Any
    """int, bool, str, Literal, list, dict or a subclass of Request."""

    parts: tuple[Any, ...]
    """The words of a Literal; the annotations of the items of a list, or of names and values."""

    inner: tuple["Key", ...]
    """The items of a list, or the names and the values of a dict."""

    optional: bool
    """Whether it may be null, so that its key may be left out."""

    meta: Meta
    texts: Mapping[str, Any]
    """What the annotation has for errors."""

    @property
    def most(self) -> int | None:
        """The largest integer."""
        most = self.texts.get("most", self.meta.le)
        return None if most is None else int(most)

    @property
    def is_object(self) -> bool:
        """Whether it is an object with keys of its own."""
        return isinstance(self.kind, type) and issubclass(self.kind, Request)


@cache  # operations share the keys of a position
def key_of(annotation: Any) -> Key:
    """Take an annotation apart. Raises TypeError if it allows several types."""
    plain, meta, optional = annotation, Meta(), False
    while (origin := get_origin(plain)) in {Annotated, Union, UnionType}:
        inner = get_args(plain)
        if origin is Annotated:
            plain, meta = inner
            continue
        optional = NoneType in inner
        plain, *others = [each for each in inner if each not in {NoneType, UnsetType}]
        if others:
            raise TypeError(f"{annotation} is of several types")
    parts = get_args(plain)
    inner = tuple(map(key_of, parts)) if origin in {list, dict} else ()
    return Key(annotation, origin or plain, parts, inner, optional, meta, meta.extra or {})


@cache
def keys_of(struct: type[Struct]) -> Mapping[str, Key]:
    """The keys of a request; those that may be left out are optional."""
    hints, keys = get_type_hints(struct, include_extras=True), {}
    for field in fields(struct):
        key = keys[field.encode_name] = key_of(hints[field.name])
        if field.default not in {None if key.optional else NODEFAULT, UNSET}:
            raise TypeError(f"{struct.__name__}.{field.name} must be X, or X | None = None")
    return keys


# --- Examples -------------------------------------------------------------------------------------


def example_of(key: Key) -> str:
    """A valid value, as JSON.

    >>> example_of(key_of(list[bool]))
    '[true, true, true]'
    """
    return json.dumps(_example(key), ensure_ascii=False)


def example_of_object(struct: type[Request]) -> str:
    """An object with the keys that are required, as JSON."""
    return json.dumps(_object(struct), ensure_ascii=False)


def _object(struct: type[Request]) -> dict[str, Any]:
    required = {name: _example(key) for name, key in keys_of(struct).items() if not key.optional}
    return getattr(struct, "example", required)


def _example(key: Key, index: int = 0) -> Any:  # noqa: PLR0911  # a case for each type
    kind, meta = key.kind, key.meta
    if "example" in key.texts:
        return key.texts["example"]
    if kind is int and meta.ge is not None and key.most is not None:
        return min(max(3 + index, int(meta.ge)), key.most)
    if kind is bool:
        return True
    if kind is Literal:
        return key.parts[0]
    if kind is str:
        return "abc"[index]
    if kind is list:
        (item,) = key.inner
        count = 1 if item.is_object else 3
        return [_example(item, i) for i in range(min(count, meta.max_length or count))]
    if kind is dict:
        return {"a": _example(key.inner[1])}
    if key.is_object:
        return _object(kind)
    raise TypeError(f"{key.annotation} is not supported")
