"""The Grundy values of single piles by plain recursion, for piles too large to be played out."""

from collections.abc import Callable, Iterable, Sequence

from tests.support.oracle import mex

Piles = tuple[int, ...]

# For each legal move in a pile: the objects that it removes, and the piles that it leaves.
PileMoves = Callable[[int], Iterable[tuple[int, Piles]]]


def taking_and_breaking(before_point: str, digits: Sequence[int], repeats: bool) -> PileMoves:
    """The moves that the code of a take-and-break game allows."""

    def digit(j: int) -> int:
        return digits[min(j, len(digits)) - 1]

    def moves(pile: int) -> list[tuple[int, Piles]]:
        splits = [(a, pile - a) for a in range(1, pile // 2 + 1)]
        found: list[tuple[int, Piles]] = []
        if before_point == "4":
            found += [(0, parts) for parts in splits]
        if before_point == "4!":
            found += [(0, (a, b)) for a, b in splits if a != b]
        for j in range(1, (pile if repeats else min(pile, len(digits))) + 1):
            left = pile - j
            if digit(j) in (1, 3, 5, 7) and left == 0:
                found.append((j, ()))
            if digit(j) in (2, 3, 6, 7) and left > 0:
                found.append((j, (left,)))
            if digit(j) in (4, 5, 6, 7):
                found += [(j, (a, left - a)) for a in range(1, left // 2 + 1)]
        return found

    return moves


def table(numbers: Iterable[int], size: int) -> list[int]:
    """The Grundy values of a subtraction set by plain recursion."""
    allowed = sorted(numbers)
    values: list[int] = []
    for n in range(size):
        values.append(mex([values[n - s] for s in allowed if s <= n]))
    return values


def take_and_break_table(moves: PileMoves, size: int) -> list[int]:
    """The Grundy values of a take-and-break game by plain recursion, XORing parts."""
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
