"""What a game declares of sizes: the limits of its piles, and what its positions cost."""

from typing import NamedTuple

from .errors import WrongPiles
from .moves import Piles


class PileLimits(NamedTuple):
    """How many piles a position has, and how many objects a pile; None stands for any number.

    Only a game of which no question lists the moves of a pile has piles of any size.
    """

    fewest: int = 0
    most: int | None = None
    largest: int | None = 1_000

    def check(self, piles: Piles) -> None:
        """Raise WrongPiles if the piles are too few, too many or too large."""
        few, many, largest = self
        if len(piles) < few or (many is not None and len(piles) > many):
            code = "too-few" if len(piles) < few else "too-many"
            if few == many:
                piles_ = f"{few} pile{'s' if few > 1 else ''}"
                raise WrongPiles(code, f"This game is played with exactly {piles_}.")
            if code == "too-few":
                piles_ = "1 pile" if few == 1 else f"{few:,} piles"
                raise WrongPiles(code, f"This game needs at least {piles_}.")
            raise WrongPiles(code, f"This game allows at most {many:,} piles.")
        if largest is not None and max(piles, default=0) > largest:
            large = (("piles", i) for i, pile in enumerate(piles) if pile > largest)
            message = f"A pile in this game may contain at most {largest:,} objects."
            raise WrongPiles("too-large", message, *large)


class Cost(NamedTuple):
    """Upper bounds of what it takes to solve a position, in steps of about a microsecond.

    `once` are the steps to compute tables, once for a game. `listed` are the removals in all the
    winning moves that a solution lists. The work of a search is not included.
    """

    steps: int
    once: int = 0
    listed: int = 0
