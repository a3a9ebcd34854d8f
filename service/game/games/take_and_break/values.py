"""The Grundy values of take-and-break games, and what the moves in a pile leave with a value.

The value of a pile is the mex of its options' values; the value of two piles that a move leaves is
the XOR of theirs. All splits of a pile are combined at once: the values of the smaller piles,
written one after the other as an integer, are XORed with the same values written backwards.

The sparse-space method (E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", chapter 4)
looks only at the splits with a pile of a rare value. But it picks them one by one, which takes
longer than all splits together.

If values repeat with a period p from a preperiod n₀ on, which splits of a pile have a value depends
only on the smaller part modulo p, once that part is at least n₀. So the parts below n₀ + p are
enough.
"""

from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import count, islice
from operator import or_
from struct import pack, unpack
from sys import byteorder

from ...meter import (
    BYTES_IN_A_STEP,
    NUMBERS_IN_A_STEP,
    STEPS_TO_WRITE,
    made_once,
    metered,
    spend,
)
from ...theory.period import Period
from ...values import TABLES_KEPT
from .code import Code

ALL_BYTES = bytes(range(256))
ZEROS, ONES = b"0" * 256, b"1" * 256
FEW = 32
"""Values of which a set is made one by one; a larger set is faster as a binary number."""


def grundy_values(
    code: Code, size: int
) -> "array[int]":  # quoted: arrays take no subscript in 3.11
    """The values of the piles 0, 1, 2 …, at least `size` of them.

    >>> from .code import parse_code
    >>> list(grundy_values(parse_code("0.77", max_digits=8), 10))[:10]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    return _table(code, max(1, size - 1).bit_length())


@made_once(TABLES_KEPT)
def _table(code: Code, exponent: int) -> "array[int]":
    return array("H", islice(iterate_values(code), 1 << exponent))


def iterate_values(code: Code) -> Iterator[int]:
    """The values of the piles 0, 1, 2 … without end."""
    ones, twos, fours = (
        [j for j, digit in enumerate(code.digits, 1) if digit & kind] for kind in (1, 2, 4)
    )
    repeated = code.digits[-1] if code.repeats else 0
    # Sets of values are integers with a bit for each value. Of the last piles: their values, and
    # those of their splits. Moves that only the digits before the last one allow remove no more.
    beyond = len(code.digits) + 1  # the first removal that only the repeated digit allows
    alone: deque[int] = deque(maxlen=beyond)
    split: deque[int] = deque(maxlen=beyond)
    always = 0  # what this pile and every larger one can move to
    found = _Values()
    halves = bool(fours or code.splits) + (code.splits and not code.splits_equally)
    digits = len(fours) + len(twos)
    for n in count():
        spend(STEPS_TO_WRITE + digits / NUMBERS_IN_A_STEP + halves * n / BYTES_IN_A_STEP)
        if n >= beyond and repeated & 4:
            always |= split[-beyond]
        if n > beyond and repeated & 2:
            always |= alone[-beyond]
        options = reduce(or_, [split[-j] for j in fours if j <= n], always)
        options = reduce(or_, [alone[-j] for j in twos if j < n], options)
        if n in ones or (n >= beyond and repeated & 1):
            options |= 1
        splits = found.of_splits(n, n // 2) if fours or code.splits_equally else 0
        if code.splits:
            options |= splits if code.splits_equally else found.of_splits(n, (n - 1) // 2)
        value = (~options & options + 1).bit_length() - 1  # the least that is not in the set
        yield value
        found.append(value)
        alone.append(1 << value)
        if fours:
            split.append(splits)


class _Values:
    """The values so far in both orders: a byte for each, or two once one is larger than 255."""

    def __init__(self) -> None:
        self._bytes = 1
        self._forwards = self._backwards = bytearray()

    def append(self, value: int) -> None:
        if value > 255 and self._bytes == 1:
            self._bytes, values = 2, [*self._forwards]
            self._forwards = bytearray(pack(f"<{len(values)}H", *values))
            self._backwards = bytearray(pack(f">{len(values)}H", *values))
        self._forwards += value.to_bytes(self._bytes, "little")
        if self._bytes > 1:
            self._backwards += value.to_bytes(self._bytes, "big")

    def of_splits(self, pile: int, half: int) -> int:
        """The values of a pile's splits into two parts, the smaller one `half` at most."""
        if half < 1:
            return 0
        size = self._bytes
        some = int.from_bytes(self._forwards[size : size * (half + 1)], "little")
        others = int.from_bytes(self._backwards[size * (pile - half) : size * pile], "big")
        sums = (some ^ others).to_bytes(size * half, "little")
        if size > 1:
            return sum(map((1).__lshift__, {*unpack(f"<{half}H", sums)}))
        absent = ALL_BYTES.translate(None, sums)
        present = ALL_BYTES.translate(None, absent)
        if len(present) <= FEW:
            return sum(map((1).__lshift__, present))
        digits = bytes.maketrans(absent + present, ZEROS[: len(absent)] + ONES[: len(present)])
        return int(digits[::-1], 2)


# --- By their table or their period ---------------------------------------------------------------


def value_at(table: Sequence[int], period: Period, pile: int) -> int:
    """The value of a pile, from the table or by the period.

    >>> value_at([0, 1, 2], Period(0, 3, 0, "computed"), 10**15)
    1
    """
    if pile < period.preperiod:
        return table[pile]
    periods, place = divmod(pile - period.preperiod, period.period)
    return table[period.preperiod + place] + periods * period.saltus


def splits_with(
    table: "array[int]", period: Period | None, total: int, most: int, target: int
) -> Iterator[int]:
    """The parts, up to `most`, whose values with those of the rest of `total` have this XOR.

    They are ascending. With a period its saltus is 0, and the table has twice as many values as a
    preperiod and a period together.
    """
    first = max(1, period.preperiod) if period else 1  # of the parts that repeat
    known = min(most, first + period.period - 1) if period else most
    if known < 1:
        return
    some = table[1 : known + 1]
    if total <= len(table):
        others = table[total - 1 : total - known - 1 : -1] if known < total else table[0:0]
    else:
        assert period is not None  # noqa: S101
        backwards = table[period.preperiod : period.preperiod + period.period][::-1]
        start = period.period - 1 - (total - 1 - period.preperiod) % period.period
        others = (backwards * (2 + known // period.period))[start : start + known]
    xor = int.from_bytes(some.tobytes(), byteorder) ^ int.from_bytes(others.tobytes(), byteorder)
    repeated: list[int] = []
    for at in _places_of(target, xor.to_bytes(2 * known, byteorder)):
        yield at + 1
        if at + 1 >= first:
            repeated.append(at + 1)
    if period and known < most:
        while repeated:
            repeated = [part + period.period for part in repeated]
            for part in repeated:
                if part > most:
                    return
                yield part


def _places_of(value: int, values: bytes) -> Iterator[int]:
    """The places of a value among values of two bytes each, in ascending order."""
    if value >> 16:
        return
    wanted = value.to_bytes(2, byteorder)
    at = values.find(wanted)
    while at >= 0:
        if at % 2:  # the second byte of a value, and the first one of the next
            at = values.find(wanted, at + 1)
        else:
            yield at // 2
            at = values.find(wanted, at + 2)


def parts_with(
    code: Code, table: "array[int]", period: Period | None, pile: int, target: int
) -> Iterator[Sequence[int]]:
    """The results of moves in a pile with this value, in order, in a game whose values repeat.

    Without a period the table has the values of all smaller piles.
    """
    compared = min(pile, len(table)) / BYTES_IN_A_STEP if code.divides else 0
    for removed in metered(code.removals(pile), STEPS_TO_WRITE + compared):
        left, digit = pile - removed, code.digit(removed)
        if digit & 4:
            unequal = not removed and not code.splits_equally
            for part in splits_with(table, period, left, (left - unequal) // 2, target):
                yield part, left - part
        if (
            digit & 2
            and left
            and (table[left] if period is None else value_at(table, period, left)) == target
        ):
            yield (left,)
        if digit & 1 and not left and not target:
            yield ()
