"""Nim: a move removes objects from one pile, any number or those that a rule allows.

The Grundy value of a pile is its size. With `min_remove` m and `max_remove` k, or one of them, it
is ⌊(n mod (m + k)) / m⌋ for a pile of n, and ⌊n / m⌋ without a most: values come in blocks of m
sizes. A move leaves n - k to n - m, which are all sizes of a period except the ones less than m
away from n. They include sizes of every smaller block, and none of the block of n.

With `subtraction_set` Nim is a subtraction game; see subtraction.py. In misère play Ferguson's rule
holds for all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ...bounds import PileLimits
from ...decision import Decision
from ...errors import WrongKeys
from ...game import Game
from ...heap_game import ByPileValues, RemovalGame
from ...moves import Move
from ...position import Position
from . import bouton
from .blocks import Blocks
from .subtraction import Subtraction


class Nim(RemovalGame):
    """A move removes any number of objects from one pile, or `least` to `most` if they are given.

    >>> [*Nim.position([3, 4, 5]).winning_moves()]
    [Move(changes=((0, (1,)),), component=None)]
    >>> Nim(1, 3).values.of([21]), Nim(2).values.of([7])
    ([1], [3])
    """

    name = "nim"
    title = "Nim"
    rule = "A move takes any number of stones from one pile."
    keys: ClassVar[Mapping[str, bool]] = {
        "max_remove": False,
        "min_remove": False,
        "subtraction_set": False,
    }
    limits = PileLimits(largest=None)
    obeys_ferguson = True

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most
        self._least = least or 1

    @classmethod
    def of(
        cls,
        max_remove: int | None = None,
        min_remove: int | None = None,
        subtraction_set: Sequence[int] | None = None,
    ) -> Game:
        """Nim, with a rule if a key is given. Raises WrongKeys.

        >>> Nim.of(max_remove=3), Nim.of() is NIM
        (Nim(1, 3), True)
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
        return cls(min_remove or 1, max_remove)

    @property
    def _most_listed(self) -> int | None:
        """Without a least of 2 or more each pile has at most one winning move."""
        return None if self._least == 1 else super()._most_listed

    @property
    def _reaches_all_smaller(self) -> bool:
        return self._least == 1

    def removals(self, pile: int) -> Sequence[int]:
        return range(self._least, min(pile, self.most or pile) + 1)

    @property
    def values(self) -> Blocks:
        return Blocks(self, self._least, self.most)

    def _removals_leaving(self, pile: int, target: int) -> Iterator[int]:
        """The removals are sought block by block, beginning with the largest sizes."""
        most = self.most or pile
        lowest, highest, period = max(0, pile - most), pile - self._least, self._least + most
        for start in range(highest // period * period, -1, -period):
            first = start + target * self._least
            last = min(first + self._least, start + period) - 1
            yield from range(pile - min(last, highest), pile - max(first, lowest) + 1)
            if start <= lowest:
                return

    def _moves_leaving(self, position: Position, targets: Sequence[int]) -> Iterator[Move]:
        if self._least > 1:
            yield from super()._moves_leaving(position, targets)
            return
        most, period = self.most, (self.most or 0) + 1
        for i, (pile, target) in enumerate(zip(position.piles, targets, strict=True)):
            # A move leaves each value once.
            remove = pile - target if most is None else (pile - target) % period
            if 0 < remove <= pile and (most is None or target <= most):
                yield Move(((i, (pile - remove,)),))

    def decide(self, position: Position) -> Decision:
        """The columns of the piles, or with bounds those of the values."""
        return _ByBlocks(position) if self.least else bouton.ByColumns(position)

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title with the bounds.

        >>> [Nim(*of).title_of(Position(Nim(*of), ())) for of in [(1, 3), (2, None)]]
        ['Nim (at most 3 at a time)', 'Nim (at least 2 at a time)']
        """
        least, most = self._least, self.most
        if self.least is None:
            return self.title
        if most is None:
            return f"{self.title} (at least {least:,} at a time)"
        if least == most:
            return f"{self.title} ({least:,} at a time)"
        bounds = f"at most {most:,}" if least == 1 else f"{least:,} to {most:,}"
        return f"{self.title} ({bounds} at a time)"

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        """The rule with the bounds.

        >>> Nim(2, 3).rule_of(Position(Nim(2, 3), ()))
        'A move takes 2 to 3 stones from one pile.'
        """
        amount = self.values.amount("stone") if self.least else ""
        return f"A move takes {amount} from one pile." if amount else self.rule

    def why_illegal(self, pile: int, remove: int) -> str:  # noqa: ARG002
        """Why a move may not remove this number of objects.

        >>> Nim(1, 3).why_illegal(9, 4), Nim(2).why_illegal(9, 1)
        ("Can't remove 4: a move removes at most 3.", "Can't remove 1: a move removes at least 2.")
        """
        if remove < self._least:
            return f"Can't remove {remove:,}: a move removes at least {self._least:,}."
        return f"Can't remove {remove:,}: a move removes at most {self.most or 0:,}."


class _ByBlocks(ByPileValues):
    """With bounds the values decide, or a single pile's remainder."""

    game: Nim

    @property
    def by(self) -> str:
        alone = sum(pile > 0 for pile in self.position.piles) == 1
        is_simple = alone and self.game.least == 1 and self.game.most is not None
        return "groups" if is_simple else super().by

    def pictures(self) -> Mapping[str, Any]:
        """The groups of each pile; in misère play of a single one, without the last object."""
        found = super().pictures()
        if self.by == "groups" and self.position.misere:
            for i, pile in enumerate(self.position.piles[: len(found["groups"])]):
                if pile:
                    fewer = self.game.values.pictured(pile - 1) or {}
                    found["groups"][i] = {**fewer["groups"], "aside": 1}
        return found


NIM = Nim()
