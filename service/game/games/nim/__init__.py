"""Nim: a move removes objects from one pile, any number or those that a rule allows.

With `max_remove` k a move removes 1 to k objects, and the Grundy value of a pile of n is
n mod (k + 1). Without it the value of a pile is its size. With `subtraction_set` Nim is a
subtraction game; see subtraction.py. In misère play Ferguson's rule holds for all three.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ...errors import WrongKeys
from ...game import Cost, Game, Position
from ...heap_game import RemovalGame
from ...moves import Move, removal
from ...solution import Solution
from ...theory.period import Period, ValueSequence, sequence_of
from . import bouton
from .subtraction import Subtraction

LONGEST_PERIOD = 2**53 - 1
"""Programs that read numbers as doubles round longer ones. Beyond this the values are described as
those of Nim, which is true of all smaller piles."""


class Nim(RemovalGame):
    """A move removes any number of objects from one pile, or at most `max_remove` if that is given.

    >>> Nim(max_remove=3).values([21])
    [1]
    """

    name = "nim"
    title = "Nim"
    rule = "A move removes any number of objects from one pile."
    also_known_as: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "Marienbad": {},
        "Northcott's game": {},
        "Silver dollar": {},
        "Nimble": {},
        "Bachet's game": {"max_remove": 10},
        "Bounded Nim": {"max_remove": 3},
        "The 21 game": {"max_remove": 3},
        "Subtraction game": {"subtraction_set": [1, 3, 4]},
        "S-Nim": {"subtraction_set": [2, 5]},
    }
    keys: ClassVar[Mapping[str, bool]] = {"max_remove": False, "subtraction_set": False}
    largest_pile = lists_all = None
    reaches_all_smaller = follows_ferguson = True

    def __init__(self, max_remove: int | None = None) -> None:
        self.max_remove = max_remove

    @classmethod
    def of(
        cls, max_remove: int | None = None, subtraction_set: Sequence[int] | None = None
    ) -> Game:
        """Nim, with a rule where one of the two keys is given. Raises WrongKeys.

        >>> Nim.of(max_remove=3), Nim.of() == Nim()
        (Nim(3), True)
        """
        if subtraction_set is None:
            return NIM if max_remove is None else cls(max_remove)
        if max_remove is not None:
            text = "Give max_remove or subtraction_set, not both."
            raise WrongKeys("conflict", text, "subtraction_set")
        return Subtraction(tuple(sorted(subtraction_set)))

    def cost(self, position: Position, max_moves: int) -> Cost:  # noqa: ARG002
        """Each pile has at most one winning move."""
        count = len(position.piles)
        return Cost(count // 2 + 5, listed=count)

    def removals(self, pile: int) -> Sequence[int]:
        most = pile if self.max_remove is None else min(pile, self.max_remove)
        return range(1, most + 1)

    def values(self, piles: Sequence[int]) -> list[int]:
        if self.max_remove is None:
            return [*piles]
        modulus = self.max_remove + 1
        return [pile % modulus for pile in piles]

    def moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        """The moves, at most one in each pile, found by its remainder."""
        largest = max(position.piles, default=0)
        modulus = min(self.max_remove or largest, largest) + 1
        for i, (pile, target) in enumerate(zip(position.piles, targets, strict=True)):
            remove = (pile - target) % modulus
            if target < modulus and 0 < remove <= pile:
                yield removal(position.piles, i, remove)

    def _solve(self, position: Position, max_moves: int) -> Solution:
        solution = super()._solve(position, max_moves)
        return solution if self.max_remove else solution._replace(grundy_values=None)

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, which repeat from the start, or grow by 1."""
        if self.max_remove is None or self.max_remove >= LONGEST_PERIOD:
            return sequence_of(range(size), Period(0, 1, 1, "computed"))
        period = Period(0, self.max_remove + 1, 0, "computed")
        return sequence_of(self.values(range(size)), period)

    # --- Why ---

    def why_illegal(self, pile: int, remove: int) -> str:
        """Why a move may not remove this number of objects.

        >>> Nim(3).why_illegal(9, 4)
        "Can't remove 4: a move removes at most 3."
        """
        if self.max_remove is None:
            return super().why_illegal(pile, remove)
        return f"Can't remove {remove:,}: a move removes at most {self.max_remove:,}."

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:
        if self.max_remove is None:
            return bouton.reasons(position.piles, position.misere)
        return super().reasons(position, solution)

    def why_values(self) -> str:
        return (
            f"A move takes {self._numbers()}, so the Grundy value of a pile "
            f"is the remainder when its size is divided by {self._modulus}."
        )

    def why_value(self, pile: int) -> str:
        return f"{pile:,} divided by {self._modulus} leaves {self.value(pile):,}"

    def why_alone(self, pile: int, misere: bool, wins: bool) -> list[str]:
        """The strategy of multiples."""
        target = f"{'1 more than ' if misere else ''}a multiple of {self._modulus}"
        reasons = [
            f"With a single pile, the player who always leaves {target} wins: "
            f"after the opponent takes {self._numbers()}, "
            f"making it up to {self._modulus} leaves such a number again"
            + (", until the opponent has to take the last object." if misere else ".")
        ]
        if not wins:
            reasons.append(f"{pile:,} is already {target}, and no move leaves another one.")
        return reasons

    @property
    def _modulus(self) -> str:
        assert self.max_remove is not None  # noqa: S101
        return f"{self.max_remove + 1:,}"

    def _numbers(self) -> str:
        return "1 object" if self.max_remove == 1 else f"1 to {self.max_remove:,} objects"


NIM = Nim()
