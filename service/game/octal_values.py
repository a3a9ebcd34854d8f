"""The Grundy values of take-and-break games, and the period that is proven for them.

The value of a pile is the mex of those of its options; two piles that a move leaves have the XOR of
their values. All splits of a pile are combined at once: the values of the smaller piles, written
one after the other as an integer, are XORed with the same values written backwards.

Source: R. K. Guy and C. A. B. Smith, "The G-values of various games", Mathematical Proceedings of
the Cambridge Philosophical Society 52 (1956), for the proof of a period.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import islice
from operator import or_
from struct import unpack
from typing import Protocol, TypeVar

from service.game.octal import Code

# Values are first checked for a period when there are so many, then whenever they have doubled.
FIRST_CHECK = 128

# Tables that are kept, of two bytes for each value.
TABLES_KEPT = 16

ALL_BYTES = bytes(range(256))


def grundy_values(code: Code, size: int) -> Sequence[int]:
    """The values of the piles 0, 1, 2 …, at least `size` of them.

    >>> from service.game.octal import parse_code
    >>> list(grundy_values(parse_code("0.77", most_digits=8), 10))[:10]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    return _table(code, max(1, size - 1).bit_length())


@lru_cache(maxsize=TABLES_KEPT)
def _table(code: Code, exponent: int) -> "array[int]":  # quoted: arrays take no subscript in 3.11
    size = 1 << exponent
    if not code.repeats:  # the values of the others grow with the pile, as a rule
        values = array("H", islice(_values(code, _Bytes()), size))
        if len(values) == size:
            return values
    return array("H", islice(_values(code, _Integers()), size))


@lru_cache(maxsize=TABLES_KEPT)
def proven_period(code: Code, most_values: int) -> tuple[int, int] | None:
    """The smallest preperiod n₀ and period p, where `most_values` values prove them.

    With k the longest move and n₀ at least 1, the value of n + p is that of n for every n from n₀
    on, once it is for every n from n₀ to below 2n₀ + p + k. That holds for codes that don't repeat
    a digit, and split a pile into any two parts or not at all; for the others there is no answer
    here. Nor is there for values above 255.

    >>> from service.game.octal import parse_code
    >>> proven_period(parse_code("0.77", most_digits=8), most_values=1024)
    (71, 12)
    """
    if code.repeats or code.splits != code.splits_equally:
        return None
    values = bytearray()
    check_at = FIRST_CHECK
    for value in islice(_values(code, _Bytes()), most_values):
        values.append(value)
        if len(values) in (check_at, most_values):
            check_at *= 2
            if found := _period_within(bytes(values), code.longest_move):
                return found
    return None


def _period_within(values: bytes, longest_move: int) -> tuple[int, int] | None:
    size = len(values)
    for period in range(1, size // 2):
        # With a preperiod of 0 the condition is no proof: in 0.4 it holds for a period of 1, though
        # the values are 0, 0, 0, 1. One period less could make a part of a split empty.
        latest = (size - 2 * period - longest_move) // 2
        if latest < 1:
            break
        if values[latest : size - period] == values[latest + period :]:
            preperiod = latest
            while preperiod and values[preperiod - 1] == values[preperiod - 1 + period]:
                preperiod -= 1
            return preperiod, period
    return None


Set = TypeVar("Set")


class _Sets(Protocol[Set]):
    """Sets of values, and the values so far; there is one way to keep small ones, one for all."""

    def only(self, value: int) -> Set:
        """The set of one value."""

    def union(self, sets: list[Set]) -> Set:
        """The values that are in any of the sets."""

    def mex(self, values: Set) -> int | None:
        """The least value that is not in the set; None if it is too large for this way."""

    def append(self, value: int) -> None:
        """Add the value of the next pile."""

    def splits(self, pile: int, half: int) -> Set:
        """The values of a pile's splits into two parts, the smaller one `half` at most."""


def _values(code: Code, sets: _Sets[Set]) -> Iterator[int]:
    """All values in turn, up to the first that is too large for the sets."""
    ones = [j for j, digit in enumerate(code.digits, 1) if digit & 1]
    twos = [j for j, digit in enumerate(code.digits, 1) if digit & 2]
    fours = [j for j, digit in enumerate(code.digits, 1) if digit & 4]
    repeated = code.digits[-1] if code.repeats else 0
    beyond = len(code.digits) + 1  # the first removal that only the repeated digit allows
    alone: list[Set] = []  # of each pile, its value
    split: list[Set] = []  # of each pile, the values of its splits
    always = sets.union([])  # what every pile from here on can move to
    n = 0
    while True:
        if n >= beyond and repeated & 4:
            always = sets.union([always, split[n - beyond]])
        if n > beyond and repeated & 2:
            always = sets.union([always, alone[n - beyond]])
        options = [always]
        options += [split[n - j] for j in fours if j <= n]
        options += [alone[n - j] for j in twos if j < n]
        if n in ones or (n >= beyond and repeated & 1):
            options.append(sets.only(0))
        if code.splits:
            options.append(sets.splits(n, n // 2 if code.splits_equally else (n - 1) // 2))
        value = sets.mex(sets.union(options))
        if value is None:
            return
        yield value
        sets.append(value)
        alone.append(sets.only(value))
        if fours:
            split.append(sets.splits(n, n // 2))
        n += 1


class _Bytes:
    """Values up to 255, each a byte; a set may hold one several times."""

    def __init__(self) -> None:
        self._values = bytearray()

    def only(self, value: int) -> bytes:
        return ALL_BYTES[value : value + 1]

    def union(self, sets: list[bytes]) -> bytes:
        return b"".join(sets)

    def mex(self, values: bytes) -> int | None:
        return next(iter(ALL_BYTES.translate(None, values)), None)

    def append(self, value: int) -> None:
        self._values.append(value)

    def splits(self, pile: int, half: int) -> bytes:
        if half < 1:
            return b""
        some = int.from_bytes(self._values[1 : half + 1], "little")
        others = int.from_bytes(self._values[pile - half : pile], "big")
        sums = (some ^ others).to_bytes(half, "little")
        return ALL_BYTES.translate(None, ALL_BYTES.translate(None, sums))  # each once


class _Integers:
    """Values up to 65,535; a set is an integer with a bit for each value."""

    def __init__(self) -> None:
        self._forwards, self._backwards = bytearray(), bytearray()  # two bytes each, in both orders

    def only(self, value: int) -> int:
        return 1 << value

    def union(self, sets: list[int]) -> int:
        return reduce(or_, sets, 0)

    def mex(self, values: int) -> int | None:
        return (~values & values + 1).bit_length() - 1

    def append(self, value: int) -> None:
        self._forwards += value.to_bytes(2, "little")
        self._backwards += value.to_bytes(2, "big")

    def splits(self, pile: int, half: int) -> int:
        if half < 1:
            return 0
        some = int.from_bytes(self._forwards[2 : 2 * half + 2], "little")
        others = int.from_bytes(self._backwards[2 * (pile - half) : 2 * pile], "big")
        sums = (some ^ others).to_bytes(2 * half, "little")
        return sum([1 << value for value in set(unpack(f"<{half}H", sums))])
