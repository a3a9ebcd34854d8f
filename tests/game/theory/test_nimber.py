"""Nimber arithmetic against its definition, a published table and the laws that determine it."""

from itertools import product as pairs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.theory.grundy import nim_sum
from service.game.theory.nimber import (
    DivisionByZero,
    excluded,
    power,
    product,
    product_of,
    quotient,
    square_root,
    table,
)
from tests.support import golden, oracle

UP_TO_15 = list(pairs(range(16), repeat=2))
FERMAT_POWERS = [2**2**n for n in range(10)]

sizes = st.sampled_from([2, 8, 16, 32, 33, 64, 65, 128, 300])
nimbers = st.one_of(
    sizes.flatmap(lambda bits: st.integers(0, 2**bits - 1)),
    st.sampled_from([fermat + more for fermat in FERMAT_POWERS for more in (-1, 0, 1)]),
)
exponents = st.one_of(st.integers(0, 3), st.integers(0, 2**53 - 1))


# --- The definition and published values ----------------------------------------------------------


def test_small_sums_are_those_of_the_definition() -> None:
    assert {p: nim_sum(p) for p in UP_TO_15} == {p: oracle.nimber_sum(*p) for p in UP_TO_15}


def test_small_products_are_those_of_the_definition() -> None:
    assert {p: product(*p) for p in UP_TO_15} == {p: oracle.nimber_product(*p) for p in UP_TO_15}


def test_excluded_numbers_are_those_of_the_definition() -> None:
    """The result is the least number that is not among them."""
    for a, b in UP_TO_15:
        sums, products = excluded("sum", a, b), excluded("product", a, b)
        assert sums == sorted({a ^ y for y in range(b)} | {x ^ b for x in range(a)})
        assert products == sorted(
            {
                oracle.nimber_product(x, b)
                ^ oracle.nimber_product(a, y)
                ^ oracle.nimber_product(x, y)
                for x in range(a)
                for y in range(b)
            }
        )


def test_table_of_products_is_the_published_one() -> None:
    rows = table("product", 11)

    assert [row[: n + 1] for n, row in enumerate(rows)] == golden.NIMBER_PRODUCTS


@pytest.mark.parametrize("size", [0, 1, 2, 3, 8, 13])
def test_table_holds_each_pair_below_its_size(size: int) -> None:
    numbers = range(size)

    assert table("sum", size) == [[a ^ b for b in numbers] for a in numbers]
    assert table("product", size) == [[product(a, b) for b in numbers] for a in numbers]


# --- The laws -------------------------------------------------------------------------------------
# The rules for Fermat powers, with the laws of a ring, determine the product of any two nimbers:
# every nimber is a sum of ordinary products of Fermat powers. So nothing else can pass them all.


@pytest.mark.parametrize("fermat", FERMAT_POWERS)
def test_square_of_a_fermat_power(fermat: int) -> None:
    assert product(fermat, fermat) == fermat + fermat // 2


@given(st.sampled_from(FERMAT_POWERS), st.data())
def test_product_with_a_fermat_power_is_the_ordinary_one(fermat: int, data: st.DataObject) -> None:
    """This holds for a nimber smaller than the Fermat power."""
    smaller = data.draw(st.integers(0, fermat - 1))

    assert product(fermat, smaller) == fermat * smaller


@given(nimbers, nimbers, nimbers)
def test_product_distributes_over_the_sum(a: int, b: int, c: int) -> None:
    assert product(a, b ^ c) == product(a, b) ^ product(a, c)


@given(nimbers, nimbers, nimbers)
def test_product_is_associative(a: int, b: int, c: int) -> None:
    assert product(product(a, b), c) == product(a, product(b, c))


@given(nimbers, nimbers)
def test_product_is_commutative(a: int, b: int) -> None:
    assert product(a, b) == product(b, a)


@given(nimbers)
def test_1_is_neutral_and_0_absorbs(a: int) -> None:
    assert (product(a, 1), product(1, a), product(a, 0), product(0, a)) == (a, a, 0, 0)


def test_nimbers_may_have_thousands_of_bits() -> None:
    a, b = 3**4000, 5**3000

    assert product(a ^ b, a ^ b) == product(a, a) ^ product(b, b) != 0


# --- Quotients, square roots and powers -----------------------------------------------------------
# In a field, at most one nimber has the requested product or square.


@given(nimbers, nimbers.filter(bool))
def test_quotient_times_divisor_is_the_dividend(a: int, b: int) -> None:
    assert product(quotient(a, b), b) == a


@given(nimbers)
def test_square_root_times_itself_is_the_nimber(a: int) -> None:
    assert product(square_root(a), square_root(a)) == a


@given(nimbers)
def test_power_with_exponent_0_is_1_and_with_exponent_1_the_base(a: int) -> None:
    assert (power(a, 0), power(a, 1)) == (1, a)


@given(nimbers, exponents, exponents)
def test_product_of_powers_adds_their_exponents(a: int, first: int, second: int) -> None:
    assert product(power(a, first), power(a, second)) == power(a, first + second)


@pytest.mark.parametrize("a", [0, 5, 2**32 - 1])
def test_division_by_0_is_an_error_at_the_second_operand(a: int) -> None:
    with pytest.raises(DivisionByZero) as error:
        quotient(a, 0)

    assert str(error.value) == "A nimber can't be divided by 0."
    assert (error.value.code, error.value.locations) == ("division-by-zero", [("operands", 1)])


@pytest.mark.parametrize(
    ("operands", "total", "result"),
    [([], 0, 1), ([7], 7, 7), ([3, 4, 5], 2, 1), ([5, 8], 13, 3), ([5, 8, 0], 13, 0)],
    ids=str,
)
def test_any_number_of_operands(operands: list[int], total: int, result: int) -> None:
    assert nim_sum(operands) == total
    assert product_of(operands) == result
