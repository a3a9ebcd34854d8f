"""All positions that play can come to from a position, and who wins them.

Positions are multisets here: piles in ascending order, without empty ones. They are ordered by the
number of their objects, then as lists compare.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple, NotRequired, TypedDict

from service.game.nim import PositionClass
from service.game.rules.any_number import NIM
from service.game.rules.rule import RemovalRule
from service.game.unanswerable import Unanswerable

Piles = tuple[int, ...]


class TooLongToList(Unanswerable):
    """What play can come to from a position is too long to be listed; `places` has its piles."""

    code = "too-much-work"

    def __init__(self, most: int, what: str) -> None:
        super().__init__(f"play from here can come to more than {most:,} {what}", ("piles",))
        self.most = most


class Most(NamedTuple):
    """How many positions may be listed, and how many piles in all of them and their results."""

    positions: int
    piles: int


class ListedPosition(TypedDict):
    """A position, its class, and the lost positions that a move of it leaves."""

    piles: Piles
    position_class: PositionClass
    winning_results: Sequence[Piles]


class PositionTable(TypedDict):
    """How many positions there are, how many of them are lost, and which."""

    count: int
    p_count: int
    p_positions: Sequence[Piles]
    positions: NotRequired[Sequence[ListedPosition]]


def position_table(
    piles: Sequence[int],
    misere: bool,
    rule: RemovalRule | None,
    everything: bool,
    most: Most,
) -> PositionTable:
    """The positions that play can come to, the given one included; with `everything`, all of them.

    Raises TooLongToList and PileTooLarge.

    >>> table = position_table([1, 3], False, None, False, Most(positions=100, piles=100))
    >>> table["count"], table["p_positions"]
    (7, [(), (1, 1)])
    """
    rule = rule or NIM
    found = positions_from(piles, rule, most.positions)
    solver = rule.up_to(max(piles, default=0))
    lost: list[Piles] = []
    listed: list[ListedPosition] = []
    total = 0
    for position in found:
        solution = solver.solve(position, misere)
        if not solution["to_move_wins"]:
            lost.append(position)
        if everything:
            moves = solution["winning_moves"]
            results = in_order({_left(position, m["pile"], m["leaves"]) for m in moves})
            listed.append(
                {
                    "piles": position,
                    "position_class": solution["position_class"],
                    "winning_results": results,
                }
            )
            total += len(position) + sum(map(len, results))
        if total > most.piles:
            raise TooLongToList(most.piles, "piles in all positions and winning results together")
    table: PositionTable = {"count": len(found), "p_count": len(lost), "p_positions": lost}
    if everything:
        table["positions"] = listed
    return table


def positions_from(piles: Sequence[int], rule: RemovalRule, most_positions: int) -> list[Piles]:
    """The positions that play can come to, in order. Raises TooLongToList.

    They are made pile by pile. Another pile never makes them fewer; so no more are made than are
    allowed, and one.

    >>> positions_from([1, 2], NIM, most_positions=5)
    [(), (1,), (1, 1), (2,), (1, 2)]
    """
    found: set[Piles] = {()}
    for pile in sorted(filter(None, piles)):
        sizes = [*islice(rule.sizes_from(pile), most_positions + 1)]
        longer: set[Piles] = set()
        for position in found:
            longer.update(_sorted(position, size) for size in sizes)
            if len(longer) > most_positions:
                raise TooLongToList(most_positions, "positions")
        found = longer
    return in_order(found)


def in_order(positions: Iterable[Piles]) -> list[Piles]:
    """The positions by the number of their objects, then as lists compare."""
    return sorted(positions, key=lambda position: (sum(position), position))


def _left(position: Piles, i: int, leaves: int) -> Piles:
    return _sorted(position[:i] + position[i + 1 :], leaves)


def _sorted(position: Piles, pile: int) -> Piles:
    return tuple(sorted((*position, pile))) if pile else position
