"""The Grundy values of Nim with bounds, in blocks of as many sizes as a move removes at least."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...theory.period import Period
from ...values import PileGame, PileValues
from ...words.wording import objects

LONGEST_PERIOD = 2**53 - 1
"""Programs that read numbers as doubles round longer ones. No pile is as large as a longer one."""


class Blocks(PileValues):
    """The values if a move removes `least` to `most` objects; `most` may be None."""

    def __init__(self, game: PileGame, least: int, most: int | None) -> None:
        super().__init__(game)
        self.least, self.most, self.longest = least, most, least + (most or 0)

    def of(self, piles: Sequence[int]) -> list[int]:
        if self.most is None:
            return [pile // self.least for pile in piles]
        return [pile % self.longest // self.least for pile in piles]

    def period(self) -> Period | None:
        """The values repeat from the start, or grow by 1; None if they repeat beyond all piles."""
        if self.most is None:
            return Period(0, self.least, 1, "computed")
        if self.longest > LONGEST_PERIOD:
            return None
        largest = (self.longest - 1) // self.least
        return Period(0, self.longest, 0, "computed", largest=largest)

    def pictured(self, pile: int) -> Mapping[str, Any] | None:
        """The groups into which a pile falls, of one more than a move may take, and the rest."""
        if self.least > 1 or self.most is None:
            return None
        return {
            "groups": {
                "size": self.longest,
                "count": pile // self.longest,
                "rest": pile % self.longest,
            }
        }

    def why(self) -> str:
        takes = f"A move takes {self.amount()}, so the Grundy value of a pile is"
        by = f"divided by {self.least:,} and rounded down"
        if self.most is None:
            return f"{takes} its size {by}."
        rest = f"the remainder when its size is divided by {self.longest:,}"
        return f"{takes} {rest}." if self.least == 1 else f"{takes} {rest}, {by}."

    def why_pile(self, pile: int) -> str:
        if self.most is None:
            return f"{pile:,} divided by {self.least:,} is {self.of([pile])[0]:,}, rounded down"
        rest = f"{pile:,} divided by {self.longest:,} leaves {pile % self.longest:,}"
        if self.least == 1:
            return rest
        return f"{rest}, which divided by {self.least:,} is {self.of([pile])[0]:,}, rounded down"

    def why_alone(self, pile: int, misere: bool, wins: bool) -> list[str]:
        """The strategy of multiples."""
        if self.least > 1 or self.most is None:
            return super().why_alone(pile, misere, wins)
        target = f"{'1 more than ' if misere else ''}a multiple of {self.longest:,}"
        reasons = [
            f"With a single pile, the player who always leaves {target} wins: "
            f"after the opponent takes {self.amount()}, "
            f"making it up to {self.longest:,} leaves such a number again"
            + (", until the opponent has to take the last object." if misere else ".")
        ]
        if not wins:
            reasons.append(f"{pile:,} is already {target}, and no move leaves another one.")
        return reasons

    def amount(self, noun: str = "object") -> str:
        """What a move takes."""
        least, most = self.least, self.most
        if most is not None and least < most:
            return f"{least:,} to {most:,} {noun}s"
        bound = "at least " if most is None else ""
        return f"{bound}{objects(least, noun)}"
