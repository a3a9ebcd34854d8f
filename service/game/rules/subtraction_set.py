"""Subtraction games: a move removes a number of objects that is in a given set."""

from collections import deque
from collections.abc import Iterator, Sequence

from service.game.by_values import change, ruled_solution
from service.game.nim import Move, Solution
from service.game.ruled_sentences import ruled_sentences
from service.game.rules.rule import RemovalRule, ValueSequence
from service.game.subtraction_values import Table, table
from service.game.wording import NAMED, listed
from service.game.work import Budget, PileTooLarge


class SubtractionSet(RemovalRule):
    """A move removes one of `numbers` from one pile.

    They are different and positive, and kept in ascending order. At most `most_values` Grundy
    values are computed to prove a period: without one, larger piles can't be solved.

    >>> solution = SubtractionSet((1, 3, 4), most_values=64).solve([9, 4], False)
    >>> solution["grundy_values"]
    [0, 2]
    >>> solution["winning_moves"]
    [{'pile': 0, 'remove': 3, 'leaves': 6}, {'pile': 1, 'remove': 4, 'leaves': 0}]
    """

    kind = "subtraction_set"

    def __init__(self, numbers: tuple[int, ...], most_values: int) -> None:
        self.numbers = tuple(sorted(numbers))
        self.most_values = most_values

    @property
    def moves_per_pile(self) -> int:
        """How many winning moves one pile can have at most."""
        return len(self.numbers)

    def why_illegal(self, remove: int) -> str | None:
        """Why the rule forbids removing so many objects; None if it allows it.

        >>> SubtractionSet((1, 3, 4), most_values=64).why_illegal(2)
        '2 is not in the subtraction set'
        """
        return None if remove in self.numbers else f"{remove} is not in the subtraction set"

    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile."""
        return [s for s in self.numbers if s <= pile]

    def sizes_from(self, pile: int) -> Iterator[int]:
        """The sizes that play can bring a pile to, found as they are asked for.

        >>> list(SubtractionSet((3, 4), most_values=64).sizes_from(9))
        [9, 6, 5, 3, 2, 1, 0]
        """
        seen = {pile}
        waiting = deque(seen)
        while waiting:
            size = waiting.popleft()
            yield size
            smaller = [size - s for s in self.removals(size) if size - s not in seen]
            seen.update(smaller)
            waiting += smaller

    def up_to(self, largest_pile: int, budget: Budget | None = None) -> "TabledSet":
        """The set with its values up to the largest pile. Raises TooManySets, with a budget."""
        if budget is None:
            return TabledSet(self, table(self.numbers, largest_pile, self.most_values))
        found = table(self.numbers, largest_pile, min(self.most_values, budget.left))
        budget.spend(found.computed)
        if not found.knows(largest_pile) and found.computed < self.most_values:
            budget.refuse()
        return TabledSet(self, found)

    def sequence(self, size: int, _most_values: int) -> ValueSequence:
        """The values of the first piles; the set has its own limit on what may be computed."""
        known = table(self.numbers, self.most_values - 1, self.most_values)
        values = [known.values[known.position_of(n)] for n in range(size)]
        return {
            "values": values,
            "preperiod": known.preperiod,
            "period": known.period,
            "proof": None if known.period is None else "computed",
        }


class TabledSet:
    """A subtraction set and its Grundy values."""

    def __init__(self, rule: SubtractionSet, known: Table) -> None:
        self.rule = rule
        self.known = known

    def value(self, pile: int) -> int:
        """The Grundy value of a pile that can be solved."""
        return self.known.values[self.known.position_of(pile)]

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position, in a time that grows with the piles times the numbers of the set."""
        known = self.known
        if not known.knows(max(piles, default=0)):
            places = [("piles", i) for i, p in enumerate(piles) if not known.knows(p)]
            raise PileTooLarge(places, len(known.values) - 1)
        value_at, numbers = known.values, self.rule.numbers
        positions = [known.position_of(p) for p in piles]
        values = [value_at[at] for at in positions]
        total, wins, by, alone = change(values, misere)
        moves: list[Move] = []
        if wins:
            for i, (p, at) in enumerate(zip(piles, positions, strict=True)):
                target = values[i] ^ by ^ (i == alone)
                for remove in numbers:
                    if remove > p:
                        break
                    if value_at[at - remove] == target:
                        move: Move = {"pile": i, "remove": remove, "leaves": p - remove}
                        moves.append(move)
        return ruled_solution(piles, values, (total, wins), moves, least=numbers[0])

    # --- Why, in sentences ---

    def sentences(
        self, piles: Sequence[int], misere: bool, solution: Solution, odd_columns: Sequence[int]
    ) -> Iterator[str]:
        """Why a solved position is won or lost, and what to do about it."""
        return ruled_sentences(self, piles, misere, solution, odd_columns)

    def why_values(self) -> str:
        """Where the values of all piles come from."""
        return (
            f"A move takes {self._numbers()}; the Grundy value of a pile is the least "
            "number missing among the values of the piles that a move can leave."
        )

    def why_value(self, pile: int) -> str:
        """Why a pile has its value: what repeats, if it does, and the values that moves lead to."""
        preperiod, period = self.known.preperiod, self.known.period
        if preperiod is None or period is None or pile < preperiod + period:
            reason = self._missing(pile)
            return reason[0].upper() + reason[1:]
        equal = preperiod + (pile - preperiod) % period
        start = f"From a pile of {preperiod} on the" if preperiod else "The"
        return (
            f"{start} values repeat every {period} objects, so {pile} has the value of {equal}; "
            f"{self._missing(equal)}"
        )

    def why_alone(self, _pile: int, _misere: bool, _wins: bool) -> list[str]:
        """Nothing simpler is known about a single pile."""
        return []

    def _numbers(self) -> str:
        numbers = self.rule.numbers
        if len(numbers) > NAMED:
            return f"one of the {len(numbers)} numbers of the set"
        return f"{listed(numbers, 'or')} object{'s' if numbers != (1,) else ''}"

    def _missing(self, pile: int) -> str:
        values = self.known.values
        reached = sorted({values[pile - s] for s in self.rule.removals(pile)})
        if not reached:
            return f"no move is legal from {pile}"
        return (
            f"a move from {pile} leaves a pile with the value {listed(reached, 'or')}, "
            f"and the least number missing is {values[pile]}"
        )
