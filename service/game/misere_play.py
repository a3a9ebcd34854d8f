"""Misère play of take-and-break games: by a rule where one is known, else by search.

Codes of 0 and 3 are games in which a move removes one of certain numbers of objects: Ferguson's
rule holds (see ferguson.py). Kayles has a rule of its own (misere_kayles.py).
"""

from collections.abc import Callable, Sequence

from service.game.ferguson import change
from service.game.misere_kayles import KAYLES, wins_kayles
from service.game.misere_search import search_solver
from service.game.octal import Code
from service.game.octal_values import grundy_values


def misere_solver(code: Code, piles: Sequence[int]) -> Callable[[Sequence[int]], bool]:
    """A function that says whether the player to move wins a position reachable from this one.

    The function raises SearchTooLong if a search takes too long.

    >>> from service.game.octal import parse_code
    >>> wins = misere_solver(parse_code("0.[3]", max_digits=8), [700])
    >>> wins([700]), wins([1])
    (True, False)
    """
    shortest = code.shortest
    if not shortest.only_removes and shortest != KAYLES:
        return search_solver(code, piles)
    known = grundy_values(code, max(piles, default=0) + 1)
    if shortest == KAYLES:
        return lambda position: wins_kayles(position, known)
    return lambda position: change([known[pile] for pile in position], misere=True).wins
