"""Moves: which piles change, and what they become. This is the one type of move in the theory.

questions/forms.py describes how requests and responses write moves.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Piles = tuple[int, ...]

Form = Literal["removal", "split", "removals", "replacement", "board"]
"""How requests and responses write the moves of a game."""

PileMove = tuple[int, list[int]]
"""The number of objects that a move removes from a pile, and the piles that remain of it."""

Change = tuple[int, Piles]
"""The 0-based index of a pile, and the piles that it becomes: none, one or several."""


class Move(NamedTuple):
    """A move in any game, as the piles that it changes, by ascending index.

    On a board `changes` are what the move chooses there, in the game's own terms: board_game.py.
    A move that changes none is a pass. In a sum `component` is the index of the component that the
    move changes.

    >>> after_move([3, 4, 5], Move(((0, (1,)),)))
    (1, 4, 5)
    """

    changes: tuple[Change, ...]
    component: int | None = None


class SaidRemoval(NamedTuple):
    """Objects that a text takes from one of several piles."""

    pile: int
    remove: int
    leaves: int | None = None


class Said(NamedTuple):
    """What a text says of a move, legal or not; what it leaves open is None.

    The fields are those of moves in requests: see questions/forms.py.
    """

    pile: int | None = None
    remove: int | None = None
    leaves: int | None = None
    leaves_piles: Sequence[int] | None = None
    removals: Sequence[SaidRemoval] | None = None
    play: str | None = None
    leaves_board: str | None = None


def becoming(*changes: tuple[int, Sequence[int]]) -> Move:
    """The move that turns each of these piles into the given ones.

    >>> becoming((0, [5, 5])).changes
    ((0, (5, 5)),)
    """
    return Move(tuple([(pile, tuple(parts)) for pile, parts in changes]))


def removal(piles: Sequence[int], pile: int, remove: int) -> Move:
    """The move that removes this number of objects from the pile with this index."""
    return Move(((pile, (piles[pile] - remove,)),))


def removals(piles: Sequence[int], taken: Sequence[tuple[int, int]]) -> Move:
    """The move that removes objects from several piles, given as pairs of an index and a number."""
    return Move(tuple([(pile, (piles[pile] - remove,)) for pile, remove in taken]))


def order_of(piles: Sequence[int], move: Move) -> list[tuple[int, ...]]:
    """The order of a position's moves: by pile, then by what they remove and leave.

    >>> order_of([12], becoming((0, [5, 5])))
    [(0, 2, 5, 5)]
    """
    return [(pile, max(0, piles[pile] - sum(parts)), *parts) for pile, parts in move.changes]


def after_move(piles: Sequence[int], move: Move) -> Piles:
    """The piles after a move that changes nothing but the piles that it names.

    Others keep their index, and a second part of a pile is added at the end.
    """
    after = [*piles]
    for pile, parts in move.changes:
        first, *others = parts or (0,)
        after[pile] = first
        after += others
    return tuple(after)
