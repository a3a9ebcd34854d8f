"""Periods of take-and-break games that others have proven, and that are out of reach here.

To prove them takes from 93,000 to 20 million values. Each was compared with a second source, and
computed once more when it was entered here.
"""

from typing import NamedTuple

from service.game.octal import Code


class PublishedPeriod(NamedTuple):
    """A smallest preperiod and period, and the work that proves them."""

    preperiod: int
    period: int
    reference: str


GANGOLLI_AND_PLAMBECK = (
    "A. Gangolli and T. Plambeck, A note on periodicity in some octal games, "
    "International Journal of Game Theory 18 (1989)"
)
FLAMMENKAMP = "A. Flammenkamp, Sprague-Grundy values of octal games (2002)"

P16 = PublishedPeriod(105_351, 149_459, GANGOLLI_AND_PLAMBECK)
P56 = PublishedPeriod(326_640, 144, GANGOLLI_AND_PLAMBECK)
P127 = PublishedPeriod(46_578, 4, GANGOLLI_AND_PLAMBECK)
P376 = PublishedPeriod(2_268_248, 4, GANGOLLI_AND_PLAMBECK)
P354 = PublishedPeriod(10_061_916, 1_180, FLAMMENKAMP)

# By the digits after the point, without zeros at the end; nothing may be split without removing.
# Games with the same values are those of A071436 and A071464 in the On-Line Encyclopedia of Integer
# Sequences.
PUBLISHED = {
    (1, 6): P16,
    (5, 6): P56,
    (5, 6, 1): P56,
    (5, 6, 2): P56,
    (5, 6, 3): P56,
    (1, 2, 7): P127,
    (1, 2, 7, 1): P127,
    (3, 7, 6): P376,
    (3, 5, 4): P354,
}


def published_period(code: Code) -> PublishedPeriod | None:
    """The period that is published for a code, if it is one of these.

    >>> from service.game.octal import parse_code
    >>> published_period(parse_code("0.127", most_digits=8))[:2]
    (46578, 4)
    """
    shortest = code.shortest
    if shortest.splits or shortest.repeats:
        return None
    return PUBLISHED.get(shortest.digits)
