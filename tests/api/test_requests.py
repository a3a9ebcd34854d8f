"""Typed requests: read from a body directly or carefully, and rejected with all their errors."""

import gc
import json
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from hypothesis import example, find, given
from marshmallow import ValidationError

from service.api.errors import CODES, FieldError, InvalidRequest, pointer
from service.api.request_types import Request, keys_of
from service.api.requests import BodyReader
from service.api.schemas import find_errors, schema_of
from service.codec import NotJSON, encode
from service.codec import decode as decode_carefully
from service.limits import MAX_ERRORS
from tests.support.requests import typed_requests
from tests.support.samples import TREE, Branch, Leaf, Tree, Wanted
from tests.support.tries import tries

READER = BodyReader(Tree)


def read(body: bytes) -> Tree:
    """A request as an operation reads it."""
    return READER.decode(body) or READER.read(body)


def schema_validator() -> jsonschema_rs.Validator:
    """The validator of the type's JSON Schema, in which $ marks the end of a text."""
    text = json.dumps(msgspec.json.schema(Tree)).replace(r"\\Z", "$")
    return jsonschema_rs.validator_for(json.loads(text))


VALIDATOR = schema_validator()


def is_read_carefully(body: bytes) -> bool:
    try:
        return READER.read(body) is not None
    except InvalidRequest:
        return False


def errors_in(value: Any) -> list[FieldError]:
    return [*find_errors(Tree, decode_carefully(encode(value)))]


@given(TREE)
@tries(1_000)
@example({"numbers": [-0.0, 3.0, 1e2]})
@example({"numbers": [1e300]})
@example({"numbers": [], "digits": [1, 1.0]})
@example({"numbers": [], "code": "0.7777"})
@example({"numbers": [], "branches": [{"leaves": [{"size": 1, "digits": [2, 2]}]}]})
@example({"numbers": [], "leaf_of": {"_schema": {"size": 1, "digits": [2, 2]}}})
def test_msgspec_marshmallow_and_json_schema_give_the_same_verdict(value: Any) -> None:
    verdicts = [
        VALIDATOR.is_valid(value),
        is_read_carefully(encode(value)),
        errors_in(value) == [],
    ]
    assert verdicts in ([True] * 3, [False] * 3)


@given(TREE)
@tries(500)
def test_a_body_is_read_at_once_as_it_is_read_carefully(value: Any) -> None:
    body = encode(value)
    at_once = READER.decode(body)
    try:
        carefully = READER.read(body)
    except InvalidRequest:
        assert at_once is None
    else:
        assert at_once in (None, carefully)


@given(TREE)
@tries(500)
def test_every_error_has_a_code_of_the_list_a_sentence_and_a_place_in_the_body(value: Any) -> None:
    """The location is a JSON Pointer to a value that exists, unless a key is missing."""
    for error in errors_in(value):
        assert error.code in CODES
        assert error.detail[0].isupper()
        assert error.detail[-1] == "."
        place = error.location[:-1] if error.code == "required" else error.location
        assert follow(value, pointer(place)) is not Ellipsis


def test_some_of_these_bodies_have_several_errors() -> None:
    assert len(errors_in(find(TREE, lambda value: len(errors_in(value)) > 1))) > 1


def follow(value: Any, fragment: str) -> Any:
    """The target of a JSON Pointer without percent-encoding by RFC 6901, or Ellipsis."""
    for token in fragment.replace("%C3%A4", "ä").split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value.get(key, ...)
    return value


# --- What is right --------------------------------------------------------------------------------


def test_null_is_the_same_as_leaving_a_key_out() -> None:
    everything = dict.fromkeys(keys_of(Tree)) | {"numbers": [1]}
    assert read(encode(everything)) == read(b'{"numbers": [1]}')


def test_a_number_without_a_fraction_is_an_integer() -> None:
    numbers = read(b'{"numbers": [3.0, 1e2, -0.0]}').numbers
    assert numbers == [3, 100, 0]
    assert {*map(type, numbers)} == {int}


def test_a_request_is_typed() -> None:
    body = b'{"numbers": [], "branch": {"leaves": [{"size": 1}]}}'
    branch = Branch(leaves=[Leaf(size=1)])
    assert READER.decode(body) == Tree(numbers=[], branch=branch)


@pytest.mark.parametrize(
    "body",
    [
        {"numbers": [], "digits": [1, 1]},
        {"numbers": [], "branches": [{"leaves": [{"size": 1}, {"size": 1, "digits": [2, 2]}]}]},
        {"numbers": [], "leaf_of": {"a": {"size": 1, "digits": [2, 2]}}},
    ],
)
def test_a_list_with_an_item_twice_is_not_decoded_where_items_have_to_differ(body: Any) -> None:
    assert READER.decode(encode(body)) is None


# --- Names given twice ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        '{"numbers": [1], "numbers": [1]}',
        '{"numbers": [], "n\\u0075mbers": []}',
        '{"numbers": [], "flag": null, "flag": null}',
        '{"numbers": [], "names": {"x": ["y"], "x": ["y"]}}',
        '{"numbers": [], "branch": {"leaves": [], "rows": [[1]], "rows": [[1]]}}',
        '{"numbers": [], "branches": [{"leaves": [{"size": 0, "size": 0}]}]}',
        '{"numbers": [], "leaf_of": {"z": {"size": 1}, "z": {"size": 1}}}',
        '{"numbers": [], "leaf_of": {"z": {"size": 1, "word": "sum", "word": "sum"}}}',
    ],
)
def test_a_name_of_any_object_is_rejected_where_it_is_given_twice(body: str) -> None:
    assert READER.decode(body.encode()) is None
    with pytest.raises(InvalidRequest, match=r"^The name '[a-z]+' is given more than once"):
        read(body.encode())


def test_a_name_given_twice_is_quoted_and_truncated() -> None:
    with pytest.raises(InvalidRequest) as error:
        read(b'{"%b": 1, "%b": 2}' % ((b"x" * 61,) * 2))
    detail = f"The name '{'x' * 59}…' is given more than once."
    assert error.value.errors == [FieldError((), "repeated", detail)]


# --- Bytes that are not a request ----------------------------------------------------------------


@pytest.mark.parametrize("body", [b"", b"{", b'{"numbers": [NaN]}', b"\xff", b"[" * 100_000])
def test_what_is_not_json_is_not_decoded_and_explained_as_such(body: bytes) -> None:
    assert READER.decode(body) is None
    with pytest.raises(NotJSON):
        read(body)


def test_errors_leave_nothing_of_the_request_in_memory() -> None:
    """Otherwise marshmallow's errors would be in cycles until the garbage collector runs."""
    gc.freeze()  # so that only new objects are checked
    gc.disable()
    try:
        body = {"numbers": [-1], "branches": [{"leaves": [{"size": "x", "y": 1}]}], "names": [1]}
        assert len(errors_in(body)) == 4
        left = [each for each in gc.get_objects() if isinstance(each, ValidationError)]
    finally:
        gc.enable()
        gc.unfreeze()
    assert left == []


def test_no_more_errors_are_looked_for_than_are_listed() -> None:
    """Neither in one list nor in deeply nested lists."""
    branch = {"leaves": [{"size": -1, "digits": [0] * 4}] * 3}
    for value in ({"numbers": [-1] * 300}, {"numbers": [], "branches": [branch] * 200}):
        found = errors_in(value)
        assert MAX_ERRORS < len(found) < MAX_ERRORS + 15
        with pytest.raises(InvalidRequest) as caught:
            read(encode(value))
        assert len(caught.value.errors) == MAX_ERRORS
        assert str(caught.value).endswith("; at least 100 more errors.")


# --- Types that are not supported ----------------------------------------------------------------


class WithoutNull(Request):
    """Null would not be the same as leaving the key out."""

    flag: bool = False


class WithFloat(Request):
    """No request has fractions."""

    ratio: float


class Unbounded(Request):
    """The codec cuts long integers."""

    number: int


class OfTwoTypes(Request):
    """An error could not name the right one."""

    either: bool | str | None = None


@pytest.mark.parametrize("struct", [WithoutNull, WithFloat, Unbounded, OfTwoTypes])
def test_a_type_that_can_not_be_explained_has_no_schema(struct: type[Request]) -> None:
    with pytest.raises(TypeError):
        schema_of(struct)


def test_the_requests_of_all_operations_can_be_explained() -> None:
    for _, _, request in typed_requests():
        assert schema_of(request).fields.keys() == keys_of(request).keys()


@pytest.mark.parametrize("struct", [Tree, Branch, Leaf, Wanted])
def test_requests_have_the_options_of_their_base(struct: type[Request]) -> None:
    """No type relies on an option that msgspec doesn't pass on to subclasses."""
    config = struct.__struct_config__
    assert (config.forbid_unknown_fields, config.omit_defaults, config.gc) == (True, True, False)
