"""Subtraction games, the game nim with `subtraction_set`: a move removes one of these numbers.

The Grundy values are computed until their period is proven; see theory/subtraction.py.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...bounds import PileLimits
from ...errors import InputError, TooMuchWork
from ...heap_game import RemovalGame
from ...meter import NUMBERS_IN_A_STEP, spend
from ...position import Position
from ...theory.layers import Layers, layers_of
from ...theory.period import Period
from ...theory.subtraction import SetValues, values_of_set
from ...values import PileValues
from ...words.wording import NAMED, every, numbers
from .blocks import LONGEST_PERIOD

MAX_SET_NUMBERS = 64
MAX_SET_MOVES = 50_000
"""Piles times numbers of the set in one position: each may be a winning move."""

PICTURED = 24
"""Sizes below a pile whose values are in its picture."""

MAX_SET_VALUES = 65_536
"""Grundy values that are computed to prove the period of a set."""


ALL_LOST = SetValues(b"\0", 0, 1, 0)
"""The values of piles from which no number can be taken."""


class NotProven(InputError):
    """Some piles are beyond the table of a subtraction set that has no proven period.

    `locations` has all of them, `largest` is the largest pile that can be solved.
    """

    code = "not-proven"

    def __init__(self, indexes: Sequence[int], largest: int) -> None:
        super().__init__(
            "No period is proven for this subtraction set: "
            f"the largest pile that can be solved is {largest:,}.",
            *[("piles", i) for i in indexes],
        )
        self.largest = largest


class ValuesOfSet(PileValues):
    """The values of a subtraction set, computed until their period is proven."""

    game: "Subtraction"
    _known: SetValues | None = None

    def known(self, largest: int) -> SetValues:
        """The values up to the largest pile's, or until their period is proven.

        Numbers that no pile of a table reaches are left out: of larger piles `_solved` knows none.
        """
        if self._known is None or not self._known.knows(largest):
            used = tuple(number for number in self.game.numbers if number < MAX_SET_VALUES)
            self._known = values_of_set(used, largest, MAX_SET_VALUES) if used else ALL_LOST
        return self._known

    def of(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile. Raises NotProven."""
        most = max(piles, default=0)
        if (largest := self._solved(most)) < most:
            raise NotProven([i for i, p in enumerate(piles) if p > largest], largest)
        return [*map(self._values_up_to(most), piles)]

    @property
    def beyond(self) -> Sequence[int]:
        """The numbers that are too large for a table."""
        numbers = self.game.numbers
        return numbers[bisect_left(numbers, MAX_SET_VALUES) :]

    @property
    def layers(self) -> Layers:
        """The values of the numbers in a table and of the first one that is too large for it."""
        first, *others = self.beyond
        small = self.game.numbers[: -1 - len(others)]
        return layers_of(small, first, MAX_SET_VALUES)

    def _solved(self, wanted: int) -> int:
        """The largest pile that can be solved, up to the one that is wanted."""
        first, *others = *self.beyond, wanted + 1
        if wanted >= first and (layers := self.layers).runs:
            most = min(wanted, *(number - 1 for number in others))
            return most if layers.knows(most) else layers.known - 1
        most = min(wanted, first - 1)
        known = self.known(most)
        return most if known.knows(most) else len(known.values) - 1

    def _values_up_to(self, most: int) -> Callable[[int], int]:
        """The value of each pile up to one that can be solved."""
        if self.beyond and most >= self.beyond[0]:
            return self.layers.at
        known = self.known(most)
        return lambda pile: known.values[known.position_of(pile)]

    def _repeat(self) -> Layers | SetValues | None:
        """What knows the period, if it is proven."""
        if self.beyond:
            found: Layers | SetValues = self.layers
            is_whole = len(self.beyond) == 1
        else:
            found, is_whole = self.known(MAX_SET_VALUES - 1), True
        return found if is_whole and found.period is not None else None

    def period(self) -> Period | None:
        """The period, if it is proven."""
        found = self._repeat()
        if not found or found.preperiod is None or found.period is None:
            return None
        if found.period > LONGEST_PERIOD:
            return None
        return Period(found.preperiod, found.period, 0, "computed", largest=found.largest())

    def pictured(self, pile: int) -> Mapping[str, Any]:
        """The values of the sizes up to a pile's, and those that a move leaves."""
        first = max(0, pile - PICTURED)
        left = [pile - number for number in self.game.removals(pile)]
        spend((len(left) + PICTURED) / NUMBERS_IN_A_STEP)
        leaves = [
            {"size": size, "value": value} for size, value in zip(left, self.of(left), strict=True)
        ]
        return {
            "sizes": {"first": first, "values": self.of(range(first, pile + 1)), "leaves": leaves}
        }

    def why(self) -> str:
        return (
            f"A move takes {self._numbers()}; the Grundy value of a pile is the least number "
            "missing from the values of the piles that a move can leave."
        )

    def why_pile(self, pile: int) -> str:
        """Why a pile has its value: the period, if it is used, and the values after each move."""
        is_layered = self.beyond and pile >= self.beyond[0]
        found = self.layers if is_layered else self.known(pile)
        preperiod, period = found.preperiod, found.period
        if preperiod is None or period is None or pile < preperiod + period:
            reason = self._missing(pile)
            return reason[0].upper() + reason[1:]
        equal = preperiod + (pile - preperiod) % period
        start = f"Starting at a pile of {preperiod:,}, the" if preperiod else "The"
        return (
            f"{start} values repeat {every(period)}, so {pile:,} has the same value as "
            f"{equal:,}; {self._missing(equal)}"
        )

    def _numbers(self) -> str:
        if len(self.game.numbers) > NAMED:
            return f"one of the {len(self.game.numbers)} numbers in the set"
        return (
            f"{numbers(self.game.numbers, 'or')} object{'s' if self.game.numbers != (1,) else ''}"
        )

    def _missing(self, pile: int) -> str:
        value_of = self._values_up_to(pile)
        reached = sorted({value_of(pile - s) for s in self.game.removals(pile)})
        if not reached:
            return f"no move is legal from {pile:,}"
        return (
            f"a move from {pile:,} leaves a pile with the value {numbers(reached, 'or')}, "
            f"and the least number missing is {value_of(pile)}"
        )


class Subtraction(RemovalGame):
    """A move removes one of `numbers` from one pile.

    They are different, positive and ascending.

    >>> solution = Position(Subtraction((1, 3, 4)), (9, 4)).solve(100)
    >>> solution.grundy_values, [move.changes for move in solution.winning_moves]
    ([0, 2], [((0, (6,)),), ((1, (0,)),)])
    """

    name = "nim"
    title = "Nim"
    limits = PileLimits(largest=None)
    _most_listed = None
    obeys_ferguson = True

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers

    def check(self, position: Position) -> None:
        """Raise an InputError if there are too many piles for this many numbers."""
        super().check(position)
        if len(position.piles) * len(self.numbers) > MAX_SET_MOVES:
            raise TooMuchWork(
                f"Piles × numbers in the subtraction set may be at most {MAX_SET_MOVES:,}."
            )

    @property
    def values(self) -> ValuesOfSet:
        return ValuesOfSet(self)

    def removals(self, pile: int) -> Sequence[int]:
        return self.numbers[: bisect_right(self.numbers, pile)]

    def _removals_leaving(self, pile: int, target: int) -> Sequence[int]:
        spend(len(self.numbers) / NUMBERS_IN_A_STEP)
        found = self.values
        if found.beyond and pile >= found.beyond[0]:
            at = found.layers.at
            return [number for number in self.removals(pile) if at(pile - number) == target]
        known = found.known(pile)
        values, place = known.values, known.position_of(pile)
        return [number for number in self.removals(pile) if values[place - number] == target]

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title with the numbers.

        >>> Subtraction((1, 3, 4)).title_of(Position(Subtraction((1, 3, 4)), ()))
        'Nim (1, 3 or 4 at a time)'
        """
        return f"{self.title} ({numbers(self.numbers, 'or')} at a time)"

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        """The rule with the numbers."""
        stones = "stone" if self.numbers == (1,) else "stones"
        return f"A move takes {numbers(self.numbers, 'or')} {stones} from one pile."

    def why_illegal(self, pile: int, remove: int) -> str:  # noqa: ARG002
        """Why a move may not remove this number of objects.

        >>> Subtraction((1, 3, 4)).why_illegal(9, 2)
        "Can't remove 2: it is not in the subtraction set."
        """
        return f"Can't remove {remove:,}: it is not in the subtraction set."
