"""The divisors of numbers up to 2^64, by factoring.

Small factors are divided out. The remaining factor is tested by the deterministic form of the
Miller-Rabin test for numbers below 2^64, and split by Brent's form of Pollard's rho method, which
takes about as many steps as the number's fourth root: a few milliseconds.

Sources: J. M. Pollard, "A Monte Carlo method for factorization", BIT 15 (1975); R. P. Brent, "An
improved Monte Carlo factorization algorithm", BIT 20 (1980); for the bases of the test J. Sorenson
and J. Webster, "Strong pseudoprimes to twelve prime bases", Mathematics of Computation 86 (2017).
"""

from collections.abc import Iterator, Sequence
from itertools import count
from math import gcd

from ..meter import made_once, spend

BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)

FACTORS_KEPT = 256
"""Numbers whose factors are kept, at most 64 of each."""

MOST_DIVIDED = 1_000
"""Factors up to this are found by dividing."""

STEPS_TO_DIVIDE = 60
"""Steps to divide by all of them."""


def proper_divisors(number: int) -> list[int]:
    """The divisors of a positive number that are smaller than itself, in ascending order.

    >>> proper_divisors(12), proper_divisors(2**53 - 1)[:4]
    ([1, 2, 3, 4, 6], [1, 6361, 69431, 20394401])
    """
    divisors = [1]
    last, powers = 0, [1]
    for prime in prime_factors(number):
        if prime != last:
            last, powers = prime, divisors
        powers = [divisor * prime for divisor in powers]
        divisors = divisors + powers
    return sorted(divisors)[:-1]


@made_once(FACTORS_KEPT)
def prime_factors(number: int) -> Sequence[int]:
    """The prime factors of a positive number in ascending order, each as often as it divides it.

    >>> prime_factors(12)
    (2, 2, 3)
    """
    return tuple(sorted(_prime_factors(number)))


def _prime_factors(number: int) -> Iterator[int]:
    spend(STEPS_TO_DIVIDE)
    for divisor in range(2, MOST_DIVIDED):
        while number % divisor == 0:
            yield divisor
            number //= divisor
    waiting = [number] if number > 1 else []
    while waiting:
        rest = waiting.pop()
        if rest < MOST_DIVIDED**2 or is_prime(rest):
            yield rest
        else:
            factor = next(filter(None, (_factor(rest, start) for start in count(1))))
            waiting += [factor, rest // factor]


def is_prime(number: int) -> bool:
    """Whether an odd number from 41 to 2^64 is a prime.

    >>> is_prime(2**61 - 1), is_prime(3215031751)
    (True, False)
    """
    twos = (number - 1 & 1 - number).bit_length() - 1
    for base in BASES:
        power = pow(base, number - 1 >> twos, number)
        if power == 1:
            continue
        for _ in range(twos):
            if power == number - 1:
                break
            power = power * power % number
        else:
            return False
    return True


def _factor(number: int, increment: int) -> int | None:
    """A factor of an odd number that is not a prime; None if this walk finds none."""
    tortoise = hare = 2
    length = 1
    while True:
        tortoise = hare
        for done in range(0, length, 128):
            before, product = hare, 1
            steps = min(128, length - done)
            spend(steps / 3)
            for _ in range(steps):
                hare = (hare * hare + increment) % number
                product = product * (tortoise - hare) % number
            if (common := gcd(product, number)) == 1:
                continue
            for _ in range(steps):
                before = (before * before + increment) % number
                if (common := gcd(tortoise - before, number)) > 1:
                    return common if common < number else None
        length *= 2
