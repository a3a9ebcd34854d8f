"""A query is read into the same types as a body, and as strictly."""

import re
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.errors import FieldError, InvalidRequest, query_error
from service.api.request_types import Request
from service.api.requests import BodyReader, QueryReader
from service.codec import encode
from service.limits import MAX_PARAMETERS, MAX_QUERY_VALUES
from service.server.limits import LONGEST_TARGET
from tests.support.samples import Wanted
from tests.support.tries import tries

READER = QueryReader(Wanted)

UNKNOWN = "Unknown key; the keys are numbers, size, code, flag, word, digits and others."

T = TypeVar("T")


def errors_of_query(query: str) -> list[dict[str, str | int]]:
    with pytest.raises(InvalidRequest) as caught:
        READER.read(query)
    assert caught.value.in_query
    return [*map(query_error, caught.value.errors)]


def error(parameter: str, code: str, detail: str) -> dict[str, str | int]:
    """An error of a parameter, or of an item of a list, such as `numbers:1`."""
    name, colon, index = parameter.partition(":")
    place: dict[str, str | int] = {"parameter": name}
    if colon:
        place["index"] = int(index)
    return {**place, "code": code, "detail": detail}


# --- What is right -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("numbers=3,4,5", Wanted(numbers=[3, 4, 5])),
        ("numbers=3&numbers=4&numbers=5", Wanted(numbers=[3, 4, 5])),
        ("numbers=3%2C4", Wanted(numbers=[3, 4])),
        ("numbers=3", Wanted(numbers=[3])),
        ("numbers=-0", Wanted(numbers=[0])),
        ("numbers=", Wanted(numbers=[])),
        ("numbers", Wanted(numbers=[])),
        ("numbers=&size=7&flag=true", Wanted(numbers=[], size=7, flag=True)),
        ("numbers=&flag=false&word=sum&", Wanted(numbers=[], flag=False, word="sum")),
        ("numbers=&code=0.7%37&digits=3,1", Wanted(numbers=[], code="0.77", digits=[3, 1])),
    ],
)
def test_a_query_is_a_request(query: str, wanted: Wanted) -> None:
    assert READER.read(query) == wanted


SCALARS = st.integers(-1, 10) | st.sampled_from([True, False, "sum", "0.77", "x", 2**53])
VALUES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"numbers": st.lists(st.integers(-1, 3))},
    optional={
        **dict.fromkeys(["size", "code", "flag", "word", "number", "a/b"], SCALARS),
        "digits": st.lists(st.integers(0, 4), min_size=1, max_size=5),
    },
)


@given(VALUES, st.booleans())
@tries(500)
def test_a_query_gets_what_a_body_of_the_same_values_gets(
    values: dict[str, Any], repeated: bool
) -> None:
    """The same request, or the same errors with the same texts."""
    query = urlencode({key: written(value, repeated) for key, value in values.items()}, doseq=True)
    if not values["numbers"]:
        query += "&numbers="
    body = encode({key: typed(key, value) for key, value in values.items()})
    assert outcome(READER.read, query) == outcome(BodyReader(Wanted).read, body)


@given(st.lists(st.sampled_from([*"=&,73", "numbers", "size", "flag", "true", "é"])).map("".join))
def test_it_makes_no_difference_whether_letters_are_escaped(query: str) -> None:
    escaped = "".join(x if x in "=&" else f"%{x.encode().hex('%')}" for x in query)
    assert outcome(READER.read, escaped) == outcome(READER.read, query)


NOT_WHAT_CAME = r", not (null|true|false|an? \w+|-?[\d.e+-]+)\.$"
"""The end of the error of a wrong type, which only a body can say."""


def outcome(read: Callable[[T], Wanted], text: T) -> Wanted | list[FieldError]:
    try:
        return read(text)
    except InvalidRequest as error:
        return sorted(
            each._replace(detail=re.sub(NOT_WHAT_CAME, ".", each.detail)) for each in error.errors
        )


def written(value: Any, repeated: bool) -> Any:
    """A value in a query: a text, or a list of repeated texts."""
    if isinstance(value, list):
        texts = [*map(str, value)]
        return texts if repeated else ",".join(texts) or texts
    return encode(value).decode() if isinstance(value, bool) else str(value)


def typed(key: str, value: Any) -> Any:
    """A value in a body: a text if a query's text can be nothing else."""
    of_type = {"size": int, "flag": bool}.get(key, list)
    return value if type(value) in (of_type, list) else written(value, False)


# --- What is wrong --------------------------------------------------------------------------------

INTEGER = "Must be an integer."
TWICE = "This parameter is given more than once."
BRACKETS = "Unknown key; write numbers=3,4,5, without brackets."


@pytest.mark.parametrize(
    ("numbers", "index"),
    [
        ("1.0", 0),
        ("1-2", 0),
        ("1;" * 40, 0),
        ("1e2", 0),
        ("1_0", 0),
        ("٣", 0),
        ("5,x", 1),
    ],
)
def test_an_integer_is_written_as_in_json(numbers: str, index: int) -> None:
    wrong = error(f"numbers:{index}", "not-an-integer", INTEGER)
    assert errors_of_query(f"numbers={numbers}") == [wrong]


@pytest.mark.parametrize(
    ("numbers", "index", "meant"),
    [
        ("1;2;3", 0, "1,2,3"),
        ("1%3B2", 0, "1,2"),
        ("3+4+5", 0, "3,4,5"),
        ("1, 2", 1, "1,2"),
        ("1,,2", 1, "1,2"),
        ("1,", 1, "1"),
        ("1,2&numbers=3", 0, "1,2,3"),
        ("1&numbers=", 1, "1"),
        ("&numbers=1", 0, "1"),
        ("%2B1", 0, "1"),
        ("01", 0, "1"),
        ("1/2|0", 0, "1,2,0"),
    ],
)
def test_if_only_separators_are_wrong_the_error_says_what_to_write(
    numbers: str, index: int, meant: str
) -> None:
    detail = f"Must be an integer; write numbers={meant}."
    wrong = error(f"numbers:{index}", "not-an-integer", detail)
    assert errors_of_query(f"numbers={numbers}") == [wrong]
    assert READER.read(f"numbers={meant}")


def test_each_wrong_item_of_a_list_has_its_index() -> None:
    assert errors_of_query("numbers=3,x,-1,4,y") == [
        error("numbers:1", "not-an-integer", INTEGER),
        error("numbers:2", "too-small", "Must be 0 or more."),
        error("numbers:4", "not-an-integer", INTEGER),
    ]


LARGE = "Must be 9,007,199,254,740,991 or less."
WRONG = [
    ("", "numbers", "required", "This key is required."),
    ("numbers=-1", "numbers:0", "too-small", "Must be 0 or more."),
    ("numbers=" + "9" * 8_000, "numbers:0", "too-large", LARGE),
    ("numbers=&size=+3", "size", "not-an-integer", "Must be an integer; write size=3."),
    ("numbers=&size=3;4", "size", "not-an-integer", INTEGER),
    ("numbers=[3,4]", "numbers", "not-a-list", "Write numbers=3,4,5, without brackets."),
    ("numbers=%5B3%5D", "numbers", "not-a-list", "Write numbers=3,4,5, without brackets."),
    ("numbers[]=3&numbers[]=4", "numbers[]", "unknown", BRACKETS),
    ("numbers%5B0%5D=3", "numbers[0]", "unknown", BRACKETS),
    ("numbers=&flag[]=true", "flag[]", "unknown", "Unknown key; perhaps you mean flag."),
    ("numbers=&size=", "size", "not-an-integer", INTEGER),
    ("numbers=&flag=", "flag", "not-a-boolean", "Must be true or false."),
    ("numbers=&flag=True", "flag", "not-a-boolean", "Must be true or false."),
    ("numbers=&word=", "word", "not-a-choice", "Must be sum or product."),
    ("numbers=&word=null", "word", "not-a-choice", "Must be sum or product."),
    ("numbers=&code=", "code", "too-few", "At least 3 characters are needed."),
    ("numbers=&digits=", "digits", "too-few", "Must not be empty."),
    ("numbers=&others=", "others", "not-a-list", "Write others=3,4,5, or leave it out."),
    ("numbers=&size=1&size=1", "size", "repeated", TWICE),
    ("numbers=&number=3", "number", "unknown",
     "Unknown key; perhaps you mean numbers."),
    ("numbers=&%FF=1", "\ufffd", "unknown", UNKNOWN),
]  # fmt: skip


@pytest.mark.parametrize(("query", "parameter", "code", "detail"), WRONG)
def test_the_error_of_a_query(query: str, parameter: str, code: str, detail: str) -> None:
    assert errors_of_query(query) == [error(parameter, code, detail)]


def test_all_errors_of_a_query_are_listed() -> None:
    """A missing key comes after a key that may be meant instead."""
    assert errors_of_query("size=x&flag=true&flag=1&y=z") == [
        error("flag", "repeated", TWICE),
        error("size", "not-an-integer", INTEGER),
        error("y", "unknown", UNKNOWN),
        error("numbers", "required", "This key is required."),
    ]


# --- Long queries --------------------------------------------------------------------------------


def test_all_numbers_that_fit_into_the_target_are_read() -> None:
    repeated = "&".join(["piles=1"] * MAX_QUERY_VALUES)
    assert len(repeated) > LONGEST_TARGET
    query = repeated.replace("piles", "numbers")
    assert READER.read(query).numbers == [1] * MAX_QUERY_VALUES


def test_one_parameter_more_than_allowed_is_rejected() -> None:
    detail = f"At most {MAX_QUERY_VALUES:,} parameters are allowed."
    too_many = [error("numbers", "too-many", detail)]
    assert errors_of_query("&".join(["numbers=1"] * (MAX_QUERY_VALUES + 1))) == too_many


def test_one_name_more_than_allowed_is_rejected_alone() -> None:
    detail = f"At most {MAX_PARAMETERS} different parameters are allowed."
    query = "&".join(f"n%20{i}={i}" for i in range(MAX_PARAMETERS + 1))
    assert errors_of_query(query) == [error("n 100", "too-many", detail)]
    assert len(errors_of_query(query.rpartition("&")[0])) == 100


class NoParameters(Request):
    """A request of an operation without parameters."""


def test_a_request_without_keys_takes_an_empty_query_only() -> None:
    reader = QueryReader(NoParameters)
    assert reader.read("") == NoParameters()
    with pytest.raises(InvalidRequest, match=r"^x: unknown key\.$"):
        reader.read("x=1")


def test_an_error_in_a_list_tells_its_index_in_the_text_of_the_problem() -> None:
    with pytest.raises(InvalidRequest, match=r"^numbers\[1\]: must be an integer\.$") as caught:
        READER.read("numbers=1,x")
    assert caught.value.errors == [FieldError(("numbers", 1), "not-an-integer", INTEGER)]
