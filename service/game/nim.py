"""Nim: who wins a position, and with which moves.

A position is a sequence of piles, each a count of objects (zeros and the empty sequence
included), and a convention: in normal play the player who takes the last object wins, in misère
play that player loses. A move removes at least one object from one pile.

Piles are non-negative integers of any size; callers check that, nothing here does. Every function
takes time linear in the number of piles.

Sources: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3
(1901), for both conventions; the classes P and N are those of combinatorial game theory.

Legend: `total` is the nim-sum of the position, `p` a pile, `i` its index.
"""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Literal, NotRequired, TypedDict

PositionClass = Literal["P", "N"]


# What this package answers are typed dictionaries: building a frozen dataclass takes longer than
# solving a position does, and making the class takes forty times as long at every start.


class Move(TypedDict):
    """A move: `remove` objects go from the pile with the 0-based index `pile`, `leaves` stay."""

    pile: int
    remove: int
    leaves: int


class Solution(TypedDict):
    """Everything worth knowing about a position, seen by the player to move.

    Under a rule it has the Grundy value of each pile, and the nim-sum is that of the values.
    """

    nim_sum: int
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: list[Move]
    best_move: Move | None
    grundy_values: NotRequired[list[int]]


def nim_sum(piles: Sequence[int]) -> int:
    """The bitwise exclusive or of the piles; 0 for the empty position.

    >>> nim_sum([19, 20, 21])
    18
    """
    return reduce(xor, piles, 0)


def position_class(piles: Sequence[int], misere: bool = False) -> PositionClass:
    """`"N"` where the next player, the one to move, wins; `"P"` where the previous one does.

    The empty position has no move, and yet its misère class is N: the opponent has just taken
    the last object and lost. So the class never follows from whether there is a winning move.

    >>> position_class([1, 2, 3]), position_class([1, 2, 3], misere=True)
    ('P', 'P')
    >>> position_class([]), position_class([], misere=True)
    ('P', 'N')
    """
    wins = nim_sum(piles) != 0
    if misere and max(piles, default=0) <= 1:
        wins = not wins
    return "N" if wins else "P"


def winning_moves(piles: Sequence[int], misere: bool = False) -> list[Move]:
    """Every move that leaves the opponent a P-position, by pile index; at most one for each pile.

    >>> winning_moves([8, 8, 1])
    [{'pile': 2, 'remove': 1, 'leaves': 0}]
    >>> winning_moves([5, 1], misere=True)
    [{'pile': 0, 'remove': 5, 'leaves': 0}]
    """
    return solve(piles, misere)["winning_moves"]


def solve(piles: Sequence[int], misere: bool = False) -> Solution:
    """The nim-sum, the class, every winning move and the best move of a position.

    The best move of an N-position is the winning move that removes most, the lowest pile index on
    a tie. In a P-position every move loses; the best one removes one object from the largest
    pile, lowest index on a tie, which gives away least at once. It is None only where no move is
    legal.

    >>> solve([8, 8, 1])["best_move"]
    {'pile': 2, 'remove': 1, 'leaves': 0}
    >>> solve([2, 3, 1])["best_move"]
    {'pile': 1, 'remove': 1, 'leaves': 2}
    >>> solve([0, 0], misere=True)["best_move"] is None
    True
    """
    # In one piece and with a plain loop, because batches solve positions by the thousand: calls
    # and a comprehension here cost half as much again.
    total = reduce(xor, piles, 0)
    wins = total != 0
    moves: list[Move] = []
    best: Move | None = None
    if misere and sum(p > 1 for p in piles) <= 1:
        wins, moves = _solve_misere_endgame(piles)
        best = moves[0] if moves else None  # all of them remove the same
    elif wins:
        most = 0
        for i, p in enumerate(piles):
            leaves = p ^ total
            if leaves < p:
                move: Move = {"pile": i, "remove": p - leaves, "leaves": leaves}
                moves.append(move)
                if p - leaves > most:
                    most, best = p - leaves, move
    return {
        "nim_sum": total,
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": moves,
        "best_move": best or _smallest_move(piles),
    }


def _solve_misere_endgame(piles: Sequence[int]) -> tuple[bool, list[Move]]:
    """Whether the player to move wins, and how, where at most one pile exceeds 1.

    A winning move leaves an odd number of 1s and nothing else.
    """
    ones = [i for i, p in enumerate(piles) if p == 1]
    for i, p in enumerate(piles):
        if p > 1:
            leaves = 1 - len(ones) % 2
            return True, [{"pile": i, "remove": p - leaves, "leaves": leaves}]
    if len(ones) % 2:
        return False, []
    return True, [{"pile": i, "remove": 1, "leaves": 0} for i in ones]


def _smallest_move(piles: Sequence[int]) -> Move | None:
    largest = max(piles, default=0)
    if largest == 0:
        return None
    return {"pile": piles.index(largest), "remove": 1, "leaves": largest - 1}
