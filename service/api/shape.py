"""`Shape`, the base of every shape in schemas.py: how a body or a query is loaded into it."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from marshmallow import Schema, ValidationError
from marshmallow.fields import Field

from service.api.faults import Fault, InvalidRequest, cut, pointer
from service.api.fields import StrictField

UNKNOWN_KEY = "This key is not known."


class Shape(Schema):
    """A JSON object, or a query, with no keys but the declared ones; each is a StrictField."""

    example: ClassVar = "{}"
    """What faults show of such an object, as JSON."""

    error_messages = {  # noqa: RUF012
        "unknown": UNKNOWN_KEY,
    }

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.error_messages = {"type": f"Must be an object, such as {cls.example}."}

    @classmethod
    def with_fields(cls, name: str, example: str, fields: Mapping[str, Field[Any]]) -> Self:
        """A shape with these fields."""
        shape: Self = type(name, (cls,), {"example": example, **fields})()
        return shape

    def load_body(self, value: Any) -> Any:
        """Check a JSON value; InvalidRequest names each fault by its JSON pointer."""
        try:
            return self.load(value)
        except ValidationError as error:
            # marshmallow's error is a local of a frame in its traceback, which would keep the body
            # in memory until the next garbage collection.
            error.__traceback__ = None
            raise InvalidRequest("pointer", _body_faults(error.normalized_messages())) from None

    def load_query(self, query: Mapping[str, list[str]]) -> Any:
        """Check a query as strictly as a body; InvalidRequest names each fault's parameter."""
        values = {}
        messages: dict[str, Any] = {}
        for name, texts in query.items():
            field = self.fields.get(name)
            if not isinstance(field, StrictField):
                messages[name] = ["This parameter is not known."]
            else:
                try:
                    values[name] = field.parse_all(texts)
                except ValueError as error:
                    messages[name] = [str(error)]
        # What can't be parsed is not there: checks of several values together would miss it.
        load = super().load if messages else self.load
        try:
            loaded = load(values)
        except ValidationError as error:
            messages = {**error.normalized_messages(), **messages}
        if messages:
            raise InvalidRequest("parameter", _query_faults(messages))
        return loaded


def _body_faults(messages: Any, place: str = "#") -> Iterator[Fault]:
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            # marshmallow files faults of the object itself under this key, which it may also have.
            is_of_object = key == "_schema" and inner != [UNKNOWN_KEY]
            yield from _body_faults(inner, place if is_of_object else place + pointer(key))
    else:
        for message in messages:
            if isinstance(message, Fault):
                yield Fault(place + message.place, message.detail)
            else:
                yield Fault(place, message)


def _query_faults(messages: Mapping[str, Any]) -> Iterator[Fault]:
    for name, inner in messages.items():
        if isinstance(inner, Mapping):
            for index, (message, *_) in inner.items():
                yield Fault(cut(name), f"Item {index + 1}: {message}")
        else:
            for message in inner:
                yield Fault(cut(name), message)
