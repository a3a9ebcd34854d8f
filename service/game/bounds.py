"""The limits of a game's piles, and the equality of games."""

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import NamedTuple

from .errors import WrongPiles
from .moves import Piles
from .words.wording import objects


class PileLimits(NamedTuple):
    """How many piles a position has, and how many objects a pile; None stands for any number.

    Piles of any size are only for games in which no question lists the moves of a pile.
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
                raise WrongPiles(code, f"This game is played with exactly {objects(few, 'pile')}.")
            if code == "too-few":
                raise WrongPiles(code, f"This game needs at least {objects(few, 'pile')}.")
            raise WrongPiles(code, f"This game allows at most {many:,} piles.")
        if largest is not None:
            reject_larger(piles, largest)


def reject_larger(piles: Sequence[int], largest: int, what: str = "A pile") -> None:
    """Raise WrongPiles for each pile that is larger; `what` begins the sentence that says so."""
    if max(piles, default=0) > largest:
        large = (("piles", i) for i, pile in enumerate(piles) if pile > largest)
        message = f"{what} in this game may contain at most {largest:,} objects."
        raise WrongPiles("too-large", message, *large)


class Example(NamedTuple):
    """What a limit was chosen for: a request from outside that keeps to it."""

    limit: int
    of: str
    """What it limits, in words."""

    request: str
    """The target of a GET request, or a path and the body of a POST request."""

    source: str


class SameRules:
    """Games with the same rules are equal and have the same hash, so that they can be cached."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._rules == other._rules

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return self._text

    @cached_property
    def _rules(self) -> tuple[Hashable, ...]:
        """The attributes that distinguish two games of a class: neither cached nor with a `_`."""
        return tuple(
            value
            for name, value in vars(self).items()
            if name[0] != "_" and not isinstance(getattr(type(self), name, None), cached_property)
        )

    @cached_property
    def _hash(self) -> int:
        return hash((type(self), self._rules))

    @cached_property
    def _text(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._rules))})"
