"""How much a test tries: everything, or a share with `--quick`."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")

USUAL = 100
"""The number of examples that Hypothesis tries by default."""


def tries(count: int) -> settings:
    """Settings of a test that tries `count` examples, or proportionally fewer with --quick."""
    return settings(max_examples=max(1, count * settings().max_examples // USUAL))


def sweep(cases: Iterable[T]) -> list[T]:
    """All cases, or with --quick every eleventh, so that both of two alternating kinds occur."""
    return [*islice(cases, 0, None, 11 if is_quick() else 1)]


def some_of(cases: Sequence[T]) -> Sequence[T]:
    """All cases, or with --quick every third, of parameters that make many tests each."""
    return cases[:: 3 if is_quick() else 1]


def at_most(size: int, quick: int) -> int:
    """The largest size of a test's cases, or the largest with --quick."""
    return quick if is_quick() else size


def is_quick() -> bool:
    return settings().max_examples < USUAL
