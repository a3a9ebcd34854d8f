"""Nimbers: the sums, products, quotients, square roots and powers of Nim piles.

The sum of two nimbers is their exclusive or: the value of two piles side by side. The product is
the multiplication that turns the nimbers below 2, 4, 16, 256, 65536, … each into a field with that
sum; those numbers, 2 to a power that is itself a power of two, are the Fermat powers.

Source: J. H. Conway, "On Numbers and Games" (1976), chapter 6, which proves the two rules that
everything here rests on. For a Fermat power F: the product of F with a smaller nimber is the
ordinary one, and F ⊗ F = F + F/2, an ordinary sum. So an element of the field below F² is
a₁F + a₀ with a₁ and a₀ below F, and

    (a₁F + a₀) ⊗ (b₁F + b₀)  =  (a₁⊗b₁ + a₁⊗b₀ + a₀⊗b₁) F  +  a₀⊗b₀ + a₁⊗b₁⊗F/2

where every + is an exclusive or. With Karatsuba's trick that takes three products of half the size,
and one product with F/2. Below 65536 the product is a sum of logarithms, looked up.

Quotients and roots follow from the same two rules, a number of half the size at each step:
docs/theory/nimbers.md has their formulas.

Nimbers are non-negative integers of any size; callers check that, nothing here does.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Literal

from ..errors import InputError
from ..meter import NUMBERS_IN_A_STEP, STEPS_TO_KEEP, made_once, spend


def product_of(operands: Sequence[int]) -> int:
    """The product of any number of nimbers; the empty product is 1.

    >>> product_of([5, 8])
    3
    """
    spend(STEPS_TO_KEEP * len(operands))
    return reduce(product, operands, 1)


def table(operation: Literal["sum", "product"], size: int) -> list[list[int]]:
    """The sums or products of all pairs below `size`: row a, column b holds the result for a and b.

    >>> for row in table("product", 4):
    ...     print(row)
    [0, 0, 0, 0]
    [0, 1, 2, 3]
    [0, 2, 3, 1]
    [0, 3, 1, 2]
    """
    powers = [1 << i for i in range((size - 1).bit_length())] if size else []
    rows = []
    for a in range(size):
        if operation == "sum":
            row = _span(a, powers)
        else:
            row = _span(0, [product(a, power) for power in powers])
        rows.append(row[:size])
    return rows


def _span(offset: int, terms: Iterable[int]) -> list[int]:
    """`offset` plus each sum of some of the terms, the n-th by the binary digits of n.

    Both operations are linear, so a row follows from its entries at the powers of two.
    """
    row = [offset]
    for term in terms:
        row += [term ^ x for x in row]
    return row


def product(a: int, b: int) -> int:
    """The product of two nimbers.

    >>> product(5, 8), product(8, 8), product(2, 2)
    (3, 13, 3)
    >>> product(65536, 65535) == 65536 * 65535, product(65536, 65536) == 65536 + 32768
    (True, True)
    """
    size = (a | b).bit_length()
    if size <= 32:
        return _product_32(a, b)
    if not a or not b:
        return 0
    return _product_in_halves(a, b, product)


class DivisionByZero(InputError):
    """A quotient has a divisor of 0; `locations` has the second operand."""

    code = "division-by-zero"

    def __init__(self) -> None:
        super().__init__("A nimber can't be divided by 0.", ("operands", 1))


def excluded(operation: Literal["sum", "product"], a: int, b: int) -> list[int]:
    """The nimbers that the definition excludes, in ascending order: the result is their mex.

    For a sum these are all x ⊕ b and a ⊕ y, for a product all x ⊗ b ⊕ a ⊗ y ⊕ x ⊗ y, with x below a
    and y below b.

    >>> excluded("sum", 1, 2), excluded("product", 2, 2)
    ([0, 1, 2], [0, 1, 2])
    """
    if operation == "sum":
        return sorted({x ^ b for x in range(a)} | {a ^ y for y in range(b)})
    spend(a * b)
    row, column = [product(x, b) for x in range(a)], [product(a, y) for y in range(b)]
    return sorted({row[x] ^ column[y] ^ product(x, y) for x in range(a) for y in range(b)})


def quotient(a: int, b: int) -> int:
    """The nimber whose product with `b` is `a`. Raises DivisionByZero.

    >>> quotient(5, 8), product(8, quotient(5, 8))
    (9, 5)
    """
    if not b:
        raise DivisionByZero
    return product(a, _inverse(b))


def square_root(a: int) -> int:
    """The nimber whose product with itself is `a`: there is exactly one.

    >>> square_root(5), product(6, 6)
    (6, 5)
    """
    if a <= 65535:
        log, exp = _tables()
        exponent = log[a]
        return exp[(exponent + exponent % 2 * 65535) // 2] if a else 0
    half = _half(a)
    high, low = square_root(a >> half), square_root(a & (1 << half) - 1)
    return high << half ^ product(high, square_root(1 << half - 1)) ^ low


def power(base: int, exponent: int) -> int:
    """The product of `exponent` factors that are all `base`; without factors it is 1.

    >>> power(5, 2), power(5, 15), power(0, 0)
    (7, 1, 1)
    """
    result = 1
    while exponent:
        if exponent & 1:
            result = product(result, base)
        base = product(base, base)
        exponent >>= 1
    return result


def _inverse(a: int) -> int:
    """The nimber whose product with `a`, which is not 0, is 1.

    With F = 2^half and a = a₁F + a₀ the product of a with a₁F + (a₀ ⊕ a₁) is below F.
    """
    if a <= 65535:
        log, exp = _tables()
        return exp[65535 - log[a]]
    half = _half(a)
    high, low = a >> half, a & (1 << half) - 1
    both = low ^ high
    inverse = _inverse(product(low, both) ^ product(product(high, high), 1 << half - 1))
    return product(high, inverse) << half ^ product(both, inverse)


def _half(a: int) -> int:
    """Half the bits of the smallest field that has `a`, which is 2 or more."""
    return 1 << (a.bit_length() - 1).bit_length() - 1


def _product_32(a: int, b: int) -> int:
    """The product below 2³²: one step of the formula, its products by logarithms."""
    log, exp = _tables()
    a1, a0, b1, b0 = a >> 16, a & 65535, b >> 16, b & 65535
    high, low = log[a1] + log[b1], exp[log[a0] + log[b0]]
    middle = exp[log[a1 ^ a0] + log[b1 ^ b0]]
    return (middle ^ low) << 16 ^ low ^ exp[high + _LOG_HALF]


def _product_in_halves(a: int, b: int, product: Callable[[int, int], int]) -> int:
    """One step of the formula, its products by `product`; one of the factors exceeds 1.

    The product with F/2 is faster than the others: a power of two has one half that is 0.
    """
    half = _half(a | b)
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    high, low = product(a1, b1), product(a0, b0)
    middle = product(a1 ^ a0, b1 ^ b0)
    return (middle ^ low) << half ^ low ^ product(high, 1 << half - 1)


def _product_by_rule(a: int, b: int) -> int:
    """The product by the formula alone: slow, but it makes the tables that make the rest fast."""
    return a * b if a < 2 or b < 2 else _product_in_halves(a, b, _product_by_rule)


# A generator of the field below 65536 whose cube is 32768, the F/2 of the step to 32 bits: so
# multiplying by that adds 3 to a logarithm.
_GENERATOR = 10279
_LOG_HALF = 3
_LOG_ZERO = 2 * 65534 + _LOG_HALF + 1  # beyond the logarithm of every product that is not 0


@made_once(1)
def _tables() -> "tuple[array[int], array[int]]":  # quoted: arrays take no subscript in 3.11
    """The logarithms below 65536 and their inverse: 0.8 MB, made when first used.

    The inverse goes on beyond the order of the field, so that no sum of logarithms needs reducing,
    and is 0 starting at `_LOG_ZERO`, so that a factor of 0 needs no test.
    """
    spend(65_536 / NUMBERS_IN_A_STEP)
    powers = [_product_by_rule(_GENERATOR, 1 << i) for i in range(16)]
    low, high = _span(0, powers[:8]), _span(0, powers[8:])
    cycle = array("H")
    element = 1
    for _ in range(65535):
        cycle.append(element)
        element = low[element & 255] ^ high[element >> 8]
    log = array("I", [_LOG_ZERO]) * 65536
    for exponent, element in enumerate(cycle):
        log[element] = exponent
    exp = (cycle * 3)[:_LOG_ZERO]
    exp.extend(array("H", [0]) * (_LOG_ZERO + _LOG_HALF + 1))
    return log, exp
