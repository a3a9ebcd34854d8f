"""The Grundy values of a subtraction set, and the period that is proven for them.

The value of a pile of n is the mex of the values of n - s over the numbers s of the set. So it
depends on the last `max(numbers)` values only, and if two windows of that length hold the same
values, everything after them is the same too: the sequence is periodic from the first one on.

Values are assigned in blocks of consecutive piles: first 0, then 1, and so on. The smallest pile
without a value gets the current one, and all piles that can move to it are crossed out for that
value; then the next pile that is left gets it, until none is left. A block is an integer with a bit
for each pile, so crossing out takes one operation however many numbers the set has.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ..meter import BYTES_IN_A_STEP, NUMBERS_IN_A_STEP, made_once, spend

# A block is as long as all blocks before it, between these two lengths. The longest one is the
# fastest for large sets.
FIRST_BLOCK = 64
LONGEST_BLOCK = 2048

# Blocks of long tables, in piles: with many numbers the longer ones are faster.
BITS_IN_A_STEP = 25_000
"""Bits that a step shifts and joins."""

LONG_BLOCK, MANY_NUMBERS, MANY_NUMBERS_BLOCK = 8_192, 1_000, 65_536

# Tables that are kept, each of at most a byte for each value computed.
SET_TABLES_KEPT = 16


class SetValues(NamedTuple):
    """The Grundy values of the piles 0, 1, 2 … and what is proven about the later ones.

    With a proven period p and preperiod n₀, the value of n + p is that of n for every n ≥ n₀; both
    are the smallest. Without a proof they are None, and nothing is known beyond `values`.
    """

    values: bytes
    preperiod: int | None
    period: int | None
    longest_move: int

    def knows(self, pile: int) -> bool:
        """Whether the value of the pile is known."""
        return self.period is not None or pile < len(self.values)

    def largest(self) -> int:
        """The largest value before the end of the first period."""
        return max(self.values[: (self.preperiod or 0) + (self.period or 0)], default=0)

    def position_of(self, pile: int) -> int:
        """A place in `values` that has the value of the pile and, before it, its options' values.

        The value must be known.
        """
        if self.preperiod is None or self.period is None or pile < len(self.values):
            return pile
        first = self.preperiod + self.longest_move
        return first + (pile - first) % self.period


def values_of_set(numbers: tuple[int, ...], largest_pile: int, max_values: int) -> SetValues:
    """The values up to the largest pile's, or until their period is proven.

    At most `max_values` are computed. The numbers are ascending.

    >>> found = values_of_set((2, 4, 7), largest_pile=2**53 - 1, max_values=65536)
    >>> list(found.values[:12]), found.preperiod, found.period
    ([0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2, 1], 8, 3)
    """
    wanted = FIRST_BLOCK
    while wanted <= largest_pile and wanted < max_values:
        wanted *= 2
    return _table(numbers, min(wanted, max_values))


@made_once(SET_TABLES_KEPT)
def _table(numbers: tuple[int, ...], max_values: int) -> SetValues:
    values = bytearray()
    check_at = FIRST_BLOCK
    for block in _blocks(numbers, max_values):
        spend(len(block) / NUMBERS_IN_A_STEP + len(block) * len(numbers) / BYTES_IN_A_STEP)
        values += block
        if len(values) >= check_at:
            check_at *= 2
            if found := _proven_period(bytes(values), numbers[-1]):
                preperiod, period = found
                known = bytes(values[: preperiod + period + numbers[-1]])
                return SetValues(known, preperiod, period, numbers[-1])
    return SetValues(bytes(values), None, None, numbers[-1])


def _blocks(numbers: tuple[int, ...], max_values: int) -> Iterator[bytearray]:
    """The values in blocks, `max_values` in total.

    Bit i of an integer here stands for the i-th pile of the block, or after it.
    """
    crossed_out_by_move = sum(1 << s for s in numbers) | 1
    crossed_out: list[
        int
    ] = []  # for each value, the piles of this block or later that can move to it
    done = 0
    while done < max_values:
        length = min(max(FIRST_BLOCK, done), LONGEST_BLOCK, max_values - done)
        block = bytearray(length)
        everything = (1 << length) - 1
        kept = everything & ~crossed_out_by_move
        without_value = everything
        value = 0
        while without_value:
            if value == len(crossed_out):
                crossed_out.append(0)
            candidates = without_value & ~crossed_out[value]
            found = 0
            at = 0
            while candidates:
                step = (candidates & -candidates).bit_length() - 1
                at += step
                block[at] = value
                found |= 1 << at
                candidates = candidates >> step & kept
            without_value ^= found
            for s in numbers:
                crossed_out[value] |= found << s
            value += 1
        crossed_out = [piles >> length for piles in crossed_out]
        done += length
        yield block


def values_below(numbers: tuple[int, ...], size: int) -> bytes:
    """The values of the piles below a size, for a set of any length, as long as they are below 256.

    A block asks each value before it, not each pile: what a number lets move to a value is a part
    of the integer whose bits are the piles that have it.

    >>> list(values_below((1, 4, 9), 11))
    [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0]
    """
    values = bytearray()
    having: list[bytearray] = []  # for each value, a bit for each pile that has it
    longest = LONG_BLOCK if len(numbers) < MANY_NUMBERS else MANY_NUMBERS_BLOCK
    for start in range(0, size, longest):
        length = min(longest, (size - start + 7) // 8 * 8)
        block, width = bytearray(length), length // 8 + 1
        kept = (1 << length) - 1 & ~(sum(1 << n for n in numbers if n < length) | 1)
        reaching = [start - n for n in numbers if n < start + length]
        left, value = (1 << length) - 1, 0
        while left:
            if value == len(having):
                having.append(bytearray(start // 8))
            had, crossed_out = having[value], 0
            for first in reaching:
                if first >= 0:
                    part = had[first >> 3 : (first >> 3) + width]
                    crossed_out |= int.from_bytes(part, "little") >> (first & 7)
                else:
                    crossed_out |= int.from_bytes(had[:width], "little") << -first
            candidates, found, at = left & ~crossed_out, 0, 0
            while candidates:
                step = (candidates & -candidates).bit_length() - 1
                at += step
                block[at] = value
                found |= 1 << at
                candidates = candidates >> step & kept
            spend(len(reaching) * length / BITS_IN_A_STEP + found.bit_count())
            left ^= found
            had += found.to_bytes(length // 8, "little")
            value += 1
        for had in having[value:]:  # a block need not have every value
            had.extend(bytes(length // 8))
        values += block
    return bytes(values[:size])


def _proven_period(values: bytes, longest_move: int) -> tuple[int, int] | None:
    """The smallest preperiod and the smallest period, if the values prove one.

    The last window is sought among the windows before it; the nearest one is one period away.
    """
    backwards = values[::-1]
    period = backwards.find(backwards[:longest_move], 1)
    if period < 0 or len(values) < longest_move:
        return None
    differences = int.from_bytes(values[:-period], "little") ^ int.from_bytes(
        values[period:], "little"
    )
    return (differences.bit_length() + 7) // 8, period
