"""`BaseNim`, the base of Nim in its three forms: a move removes objects from one pile.

It may remove any number, or those that a rule allows. In misère play Ferguson's rule holds for all
three; see ferguson.py.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from service.game.game import LARGEST_PILE
from service.game.pile_game import PileGame, PileMove


class BaseNim(PileGame):
    """Nim, with or without a rule about the numbers that a move may remove."""

    name = "nim"
    title = "Nim"
    rule = "A move removes any number of objects from one pile."
    keys = {"max_remove": False, "subtraction_set": False}  # noqa: RUF012
    largest_pile = LARGEST_PILE

    @abstractmethod
    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile, in ascending order."""

    def preparation(self, largest: int) -> int:  # noqa: ARG002
        """No table is needed."""
        return 0

    def work(self, piles: Sequence[int], misere: bool) -> int:  # noqa: ARG002
        """Each pile is looked at a few times."""
        return len(piles) // 2 + 5

    def max_listed(self, piles: Sequence[int]) -> int:
        """Each pile has at most one winning move."""
        return len(piles)

    def follows_values(self) -> bool:
        """Ferguson's rule decides misère play."""
        return True

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        """Each legal move in a pile: what it removes and what remains."""
        return ((remove, [pile - remove]) for remove in self.removals(pile))

    def count_pile_moves(self, pile: int) -> int:
        """The number of legal moves in a pile."""
        return len(self.removals(pile))

    def allows(self, pile: int, remove: int) -> bool:
        """Whether a move may remove this number of objects from a pile that has them."""
        return remove in self.removals(pile)
