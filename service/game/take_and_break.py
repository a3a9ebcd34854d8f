"""Positions of take-and-break games."""

from collections.abc import Sequence

from service.game.octal import Code
from service.game.rules.take_and_break import BreakingSolution, TakeAndBreak


def solve_take_and_break(
    code: Code, piles: Sequence[int], misere: bool, most_moves: int
) -> BreakingSolution:
    """Solve a position. Raises TooManyMoves, or in misère play TooManyObjects.

    >>> from service.game.octal import parse_code
    >>> kayles = parse_code("0.77", most_digits=8)
    >>> solve_take_and_break(kayles, [5], False, most_moves=100)["winning_moves"]
    [{'pile': 0, 'remove': 1, 'leaves': [2, 2]}]
    """
    return TakeAndBreak(code, most_moves).solve(piles, misere)
