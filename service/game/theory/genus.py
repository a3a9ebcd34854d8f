"""The genus of piles, which determines how they behave in misère play with piles of *2.

A pile of *2 has two options, *1 and the empty pile. The misère Grundy value of a position is 1 if
no move is legal, and otherwise the mex of its options' values. The genus of a position is its
Grundy value, followed by its misère Grundy values together with 0, 1, 2 … piles of *2.

Adding *1 to a position adds 1 to its misère Grundy value by exclusive or. So the value gₙ with n
piles of *2 is the mex of the n-th values of all options, of gₙ₋₁ and of gₙ₋₁ ⊕ 1. Once the values
of all options alternate with a period of 2, gₙ depends on gₙ₋₁ and on the parity of n alone. If
then gₙ = gₙ₊₂, the values alternate for ever.

Source: J. H. Conway, "On Numbers and Games" (1976), chapter 12; E. R. Berlekamp, J. H. Conway and
R. K. Guy, "Winning Ways", chapter 13.
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from ..errors import TooMuchWork
from .grundy import mex
from .parts import Kernel, Left, Parts

MAX_POSITIONS = 20_000
MAX_OPTIONS = 350_000
"""Positions that are examined to find the genera of piles, and options of them."""

PileMoves = Callable[[int], Iterable[tuple[int, Sequence[int]]]]
"""What each legal move removes from a pile, and the piles that remain of it."""


def genera(pile_moves: PileMoves, values: Sequence[int]) -> list[str]:
    """The genus of each of the piles 0, 1, 2 …, which have these Grundy values.

    Raises TooMuchWork.

    >>> genera(lambda pile: [(n, [pile - n]) for n in range(1, pile + 1)], range(4))
    ['0^120', '1^031', '2^20', '3^31']
    """
    misere = _MisereValues(pile_moves)
    return [genus_text(value, misere.values_of(pile)) for pile, value in enumerate(values)]


def genus_text(value: int, misere_values: Sequence[int]) -> str:
    """A genus as text; with commas if a misère Grundy value has two digits.

    >>> genus_text(4, [1, 4, 6]), genus_text(10, [10, 8])
    ('4^146', '10^10,8')
    """
    separator = "," if max(misere_values) > 9 else ""
    return f"{value}^{separator.join(map(str, misere_values))}"


class _MisereValues(Kernel[int]):
    """The misère Grundy values of positions with 0, 1, 2 … piles of *2.

    They end with the pair that alternates for ever.
    """

    def __init__(self, pile_moves: PileMoves) -> None:
        super().__init__()
        self._pile_moves = pile_moves
        self._known: dict[Parts, tuple[int, ...]] = {}
        self.allow(MAX_OPTIONS, _too_much_work)

    def left_of(self, part: int) -> Left:
        return ((tuple(filter(None, parts)), 1) for _, parts in self._pile_moves(part))

    def values_of(self, pile: int) -> Sequence[int]:
        """The values of a pile. Raises TooMuchWork."""
        known, start = self._known, self.of([pile] if pile else [])
        waiting = [start]
        options_of: dict[Parts, set[Parts]] = {}
        while waiting:
            position = waiting[-1]
            if position in known:
                waiting.pop()
                continue
            if position not in options_of:
                if len(known) + len(options_of) >= MAX_POSITIONS:
                    raise _too_much_work()
                options_of[position] = {left for left, _ in self.options(position)}
                if len(position) > 1:
                    self.examine(len(options_of[position]))
            unknown = [option for option in options_of[position] if option not in known]
            if unknown:
                waiting += unknown
            else:
                options = options_of.pop(position)
                known[position] = _alternating({known[option] for option in options})
        return known[start]


def _alternating(options: Collection[tuple[int, ...]]) -> tuple[int, ...]:
    """The values of a position, given its options' values."""
    settled = max((len(values) - 2 for values in options), default=0)
    values: list[int] = []
    while len(values) < settled + 3 or values[-1] != values[-3]:
        n = len(values)
        reached = {_at(option, n) for option in options}
        if n:
            reached |= {values[-1], values[-1] ^ 1}
        values.append(mex(reached) if reached else 1)
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return tuple(values)


def _at(values: Sequence[int], n: int) -> int:
    """The value with n piles of *2."""
    if n < len(values):
        return values[n]
    return values[-2 + (n - len(values)) % 2]


def _too_much_work() -> TooMuchWork:
    return TooMuchWork(
        f"Finding the genus takes more than {MAX_POSITIONS:,} positions or {MAX_OPTIONS:,} moves.",
        "size",
    )
