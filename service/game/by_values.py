"""Who wins a position, given the Grundy values of its piles, and how a winning move changes them.

`total` is the nim-sum of the values. In normal play a position is P exactly when the total is 0. In
misère play it is P when some value is 2 or more and the total is 0, or when no value is and the
total is 1. Either way there is exactly one value that a move in a given pile must lead to in order
to win: the `target` of that pile.

That holds in misère play for every rule that removes a number of a given set, finite or not.

Sources: R. P. Sprague (1935) and P. M. Grundy (1939) for normal play; T. S. Ferguson, "On sums of
graph games with last player losing", International Journal of Game Theory 3 (1974), for misère
play.
"""

from collections.abc import Sequence
from functools import reduce
from operator import itemgetter, xor

from service.game.nim import Move, Solution


def change(values: Sequence[int], misere: bool) -> tuple[int, bool, int, int | None]:
    """The total, whether the player to move wins, and how a winning move changes a pile's value.

    It changes by an exclusive or with the third number. The last is the index of the pile whose
    target is one off that: the only one with a value of 2 or more, in misère play.
    """
    total = reduce(xor, values, 0)
    if not misere:
        return total, total != 0, total, None
    large = [i for i, value in enumerate(values) if value > 1]
    if not large:
        return total, total != 1, total ^ 1, None
    return total, total != 0, total, large[0] if len(large) == 1 else None


def ruled_solution(
    piles: Sequence[int],
    values: list[int],
    outcome: tuple[int, bool],
    moves: list[Move],
    least: int,
) -> Solution:
    """The solution with these values and winning moves.

    `outcome` is the total and whether the player to move wins, `least` the fewest objects that a
    move may remove.
    """
    total, wins = outcome
    # The first of those that remove most.
    best = max(moves, key=itemgetter("remove")) if moves else _smallest_move(piles, least)
    return {
        "nim_sum": total,
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": moves,
        "best_move": best,
        "grundy_values": values,
    }


def _smallest_move(piles: Sequence[int], least: int) -> Move | None:
    largest = max(piles, default=0)
    if largest < least:
        return None
    return {"pile": piles.index(largest), "remove": least, "leaves": largest - least}
