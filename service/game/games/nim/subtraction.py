"""Subtraction games, the game nim with `subtraction_set`: a move removes one of these numbers.

The Grundy values are computed until their period is proven; see theory/subtraction.py.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from ...bounds import PileLimits
from ...errors import InputError, TooMuchWork
from ...heap_game import REMOVALS_IN_A_STEP, RemovalGame
from ...meter import spend
from ...position import Position
from ...theory.period import Period
from ...theory.subtraction import SetValues, values_of_set
from ...values import PileValues
from ...words.wording import NAMED, every, numbers
from .blocks import LONGEST_PERIOD

MAX_SET_NUMBERS = 64
MAX_SET_MOVES = 50_000
"""Piles times numbers of the set in one position: each may be a winning move."""

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
        if self.game.row:
            return [*map(self._in_row, piles)]
        largest = self._solved(max(piles, default=0))
        if largest < max(piles, default=0):
            raise NotProven([i for i, p in enumerate(piles) if p > largest], largest)
        known = self.known(largest)
        return [known.values[known.position_of(p)] for p in piles]

    def _solved(self, wanted: int) -> int:
        """The largest pile that can be solved, up to the one that is wanted."""
        beyond = [number for number in self.game.numbers if number >= MAX_SET_VALUES]
        most = min(wanted, beyond[0] - 1) if beyond else wanted
        known = self.known(most)
        return most if known.knows(most) else len(known.values) - 1

    def _in_row(self, pile: int) -> int:
        """The value if the numbers are 1, 2 … k, and one more.

        It is the remainder modulo k + 1, which no move keeps, unless the largest number n is
        divisible by k + 1. Then the values repeat every n + 1, and the last of them is k + 1.
        """
        size, last = self.game.row, self.game.numbers[-1]
        if last % size:
            return pile % size
        pile %= last + 1
        return size if pile == last else pile % size

    def period(self) -> Period | None:
        """The period, if it is proven."""
        if self.game.row:
            size, last = self.game.row, self.game.numbers[-1]
            period, largest = (size, size - 1) if last % size else (last + 1, size)
            if period > LONGEST_PERIOD:
                return None
            return Period(0, period, 0, "computed", largest=largest)
        if self.game.numbers[-1] >= MAX_SET_VALUES:
            return None
        known = self.known(MAX_SET_VALUES - 1)
        if known.preperiod is None or known.period is None:
            return None
        largest = max(known.values[: known.preperiod + known.period])
        return Period(known.preperiod, known.period, 0, "computed", largest=largest)

    def why(self) -> str:
        return (
            f"A move takes {self._numbers()}; the Grundy value of a pile is the least number "
            "missing from the values of the piles that a move can leave."
        )

    def why_pile(self, pile: int) -> str:
        """Why a pile has its value: the period, if it is used, and the values after each move."""
        if self.game.row:
            return self._why_in_row(pile)
        known = self.known(pile)
        preperiod, period = known.preperiod, known.period
        if preperiod is None or period is None or pile < preperiod + period:
            reason = self._missing(known, pile)
            return reason[0].upper() + reason[1:]
        equal = preperiod + (pile - preperiod) % period
        start = f"Starting at a pile of {preperiod:,}, the" if preperiod else "The"
        return (
            f"{start} values repeat {every(period)}, so {pile:,} has the same value as "
            f"{equal:,}; {self._missing(known, equal)}"
        )

    def _why_in_row(self, pile: int) -> str:
        size, last = self.game.row, self.game.numbers[-1]
        if last % size:
            return f"No number is a multiple of {size:,}, and {pile:,} leaves {pile % size:,}"
        left = pile % (last + 1)
        rest = f"{pile:,} leaves {left:,} when it is divided by {last + 1:,}"
        if left == last:
            return f"{rest}, from which a move leaves each smaller value"
        return rest if left < size else f"{rest}, and that leaves {left % size:,} by {size:,}"

    def _numbers(self) -> str:
        if len(self.game.numbers) > NAMED:
            return f"one of the {len(self.game.numbers)} numbers in the set"
        return (
            f"{numbers(self.game.numbers, 'or')} object{'s' if self.game.numbers != (1,) else ''}"
        )

    def _missing(self, known: SetValues, pile: int) -> str:
        values = known.values
        reached = sorted({values[pile - s] for s in self.game.removals(pile)})
        if not reached:
            return f"no move is legal from {pile:,}"
        return (
            f"a move from {pile:,} leaves a pile with the value {numbers(reached, 'or')}, "
            f"and the least number missing is {values[pile]}"
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

    @cached_property
    def row(self) -> int:
        """K + 1, if the numbers are 1, 2 … k and one too large for a table; otherwise 0."""
        *small, last = self.numbers
        is_row = small == [*range(1, len(small) + 1)] and small and last >= MAX_SET_VALUES
        return len(self.numbers) if is_row else 0

    def _removals_leaving(self, pile: int, target: int) -> Sequence[int]:
        if self.row:
            removals = self.removals(pile)
            left = self.values.of([pile - number for number in removals])
            return [n for n, value in zip(removals, left, strict=True) if value == target]
        known = self.values.known(pile)
        values, at = known.values, known.position_of(pile)
        spend(len(self.numbers) / REMOVALS_IN_A_STEP)
        return [number for number in self.removals(pile) if values[at - number] == target]

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
