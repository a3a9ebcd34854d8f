"""Moves as a player states them."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tests.support.rules import Option


class Taken(NamedTuple):
    """Objects taken from one of several piles."""

    pile: int
    remove: int
    leaves: int | None = None


class Move(NamedTuple):
    """A move in one of the forms; what is not said is None."""

    pile: int | None = None
    remove: int | None = None
    leaves: int | None = None
    leaves_piles: Sequence[int] | None = None
    removals: Sequence[Taken] | None = None
    component: int | None = None
    play: str | None = None
    leaves_board: str | None = None
    text: str | None = None


def as_played(made: Option, legal: Sequence[Option], draw: Random) -> Move:
    """The move in a random unambiguous form."""
    move = made.move
    short = draw.random() < 0.5
    component = move.get("component")
    if "removals" in move:
        taken = [Taken(**{**each, "leaves": None} if short else each) for each in move["removals"]]
        return Move(removals=draw.sample(taken, len(taken)), component=component)
    if "leaves" in move:
        return Move(**{**move, "leaves": None} if short and "remove" in move else move)
    pile, remove = move["pile"], move["remove"]
    alike = [each for each in legal if where(each.move) == where(move)]
    if short and len(alike) == 1:
        return Move(pile, remove, component=component)
    parts = draw.sample(move["leaves_piles"], len(move["leaves_piles"]))
    return Move(pile, remove, leaves_piles=parts, component=component)


def where(move: dict[str, Any]) -> tuple[int | None, int | None, int | None]:
    """The component and the pile of a move, and what it removes."""
    return move.get("component"), move.get("pile"), move.get("remove")
