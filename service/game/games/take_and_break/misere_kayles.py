"""Misère Kayles at any size, by the rule of Sibert and Conway.

It is the rule of normal play with exceptions among positions of a few kinds of rows. Below, E and D
stand for an even and an odd number of rows of the sizes after them; the position has no other rows.
A position whose values have the nim-sum 0 is lost, except

- E(5) E(4, 1)
- E(17, 12, 9) E(20, 4, 1)
- a single 25, E(17, 12, 9) D(20, 4, 1)

and of all other positions these are lost:

- D(4, 1) with any number of 5s
- D(9) E(4, 1)
- a single 12, E(4, 1)
- E(17, 12, 9) D(20, 4, 1)
- a single 25, D(9) D(4, 1)

Source: W. L. Sibert and J. H. Conway, "Mathematical Kayles", International Journal of Game Theory
20 (1992). The tests prove the rule as it is written here.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from ...heap_game import OfPiles
from ...moves import Move, Piles, becoming
from ...solution import Solution
from ...theory.grundy import nim_sum
from ...words.wording import Reason
from .code import Code

KAYLES = Code(splits=False, splits_equally=False, digits=(7, 7), repeats=False)

EXCEPTIONAL = frozenset({1, 4, 5, 9, 12, 17, 20, 25})


LARGEST_REACHING = 2 * max(EXCEPTIONAL) + 2
"""The largest row of which a move can leave exceptional rows only."""


def is_ordinary(row: int) -> bool:
    """Whether a row is not exceptional."""
    return row > 0 and row not in EXCEPTIONAL


def wins_kayles(rows: Sequence[int], values: Sequence[int]) -> bool:
    """Whether the player to move wins, given the Grundy value of each row.

    >>> wins_kayles([9], [4]), wins_kayles([1, 1], [1, 1])
    (False, True)
    """
    even = nim_sum(values) == 0
    sizes = {row for row in rows if row}
    if sizes <= EXCEPTIONAL:
        return _even_but_won(rows, sizes) if even else not _odd_but_lost(rows, sizes)
    return not even


def _even_but_won(rows: Sequence[int], sizes: set[int]) -> bool:
    if _is_odd(rows, 17, 12, 9):
        return False
    odd = _is_odd(rows, 20, 4, 1)
    return (
        (sizes <= {5, 4, 1} and not _is_odd(rows, 5) and not odd)
        or (sizes <= {17, 12, 9, 20, 4, 1} and not odd)
        or (sizes <= {25, 17, 12, 9, 20, 4, 1} and rows.count(25) == 1 and odd)
    )


def _odd_but_lost(rows: Sequence[int], sizes: set[int]) -> bool:
    odd = _is_odd(rows, 20, 4, 1)
    return (
        (sizes <= {5, 4, 1} and odd)
        or (sizes <= {9, 4, 1} and _is_odd(rows, 9) and not odd)
        or (sizes <= {12, 4, 1} and rows.count(12) == 1 and not odd)
        or (sizes <= {17, 12, 9, 20, 4, 1} and not _is_odd(rows, 17, 12, 9) and odd)
        or (sizes <= {25, 9, 4, 1} and rows.count(25) == 1 and _is_odd(rows, 9) and odd)
    )


def _is_odd(rows: Sequence[int], *sizes: int) -> bool:
    """Whether the number of rows of these sizes is odd."""
    return sum(map(rows.count, sizes)) % 2 == 1


LARGEST_KEPT = 1_000
"""The largest row whose winning moves are found once for all equal rows: they occur often."""


class MisereKayles(OfPiles):
    """Misère Kayles, decided by its own rule."""

    by = "exceptions"

    @cached_property
    def wins(self) -> bool:
        return wins_kayles(self.position.piles, self.pile_values)

    def _wins(self, piles: Sequence[int]) -> bool:
        return wins_kayles(piles, self.game.values.of(piles))

    def winning_moves(self) -> Iterator[Move]:
        if not self.wins:
            return
        piles = self.position.piles
        found: dict[int, Sequence[Sequence[int]]] = {}
        for i, pile in enumerate(piles):
            if pile <= LARGEST_KEPT and pile not in found:
                found[pile] = [*self._parts_winning(piles, pile)]
            for parts in found[pile] if pile in found else self._parts_winning(piles, pile):
                yield becoming((i, parts))

    def _parts_winning(self, piles: Piles, pile: int) -> Iterable[Sequence[int]]:
        """The results of winning moves in one of these piles."""
        ordinary = sum(map(is_ordinary, piles)) > is_ordinary(pile)  # some other pile
        if ordinary or pile > LARGEST_REACHING:
            values = self.pile_values
            return self.game._parts_leaving(pile, nim_sum(values) ^ values[piles.index(pile)])
        at = piles.index(pile)
        others, every = piles[:at] + piles[at + 1 :], self.game.pile_moves(pile)
        return (parts for _, parts in every if not self._wins([*others, *parts]))

    def reasons(self, solution: Solution) -> Iterator[Reason]:  # noqa: ARG002
        yield (
            "Misère Kayles follows Sibert and Conway's rule: that of normal play, with exceptions "
            "only among rows of 1, 4, 5, 9, 12, 17, 20 and 25."
        )
