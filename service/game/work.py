"""What is too much to compute: for one position, or for a batch of them."""

from collections.abc import Iterable
from typing import NoReturn

from service.game.unanswerable import Place, Unanswerable

# A set with a short table costs as much time in a batch as these many values of a long one.
LEAST_WORK = 512


class PileTooLarge(Unanswerable):
    """Some piles are beyond the table of a subtraction set that has no proven period.

    `places` has all of them, each the path to it in the arguments: `("piles", 2)`, or in a batch
    `("positions", 5, "piles", 2)`. `largest` is the largest pile that can be solved.
    """

    code = "not-proven"

    def __init__(self, places: Iterable[Place], largest: int) -> None:
        super().__init__(
            "no period is proven for this subtraction set: "
            f"the largest pile that can be solved is {largest:,}",
            *places,
        )
        self.largest = largest


class TooManySets(Unanswerable):
    """The subtraction sets of a batch need more work in all than is allowed."""

    code = "too-much-work"

    def __init__(self, most_values: int) -> None:
        super().__init__(
            "the different subtraction sets need too much work together: "
            f"more than {most_values:,} Grundy values, with {LEAST_WORK} at least for each set "
            f"(so at most {most_values // LEAST_WORK:,} sets)",
            ("positions",),
        )
        self.most_values = most_values


class Budget:
    """The Grundy values that may still be computed for a batch; each table counts as 512 at least.

    >>> budget = Budget(1024)
    >>> budget.spend(64)
    >>> budget.left
    512
    """

    def __init__(self, most_values: int) -> None:
        self._most_values = most_values
        self.left = most_values

    def spend(self, values: int) -> None:
        """Count the values of a table. Raises TooManySets."""
        self.left -= max(values, LEAST_WORK)
        if self.left < 0:
            self.refuse()

    def refuse(self) -> NoReturn:
        """Raise TooManySets: what was left did not do."""
        raise TooManySets(self._most_values)
