"""All positions that are reachable from a position, and who wins them.

Positions are multisets here: piles in ascending order, without empty ones. They are ordered by the
number of their objects, then as lists compare.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from service.game.errors import TooMuchWork
from service.game.game import Game
from service.game.solution import Piles, PositionClass, class_of


class TableLimits(NamedTuple):
    """The most positions that may be listed, and the most piles in them and their results."""

    positions: int
    piles: int


class ListedPosition(TypedDict):
    """A position, its class, and the lost positions that a move leads to."""

    piles: Piles
    position_class: PositionClass
    winning_results: Sequence[Piles]


class PositionTable(TypedDict):
    """The number of reachable positions, and which of them are lost."""

    count: int
    p_count: int
    p_positions: Sequence[Piles]
    positions: NotRequired[Sequence[ListedPosition]]


def position_table(
    game: Game, piles: Sequence[int], misere: bool, list_all: bool, limits: TableLimits
) -> PositionTable:
    """List the lost positions that are reachable from a position; with `list_all`, all of them.

    Raises an InputError.

    >>> from service.game.games.nim import NIM
    >>> table = position_table(NIM, [1, 3], False, False, TableLimits(positions=100, piles=100))
    >>> table["count"], table["p_positions"]
    (7, [(), (1, 1)])
    """
    game.check(piles)
    found = in_order(game.reachable(piles, limits.positions))
    if list_all and sum(map(len, found)) > limits.piles:
        raise _too_many_piles(limits.piles)
    game.wins(found[-1], misere)  # what has most objects first: a search then covers the others
    lost = [position for position in found if not game.wins(position, misere)]
    table: PositionTable = {"count": len(found), "p_count": len(lost), "p_positions": lost}
    if list_all:
        table["positions"] = _all(game, found, {*lost}, misere, limits.piles)
    return table


def in_order(positions: Iterable[Piles]) -> list[Piles]:
    """The positions, ordered by the number of objects, then as lists."""
    return sorted(positions, key=lambda position: (sum(position), position))


def _all(
    game: Game, found: Sequence[Piles], lost: set[Piles], misere: bool, max_piles: int
) -> list[ListedPosition]:
    listed: list[ListedPosition] = []
    piles = sum(map(len, found))
    for position in found:
        results: set[Piles] = set()
        if position not in lost:
            for result in game.winning_results(position, misere):
                if result not in results:
                    results.add(result)
                    piles += len(result)
                    if piles > max_piles:
                        raise _too_many_piles(max_piles)
        listed.append(
            {
                "piles": position,
                "position_class": class_of(position not in lost),
                "winning_results": in_order(results),
            }
        )
    return listed


def _too_many_piles(max_piles: int) -> TooMuchWork:
    return TooMuchWork(
        f"All positions and winning results together have more than {max_piles:,} piles."
    )
