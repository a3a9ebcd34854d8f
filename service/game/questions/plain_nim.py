"""Plain Nim, solved straight into the form of an answer, many times as fast as by its game."""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any

from ..words.moves import removal_text
from .forms import Solved


def solve_nim(piles: Sequence[int], misere: bool = False, with_texts: bool = False) -> Solved:
    """The solution of a position of plain Nim, many times as fast as by its game.

    Piles are non-negative integers of any size, which is not checked. Takes time linear in the
    number of piles. Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals
    of Mathematics 3 (1901), for both conventions.

    The empty position has no move, and yet its misère class is N: the opponent has just taken the
    last object and lost. So the class never follows from whether there is a winning move.

    >>> solve_nim([8, 8, 1])["best_move"]
    {'pile': 2, 'remove': 1, 'leaves': 0}
    >>> solve_nim([2, 3, 1])["best_move"]
    {'pile': 1, 'remove': 1, 'leaves': 2}
    >>> solve_nim([], misere=True)["position_class"]
    'N'
    """
    # One function with a plain loop, because batches solve thousands of positions: calls and a
    # comprehension would cost half as much again.
    total = reduce(xor, piles, 0)
    wins = total != 0
    moves: list[dict[str, Any]] = []
    best: dict[str, Any] | None = None
    if misere and sum(p > 1 for p in piles) <= 1:
        wins, moves = _solve_misere_endgame(piles)
        best = moves[0] if moves else None  # all of them remove the same
    elif wins:
        most = 0
        for i, p in enumerate(piles):
            leaves = p ^ total
            if leaves < p:
                move = {"pile": i, "remove": p - leaves, "leaves": leaves}
                moves.append(move)
                if p - leaves > most:
                    most, best = p - leaves, move
    best = best or _smallest_move(piles)
    if with_texts and best:
        for each in moves or [best]:
            each["text"] = removal_text(each["remove"], each["pile"])
    return {
        "nim_sum": total,
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": moves,
        "best_move": best,
    }


def _solve_misere_endgame(piles: Sequence[int]) -> tuple[bool, list[dict[str, Any]]]:
    """Whether the player to move wins, and how, if at most one pile exceeds 1.

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


def _smallest_move(piles: Sequence[int]) -> dict[str, Any] | None:
    largest = max(piles, default=0)
    if largest == 0:
        return None
    return {"pile": piles.index(largest), "remove": 1, "leaves": largest - 1}
