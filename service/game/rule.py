"""Rules that limit how many objects a move may remove: bounded Nim and subtraction games.

A player who has no legal move has lost in normal play and won in misère play; objects may be left
then. Callers check the numbers, nothing here does.
"""

from dataclasses import dataclass
from typing import NamedTuple


class MaxRemove(NamedTuple):
    """A move removes 1 to `most` objects from one pile."""

    most: int

    @property
    def least(self) -> int:
        """The smallest number that a move may remove."""
        return 1

    @property
    def moves_per_pile(self) -> int:
        """How many winning moves one pile can have at most."""
        return 1

    def why_illegal(self, remove: int) -> str | None:
        """Why the rule forbids removing so many objects; None if it allows it.

        >>> MaxRemove(3).why_illegal(4)
        'at most 3 may be removed'
        """
        return f"at most {self.most} may be removed" if remove > self.most else None


@dataclass(frozen=True, slots=True)
class SubtractionSet:
    """A move removes one of `numbers` from one pile.

    They are different and positive, and kept in ascending order. At most `most_values` Grundy
    values are computed to prove a period: without one, larger piles can't be solved.
    """

    numbers: tuple[int, ...]
    most_values: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", tuple(sorted(self.numbers)))

    @property
    def least(self) -> int:
        """The smallest number that a move may remove."""
        return self.numbers[0]

    @property
    def moves_per_pile(self) -> int:
        """How many winning moves one pile can have at most."""
        return len(self.numbers)

    def why_illegal(self, remove: int) -> str | None:
        """Why the rule forbids removing so many objects; None if it allows it.

        >>> SubtractionSet((1, 3, 4), most_values=64).why_illegal(2)
        '2 is not in the subtraction set'
        """
        return None if remove in self.numbers else f"{remove} is not in the subtraction set"


Rule = MaxRemove | SubtractionSet
