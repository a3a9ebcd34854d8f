"""Misère play of tame piles: each acts like a position of Nim.

A pile is tame if its genus occurs in Nim, and everything that moves leave of it is tame. It is
fickle with the genus 0^120 or 1^031, like Nim without a pile larger than 1, and firm with any
other: n^{n, n ⊕ 2}, like Nim with one. The sum of tame positions is tame. Its Grundy value is the
XOR of theirs, and it is firm if any of them is.

In misère play a sum of tame piles is lost exactly when the XOR of the values is 0 and some pile is
firm, or 1 and none is.

So the genus of a pile follows from the values and the firmness of its options. Options that are
firm, or fickle of both values, have the same mex in both conventions, and the pile is firm. If the
fickle ones have one value only, the misère value exchanges 0 and 1 among them alone: the pile is
fickle if no firm option has the value 0 or 1, firm if both occur, and not tame otherwise.

Source: J. H. Conway, "On Numbers and Games" (1976), chapter 12.
"""

from collections.abc import Iterable, Sequence

from .genus import PileMoves, genus_text
from .grundy import nim_sum

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
        for _, parts in pile_moves(pile):
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


def wins_tame(values: Sequence[int], firm: Iterable[bool]) -> bool:
    """Whether the player to move wins tame piles in misère play.

    >>> wins_tame([0], [True]), wins_tame([0], [False]), wins_tame([1, 1], [False, False])
    (False, True, True)
    """
    return nim_sum(values) != (not any(firm))


def tame_genus(value: int, is_firm: bool) -> str:
    """The genus of a tame pile.

    >>> [tame_genus(value, is_firm) for value, is_firm in ((0, False), (1, False), (0, True))]
    ['0^120', '1^031', '0^02']
    """
    if is_firm:
        return genus_text(value, [value, value ^ 2])
    return "1^031" if value else "0^120"
