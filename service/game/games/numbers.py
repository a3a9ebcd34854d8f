"""Numbers: a move removes one of the numbers that have a name, such as the squares.

`squares`, `cubes`, `primes`, `powers-of-2` and `odd` are the same numbers for every pile, so that
Ferguson's rule holds for them in misère play. The `proper-divisors` of a pile and the numbers of
`at-most-half` depend on it, and misère play is solved by search.

Four of the games have Grundy values in closed form. With `odd` the value of a pile of n is n mod 2:
a move changes the parity. With `powers-of-2` it is n mod 3: no power of 2 is divisible by 3, and 1
and 2 are among them. With `proper-divisors` it is the exponent of 2 in n: removing a divisor with a
smaller exponent leaves that exponent, and removing a divisor with the same exponent leaves a larger
one. With `at-most-half` it is n / 2 for an even n, and that of (n - 1) / 2 for an odd n, as
induction shows. The values of the other three are computed.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from ..errors import TooMuchWork
from ..game import Cost, Position
from ..heap_game import RemovalGame
from ..theory.period import Period, ValueSequence, sequence_of
from ..theory.subtraction import values_of_set

LARGEST_PILE = 10_000
MAX_LEGAL_MOVES = 50_000
"""Legal moves in one position: each may be a winning one."""

WORDS: Mapping[str, str] = {
    "squares": "a square number of objects",
    "cubes": "a cube number of objects",
    "primes": "a prime number of objects",
    "powers-of-2": "a power of 2, such as 1, 2 or 4,",
    "odd": "an odd number of objects",
    "proper-divisors": "a proper divisor of the pile's size",
    "at-most-half": "at most half of the objects",
}
"""What a move removes from a pile."""

PERIODS: Mapping[str, int] = {"odd": 2, "powers-of-2": 3}


class Numbers(RemovalGame):
    """A move removes one of certain numbers of objects from one pile.

    >>> [*Numbers.position([7], numbers="squares").winning_moves()]
    []
    >>> Numbers("at-most-half").values([4, 5, 6, 7])
    [2, 1, 3, 0]
    """

    name = "numbers"
    title = "Numbers of a kind"
    rule = (
        "A move removes from one pile a number of the kind that `numbers` names, such as a "
        "square, a prime, or a proper divisor of the pile's size."
    )
    keys: ClassVar[Mapping[str, bool]] = {"numbers": True}
    largest_pile = LARGEST_PILE

    def __init__(self, numbers: str) -> None:
        self.numbers = numbers

    def check(self, position: Position) -> None:
        """Raise an InputError if there are too many legal moves."""
        super().check(position)
        if (moves := self.count_moves(position)) > MAX_LEGAL_MOVES:
            raise TooMuchWork(
                f"This position has {moves:,} legal moves; at most {MAX_LEGAL_MOVES:,} are allowed."
            )

    def cost(self, position: Position, max_moves: int) -> Cost:  # noqa: ARG002
        """The tables of all piles are made once, and each legal move may win."""
        legal = self.count_moves(position)
        return Cost(legal + len(position.piles) + 10, 40_000, legal)

    def removals(self, pile: int) -> Sequence[int]:
        if self.numbers == "odd":
            return range(1, pile + 1, 2)
        if self.numbers == "at-most-half":
            return range(1, pile // 2 + 1)
        if self.numbers == "proper-divisors":
            return _proper_divisors()[pile]
        numbers = _numbers(self.numbers)
        return numbers[: bisect_right(numbers, pile)]

    def table(self, size: int) -> Sequence[int]:  # noqa: ARG002
        return _values(self.numbers)

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, and their period where the closed form has one."""
        period = PERIODS.get(self.numbers)
        found = Period(0, period, 0, "computed") if period else None
        return sequence_of(self.table(size)[:size], found)

    @property
    def follows_ferguson(self) -> bool:  # type: ignore[override]
        """Whether the numbers are the same for every pile."""
        return self.numbers not in ("proper-divisors", "at-most-half")

    # --- Why ---

    def why_illegal(self, pile: int, remove: int) -> str:
        return (
            f"Can't remove {remove:,} from a pile of {pile:,}: "
            f"a move removes {WORDS[self.numbers].rstrip(',')}."
        )

    def why_values(self) -> str:
        return (
            f"A move removes {WORDS[self.numbers]} from one pile. The Grundy value of a pile is "
            "the least number missing from the values that a move can leave."
        )


@cache
def _numbers(kind: str) -> tuple[int, ...]:
    """The numbers of a kind that is the same for every pile, as far as a pile can be large."""
    everything = range(1, LARGEST_PILE + 1)
    if kind == "squares":
        return tuple(n * n for n in everything if n * n <= LARGEST_PILE)
    if kind == "cubes":
        return tuple(n**3 for n in everything if n**3 <= LARGEST_PILE)
    if kind == "powers-of-2":
        return tuple(1 << i for i in range(LARGEST_PILE.bit_length()))
    return tuple(n for n in everything if len(_proper_divisors()[n]) == 1)


@cache
def _proper_divisors() -> Sequence[Sequence[int]]:
    """The divisors of each number that are smaller than itself, in ascending order."""
    divisors: list[list[int]] = [[] for _ in range(LARGEST_PILE + 1)]
    for divisor in range(1, LARGEST_PILE // 2 + 1):
        for multiple in range(2 * divisor, LARGEST_PILE + 1, divisor):
            divisors[multiple].append(divisor)
    return divisors


@cache
def _values(kind: str) -> Sequence[int]:
    """The Grundy values of all piles."""
    if kind in PERIODS:
        return [n % PERIODS[kind] for n in range(LARGEST_PILE + 1)]
    if kind == "proper-divisors":
        return [0, *((n & -n).bit_length() - 1 for n in range(1, LARGEST_PILE + 1))]
    if kind == "at-most-half":
        values = [0]
        for n in range(1, LARGEST_PILE + 1):
            values.append(values[n // 2] if n % 2 else n // 2)
        return values
    known = values_of_set(_numbers(kind), LARGEST_PILE, LARGEST_PILE + 1)
    return [known.values[known.position_of(n)] for n in range(LARGEST_PILE + 1)]
