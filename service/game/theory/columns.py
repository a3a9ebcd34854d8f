"""Rows in binary, one below the other, and the effect of a move on a row.

A move changes one row, or a few. Nim looks at whether each column holds an even number of 1s,
Moore's Nim at the remainders by another number.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from .grundy import nim_sum


class Binary(TypedDict):
    """The rows in binary: one for each pile, one column for each place value, highest first.

    There is at least one column. `odd_columns` are the place values of the columns with an odd sum;
    Moore's Nim has `remainders` in their place, one for each column.
    """

    place_values: Sequence[int]
    rows: Sequence[Sequence[int]]
    column_sums: Sequence[int]
    odd_columns: NotRequired[Sequence[int]]
    remainders: NotRequired[Sequence[int]]


class Step(TypedDict):
    """A row before a move and after it, as text."""

    pile: int
    before: str
    after: str


def binary_rows(rows: Sequence[int]) -> Binary:
    """The rows in binary, and the sum of each column.

    >>> binary_rows([2, 3])["rows"], binary_rows([2, 3])["column_sums"]
    ([[1, 0], [1, 1]], [2, 1])
    """
    width = width_of(rows)
    place_values = [1 << i for i in reversed(range(width))]
    digits = [[int(digit) for digit in f"{row:0{width}b}"] for row in rows]
    sums = [sum(column) for column in zip(*digits, strict=True)] if rows else [0] * width
    return {"place_values": place_values, "rows": digits, "column_sums": sums}


def odd_columns(rows: Sequence[int]) -> list[int]:
    """The place values of the columns with an odd sum, highest first.

    >>> odd_columns([2, 3])
    [1]
    """
    total = nim_sum(rows)
    return [1 << i for i in reversed(range(total.bit_length())) if total >> i & 1]


def columns_data(rows: Sequence[int], modulus: int | None = None) -> Mapping[str, Any]:
    """The rows in binary, and the highest column with an odd sum, or with a remainder.

    >>> columns_data([2, 3])["state"], columns_data([2, 3])["leading_column"]
    ('odd', 1)
    """
    binary = binary_rows(rows)
    left = [total % (modulus or 2) for total in binary["column_sums"]]
    odd = [value for value, rest in zip(binary["place_values"], left, strict=True) if rest]
    if modulus is None:
        binary["odd_columns"] = odd
    else:
        binary["remainders"] = left
    return {
        "binary": binary,
        "state": "odd" if odd else "even",
        "leading_column": odd[0] if odd else None,
    }


def width_of(rows: Sequence[int]) -> int:
    """The number of columns in the rows: at least one."""
    return max(1, max(rows, default=0).bit_length())


def step(pile: int, before: int, after: int, width: int) -> Step:
    """The row of a pile before and after a move.

    >>> step(0, before=2, after=1, width=2)
    {'pile': 0, 'before': '10', 'after': '01'}
    """
    return {"pile": pile, "before": f"{before:0{width}b}", "after": f"{after:0{width}b}"}
