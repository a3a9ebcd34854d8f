"""How much a test tries: all, or a share of it with `--quick`."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")

USUAL = 100
"""How many examples hypothesis tries unless a test or a profile says otherwise."""


def tries(count: int) -> settings:
    """Settings of a test that tries `count` examples, or with --quick that much fewer."""
    return settings(max_examples=max(1, count * settings().max_examples // USUAL))


def sweep(cases: Iterable[T]) -> list[T]:
    """All cases, or with --quick every eleventh: of two that alternate, both come up."""
    return [*islice(cases, 0, None, 11 if is_quick() else 1)]


def some_of(cases: Sequence[T]) -> Sequence[T]:
    """All cases, or with --quick every third, of parameters of which each makes many tests."""
    return cases[:: 3 if is_quick() else 1]


def at_most(size: int, quick: int) -> int:
    """How large the cases of a test get, or with --quick how large."""
    return quick if is_quick() else size


def is_quick() -> bool:
    return settings().max_examples < USUAL
