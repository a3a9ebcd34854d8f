"""All positions that are reachable from a position, and who wins them.

Positions are multisets here: piles in ascending order, without empty ones. They are ordered by the
number of their objects, then in lexicographic order.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from math import prod
from operator import attrgetter
from typing import NamedTuple, NotRequired, TypedDict

from ..errors import TooMuchWork
from ..game import Game
from ..meter import NUMBERS_IN_A_STEP, STEPS_TO_TELL, metered, spend
from ..moves import Move, Piles
from ..position import Position
from ..theory.grundy import PositionClass, class_of
from ..theory.walk import too_many_positions, walk

MAX_SOLVED = 1_000
"""Winning moves that are found at once, before they are sought one by one."""


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


def can_be_listed(game: type[Game]) -> bool:
    """Whether the positions of a game can be listed: each is its piles, nothing else."""
    return game.is_stateless and game.main_key == "piles"


def can_be_ordered(game: type[Game]) -> bool:
    """Whether ordered positions can be listed: moves only remove objects from piles."""
    return game.form in ("removal", "removals") and can_be_listed(game)


def position_table(
    start: Position, list_all: bool, limits: TableLimits, ordered: bool = False
) -> PositionTable:
    """List the lost positions that are reachable from a position; with `list_all`, all of them.

    With `ordered` positions differ by the order of their piles and keep the empty ones; they are
    listed in lexicographic order. Raises an InputError.

    >>> from ..games.nim import Nim
    >>> table = position_table(Nim.position([1, 3]), False, TableLimits(positions=100, piles=100))
    >>> table["count"], table["p_positions"]
    (7, [(), (1, 1)])
    """
    game = start.game
    game.check(start)
    if ordered:
        found = sorted(_ordered_reachable(start, limits.positions), key=attrgetter("piles"))
    else:
        found = in_order(start.reachable(limits.positions))
    spend(STEPS_TO_TELL * len(found) + sum(len(each.piles) for each in found) / NUMBERS_IN_A_STEP)
    if list_all and sum(len(position.piles) for position in found) > limits.piles:
        raise _too_many_piles(limits.piles)
    wins = start.judge()
    lost = [position for position in found if not wins(position)]
    table: PositionTable = {
        "count": len(found),
        "p_count": len(lost),
        "p_positions": [position.piles for position in lost],
    }
    if list_all:
        table["positions"] = _all(found, {*lost}, limits.piles, ordered)
    return table


def in_order(positions: Iterable[Position]) -> list[Position]:
    """The positions, by the number of objects, then in lexicographic order."""
    return sorted(positions, key=lambda position: (sum(position.piles), position.piles))


def _ordered_reachable(start: Position, max_positions: int) -> Collection[Position]:
    game, misere = start.game, start.misere
    if game.is_ordered:
        return start.reachable(max_positions)
    if not game._reaches_all_smaller:
        return walk(start, lambda each: map(each.after, each.moves()), max_positions)
    if prod(pile + 1 for pile in start.piles) > max_positions:
        raise too_many_positions(max_positions)
    cells = product(*(range(pile + 1) for pile in start.piles))
    return [Position(game, cell, misere) for cell in cells]


def _all(
    found: Sequence[Position], lost: set[Position], max_piles: int, ordered: bool
) -> list[ListedPosition]:
    listed: list[ListedPosition] = []
    piles = sum(len(position.piles) for position in found)
    for position in found:
        results: set[Position] = set()
        if position not in lost:
            winning = _ordered_results(position) if ordered else position.winning_options()
            for result in metered(winning):
                if result not in results:
                    results.add(result)
                    piles += len(result.piles)
                    if piles > max_piles:
                        raise _too_many_piles(max_piles)
        spend(STEPS_TO_TELL)
        listed.append(
            {
                "piles": position.piles,
                "position_class": class_of(position not in lost),
                "winning_results": [
                    result.piles
                    for result in (
                        sorted(results, key=attrgetter("piles")) if ordered else in_order(results)
                    )
                ],
            }
        )
    return listed


def _ordered_results(position: Position) -> Iterable[Position]:
    """The lost positions that moves lead to; a solution has their moves faster than in order."""
    solution = position.solve(MAX_SOLVED)
    moves: Iterable[Move] = solution.winning_moves
    if solution.more:
        moves = position.winning_moves()
    return map(position.after, moves)


def _too_many_piles(max_piles: int) -> TooMuchWork:
    return TooMuchWork(
        f"The positions and winning results have more than {max_piles:,} piles in total."
    )
