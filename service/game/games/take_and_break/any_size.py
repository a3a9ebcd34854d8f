"""What moves leave in games whose values grow, at any size, without looking at all moves.

If values grow, as in Nim and Lasker's Nim, the parts follow from their sum and their XOR:
a + b = (a ⊕ b) + 2 (a ∧ b), so a and b share the bits of (a + b - a ⊕ b) / 2, and divide those of
a ⊕ b between them.
"""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import chain, takewhile

from ...theory.period import Period
from .code import Code


def laskers_value(pile: int) -> int:
    """The value of a pile in Lasker's Nim: its size, but 4k + 3 and 4k + 4 are exchanged.

    >>> [laskers_value(pile) for pile in range(9)]
    [0, 1, 2, 4, 3, 5, 6, 8, 7]
    """
    if pile % 4 == 3:
        return pile + 1
    return pile - (pile % 4 == 0 < pile)


# --- Splits ---------------------------------------------------------------------------------------


def parts_of(total: int, target: int, last_digit: int | None = None) -> Iterator[int]:
    """The numbers a with b = total - a and a ⊕ b = target, ascending.

    With `last_digit` only those that have it, in base 4.

    >>> [*parts_of(10, 4)], [*parts_of(10, 4, last_digit=3)], [*parts_of(10, 5)]
    ([3, 7], [3, 7], [])
    """
    both, odd = divmod(total - target, 2)
    if both < 0 or odd or both & target:
        return
    free = target
    if last_digit is not None:
        own = last_digit & ~both & 3
        if both & 3 & ~last_digit or own & ~target:
            return
        both, free = both | own, target & ~3
    some = 0
    while True:
        yield both | some
        if some == free:
            return
        some = (some - free) & free


def laskers_splits(pile: int, target: int) -> Iterator[int]:
    """The smaller parts of the splits of a pile with this value in Lasker's Nim, ascending."""
    found = []
    for digit in range(4):
        other = (pile - digit) % 4
        shift = _exchanged(digit) + _exchanged(other)
        values = parts_of(pile + shift, target, (digit + _exchanged(digit)) % 4)
        found.append(map(laskers_value, values))
    return takewhile(lambda part: part <= pile // 2, filter(None, merge(*found)))


def _exchanged(digit: int) -> int:
    """How much larger the value is than a pile with this last digit in base 4."""
    return {0: -1, 3: 1}.get(digit, 0)


# --- What moves leave -----------------------------------------------------------------------------


def growing_parts_with(
    code: Code, table: Sequence[int], period: Period, pile: int, target: int
) -> Iterator[Sequence[int]]:
    """The results of moves in a pile with this value, in order, in a game whose values grow.

    A move splits no pile, or the values are those of Nim.
    """
    if any(digit & 4 for digit in code.digits):
        yield from _nimlike_parts_with(code, pile, target)
        return
    left = [n for n in range(1, period.preperiod) if table[n] == target]
    for place in range(period.preperiod, period.preperiod + period.period):
        periods, rest = divmod(target - table[place], period.saltus)
        if periods >= 0 and not rest and (n := place + periods * period.period):
            left.append(n)
    for n in sorted(left, reverse=True):
        if n < pile and code.digit(pile - n) & 2:
            yield (n,)
    if not target and code.digit(pile) & 1:
        yield ()


def laskers_parts_with(pile: int, target: int) -> Iterator[Sequence[int]]:
    """The same in Lasker's Nim."""
    for part in laskers_splits(pile, target):
        yield part, pile - part
    left = laskers_value(target)  # the pile that has this value
    if left < pile:
        yield (left,) if left else ()


def _nimlike_parts_with(code: Code, pile: int, target: int) -> Iterator[Sequence[int]]:
    """The same if each pile's value is its size: every number may be removed."""
    alone = pile - target
    written = (n for n in range(1, len(code.digits)) if code.digit(n) & 4)
    repeated: Iterator[int] = iter(())
    if code.digits[-1] & 4:
        repeated = _removals_before_splits(pile - len(code.digits), pile, target)
    previous = None
    for removed in merge(chain(written, repeated), [alone] if alone > 0 else []):
        if removed == previous:
            continue
        previous = removed
        left = pile - removed
        if code.digit(removed) & 4:
            for part in takewhile(lambda part: part <= left // 2, parts_of(left, target)):  # noqa: B023
                if part:
                    yield part, left - part
        if removed == alone:
            yield (left,) if left else ()


def _removals_before_splits(most: int, pile: int, target: int) -> Iterator[int]:
    """The numbers whose removal leaves at most `most` objects, to be split with this XOR."""
    both = (most - target) // 2
    while both >= 0:
        # The next lower number without a bit of the target: 0b1010 becomes 0b1001 for 0b10.
        while wrong := both & target:
            bit = wrong.bit_length() - 1
            both = both >> bit + 1 << bit + 1 | ((1 << bit) - 1) & ~target
        yield pile - target - 2 * both
        both -= 1
