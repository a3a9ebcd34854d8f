"""Grundy values, from mex and the nim-sum, and the class of a position, given who wins.

Sources: R. P. Sprague (1935) and P. M. Grundy (1939).
"""

from collections.abc import Collection, Iterable
from functools import reduce
from operator import xor
from typing import Literal

PositionClass = Literal["P", "N"]
"""P if the previous player wins, N if the next player wins, who is to move."""


def class_of(wins: bool) -> PositionClass:
    """The class of a position, given whether the player to move wins it."""
    return "N" if wins else "P"


def nim_sum(values: Iterable[int]) -> int:
    """The bitwise exclusive or; 0 for no values.

    >>> nim_sum([19, 20, 21])
    18
    """
    return reduce(xor, values, 0)


def mex(values: Collection[int]) -> int:
    """The least non-negative integer that is not among the values.

    Testing for membership should be fast, as in a set.

    >>> mex({0, 1, 4})
    2
    """
    least = 0
    while least in values:
        least += 1
    return least
