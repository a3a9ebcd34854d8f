"""The values of take-and-break games, against plain recursion and tables."""

from itertools import islice

import pytest
from hypothesis import example, given

from service.game.games.take_and_break.periods import period_of
from service.game.games.take_and_break.values import (
    TABLES_KEPT,
    _table,
    grundy_values,
    iterate_values,
)
from tests.support import golden_values
from tests.support.octal_codes import code, first_values, plain_values
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
    """Values are kept as bytes at first; here they have to be found in another way."""
    plain = plain_values(text, size)

    assert max(plain) > 255
    assert first_values(text, size) == plain


@pytest.mark.parametrize(
    ("text", "first_beyond"),
    [("4.[3]", 255), pytest.param("0.45674567", 704, marks=pytest.mark.long)],
)
def test_values_go_on_where_they_no_longer_fit_in_a_byte(text: str, first_beyond: int) -> None:
    """Each value once and in order, those before and after the first that does not fit."""
    values = [*islice(iterate_values(code(text)), first_beyond + 20)]

    assert max(values[:first_beyond]) <= 255 < values[first_beyond]
    assert values == plain_values(text, len(values))


def test_values_of_laskers_nim_are_those_that_lasker_found() -> None:
    """Of parts with values beyond a byte too: those of 4k + 3 and 4k + 4 change places."""
    sizes = range(1_200)
    swapped = {0: -1, 3: 1}  # by the remainder when the size is divided by 4

    values = [n + swapped.get(n % 4, 0) if n else 0 for n in sizes]
    assert first_values("4.[3]", len(sizes)) == values


def test_a_table_has_as_many_values_as_are_asked_for_and_fewer_than_twice_as_many() -> None:
    assert [len(grundy_values(code("0.77"), size)) for size in (1_024, 1_025)] == [1_024, 2_048]


def test_few_tables_are_kept() -> None:
    assert _table.cache_info().maxsize == period_of.cache_info().maxsize == TABLES_KEPT == 16


@pytest.mark.parametrize("text", ["0.1777", "0.17771"])
def test_values_of_a_code_with_a_long_published_period(text: str) -> None:
    known = golden_values.VALUES_OF_01777

    assert first_values(text, len(known)) == known


def test_codes_that_a_published_table_took_for_equal_differ() -> None:
    """All values before are equal: neither is shifted. Both are computed by the rule alone."""
    some, other, pile = golden_values.ALMOST_EQUAL
    for values in (first_values, plain_values):
        a, b = values(some, pile + 1), values(other, pile + 1)
        assert a[:pile] == b[:pile]
        assert a[pile] != b[pile]
