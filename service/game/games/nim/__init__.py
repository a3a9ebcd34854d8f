"""Nim: a move removes objects from one pile, any number or those that a rule allows.

The Grundy value of a pile is its size. With `max_remove` or `min_remove` the numbers have bounds;
see bounded.py. With `subtraction_set` Nim is a subtraction game; see subtraction.py. In misère play
Ferguson's rule holds for all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ...bounds import Cost, PileLimits
from ...errors import WrongKeys
from ...game import Game, Position
from ...heap_game import RemovalGame
from ...moves import Move, removal
from ...solution import Solution
from ...theory.period import Period
from ...values import PileValues
from . import bouton
from .bounded import Bounded
from .subtraction import Subtraction


class Nim(RemovalGame):
    """A move removes any number of objects from one pile.

    >>> [*Nim.position([3, 4, 5]).winning_moves()]
    [Move(changes=((0, (1,)),), component=None)]
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
    keys: ClassVar[Mapping[str, bool]] = {
        "max_remove": False,
        "min_remove": False,
        "subtraction_set": False,
    }
    limits = PileLimits(largest=None)
    _most_listed = None
    _reaches_all_smaller = obeys_ferguson = True

    @classmethod
    def of(
        cls,
        max_remove: int | None = None,
        min_remove: int | None = None,
        subtraction_set: Sequence[int] | None = None,
    ) -> Game:
        """Nim, with a rule if a key is given. Raises WrongKeys.

        >>> Nim.of(max_remove=3), Nim.of() is NIM
        (Bounded(1, 3), True)
        """
        if subtraction_set is not None:
            for key, bound in (("min_remove", min_remove), ("max_remove", max_remove)):
                if bound is not None:
                    text = f"Give {key} or subtraction_set, not both."
                    at = key if key == "min_remove" else "subtraction_set"
                    raise WrongKeys("conflict", text, at)
            return Subtraction(tuple(sorted(subtraction_set)))
        if max_remove is None and min_remove is None:
            return NIM
        if max_remove is not None and min_remove is not None and min_remove > max_remove:
            raise WrongKeys("conflict", "This is more than max_remove.", "min_remove")
        return Bounded(min_remove or 1, max_remove)

    def cost(self, position: Position, max_moves: int) -> Cost:  # noqa: ARG002
        """Each pile has at most one winning move."""
        count = len(position.piles)
        return Cost(count // 2 + 5, listed=count)

    def removals(self, pile: int) -> Sequence[int]:
        return range(1, pile + 1)

    @cached_property
    def values(self) -> PileValues:
        return Sizes(self)

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        for i, (pile, target) in enumerate(zip(position.piles, targets, strict=True)):
            if target < pile:
                yield removal(position.piles, i, pile - target)

    def _solve(self, position: Position, max_moves: int) -> Solution:
        return super()._solve(position, max_moves)._replace(grundy_values=None)

    def reasons(self, position: Position, solution: Solution) -> Iterator[str]:  # noqa: ARG002
        return bouton.reasons(position.piles, position.misere)


class Sizes(PileValues):
    """The values of plain Nim: the sizes of the piles."""

    def of(self, piles: Sequence[int]) -> list[int]:
        return [*piles]

    def period(self) -> Period:
        """The values grow by 1."""
        return Period(0, 1, 1, "computed")


NIM = Nim()
