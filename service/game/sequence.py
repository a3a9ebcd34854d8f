"""The Grundy values of single piles in turn, and the period that is proven for them."""

from collections.abc import Sequence
from typing import TypedDict

from service.game.octal import Code
from service.game.octal_values import grundy_values, proven_period
from service.game.rule import MaxRemove, Rule
from service.game.subtraction_values import table


class ValueSequence(TypedDict):
    """The values of the piles 0, 1, 2 … and, where they are proven, the preperiod and period.

    Both are the smallest. From the preperiod on, the values repeat after so many piles as the
    period; without a proof both are None, which doesn't say that there is no period.
    """

    values: Sequence[int]
    preperiod: int | None
    period: int | None


def value_sequence(game: Code | Rule, size: int, most_values: int) -> ValueSequence:
    """The values of the first `size` piles; at most `most_values` are computed to prove a period.

    For a subtraction set its own limit holds instead.

    >>> value_sequence(MaxRemove(3), size=6, most_values=64)
    {'values': [0, 1, 2, 3, 0, 1], 'preperiod': 0, 'period': 4}
    """
    if isinstance(game, MaxRemove):
        values = [n % (game.most + 1) for n in range(size)]
        return {"values": values, "preperiod": 0, "period": game.most + 1}
    if isinstance(game, Code):
        preperiod, period = proven_period(game, most_values) or (None, None)
        values = [*grundy_values(game, size)[:size]]
        return {"values": values, "preperiod": preperiod, "period": period}
    known = table(game.numbers, game.most_values - 1, game.most_values)
    values = [known.values[known.position_of(n)] for n in range(size)]
    return {"values": values, "preperiod": known.preperiod, "period": known.period}
