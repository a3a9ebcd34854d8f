"""`Shape`, the base of every shape of a request: declared once, compiled twice.

A shape is a marshmallow schema. From its fields a struct of msgspec is made, which reads a body at
once and accepts what is right. What it does not accept, marshmallow loads, and says what is wrong.
"""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, ClassVar

import msgspec
from marshmallow import Schema, ValidationError
from msgspec import UNSET, UnsetType

from service.codec import decode, reader
from service.http.faults import Fault, InvalidRequest
from service.http.query import BadText
from service.http.shapes.fields import ENOUGH, StrictField, StrictList, list_of

UNKNOWN_KEY = Fault((), "unknown", "This key is not known.")
UNKNOWN_PARAMETER = Fault((), "unknown", "This parameter is not known.")


class Shape(Schema):
    """A JSON object, or a query, with no keys but the declared ones; each is a StrictField.

    What is loaded is an instance of `accepted`; an optional key that was not given is UNSET, which
    is false.
    """

    example: ClassVar = "{}"
    """What faults show of such an object, as JSON."""

    accepted: Any
    """The struct that values are loaded into."""

    declared_fields: dict[str, StrictField[Any]]  # type: ignore[assignment]
    fields: dict[str, StrictField[Any]]  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        example = Fault((), "not-an-object", f"Must be an object, such as {self.example}.")
        self.error_messages = {"unknown": UNKNOWN_KEY, "type": example}  # type: ignore[dict-item]
        keys: list[Any] = [
            (name, field.accepted) if field.required else (name, field.accepted | UnsetType, UNSET)
            for name, field in self.fields.items()
        ]
        self.accepted = msgspec.defstruct(
            type(self).__name__, keys, forbid_unknown_fields=True, kw_only=True, gc=False
        )
        partial = [
            (field, attrgetter(name))
            for name, field in self.fields.items()
            if type(field).passes is not StrictField.passes
        ]
        self._partial = partial, [each for each in partial if each[0].required]
        self._required = sum(field.required for field in self.fields.values())
        self._lists = [
            (attrgetter(name), field.shape._required)  # of the same class
            for name, field in self.fields.items()
            if isinstance(field, ListOf) and field.required
        ]
        self._read = reader(self.accepted, self.least_names, self.passes)

    @classmethod
    def made_of(cls, **fields: StrictField[Any]) -> "Shape":
        """A shape of this class with these fields besides its own."""
        shape: Shape = type(cls.__name__, (cls,), fields)()
        return shape

    # --- What a subclass may add -------------------------------------------------------------

    def check(self, value: Any) -> Iterable[Fault]:  # noqa: ARG002
        """What is wrong between the keys of a value of which each key is right by itself."""
        return ()

    def arrange(self, value: Any, *, is_bare: bool) -> Any:  # noqa: ARG002
        """What is checked and then given to the operation, made of a struct: by default itself.

        A bare one has no key but those required.
        """
        return value

    # --- Loading -----------------------------------------------------------------------------

    def load_body(self, body: bytes) -> Any:
        """The value that a body stands for; InvalidRequest or an error of the codec."""
        value, is_bare = self._read(body)
        if value is None:
            value = self.convert(decode(body))
        return self._checked(value, is_bare=is_bare)

    def load_query(self, parameters: Mapping[str, list[str]]) -> Any:
        """The value that a query stands for, as strictly as a body's; or InvalidRequest."""
        values = {}
        messages: dict[str, Any] = {}
        for name, texts in parameters.items():
            field = self.fields.get(name)
            if field is None:
                messages[name] = [UNKNOWN_PARAMETER]
                continue
            try:
                values[name] = field.parse_all(texts)
            except BadText as error:
                messages[name] = [Fault((), error.code, str(error))]
        if not messages:
            return self._checked(self.convert(values, in_query=True), in_query=True)
        try:
            self.load(values)
        except ValidationError as error:
            messages = {**messages_of(error), **messages}
        raise InvalidRequest(_faults(messages), in_query=True)

    def convert(self, value: Any, *, in_query: bool = False) -> Any:
        """The struct for a JSON value; InvalidRequest names each fault of it."""
        accepted = self.accept(value)
        if accepted is not None:
            return accepted
        try:
            return self.explain(value)
        except ValidationError as error:
            # marshmallow's error is a local of a frame in its traceback, which would keep the body
            # in memory until the next garbage collection.
            error.__traceback__ = None
            raise InvalidRequest(_faults(messages_of(error)), in_query=in_query) from None

    def accept(self, value: Any) -> Any:
        """What msgspec makes of a JSON value; None if it does not accept it."""
        try:
            accepted = msgspec.convert(value, self.accepted)
        except msgspec.ValidationError:
            return None
        return accepted if self.passes(accepted) else None

    def explain(self, value: Any) -> Any:
        """What marshmallow makes of a JSON value, or its ValidationError."""
        return self.accepted(**self.load(value))

    def passes(self, value: Any, is_bare: bool = False) -> bool:
        """Whether a struct is right where its types can't say all of it."""
        for field, get in self._partial[is_bare]:
            inner = get(value)
            if inner is not UNSET and not field.passes(inner, is_bare):
                return False
        return True

    def pass_all(self, values: list[Any], is_bare: bool) -> bool:
        """Whether many structs are, by the column: most have no such key."""
        for field, get in self._partial[is_bare]:
            column = [*map(get, values)]
            if column.count(UNSET) == len(column):
                continue
            if not all(inner is UNSET or field.passes(inner, is_bare) for inner in column):
                return False
        return True

    def least_names(self, value: Any) -> int:
        """How many names the JSON of a value has at least: those that are required."""
        least = self._required
        for get, each in self._lists:
            least += len(get(value)) * each
        return least

    def _checked(self, value: Any, *, is_bare: bool = False, in_query: bool = False) -> Any:
        arranged = self.arrange(value, is_bare=is_bare)
        if (faults := self.check(arranged)) and (found := [*faults]):
            raise InvalidRequest(found, in_query=in_query)
        return arranged


class ListOf(StrictList[Any]):
    """A list of objects of one shape."""

    def __init__(self, shape: Shape, **kwargs: Any) -> None:
        super().__init__(example=f"[{shape.example}]", **kwargs)
        self.shape = shape
        self.accepted = list_of(shape.accepted, self.longest)

    def passes(self, value: list[Any], is_bare: bool = False) -> bool:
        """Whether each object is right where its types can't say all of it."""
        return self.shape.pass_all(value, is_bare)

    def _load(self, value: list[Any]) -> list[Any]:
        loaded = []
        faults: dict[str | int, Any] = {}
        for i, item in enumerate(value):
            try:
                loaded.append(self.shape.explain(item))
            except ValidationError as error:
                faults[i] = messages_of(error)
            else:
                if wrong := [*self.shape.check(self.shape.arrange(loaded[-1], is_bare=False))]:
                    faults[i] = {"_schema": wrong}
            if len(faults) == ENOUGH:
                break
        if faults:
            raise ValidationError(faults)
        return loaded


def messages_of(error: ValidationError) -> dict[str, Any]:
    """The tree of messages that marshmallow makes; each of ours is a Fault."""
    messages: dict[str, Any] = error.normalized_messages()
    return messages


def _faults(messages: Any, *place: str | int) -> Iterator[Fault]:
    """The faults in marshmallow's tree of messages."""
    if isinstance(messages, Mapping):
        unknown = sorted(key for key, inner in messages.items() if inner == [UNKNOWN_KEY])
        known = (key for key in messages if key not in {*unknown})
        for key in (*known, *unknown):  # marshmallow keeps unknown ones in no order
            # It files faults of the object itself under this key, which it may also have.
            of_object = key == "_schema" and key not in unknown
            inner = messages[key]
            yield from _faults(inner, *place) if of_object else _faults(inner, *place, key)
    else:
        for fault in messages:
            yield fault.within(*place)
