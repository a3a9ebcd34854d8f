"""Plain Nim, solved directly: any number of objects may be removed from one pile.

Piles are non-negative integers of any size; callers check that, nothing here does. Every function
takes time linear in the number of piles.

Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3
(1901), for both conventions.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from ...moves import Removal
from ...solution import Solution
from ...theory.columns import odd_columns
from ...words.wording import counted, named_pile, numbers, piles_have


def solve(piles: Sequence[int], misere: bool = False) -> Solution:
    """The nim-sum, the class, every winning move and the best move of a position.

    The best move of an N-position is the winning move that removes most, the lowest pile index on
    a tie. In a P-position every move loses; the best one removes one object from the largest
    pile, lowest index on a tie, which gives away least. It is None only where no move is legal.

    The empty position has no move, and yet its misère class is N: the opponent has just taken
    the last object and lost. So the class never follows from whether there is a winning move.

    >>> solve([8, 8, 1])["best_move"]
    {'pile': 2, 'remove': 1, 'leaves': 0}
    >>> solve([2, 3, 1])["best_move"]
    {'pile': 1, 'remove': 1, 'leaves': 2}
    >>> solve([], misere=True)["position_class"], solve([0, 0], misere=True)["best_move"] is None
    ('N', True)
    """
    # One function with a plain loop, because batches solve thousands of positions: calls and a
    # comprehension would cost half as much again.
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


def reasons(piles: Sequence[int], misere: bool) -> Iterator[str]:
    """Why the columns of the piles decide the position, as sentences."""
    large = [i for i, p in enumerate(piles) if p > 1]
    if misere and len(large) <= 1:
        return _endgame(piles, large)
    return _columns(piles, misere)


def _endgame(piles: Sequence[int], large: Sequence[int]) -> Iterator[str]:
    """Why the misère endgame, with at most one pile larger than 1, is won or lost."""
    ones = sum(p == 1 for p in piles)
    if large:
        yield (
            f"In this misère endgame only {named_pile(large[0])} is larger than 1: "
            "the player who leaves an odd number of 1s and nothing else wins."
        )
        yield (
            f"Besides it there {counted(ones, 'pile')} of 1, "
            f"so it must {'be taken whole' if ones % 2 else 'become 1'}."
        )
    else:
        yield (
            "In this misère endgame no pile is larger than 1: "
            "each move takes a whole pile, and only the number of 1s matters."
        )
        if ones % 2:
            yield f"{ones:,} is odd, so the player to move takes the last object and loses."
        else:
            yield f"{ones:,} is even, so the opponent takes the last object and loses."


def _columns(piles: Sequence[int], misere: bool) -> Iterator[str]:
    """Why the parity of the columns decides."""
    if misere:
        yield (
            "Two or more piles are larger than 1, so the columns decide as in normal play, "
            "until at most one pile is larger than 1."
        )
    odd = odd_columns(piles)
    if not odd:
        yield "Every column holds an even number of 1s, so the position is even."
        yield (
            "Any move makes some column odd; the opponent can then make every column even again"
            + (", or leave an odd number of 1s and nothing else." if misere else ".")
        )
        return
    if len(odd) == 1:
        yield f"Column {odd[0]:,} holds an odd number of 1s, so the position is odd."
    else:
        yield f"Columns {numbers(odd)} each hold an odd number of 1s, so the position is odd."
    if misere:
        yield (
            "The player who always leaves every column even will be the first to face a single "
            "pile larger than 1, and wins from there."
        )
    else:
        yield "The player who always leaves every column even takes the last object."
    having = [i for i, p in enumerate(piles) if p & odd[0]]
    only = "only " if len(having) == 1 else ""
    yield (
        "Such a move changes a pile with a 1 in the leading odd column, "
        f"{odd[0]:,}: {only}{piles_have(having)} one."
    )
