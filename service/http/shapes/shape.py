"""`Shape`, the base of every shape of a request: declared once, compiled twice.

From its fields a struct of msgspec is made, which reads a body at once and accepts what is right.
What it does not accept, a marshmallow schema of the same fields loads, and says what is wrong.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar

import msgspec
from marshmallow import EXCLUDE, Schema, ValidationError

from service.codec import decode, has_every_name
from service.http.faults import Fault, InvalidRequest
from service.http.shapes.fields import ListOf, SetOf, StrictField


class Shape:
    """A JSON object, or a query, with no keys but the declared ones; each is a StrictField.

    What is loaded is an instance of `accepted`; an optional key that was not given is None. A value
    that has only the names which are required is bare.
    """

    example: ClassVar = "{}"
    """What faults show of such an object, as JSON."""

    accepted: Any
    """The struct that values are loaded into."""

    def __init__(self, **fields: StrictField) -> None:
        """A shape with the fields that its class and the bases of that declare, and these."""
        named = [item for base in reversed(type(self).__mro__) for item in vars(base).items()]
        self.fields = {name: each for name, each in named if isinstance(each, StrictField)}
        self.fields |= fields
        keys: list[Any] = [
            (name, field.accepted) if field.required else (name, field.accepted, None)
            for name, field in self.fields.items()
        ]
        self.accepted = msgspec.defstruct(
            type(self).__name__,
            keys,
            forbid_unknown_fields=True,
            omit_defaults=True,
            kw_only=True,
            gc=False,
        )
        self._decode = msgspec.json.Decoder(self.accepted).decode
        self._sets = [
            attrgetter(name) for name, field in self.fields.items() if isinstance(field, SetOf)
        ]
        self._lists = [
            (attrgetter(name), field.item)
            for name, field in self.fields.items()
            if isinstance(field, ListOf) and isinstance(field.item, Shape)
        ]
        self._required = sum(field.required for field in self.fields.values())

    # --- What a subclass may add -------------------------------------------------------------

    def check(self, value: Any) -> Iterable[Fault]:  # noqa: ARG002
        """What is wrong between the keys of a value of which each key is right by itself."""
        return ()

    def arrange(self, value: Any, *, is_bare: bool) -> Any:  # noqa: ARG002
        """What is checked and then given to the operation, made of a struct: by default itself."""
        return value

    # --- Loading -----------------------------------------------------------------------------

    def load_body(self, body: bytes) -> Any:
        """The value that a body stands for; InvalidRequest or an error of the codec."""
        value, is_bare = self._read_plain(body)
        if value is None:
            value = self.convert(decode(body))
        return self._checked(value, is_bare=is_bare)

    def load_query(self, parameters: Mapping[str, list[str]]) -> Any:
        """The value that a query stands for, as strictly as a body's; or InvalidRequest."""
        values = {}
        wrong: dict[str, Any] = {}
        for name, texts in parameters.items():
            field = self.fields.get(name)
            if field is None:
                wrong[name] = [Fault((), "unknown", "This parameter is not known.")]
                continue
            try:
                values[name] = field.parse_all(texts)
            except ValidationError as error:
                wrong[name] = error.messages
        if wrong:
            raise InvalidRequest(_placed({**self._messages(values), **wrong}), in_query=True)
        return self._checked(self.convert(values, in_query=True), in_query=True)

    def convert(self, value: Any, *, in_query: bool = False) -> Any:
        """The struct for a JSON value; InvalidRequest names each fault of its keys."""
        accepted = self.accept(value)
        if accepted is None:
            raise InvalidRequest(self.explain(value), in_query=in_query)
        return accepted

    def accept(self, value: Any) -> Any:
        """What msgspec makes of a JSON value; None if it does not accept it."""
        try:
            accepted = msgspec.convert(value, self.accepted)
        except msgspec.ValidationError:
            return None
        return accepted if self.have_sets([accepted]) else None

    def explain(self, value: Any) -> Iterator[Fault]:
        """What marshmallow finds wrong with the keys of a JSON value."""
        if type(value) is dict:
            yield from _placed(self._messages(value))
            for key in sorted(value.keys() - self.fields.keys()):
                yield Fault((key,), "unknown", "This key is not known.")
        else:
            yield Fault((), "not-an-object", f"Must be an object, such as {self.example}.")

    def faults(self, value: Any) -> Iterable[Fault]:
        """What is wrong with a JSON value: with its keys, or else between them."""
        accepted = self.accept(value)
        if accepted is None:
            return self.explain(value)
        return self.check(self.arrange(accepted, is_bare=False))

    def have_sets(self, values: list[Any]) -> bool:
        """Whether all sets in these structs are such: no number is there twice."""
        for get, shape in self._lists:
            if not all(map(shape.have_sets, filter(None, map(get, values)))):
                return False
        for get in self._sets:
            for numbers in filter(None, map(get, values)):
                if len({*numbers}) < len(numbers):
                    return False
        return True

    def least_names(self, value: Any) -> int:
        """How many names the JSON of a struct has at least: those that are required."""
        least = self._required
        for get, shape in self._lists:
            least += len(get(value) or ()) * shape._required  # of the same class
        return least

    def _read_plain(self, body: bytes) -> tuple[Any, bool]:
        """The struct for a body, and whether it is bare; None says that it must be decoded first.

        Then it is not as plain as this, or not right.
        """
        try:
            value = self._decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None, False
        # Each required name is there at least once: so many colons, and there is nothing else.
        is_bare = body.count(b":") == self.least_names(value) and b"\\" not in body
        if is_bare or (has_every_name(body, value) and self.have_sets([value])):
            return value, is_bare
        return None, False

    @cached_property
    def _schema(self) -> Schema:
        # Made for the first wrong request: all of them took a fortieth of a start.
        return Schema.from_dict({**self.fields})(unknown=EXCLUDE)

    def _messages(self, values: dict[str, Any]) -> dict[str, list[Fault]]:
        """What marshmallow finds wrong, by the key."""
        try:
            self._schema.load(values)
        except ValidationError as error:
            # marshmallow's error is a local of a frame in its traceback, which would keep the body
            # in memory until the next garbage collection.
            error.__traceback__ = None
            return error.messages_dict
        return {}

    def _checked(self, value: Any, *, is_bare: bool = False, in_query: bool = False) -> Any:
        arranged = self.arrange(value, is_bare=is_bare)
        if (faults := self.check(arranged)) and (found := [*faults]):
            raise InvalidRequest(found, in_query=in_query)
        return arranged


def _placed(messages: Mapping[str, list[Fault]]) -> Iterator[Fault]:
    return (fault.within(key) for key, faults in messages.items() for fault in faults)
