"""The winner of a position by the Grundy values of its piles, and the values to leave.

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
from typing import NamedTuple

from service.game.nim import nim_sum


class Change(NamedTuple):
    """Whether the player to move wins, and how a winning move changes the value of its pile.

    It changes by an exclusive or with `by`; for the pile with the index `alone`, the only one with
    a value of 2 or more in misère play, by one more.
    """

    wins: bool
    by: int
    alone: int | None

    def target(self, i: int, value: int) -> int:
        """The value that a winning move leaves in a pile."""
        return value ^ self.by ^ (i == self.alone)


def change(values: Sequence[int], misere: bool) -> Change:
    """The winner, and the change that a winning move makes.

    >>> change([2, 1], misere=True)
    Change(wins=True, by=3, alone=0)
    """
    total = nim_sum(values)
    if not misere:
        return Change(total != 0, total, None)
    large = [i for i, value in enumerate(values) if value > 1]
    if not large:
        return Change(total != 1, total ^ 1, None)
    return Change(total != 0, total, large[0] if len(large) == 1 else None)
