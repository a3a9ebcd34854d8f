"""Periods of take-and-break games that others have proven, and that take too long to prove here.

A proof takes from 93,000 to 440 million values. Each period was compared with a second source, and
all but the one of 0.1777 were computed again when they were entered here.

A digit that only allows a useless move changes no value, and so no period:

- a 1 added at the place j, where the value of j is not 0: the pile of j has an option of value 0
  already, and the other piles get no new one;
- a 2 added at the place j, where no pile of more than j has the value of the pile that is smaller
  by j. The values up to the end of the first period show whether that is so. They were computed
  for the places that are listed as `twos`.

The proof is in docs/theory/take-and-break.md.
"""

from typing import NamedTuple

from ...theory.period import Period
from .code import Code
from .values import grundy_values


class Published(NamedTuple):
    """A code 0.d₁d₂d₃… whose period is published, and where a 2 may be added to it."""

    digits: tuple[int, ...]
    preperiod: int
    period: int
    reference: str
    twos: tuple[int, ...] = ()


GANGOLLI_AND_PLAMBECK = (
    "A. Gangolli and T. Plambeck, A note on periodicity in some octal games, "
    "International Journal of Game Theory 18 (1989)"
)
FLAMMENKAMP = "A. Flammenkamp, Sprague-Grundy values of octal games (2002)"

PUBLISHED = (
    Published((1, 6), 105_351, 149_459, GANGOLLI_AND_PLAMBECK, twos=(4, 5)),
    Published((5, 6), 326_640, 144, GANGOLLI_AND_PLAMBECK, twos=(3, 4)),
    Published((1, 2, 7), 46_578, 4, GANGOLLI_AND_PLAMBECK, twos=(5,)),
    Published((3, 7, 6), 2_268_248, 4, GANGOLLI_AND_PLAMBECK, twos=(5, 6)),
    Published((3, 5, 4), 10_061_916, 1_180, FLAMMENKAMP),
    Published((1, 7, 7, 7), 160_949_018, 60_620_715, f"{FLAMMENKAMP}; OEIS A071509"),
)
MAX_PLACES = 6  # the last place of a digit in these, and of one that may be added


def published_period(code: Code) -> Period | None:
    """The period that is published for a code, or that follows for it from a published one.

    >>> from .code import parse_code
    >>> published_period(parse_code("0.127", max_digits=8))[:2]
    (46578, 4)
    >>> published_period(parse_code("0.5601", max_digits=8)).reference[-34:]
    ', for 0.56, which has these values'
    """
    shortest = code.shortest
    if shortest.splits or shortest.repeats:
        return None
    places = max(len(shortest.digits), MAX_PLACES)
    with_ones = _with_ones(shortest, places)
    for known in PUBLISHED:
        known_with_ones = _with_ones(shortest._replace(digits=known.digits), places)
        if _with_twos(with_ones, known.twos) == _with_twos(known_with_ones, known.twos):
            reference = known.reference
            if shortest.digits != known.digits:
                reference += f", for 0.{''.join(map(str, known.digits))}, which has these values"
            if with_ones != known_with_ones:
                reference += ", as computation shows"
            return Period(known.preperiod, known.period, 0, "published", reference)
    return None


def _with_ones(code: Code, places: int) -> list[int]:
    """The digits with a 1 added at each of the first places at which that changes no value."""
    values = grundy_values(code, places + 1)
    return [code.digit(j) | (values[j] != 0) for j in range(1, places + 1)]


def _with_twos(digits: list[int], places: tuple[int, ...]) -> list[int]:
    return [digit | 2 if j in places else digit for j, digit in enumerate(digits, 1)]
