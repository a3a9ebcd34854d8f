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

from service.game.solution import Removal, Solution


def nim_sum(piles: Sequence[int]) -> int:
    """The bitwise exclusive or of the piles; 0 for the empty position.

    >>> nim_sum([19, 20, 21])
    18
    """
    return reduce(xor, piles, 0)


def solve(piles: Sequence[int], misere: bool = False) -> Solution:
    """The nim-sum, the class, every winning move and the best move of a position.

    The best move of an N-position is the winning move that removes most, the lowest pile index on
    a tie. In a P-position every move loses; the best one removes one object from the largest
    pile, lowest index on a tie, which gives away least at once. It is None only where no move is
    legal.

    The empty position has no move, and yet its misère class is N: the opponent has just taken
    the last object and lost. So the class never follows from whether there is a winning move.

    >>> solve([8, 8, 1])["best_move"]
    {'pile': 2, 'remove': 1, 'leaves': 0}
    >>> solve([2, 3, 1])["best_move"]
    {'pile': 1, 'remove': 1, 'leaves': 2}
    >>> solve([], misere=True)["position_class"], solve([0, 0], misere=True)["best_move"] is None
    ('N', True)
    """
    # In one piece and with a plain loop, because batches solve positions by the thousand: calls
    # and a comprehension here cost half as much again.
    total = reduce(xor, piles, 0)
    wins = total != 0
    moves: list[Removal] = []
    best: Removal | None = None
    if misere and sum(p > 1 for p in piles) <= 1:
        wins, moves = _solve_misere_endgame(piles)
        best = moves[0] if moves else None  # all of them remove the same
    elif wins:
        most = 0
        for i, p in enumerate(piles):
            leaves = p ^ total
            if leaves < p:
                move: Removal = {"pile": i, "remove": p - leaves, "leaves": leaves}
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


def _solve_misere_endgame(piles: Sequence[int]) -> tuple[bool, list[Removal]]:
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


def _smallest_move(piles: Sequence[int]) -> Removal | None:
    largest = max(piles, default=0)
    if largest == 0:
        return None
    return {"pile": piles.index(largest), "remove": 1, "leaves": largest - 1}
