"""Nim with bounds: a move removes at least m objects and, if there is a most, at most k.

The Grundy value of a pile of n is ⌊(n mod (m + k)) / m⌋, and ⌊n / m⌋ without a most: values come in
blocks of m sizes. A move leaves n - k to n - m, which are all sizes of a period except the ones
less than m away from n. They include sizes of every smaller block, and none of the block of n. In
misère play Ferguson's rule holds.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from ...bounds import Cost, PileLimits
from ...game import Position
from ...heap_game import RemovalGame
from ...moves import Move
from ...theory.period import Period
from ...values import PileValues

LONGEST_PERIOD = 2**53 - 1
"""Programs that read numbers as doubles round longer ones. Beyond this the values are described as
if there were no most, which is true of all smaller piles."""


class Bounded(RemovalGame):
    """A move removes `least` to `most` objects from one pile; `most` may be None.

    >>> Bounded(1, 3).values.of([21]), Bounded(2, None).values.of([7])
    ([1], [3])
    """

    name = "nim"
    title = "Nim"
    rule = "A move removes a number of objects within bounds from one pile."
    limits = PileLimits(largest=None)
    obeys_ferguson = True

    def __init__(self, least: int, most: int | None) -> None:
        self.least, self.most = least, most

    @property
    def _most_listed(self) -> int | None:  # type: ignore[override]
        """Without a least of 2 or more each pile has at most one winning move."""
        return None if self.least == 1 else RemovalGame._most_listed

    @property
    def _reaches_all_smaller(self) -> bool:  # type: ignore[override]
        """Whether a pile can be made smaller by any number."""
        return self.least == 1

    def cost(self, position: Position, max_moves: int) -> Cost:
        count = len(position.piles)
        if self.least == 1:
            return Cost(count // 2 + 5, listed=count)
        # Of the sizes that a move leaves, at most `least` have the same value.
        listed = max_moves
        if self._count_moves(position) <= (self._most_listed or 0):
            listed = sum(min(self._count_pile_moves(p), self.least) for p in position.piles)
        return Cost(count + listed + 5, listed=listed)

    @cached_property
    def values(self) -> PileValues:
        return BoundedValues(self)

    def removals(self, pile: int) -> Sequence[int]:
        return range(self.least, min(pile, self.most or pile) + 1)

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        wanted = enumerate(zip(position.piles, targets, strict=True))
        if self.least > 1 or self.most is None:
            for i, (pile, target) in wanted:
                for left in self._left(pile, target):
                    yield Move(((i, (left,)),))
            return
        most, period = self.most, self.most + 1
        for i, (pile, target) in wanted:  # a move leaves each value once
            remove = (pile - target) % period
            if target <= most and 0 < remove <= pile:
                yield Move(((i, (pile - remove,)),))

    def _left(self, pile: int, target: int) -> Iterator[int]:
        """The sizes with this value that a move leaves of a pile, the largest first."""
        most = self.most or pile
        lowest, highest, period = max(0, pile - most), pile - self.least, self.least + most
        for start in range(highest // period * period, -1, -period):
            first = start + target * self.least
            last = min(first + self.least, start + period) - 1
            yield from range(min(last, highest), max(first, lowest) - 1, -1)
            if start <= lowest:
                return

    def why_illegal(self, pile: int, remove: int) -> str:  # noqa: ARG002
        """Why a move may not remove this number of objects.

        >>> Bounded(1, 3).why_illegal(9, 4), Bounded(2, None).why_illegal(9, 1)
        ("Can't remove 4: a move removes at most 3.", "Can't remove 1: a move removes at least 2.")
        """
        if remove < self.least:
            return f"Can't remove {remove:,}: a move removes at least {self.least:,}."
        return f"Can't remove {remove:,}: a move removes at most {self.most or 0:,}."


class BoundedValues(PileValues):
    """The values of Nim with bounds, in blocks."""

    def __init__(self, game: Bounded) -> None:
        super().__init__(game)
        self.least, self.most = game.least, game.most

    def of(self, piles: Sequence[int]) -> list[int]:
        if self.most is None:
            return [pile // self.least for pile in piles]
        period = self.least + self.most
        return [pile % period // self.least for pile in piles]

    def period(self) -> Period:
        """The values repeat from the start, or grow by 1."""
        if self.most is None or self.least + self.most > LONGEST_PERIOD:
            return Period(0, self.least, 1, "computed")
        return Period(0, self.least + self.most, 0, "computed")

    def why(self) -> str:
        takes = f"A move takes {self._amount()}, so the Grundy value of a pile is"
        by = f"divided by {self.least:,} and rounded down"
        if self.most is None:
            return f"{takes} its size {by}."
        rest = f"the remainder when its size is divided by {self._period}"
        return f"{takes} {rest}." if self.least == 1 else f"{takes} {rest}, {by}."

    def why_pile(self, pile: int) -> str:
        if self.most is None:
            return f"{pile:,} divided by {self.least:,} is {self.of([pile])[0]:,}, rounded down"
        rest = f"{pile:,} divided by {self._period} leaves {pile % (self.least + self.most):,}"
        if self.least == 1:
            return rest
        return f"{rest}, which divided by {self.least:,} is {self.of([pile])[0]:,}, rounded down"

    def why_alone(self, pile: int, misere: bool, wins: bool) -> list[str]:
        """The strategy of multiples."""
        if self.least > 1 or self.most is None:
            return super().why_alone(pile, misere, wins)
        target = f"{'1 more than ' if misere else ''}a multiple of {self._period}"
        reasons = [
            f"With a single pile, the player who always leaves {target} wins: "
            f"after the opponent takes {self._amount()}, "
            f"making it up to {self._period} leaves such a number again"
            + (", until the opponent has to take the last object." if misere else ".")
        ]
        if not wins:
            reasons.append(f"{pile:,} is already {target}, and no move leaves another one.")
        return reasons

    @property
    def _period(self) -> str:
        return f"{self.least + (self.most or 0):,}"

    def _amount(self) -> str:
        least, most = self.least, self.most
        if most is None:
            return f"at least {least:,} object{'s' if least > 1 else ''}"
        if least == most:
            return f"{least:,} object{'s' if least > 1 else ''}"
        return f"{least:,} to {most:,} objects"
