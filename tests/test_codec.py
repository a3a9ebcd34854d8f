"""JSON is read as RFC 8259 defines it, by the fast decoder and by the careful one."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.codec import BEYOND, NotJSON, RepeatedName, decode
from service.limits import MAX_DEPTH

ATOMS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(-1e29, 1e29)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner) | st.dictionaries(st.text('ab:\\"{}é\n'), inner),
    max_leaves=20,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_written_json_is_read_back(value: Any, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert decode(text.encode()) == value


@given(st.text("ab:{}é", min_size=1), VALUES, VALUES)
def test_a_repeated_name_is_rejected(name: str, first: Any, second: Any) -> None:
    pair = f"{json.dumps(name)}: {json.dumps(first)}, {json.dumps(name)}: {json.dumps(second)}"
    with pytest.raises(RepeatedName):
        decode(f'[1, {{"x": {{{pair}}}}}]'.encode())


@given(st.text('\\"[{é', max_size=8), st.integers(MAX_DEPTH - 1, MAX_DEPTH + 1))
def test_brackets_in_strings_are_no_depth(text: str, depth: int) -> None:
    """Strings of quotes, backslashes and brackets, inside of lists."""
    body = b"[" * depth + json.dumps([text, "[" * MAX_DEPTH]).encode() + b"]" * depth
    if depth < MAX_DEPTH:
        decode(body)
    else:
        with pytest.raises(NotJSON, match="nested too deeply"):
            decode(body)


def test_an_escaped_colon_hides_no_repeated_name() -> None:
    with pytest.raises(RepeatedName):
        decode(b'{"a": 1, "a": "\\u003a"}')


@given(st.binary())
def test_any_bytes_are_read_as_by_python_or_rejected(body: bytes) -> None:
    with suppress(NotJSON, RepeatedName):
        assert decode(body) == json.loads(body)


@pytest.mark.parametrize("digits", [19, 20, 29, 30, 31, 400, 4300, 4301, 100_000])
def test_a_very_long_integer_is_read_as_too_large(digits: int) -> None:
    assert decode(b"9" * digits) > 2**53
    assert decode(b"-" + b"9" * digits) < 0


@pytest.mark.parametrize("text", [b"1e30", b"1e300", b"1e400", b"123456789e99", b"9.5e33"])
def test_a_number_beyond_every_limit_is_an_integer_that_stands_for_it(text: bytes) -> None:
    assert [decode(text), decode(b"-" + text)] == [BEYOND, -BEYOND]
    assert type(decode(text)) is int


@pytest.mark.parametrize(
    ("text", "value"),
    [(b"3.0", 3), (b"1e2", 100), (b"-0.0", 0), (b"2.5e1", 25), (b"9007199254740993.0", 2**53)],
)
def test_a_number_without_a_fraction_is_an_integer(text: bytes, value: int) -> None:
    assert (decode(text), type(decode(text))) == (value, int)


def test_a_careful_reading_takes_as_many_lists_and_objects_as_a_quick_one() -> None:
    many = b",".join([b'{"components":[]}'] * 60_000)
    careful = b",".join([b'{"c\\u006fmponents":[]}'] * 60_000)
    assert decode(b"[" + careful + b"]") == decode(b"[" + many + b"]")


@pytest.mark.parametrize("byte", [b"\0", b"\x7f", b"\xfe", b"\xff"])
def test_nesting_is_rejected_beside_any_byte(byte: bytes) -> None:
    with pytest.raises(NotJSON, match="nested too deeply"):
        decode(byte + b"[" * (MAX_DEPTH + 1))


@pytest.mark.parametrize("rest", [b"", b', "\\u0061": 1', b', "a": 1.0'])
def test_nesting_is_rejected_by_its_depth_however_it_is_read(rest: bytes) -> None:
    """Python's own limits differ from version to version."""

    def nested(depth: int) -> bytes:
        return b'{"x": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + rest + b"}"

    assert "x" in decode(nested(MAX_DEPTH))
    with pytest.raises(NotJSON, match="nested too deeply"):
        decode(nested(MAX_DEPTH + 1))


# --- Errors of a text that is not JSON -----------------------------------------------------------

TOKENS = [
    *'[]{},:"',
    *('"a"', '"é"', '"[{,:"', '"a":', "0", "-1.5e3", "null", " ", "\n", "\t"),
    *("\\", "\\n", "\\u12", '"\\"', "x", "01", "'a'", "+"),
]


@given(st.lists(st.sampled_from(TOKENS), min_size=1).map("".join).filter(str.strip))
def test_what_is_wrong_is_said_in_the_words_of_pythons_parser(text: str) -> None:
    said = said_by_python(text)
    if said is None:
        with suppress(RepeatedName):
            decode(text.encode())
        return
    with pytest.raises(NotJSON) as found:
        decode(text.encode())
    has_one_too_many = re.search(r",\s*[]}]", text)
    own = has_one_too_many and str(found.value).startswith("There is a comma too many: ")
    assert own or str(found.value) == said


def said_by_python(text: str) -> str | None:
    """What Python's own parser says is wrong, as a sentence; None if nothing is."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"{error}."
    return None


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "The body is empty."),
        (b" \r\n\t", "The body is empty."),
        (b"[3,]", "There is a comma too many: line 1 column 3 (char 2)."),
        (b'{"piles": [3] ,\n}', "There is a comma too many: line 1 column 15 (char 14)."),
        (b"[3,,4]", "Expecting value: line 1 column 4 (char 3)."),
        (b"\xef\xbb\xbf[3]", "The text starts with a byte order mark: send UTF-8 without it."),
        (b'{"piles\xff": [3]}', "Invalid UTF-8 at byte 7."),
        ("[3]".encode("utf-16"), "Invalid UTF-8 at byte 0."),
        (b'{"a": 1, "a": 2} x', "Extra data: line 1 column 18 (char 17)."),
        (b'{"a": {"b": 1, "b": 2}', "Expecting ',' delimiter: line 1 column 23 (char 22)."),
    ],
)
def test_what_is_not_json_is_said_in_a_sentence(body: bytes, detail: str) -> None:
    with pytest.raises(NotJSON) as caught:
        decode(body)
    assert str(caught.value) == detail


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_is_none_is_named(name: str) -> None:
    with pytest.raises(NotJSON, match=f"^{name} is not JSON\\.$"):
        decode(f'{{"a": "NaN", "b": [{name}]}}'.encode())


@given(st.lists(st.sampled_from([r"\ud83d", r"\uDE00", r"\\", r"\n", "ud83d", "a", r"\u0041"])))
def test_half_a_surrogate_pair_is_what_no_character_is(parts: list[str]) -> None:
    text = f'["{"".join(parts)}"]'
    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        with pytest.raises(NotJSON, match="half of a surrogate pair"):
            decode(text.encode())
    else:
        assert decode(text.encode()) == json.loads(text)


def test_half_a_surrogate_pair_is_found_among_whole_ones() -> None:
    with pytest.raises(NotJSON, match="half of a surrogate pair"):
        decode(rb'["\ud83d\ude00\\ud800", "\ud83d"]')
