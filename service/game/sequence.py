"""The Grundy values of single piles in turn, and the period that is proven for them."""

from service.game.rules.rule import ValuedRule, ValueSequence


def value_sequence(game: ValuedRule, size: int, most_values: int) -> ValueSequence:
    """The values of the first `size` piles; at most `most_values` are computed to prove a period.

    For a subtraction set its own limit holds instead.

    >>> from service.game.rules.max_remove import MaxRemove
    >>> value_sequence(MaxRemove(3), size=6, most_values=64)
    {'values': [0, 1, 2, 3, 0, 1], 'preperiod': 0, 'period': 4, 'proof': 'computed'}
    """
    return game.sequence(size, most_values)
