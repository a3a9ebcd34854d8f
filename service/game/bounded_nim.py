"""Bounded Nim, the game nim with `max_remove`: a move removes 1 to so many objects from one pile.

With k for that number the Grundy value of a pile of n is n mod (k + 1).
"""

from collections.abc import Iterator, Sequence

from service.game.base_nim import BaseNim
from service.game.errors import too_many_positions
from service.game.ferguson import Change
from service.game.game import LARGEST_PILE
from service.game.published_periods import Period
from service.game.solution import Move, Piles
from service.game.value_sequence import ValueSequence, sequence_of


class Bounded(BaseNim):
    """A move removes 1 to `max_remove` objects from one pile.

    >>> Bounded(3).solve([21], True)["position_class"]
    'P'
    """

    def __init__(self, max_remove: int) -> None:
        self.max_remove = max_remove

    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile."""
        return range(1, min(pile, self.max_remove) + 1)

    def values(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile.

        >>> Bounded(3).values([21])
        [1]
        """
        modulus = self.max_remove + 1
        return [p % modulus for p in piles]

    def moves_by_values(
        self, piles: Sequence[int], values: Sequence[int], by: Change
    ) -> Iterator[Move]:
        """The winning moves: at most one in a pile, found by its remainder."""
        modulus = self.max_remove + 1
        for i, (pile, value) in enumerate(zip(piles, values, strict=True)):
            target = by.target(i, value)
            remove = (value - target) % modulus
            if by.wins and target < modulus and 0 < remove <= pile:
                yield {"pile": i, "remove": remove, "leaves": pile - remove}

    def pile_positions(self, pile: int, max_positions: int) -> set[Piles]:
        """The reachable sizes of a pile: all that are no larger. Raises TooMuchWork."""
        if pile >= max_positions:
            raise too_many_positions(max_positions)
        return {(size,) if size else () for size in range(pile + 1)}

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, which repeat from the start.

        With a period that no pile reaches they are those of Nim.
        """
        is_nim = self.max_remove >= LARGEST_PILE
        period, saltus = (1, 1) if is_nim else (self.max_remove + 1, 0)
        return sequence_of(self.values(range(size)), Period(0, period, saltus, "computed"))

    def why_illegal(self, pile: int, remove: int) -> str:  # noqa: ARG002
        """Why a move may not remove this number of objects.

        >>> Bounded(3).why_illegal(9, 4)
        "Can't remove 4: at most 3 may be removed."
        """
        return f"Can't remove {remove:,}: at most {self.max_remove:,} may be removed."

    def why_values(self) -> str:
        """The derivation of the values from the rule, as a sentence."""
        return (
            f"A move takes {self._numbers()}, so the Grundy value of a pile "
            f"is the remainder when its size is divided by {self.max_remove + 1:,}."
        )

    def why_value(self, pile: int) -> str:
        """Why a pile has its value, as the beginning of a sentence."""
        return f"{pile:,} leaves {self.value(pile):,} when divided by {self.max_remove + 1:,}"

    def why_alone(self, pile: int, misere: bool, wins: bool) -> list[str]:
        """Why a position with a single pile is won or lost: the strategy of multiples."""
        modulus = f"{self.max_remove + 1:,}"
        target = f"{'1 more than ' if misere else ''}a multiple of {modulus}"
        reasons = [
            f"With a single pile, the player who always leaves {target} wins: "
            f"after the opponent takes {self._numbers()}, "
            f"taking the rest of {modulus} leaves such a number again"
            + (", until the opponent has to take the last object." if misere else ".")
        ]
        if not wins:
            reasons.append(f"{pile:,} is {target} already, and no move leaves another one.")
        return reasons

    def _numbers(self) -> str:
        return "1 object" if self.max_remove == 1 else f"1 to {self.max_remove:,} objects"
