"""The period of the Grundy values of take-and-break games, if one is proven.

The values G(n) have the preperiod n₀, the period p and the saltus s if G(n + p) = G(n) + s for
every n ≥ n₀: they repeat with the period p and grow by s each time. There are three ways to know
that:

- For a code that doesn't repeat a digit, or repeats a 1, and splits a pile into any two parts or
  not at all, enough equal values prove a period with a saltus of 0 (R. K. Guy and C. A. B. Smith).
- For a code that repeats a 2 or a 3 and never splits a pile, few numbers decide all that follows;
  so when they come again, everything does.
- Some periods are published.

The proofs are in docs/theory/take-and-break.md.
"""

from array import array
from itertools import islice

from ...meter import NUMBERS_IN_A_STEP, STEPS_TO_WRITE, made_once, spend
from ...theory.period import Period
from ...values import TABLES_KEPT
from .code import Code
from .published import published_period
from .values import grundy_values, iterate_values

# Values are first checked for a period when there are this many, then whenever they have doubled.
FIRST_CHECK = 128

WINDOW = 64
"""Values after the largest preperiod and period that can be proven, which must repeat then."""


@made_once(TABLES_KEPT)
def period_of(code: Code, max_values: int) -> Period | None:
    """The period of the values, if it is published or `max_values` values prove it.

    >>> from .code import parse_code
    >>> period_of(parse_code("0.77", max_digits=8), 1024)
    Period(preperiod=71, period=12, saltus=0, proof='computed', reference=None, largest=8)
    >>> period_of(parse_code("0.[3]", max_digits=8), 1024)[:3]
    (0, 1, 1)
    """
    shortest = code.shortest
    if shortest.repeats and shortest.digits[-1] > 1:
        return _additive_period(_without_idle_splits(shortest), max_values)
    if shortest.splits != shortest.splits_equally:
        return None
    return published_period(shortest) or _plain_period(shortest, max_values)


def _plain_period(code: Code, max_values: int) -> Period | None:
    """The period if the values prove it: with k digits, a proof takes 2n₀ + 2p + k values.

    Nothing is proven by values above 255. A preperiod and a period that can be proven are at most
    half as long. So if the values after these do not occur before, more values prove nothing.
    """
    values: array[int] = array("B")
    check_at, half = FIRST_CHECK, (max_values - len(code.digits)) // 2
    for value in islice(iterate_values(code), max_values):
        if value > 255:
            return None
        values.append(value)
        if len(values) == half + WINDOW:
            known = values.tobytes()
            if known.find(known[half:], 0, -1) < 0:
                return None
        if len(values) in (check_at, max_values):
            check_at *= 2
            if found := _period_within(values.tobytes(), len(code.digits)):
                largest = max(values[: sum(found)])
                return Period(*found, saltus=0, proof="computed", largest=largest)
    return None


def _period_within(values: bytes, longest_move: int) -> tuple[int, int] | None:
    size = len(values)
    spend(size / NUMBERS_IN_A_STEP)
    for period in range(1, size // 2):
        # With a preperiod of 0 the condition proves nothing: in 0.4 it holds for a period of 1, but
        # the values are 0, 0, 0, 1. Removing one period could make a part of a split empty.
        latest = (size - 2 * period - longest_move) // 2
        if latest < 1:
            break
        if values[latest : size - period] == values[latest + period :]:
            preperiod = latest
            while preperiod and values[preperiod - 1] == values[preperiod - 1 + period]:
                preperiod -= 1
            return preperiod, period
    return None


def _without_idle_splits(code: Code) -> Code:
    """A code with the same values and fewer moves: without splits, if they change no value.

    That is so if each removal may also leave one pile or none: then by induction two piles have at
    most the value of one pile with as many objects.
    """
    if not code.splits and all(digit & 3 == 3 for digit in code.digits):
        return code._replace(digits=tuple(digit & 3 for digit in code.digits))
    return code


def _additive_period(code: Code, max_values: int) -> Period | None:
    """The period of a code that repeats a 2 or a 3 from the place k, and never splits a pile.

    From a pile n ≥ k a move may lead to 0, if the last digit is 3, and to any pile from 1 to n - k.
    The least value missing among these can only grow with n. The values of n and of all larger
    piles follow from how far above that least value the others are, and from the last k - 1 values.
    """
    if code.divides:
        return None
    k = len(code.digits)
    removals = [j for j, digit in enumerate(code.digits[:-1], 1) if digit & 2]
    values = [*grundy_values(code, k)[:k]]
    above = {0} if code.digits[-1] & 1 else set()  # values within reach, from the least absent one
    least = 0
    seen: dict[tuple[frozenset[int], tuple[int, ...]], tuple[int, int]] = {}
    for n in range(k, max_values):
        spend(STEPS_TO_WRITE + len(above) / NUMBERS_IN_A_STEP)
        if n > k and values[n - k] >= least:
            above.add(values[n - k])
        while least in above:
            above.remove(least)
            least += 1
        state = (
            frozenset(value - least for value in above),
            tuple(max(value - least, -1) for value in values[n - k + 1 : n]),
        )
        if state in seen:
            first, least_at_first = seen[state]
            return _smallest_period(values, first, least - least_at_first)
        seen[state] = n, least
        options = above.union(values[n - j] for j in removals)
        values.append(next(v for v in range(least, least + k + len(above)) if v not in options))
    return None


def _smallest_period(values: list[int], first: int, saltus: int) -> Period:
    """The smallest period of values that grow by `saltus` from the `first` to the end, and so on.

    Every period is a multiple of the smallest: see docs/theory/take-and-break.md.
    """
    length = len(values) - first
    longer = values + [value + saltus for value in values[first:]]
    for period in range(1, length + 1):
        by, rest = divmod(saltus * period, length)
        pairs = zip(values[first:], longer[first + period :], strict=False)
        if not length % period and not rest and all(b - a == by for a, b in pairs):
            break
    preperiod = first
    while preperiod and longer[preperiod - 1 + period] - longer[preperiod - 1] == by:
        preperiod -= 1
    largest = None if by else max(longer)
    return Period(preperiod, period, by, "computed", largest=largest)
