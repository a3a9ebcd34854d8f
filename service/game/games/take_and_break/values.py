"""The Grundy values of take-and-break games.

The value of a pile is the mex of those of its options; two piles that a move leaves have the XOR of
their values. All splits of a pile are combined at once: the values of the smaller piles, written
one after the other as an integer, are XORed with the same values written backwards.

The sparse-space method (E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", chapter 4)
looks only at the splits with a pile of a rare value. But it picks them one by one, which takes
longer than all splits together.
"""

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import count, islice
from operator import or_
from struct import pack, unpack
from typing import Generic, Protocol, TypeVar

from service.game.games.take_and_break.code import Code

# Tables that are kept, of two bytes for each value.
TABLES_KEPT = 16

ALL_BYTES = bytes(range(256))


def grundy_values(code: Code, size: int) -> Sequence[int]:
    """The values of the piles 0, 1, 2 …, at least `size` of them.

    >>> from service.game.games.take_and_break.code import parse_code
    >>> list(grundy_values(parse_code("0.77", max_digits=8), 10))[:10]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """
    return _table(code, max(1, size - 1).bit_length())


@lru_cache(maxsize=TABLES_KEPT)
def _table(code: Code, exponent: int) -> "array[int]":  # quoted: arrays take no subscript in 3.11
    return array("H", islice(iterate_values(code), 1 << exponent))


def iterate_values(code: Code) -> Iterator[int]:
    """The values of the piles 0, 1, 2 … without end."""
    small = _Computation(code, _Bytes())
    yield from small.values()
    large = _Computation(code, _Integers(small.found))
    large.continue_after(small, _Integers.of)
    yield from large.values()


Set = TypeVar("Set")
Other = TypeVar("Other")


class _Sets(Protocol[Set]):
    """Sets of values, and the values so far: `_Bytes` for small values, `_Integers` for all."""

    def singleton(self, value: int) -> Set:
        """The set of one value."""

    def union(self, sets: list[Set]) -> Set:
        """The values that are in any of the sets."""

    def mex(self, values: Set) -> int | None:
        """The least value that is not in the set; None if it is too large for this way."""

    def append(self, value: int) -> None:
        """Add the value of the next pile."""

    def splits(self, pile: int, half: int) -> Set:
        """The values of a pile's splits into two parts, the smaller one `half` at most."""


class _Computation(Generic[Set]):
    """The values of a game found so far, and the sets from which the next ones follow."""

    def __init__(self, code: Code, sets: _Sets[Set]) -> None:
        self._code = code
        self._sets = sets
        self.found: array[int] = array("H")
        # Of the last piles: their values, and those of their splits. No move that only the digits
        # before the repeated one allow removes more.
        self._reach = len(code.digits) + 1
        self._alone: deque[Set] = deque(maxlen=self._reach)
        self._split: deque[Set] = deque(maxlen=self._reach)
        self._always = sets.union([])  # what this pile and every larger one can move to

    def continue_after(self, other: "_Computation[Other]", convert: Callable[[Other], Set]) -> None:
        """Begin where another computation for the same game ended."""
        self.found = other.found
        self._alone.extend(map(convert, other._alone))
        self._split.extend(map(convert, other._split))
        self._always = convert(other._always)

    def values(self) -> Iterator[int]:
        """The next values in turn, up to the first that is too large for the sets."""
        code, sets, alone, split = self._code, self._sets, self._alone, self._split
        ones = [j for j, digit in enumerate(code.digits, 1) if digit & 1]
        twos = [j for j, digit in enumerate(code.digits, 1) if digit & 2]
        fours = [j for j, digit in enumerate(code.digits, 1) if digit & 4]
        repeated = code.digits[-1] if code.repeats else 0
        beyond = self._reach  # the first removal that only the repeated digit allows
        for n in count(len(self.found)):
            if n >= beyond and repeated & 4:
                self._always = sets.union([self._always, split[-beyond]])
            if n > beyond and repeated & 2:
                self._always = sets.union([self._always, alone[-beyond]])
            options = [self._always]
            options += [split[-j] for j in fours if j <= n]
            options += [alone[-j] for j in twos if j < n]
            if n in ones or (n >= beyond and repeated & 1):
                options.append(sets.singleton(0))
            if code.splits:
                options.append(sets.splits(n, n // 2 if code.splits_equally else (n - 1) // 2))
            value = sets.mex(sets.union(options))
            if value is None:
                return
            self.found.append(value)
            yield value
            sets.append(value)
            alone.append(sets.singleton(value))
            if fours:
                split.append(sets.splits(n, n // 2))


class _Bytes:
    """Values up to 255, each a byte; a set may hold one several times."""

    def __init__(self) -> None:
        self._values = bytearray()

    def singleton(self, value: int) -> bytes:
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
    """Values up to 65,535; a set is an integer with a byte for each value, 1 or 0."""

    def __init__(self, values: Sequence[int]) -> None:
        # Two bytes for each value, in both orders
        self._forwards = bytearray(pack(f"<{len(values)}H", *values))
        self._backwards = bytearray(pack(f">{len(values)}H", *values))

    @staticmethod
    def of(values: Iterable[int]) -> int:
        """The set of these values."""
        distinct = set(values)
        present = bytearray(max(distinct, default=0) + 1)
        for value in distinct:
            present[value] = 1
        return int.from_bytes(present, "little")

    def singleton(self, value: int) -> int:
        return 1 << 8 * value

    def union(self, sets: list[int]) -> int:
        return reduce(or_, sets, 0)

    def mex(self, values: int) -> int | None:
        length = values.bit_length() // 8 + 2
        return values.to_bytes(length, "little").index(0)

    def append(self, value: int) -> None:
        self._forwards += value.to_bytes(2, "little")
        self._backwards += value.to_bytes(2, "big")

    def splits(self, pile: int, half: int) -> int:
        some = int.from_bytes(self._forwards[2 : 2 * half + 2], "little")
        others = int.from_bytes(self._backwards[2 * (pile - half) : 2 * pile], "big")
        sums = (some ^ others).to_bytes(2 * half, "little")
        return self.of(unpack(f"<{half}H", sums))
