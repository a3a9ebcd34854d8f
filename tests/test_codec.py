"""JSON is read as RFC 8259 defines it, by the fast way and by the careful one."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.codec import NotJSON, RepeatedName, TooManyContainers, decode
from service.limits import DEEPEST, MOST_CONTAINERS

ATOMS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
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
def test_a_repeated_name_is_refused(name: str, first: Any, second: Any) -> None:
    pair = f"{json.dumps(name)}: {json.dumps(first)}, {json.dumps(name)}: {json.dumps(second)}"
    with pytest.raises(RepeatedName):
        decode(f'[1, {{"x": {{{pair}}}}}]'.encode())


@given(st.text('\\"[{é', max_size=8), st.integers(DEEPEST - 1, DEEPEST + 1))
def test_brackets_in_strings_are_no_depth(text: str, depth: int) -> None:
    """Strings of quotes, backslashes and brackets, inside of lists."""
    body = b"[" * depth + json.dumps([text, "[" * DEEPEST]).encode() + b"]" * depth
    if depth < DEEPEST:
        decode(body)
    else:
        with pytest.raises(NotJSON, match="nested too deeply"):
            decode(body)


def test_an_escaped_colon_hides_no_repeated_name() -> None:
    with pytest.raises(RepeatedName):
        decode(b'{"a": 1, "a": "\\u003a"}')


@given(st.binary())
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    try:
        value = decode(body)
    except (NotJSON, RepeatedName):
        return
    json.dumps(value)


@pytest.mark.parametrize("digits", [19, 20, 29, 30, 31, 400, 4300, 4301, 100_000])
def test_a_very_long_integer_is_read_as_too_large(digits: int) -> None:
    assert decode(b"9" * digits) > 2**53
    assert decode(b"-" + b"9" * digits) < 0


def test_lists_and_objects_are_counted_before_a_careful_reading() -> None:
    """What is counted is neither in strings nor in a text that is read quickly."""
    many = b",".join([b"{}"] * MOST_CONTAINERS)
    assert len(decode(b"[" + many + b"]")) == MOST_CONTAINERS
    with pytest.raises(TooManyContainers):
        decode(b'["\\n",' + many + b"]")
    one_less = many.removesuffix(b",{}")
    assert len(decode(b'["\\n",' + one_less + b"]")) == MOST_CONTAINERS
    in_a_string = b'["\\n' + b"[" * MOST_CONTAINERS + b'"]'
    assert len(decode(in_a_string)) == 1


@pytest.mark.parametrize("rest", [b"", b', "\\u0061": 1', b', "a": 1.0'])
def test_nesting_is_refused_by_its_depth_however_it_is_read(rest: bytes) -> None:
    """Python's own limits differ from version to version."""

    def nested(depth: int) -> bytes:
        return b'{"x": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + rest + b"}"

    assert "x" in decode(nested(DEEPEST))
    with pytest.raises(NotJSON, match="nested too deeply"):
        decode(nested(DEEPEST + 1))
