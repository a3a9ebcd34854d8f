"""Grundy values, from mex and the nim-sum; who wins by them, and the values to leave.

In normal play a position is P exactly when the nim-sum of the values is 0. In misère play it is P
when some value is 2 or more and the nim-sum is 0, or when no value is and the nim-sum is 1. Either
way there is exactly one value that a move in a given pile must leave it with in order to win.

That holds in misère play for every rule that removes a number of a given set, finite or not:
Ferguson's rule.

Sources: R. P. Sprague (1935) and P. M. Grundy (1939) for normal play; T. S. Ferguson, "On sums of
graph games with last player losing", International Journal of Game Theory 3 (1974), for misère
play.
"""

from collections.abc import Collection, Iterable, Sequence
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


def values_to_leave(values: Sequence[int], misere: bool) -> list[int] | None:
    """The value that a winning move in each pile leaves it with; None if the position is lost.

    >>> values_to_leave([2, 1], misere=False), values_to_leave([2, 1], misere=True)
    ([1, 2], [0, 2])
    >>> values_to_leave([1], misere=True) is None
    True
    """
    total = nim_sum(values)
    large = sum(value > 1 for value in values) if misere else 2
    if total == (large == 0):
        return None
    if large == 0:
        return [value ^ total ^ 1 for value in values]
    if large == 1:  # what is left of the only large value must make the number of 1s odd
        return [value ^ total ^ (value > 1) for value in values]
    return [*map(total.__xor__, values)]
