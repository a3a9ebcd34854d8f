"""Numbers: a move removes one of the numbers that have a name, such as the squares.

`squares`, `cubes`, `primes`, `powers-of-2` and `odd` are the same numbers for every pile, so that
Ferguson's rule holds for them in misère play. The `proper-divisors` of a pile and the numbers of
`at-most-half` depend on it.

Four of the games have Grundy values in closed form, for piles of any size. With `odd` the value of
a pile of n is n mod 2: a move changes the parity. With `powers-of-2` it is n mod 3: no power of 2
is divisible by 3, and 1 and 2 are among them. With `proper-divisors` it is the exponent of 2 in n:
removing a divisor with a smaller exponent leaves that exponent, and removing a divisor with the
same exponent leaves a larger one. With `at-most-half` it is n / 2 for an even n, and the value of
(n - 1) / 2 for an odd n, as induction shows. With `to-divisors` a move leaves a proper divisor, and
the value is the number of prime factors: a divisor has any smaller number of them. So a pile is one
of Nim, in misère play too. With `coprime` it is the place of the least prime factor of an odd pile
among the primes, 1 for a pile of 1, and 0 for an even pile. The values of the others are computed.

With `at-most-half` every pile is tame in misère play (see theory/tame.py), and firm if its value is
2 or more: then a move can leave the values 0 and 1, and both are fickle by induction. A pile of
value 1 has an option of value 0, but none of value 1. A pile of value 0, larger than 1, is one less
than a power of 2, and it has an option of value 1, one less than three times a smaller power.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress, count, takewhile
from math import factorial, isqrt
from typing import ClassVar, NamedTuple

from ..bounds import Example, PileLimits, reject_larger
from ..errors import TooMuchWork
from ..heap_game import RemovalGame
from ..meter import NUMBERS_IN_A_STEP, made_once, spend
from ..position import Position
from ..theory.divisors import prime_factors, proper_divisors
from ..theory.period import Period
from ..theory.subtraction import values_below
from ..values import PileValues

LARGEST_LISTED = 10_000
"""The largest pile of which every move is looked at."""

LARGEST_COMPUTED = 100_000
"""The largest pile of a kind whose values are computed. The table takes 0.25 s for the squares and
0.07 s for the cubes, once, and 100 kB; up to 1,000,000 it would take 15 s for the squares."""

LARGEST_OF_PRIMES = 50_000
"""The largest pile of primes: the table takes 0.15 s, and up to 100,000 it would take 0.6 s."""

EXAMPLES = (
    Example(
        LARGEST_COMPUTED,
        "objects in a pile of `squares`, `cubes` or `factorials`",
        "/move?game=numbers&numbers=squares&piles=100000",
        "Stone Game IV, LeetCode 1510, in which a pile has up to 10^5",
    ),
    Example(
        LARGEST_OF_PRIMES,
        "objects in a pile of `primes`",
        "/move?game=numbers&numbers=primes&piles=156",
        "OEIS A014589, whose last new value seems to be that of 156",
    ),
)

LARGEST_SEARCHED = 1_000
"""The largest pile of `coprime` in misère play: a search of larger ones has too many moves."""

MAX_LEGAL_MOVES = 50_000
"""Legal moves in one position of such piles, and the most with which all that win are listed."""

MAX_LISTED = 10_000
"""The most legal moves with which all that win are listed, if a pile is larger."""

SIEVED_IN_A_STEP = 30
"""Numbers that a sieve tests in a step."""

MAX_LARGE_PILES = 100
"""Piles whose divisors are found by factoring."""


class Kind(NamedTuple):
    """What a move removes from a pile, in words and as numbers in ascending order, and the values.

    A closed form holds for piles of any size. It is the reason given for those that are too large
    to look at every move.
    """

    words: str
    removals: Callable[[int], Sequence[int]]
    value: Callable[[int], int] | None = None
    values: Callable[[int], Sequence[int]] | None = None
    """In place of a closed form, a table of the values up to that of a pile."""

    closed_form: str = ""
    period: int | None = None
    how_many: Callable[[int], int] | None = None
    """The number of removals, if it is known without listing them."""

    largest: int = LARGEST_LISTED


class Numbers(RemovalGame):
    """A move removes one of certain numbers of objects from one pile.

    >>> [*Numbers.position([7], numbers="squares").winning_moves()]
    []
    >>> Numbers("at-most-half").values.of([4, 5, 6, 7])
    [2, 1, 3, 0]
    """

    name = "numbers"
    title = "Numbers of a kind"
    rule = (
        "A move takes from one pile a number of stones of the kind that `numbers` names, such as "
        "a square, a prime, or a proper divisor of the pile's size."
    )
    keys: ClassVar[Mapping[str, bool]] = {"numbers": True}
    limits = PileLimits(largest=None)

    def __init__(self, numbers: str) -> None:
        self.numbers = numbers

    def check(self, position: Position) -> None:
        """Raise an InputError if piles are too large, or there are too many legal moves."""
        super().check(position)
        piles = position.piles
        divisors = self.numbers == "proper-divisors"
        if self._factors and _count_large(piles) > MAX_LARGE_PILES:
            text = (
                f"At most {MAX_LARGE_PILES} piles may contain more than {LARGEST_LISTED:,} objects."
            )
            raise TooMuchWork(text)
        if self.kind.closed_form and not (divisors and position.misere):
            return
        if self.numbers == "coprime" and position.misere:
            reject_larger(piles, LARGEST_SEARCHED, "In misère play a pile")
        most = self.kind.largest
        reject_larger(piles, most, "In misère play a pile" if divisors else "A pile")
        if (moves := self._count_moves(position)) > MAX_LEGAL_MOVES:
            raise TooMuchWork(
                f"This position has {moves:,} legal moves; at most {MAX_LEGAL_MOVES:,} are allowed."
            )

    def _lists_all(self, position: Position) -> bool:
        """Of piles that were always allowed, more winning moves are listed than of large ones."""
        large = max(position.piles, default=0) > LARGEST_LISTED
        return self._count_moves(position) <= (MAX_LISTED if large else MAX_LEGAL_MOVES)

    def _has_ended(self, part: Position) -> bool:
        if self.numbers == "coprime":  # 1 is coprime to every pile
            return not any(part.piles)
        return super()._has_ended(part)

    def _count_options(self, part: Position) -> int:
        if self._factors:  # to count divisors is to factor the pile
            return 0
        return super()._count_options(part)

    @property
    def kind(self) -> Kind:
        """The kind of numbers."""
        return KINDS[self.numbers]

    @property
    def _factors(self) -> bool:
        """Whether the moves are the divisors of a pile, which is then factored."""
        return self.numbers in ("proper-divisors", "to-divisors")

    @property
    def values(self) -> PileValues:
        return NumberValues(self)

    def removals(self, pile: int) -> Sequence[int]:
        return self.kind.removals(pile)

    def _count_pile_moves(self, pile: int) -> int:
        how_many = self.kind.how_many
        return how_many(pile) if how_many else super()._count_pile_moves(pile)

    def _removals_leaving(self, pile: int, target: int) -> Iterable[int]:
        if self.numbers == "odd":
            return self.removals(pile) if (pile + 1) % 2 == target else ()
        if self.numbers != "at-most-half":
            return super()._removals_leaving(pile, target)
        left, found = 2 * target, list[int]()
        while left < pile:
            if 2 * left >= pile:
                found.append(pile - left)
            left = 2 * left + 1
        return found[::-1]

    @property
    def is_tame(self) -> bool:
        return self.numbers == "at-most-half"

    def _firm(self, piles: Sequence[int]) -> Sequence[bool] | None:
        if self.is_tame:
            return [value > 1 for value in self.values.of(piles)]
        return super()._firm(piles)

    @property
    def obeys_ferguson(self) -> bool:
        """Whether the numbers are the same for every pile, or a pile is one of Nim."""
        return self.numbers not in ("proper-divisors", "at-most-half", "coprime")

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title with the kind."""
        return f"{self.title} ({self.numbers.replace('-', ' ')})"

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        """The rule with the kind."""
        words = self.kind.words.replace("objects", "stones")
        return f"A move takes {words} from one pile."

    def why_illegal(self, pile: int, remove: int) -> str:
        return (
            f"Can't remove {remove:,} from a pile of {pile:,}: "
            f"a move removes {self.kind.words.rstrip(',')}."
        )


class NumberValues(PileValues):
    """The values of a kind: in closed form, or computed for all piles at once."""

    game: Numbers

    def of(self, piles: Sequence[int]) -> list[int]:
        kind = self.game.kind
        if kind.value:
            return [*map(kind.value, piles)]
        assert kind.values  # noqa: S101
        return [*map(kind.values(max(piles, default=0)).__getitem__, piles)]

    def period(self) -> Period | None:
        """The period, if the closed form has one."""
        period = self.game.kind.period
        if period is None:
            return None
        return Period(0, period, 0, "computed", largest=max(self.of(range(period))))

    def why(self) -> str:
        return (
            f"A move removes {self.game.kind.words} from one pile. The Grundy value of a pile "
            "is the least number missing from the values that a move can leave."
        )

    def why_pile(self, pile: int) -> str:
        if pile <= LARGEST_LISTED or not self.game.kind.closed_form:
            return super().why_pile(pile)
        return self.game.kind.closed_form


def _count_large(piles: Iterable[int]) -> int:
    return sum(pile > LARGEST_LISTED for pile in piles)


# --- Kinds ----------------------------------------------------------------------------------------


@made_once(1)
def _proper_divisors() -> Sequence[Sequence[int]]:
    """The divisors of each number that are smaller than itself, in ascending order."""
    divisors: list[list[int]] = [[] for _ in range(LARGEST_LISTED + 1)]
    for divisor in range(1, LARGEST_LISTED // 2 + 1):
        spend(LARGEST_LISTED / divisor / NUMBERS_IN_A_STEP)
        for multiple in range(2 * divisor, LARGEST_LISTED + 1, divisor):
            divisors[multiple].append(divisor)
    return divisors


def _divisors(pile: int) -> Sequence[int]:
    return _proper_divisors()[pile] if pile <= LARGEST_LISTED else proper_divisors(pile)


def _computed(
    words: str, numbers: Callable[[], Iterable[int]], most: int = LARGEST_COMPUTED
) -> Kind:
    """The same numbers for every pile, with values that have no closed form."""

    def up_to(pile: int) -> int:  # most piles are small
        return LARGEST_LISTED if pile <= LARGEST_LISTED else most

    @made_once(2)
    def listed(largest: int) -> tuple[int, ...]:
        return tuple(takewhile(largest.__ge__, numbers()))

    @made_once(2)
    def values(largest: int) -> Sequence[int]:
        return values_below(listed(largest), largest + 1)

    def how_many(pile: int) -> int:
        return bisect_right(listed(up_to(pile)), pile)

    def removals(pile: int) -> Sequence[int]:
        return listed(up_to(pile))[: how_many(pile)]

    return Kind(
        words,
        removals,
        values=lambda pile: values(up_to(pile)),
        how_many=how_many,
        largest=most,
    )


def _primes() -> Iterable[int]:
    """The primes up to the largest pile of a table, by Eratosthenes' sieve."""
    sieve = bytearray([1]) * (LARGEST_OF_PRIMES + 1)
    sieve[:2] = b"\0\0"
    for n in range(2, isqrt(LARGEST_OF_PRIMES) + 1):
        if sieve[n]:
            sieve[n * n :: n] = bytes(len(range(n * n, len(sieve), n)))
    return compress(count(), sieve)


@made_once(1)
def _totients() -> Sequence[int]:
    """How many numbers up to each pile are coprime to it: Euler's totient function."""
    spend(LARGEST_LISTED / 2)
    found = [*range(LARGEST_LISTED + 1)]
    for prime in takewhile(LARGEST_LISTED.__ge__, _primes()):
        for pile in range(prime, LARGEST_LISTED + 1, prime):
            found[pile] -= found[pile] // prime
    return found


def _coprime(pile: int) -> Sequence[int]:
    """The numbers up to a pile that are coprime to it, in ascending order."""
    spend(pile / SIEVED_IN_A_STEP)
    sieve = bytearray([1]) * (pile + 1)
    sieve[0] = 0
    for prime in {*prime_factors(pile)} if pile else ():
        sieve[::prime] = bytes(len(range(0, pile + 1, prime)))
    return [*compress(count(), sieve)]


@made_once(1)
def _coprime_values() -> Sequence[int]:
    """The place of the least prime factor of each odd pile; an even pile becomes an odd one.

    A number that is coprime to the pile leaves one that is coprime to it too, so without that
    factor; and it can leave 1, an even pile, and each smaller odd prime.
    """
    spend(LARGEST_LISTED / 2)
    values = [0] * (LARGEST_LISTED + 1)
    values[1] = 1
    for place, prime in enumerate(takewhile(LARGEST_LISTED.__ge__, _primes()), 1):
        for pile in range(prime, LARGEST_LISTED + 1, 2 * prime) if prime > 2 else ():
            values[pile] = values[pile] or place
    return values


KINDS: Mapping[str, Kind] = {
    "squares": _computed("a square number of objects", lambda: (n**2 for n in count(1))),
    "cubes": _computed("a number of objects that is a cube", lambda: (n**3 for n in count(1))),
    "primes": _computed("a prime number of objects", _primes, LARGEST_OF_PRIMES),
    "powers-of-2": Kind(
        "a power of 2, such as 1, 2 or 4,",
        removals=lambda pile: [1 << i for i in range(pile.bit_length())],
        value=lambda pile: pile % 3,
        closed_form="The value is the remainder modulo 3, which every move changes",
        period=3,
    ),
    "odd": Kind(
        "an odd number of objects",
        removals=lambda pile: range(1, pile + 1, 2),
        value=lambda pile: pile % 2,
        closed_form="The value is the remainder modulo 2, which every move changes",
        period=2,
    ),
    "proper-divisors": Kind(
        "a proper divisor of the pile's size",
        removals=_divisors,
        value=lambda pile: (pile & -pile).bit_length() - 1 if pile else 0,
        closed_form="The value is the exponent of 2 in the size",
    ),
    "at-most-half": Kind(
        "at most half of the objects",
        removals=lambda pile: range(1, pile // 2 + 1),
        # Without its last 1s in binary, and the 0 before them: 11 = 0b1011 has the value 0b1.
        value=lambda pile: pile // (2 * (~pile & pile + 1)),
        closed_form="The value of an even size is its half, that of an odd size n is the value of "
        "(n − 1) / 2",
    ),
    "factorials": _computed(
        "a factorial, such as 1, 2 or 6,", lambda: (factorial(n) for n in count(1))
    ),
    "to-divisors": Kind(
        "what leaves a smaller divisor of the pile's size",
        removals=lambda pile: [pile - divisor for divisor in reversed(_divisors(pile))],
        value=lambda pile: len(prime_factors(pile)) if pile else 0,
        closed_form="The value is the number of prime factors of the size",
    ),
    "coprime": Kind(
        "a number of objects that has no factor in common with the pile's size, except 1,",
        removals=_coprime,
        values=lambda _: _coprime_values(),
        how_many=lambda pile: _totients()[pile],
    ),
}
