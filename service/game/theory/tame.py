"""Misère play of tame piles: each acts like a position of Nim.

A pile is tame if its genus occurs in Nim, and everything that moves leave of it is tame. It is
fickle with the genus 0^120 or 1^031, like Nim without a pile larger than 1, and firm with any
other: n^{n, n ⊕ 2}, like Nim with one. The sum of tame positions is tame. Its Grundy value is the
XOR of theirs, and it is firm if any of them is.

In misère play a sum of tame piles, of one game or of several, is lost exactly when the XOR of the
values is 0 and some pile is firm, or 1 and none is. So a winning move leaves a pile that makes the
XOR 0, if it or another pile is firm, and 1 otherwise.

In a game that follows Ferguson's rule all piles are tame, and firm if their value is 2 or more.

So the genus of a pile follows from the values and the firmness of its options. Options that are
firm, or fickle of both values, have the same mex in both conventions, and the pile is firm. If the
fickle ones have one value only, the misère value exchanges 0 and 1 among them alone: the pile is
fickle if no firm option has the value 0 or 1, firm if both occur, and not tame otherwise.

Source: J. H. Conway, "On Numbers and Games" (1976), chapter 12.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..meter import metered
from .grundy import nim_sum

PileMoves = Callable[[int], Iterable[tuple[int, Sequence[int]]]]
"""What each legal move removes from a pile, and the piles that remain of it."""

MAX_EXAMINED = 300_000
"""Moves that are examined to find out which piles are tame, a quarter of a second."""


def tame_piles(
    pile_moves: PileMoves, values: Sequence[int], size: int, max_moves: int = MAX_EXAMINED
) -> Sequence[bool]:
    """Whether each of the piles 0, 1, 2 … is firm, given their values; all listed piles are tame.

    The list has `size` piles, but ends before the first pile that is not tame, or once more than
    `max_moves` moves would be examined.

    >>> tame_piles(lambda pile: [(n, [pile - n]) for n in range(1, pile + 1)], range(9), size=4)
    [False, False, True, True]
    """
    firm: list[bool] = []
    examined = 0
    for pile in range(size):
        fickle, among_firm = set[int](), set[int]()
        for _, parts in metered(pile_moves(pile)):
            examined += 1
            value, is_firm = 0, False
            for part in parts:
                if part >= pile:
                    return firm
                value ^= values[part]
                is_firm = is_firm or firm[part]
            if examined > max_moves:
                return firm
            (among_firm if is_firm else fickle).add(value)
        small = len(among_firm & {0, 1})
        if len(fickle) == 1 and small == 1:
            return firm
        firm.append(bool(fickle or among_firm) and not (len(fickle) == 1 and small == 0))
    return firm


class Pile(NamedTuple):
    """A tame pile, or a sum of them: its Grundy value, and whether it is firm."""

    value: int
    is_firm: bool

    @property
    def wins(self) -> bool:
        """Whether the player to move wins it in misère play.

        >>> Pile(0, True).wins, Pile(0, False).wins, Pile(1, False).wins
        (False, True, False)
        """
        return self.value != (not self.is_firm)


def tame_by_values(values: Iterable[int]) -> list[Pile]:
    """The piles with these values in a game that follows Ferguson's rule: they are those of Nim."""
    return [Pile(value, value > 1) for value in values]


def sum_of_tame(piles: Sequence[Pile]) -> Pile:
    """Tame piles together, as one.

    >>> sum_of_tame([Pile(2, True), Pile(1, False)]), sum_of_tame([Pile(1, False)] * 2).wins
    (Pile(value=3, is_firm=True), True)
    """
    return Pile(nim_sum([pile.value for pile in piles]), any(pile.is_firm for pile in piles))


def beside(piles: Sequence[Pile]) -> list[Pile]:
    """For each pile the sum of all others.

    >>> beside([Pile(1, False), Pile(2, True)])
    [Pile(value=2, is_firm=True), Pile(value=1, is_firm=False)]
    """
    total, firm = nim_sum([pile.value for pile in piles]), sum(pile.is_firm for pile in piles)
    return [Pile(total ^ value, firm > is_firm) for value, is_firm in piles]


def misere_values(pile: Pile) -> tuple[int, ...]:
    """The misère Grundy values of a tame pile with 0, 1, 2 … piles of *2.

    >>> [*map(misere_values, [Pile(0, False), Pile(1, False), Pile(0, True)])]
    [(1, 2, 0), (0, 3, 1), (0, 2)]
    """
    value, is_firm = pile
    if is_firm:
        return value, value ^ 2
    return (0, 3, 1) if value else (1, 2, 0)
