"""Independent truth for games by rule: solvers that know only what a move may do.

Nothing here knows a theorem, not even that piles have values that add up. A position is a sorted
tuple of piles without empty ones. So these solvers are slow, and only for small positions.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tests.support.oracle import mex

Piles = tuple[int, ...]

# What each legal move in a pile removes, and the piles that it leaves of it.
PileMoves = Callable[[int], Iterable[tuple[int, Piles]]]


class Truth(NamedTuple):
    """What playing a position out finds."""

    value: int
    normal_win: bool
    misere_win: bool


class Played:
    """A game whose positions are played out once and remembered."""

    def __init__(self, pile_moves: PileMoves, largest: int) -> None:
        self.moves = [list(pile_moves(pile)) for pile in range(largest + 1)]
        self._found: dict[Piles, Truth] = {}
        self._asked: dict[Piles, Truth] = {}  # as asked for, in any order

    def truth(self, piles: Iterable[int]) -> Truth:
        asked = tuple(piles)
        if asked not in self._asked:
            self._asked[asked] = self._truth(tuple(sorted(p for p in asked if p)))
        return self._asked[asked]

    def to_move_wins(self, piles: Iterable[int], misere: bool) -> bool:
        truth = self.truth(piles)
        return truth.misere_win if misere else truth.normal_win

    def winning_moves(self, piles: Sequence[int], misere: bool) -> list[tuple[int, int, Piles]]:
        """The pile's index, the objects removed and the piles left of it, in order."""
        return sorted(
            (i, remove, leaves)
            for i, pile in enumerate(piles)
            for remove, leaves in self.moves[pile]
            if not self.to_move_wins((*piles[:i], *leaves, *piles[i + 1 :]), misere)
        )

    def _truth(self, piles: Piles) -> Truth:
        if piles not in self._found:
            options = [
                self._truth(tuple(sorted((*piles[:i], *filter(None, leaves), *piles[i + 1 :]))))
                for i, pile in enumerate(piles)
                if i == 0 or pile != piles[i - 1]
                for _, leaves in self.moves[pile]
            ]
            self._found[piles] = Truth(
                value=mex([option.value for option in options]),
                normal_win=not all(option.normal_win for option in options),
                misere_win=not options or not all(option.misere_win for option in options),
            )
        return self._found[piles]


def removing(numbers: Iterable[int]) -> PileMoves:
    """The moves of a subtraction game."""
    allowed = sorted(numbers)
    return lambda pile: [(s, (pile - s,)) for s in allowed if s <= pile]


def taking_and_breaking(before_point: str, digits: Sequence[int], repeats: bool) -> PileMoves:
    """The moves of a take-and-break game, as its code says."""

    def digit(j: int) -> int:
        return digits[j - 1] if j <= len(digits) else digits[-1] * repeats

    def moves(pile: int) -> list[tuple[int, Piles]]:
        splits = [(a, pile - a) for a in range(1, pile) if a <= pile - a]
        found: list[tuple[int, Piles]] = []
        if before_point == "4":
            found += [(0, parts) for parts in splits]
        if before_point == "4!":
            found += [(0, (a, b)) for a, b in splits if a != b]
        for j in range(1, pile + 1):
            left = pile - j
            if digit(j) in (1, 3, 5, 7) and left == 0:
                found.append((j, ()))
            if digit(j) in (2, 3, 6, 7) and left > 0:
                found.append((j, (left,)))
            if digit(j) in (4, 5, 6, 7):
                found += [(j, (a, left - a)) for a in range(1, left) if a <= left - a]
        return found

    return moves


def table(numbers: Iterable[int], size: int) -> list[int]:
    """The Grundy values of a subtraction set by plain recursion, for piles too large to play."""
    allowed = sorted(numbers)
    values: list[int] = []
    for n in range(size):
        values.append(mex([values[n - s] for s in allowed if s <= n]))
    return values


def take_and_break_table(moves: PileMoves, size: int) -> list[int]:
    """The Grundy values of a take-and-break game by plain recursion, parts being XORed."""
    values: list[int] = []
    for n in range(size):
        reached = []
        for _, leaves in moves(n):
            total = 0
            for part in leaves:
                total ^= values[part]
            reached.append(total)
        values.append(mex(reached))
    return values


def smallest_period(values: Sequence[int]) -> tuple[int, int]:
    """The smallest preperiod and period of a long list, of which at least half repeats."""
    for period in range(1, len(values) // 4):
        preperiod = len(values) - period
        while preperiod and values[preperiod - 1] == values[preperiod - 1 + period]:
            preperiod -= 1
        if preperiod <= len(values) // 2:
            return preperiod, period
    raise AssertionError("no period in sight: the list is too short")
