"""The values of take-and-break games, against plain recursion and tables."""

import pytest
from hypothesis import example, given

from tests.support import golden_values
from tests.support.octal_codes import first_values, plain_values
from tests.support.strategies import codes
from tests.support.tries import tries


def test_published_values_of_kayles_up_to_1000() -> None:
    row = golden_values.KAYLES_FROM_72
    expected = [golden_values.KAYLES_EXCEPTIONS.get(n, row[n % 12]) for n in range(1001)]

    assert first_values("0.77", 1001) == expected


@tries(60)
@example(("0.1[2]", "0", [1, 2], True))  # its second digit must leave something
@given(codes())
def test_values_are_those_of_plain_recursion(game: tuple[str, str, list[int], bool]) -> None:
    assert first_values(game[0], 60) == plain_values(game[0], 60)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("4.[7]", 140),
        ("4!.[3]", 280),
        pytest.param("4!.466655", 900, marks=pytest.mark.long),
    ],
)
def test_values_beyond_a_byte_are_those_of_plain_recursion(text: str, size: int) -> None:
    """Values are stored as bytes at first. These values need another method."""
    plain = plain_values(text, size)

    assert max(plain) > 255
    assert first_values(text, size) == plain


def test_values_of_laskers_nim_are_those_that_lasker_found() -> None:
    """Even parts with values beyond a byte: 4k + 3 and 4k + 4 swap their values."""
    sizes = range(1_200)
    swapped = {0: -1, 3: 1}  # by the size modulo 4

    values = [n + swapped.get(n % 4, 0) if n else 0 for n in sizes]
    assert first_values("4.[3]", len(sizes)) == values


@pytest.mark.parametrize("text", ["0.1777", "0.17771"])
def test_values_of_a_code_with_a_long_published_period(text: str) -> None:
    known = golden_values.VALUES_OF_01777

    assert first_values(text, len(known)) == known


def test_codes_that_a_published_table_took_for_equal_differ() -> None:
    """All previous values are equal, so neither is shifted."""
    some, other, pile = golden_values.ALMOST_EQUAL
    a, b = first_values(some, pile + 1), first_values(other, pile + 1)
    assert a[:pile] == b[:pile]
    assert a[pile] != b[pile]
