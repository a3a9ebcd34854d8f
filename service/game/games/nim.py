"""Nim: a move removes objects from one pile, any number or those that a rule allows.

- `max_remove` k: 1 to k objects (bounded Nim). The value of a pile of n is n mod (k + 1).
- `subtraction_set`: one of these numbers (subtraction games); see subtraction_values.py.

In misère play Ferguson's rule holds for all three; see ferguson.py.
"""

from abc import abstractmethod
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence

from service.game import nim
from service.game.ferguson import Change, change
from service.game.game import LARGEST_PILE, Game, TooMuchWork, WrongKeys, too_many_positions
from service.game.multisets import none_larger
from service.game.nim import nim_sum
from service.game.pile_game import PileGame, PileMove, ValueSequence, sequence
from service.game.published_periods import Period
from service.game.solution import Move, Piles, Removal, Solution, class_of
from service.game.subtraction_values import Table, table
from service.game.unanswerable import Unanswerable
from service.game.wording import NAMED, counted, named_pile, numbers, piles_have

MOST_NUMBERS = 64
LARGEST_NUMBER = 10_000
MOST_SET_MOVES = 50_000
"""Piles times numbers of the set in one position: each may be a winning move."""

MOST_VALUES = 65_536
"""Grundy values that are computed to prove the period of a set."""


class NotProven(Unanswerable):
    """Some piles are beyond the table of a subtraction set that has no proven period.

    `places` has all of them, `largest` is the largest pile that can be solved.
    """

    code = "not-proven"

    def __init__(self, indexes: Sequence[int], largest: int) -> None:
        super().__init__(
            "No period is proven for this subtraction set: "
            f"the largest pile that can be solved is {largest:,}.",
            *[("piles", i) for i in indexes],
        )
        self.largest = largest


class Nim(PileGame):
    """A move removes any number of objects from one pile, so the value of a pile is its size."""

    name = "nim"
    title = "Nim"
    rule = "A move removes any number of objects from one pile."
    keys = {"max_remove": False, "subtraction_set": False}  # noqa: RUF012
    largest_pile = LARGEST_PILE

    @classmethod
    def of(
        cls, max_remove: int | None = None, subtraction_set: Sequence[int] | None = None
    ) -> Game:
        """Nim, with a rule where one of the two keys is given. Raises WrongKeys.

        >>> Nim.of(max_remove=3)
        Bounded(3)
        """
        if max_remove is not None and subtraction_set is not None:
            text = "Give max_remove or subtraction_set, not both."
            raise WrongKeys("conflict", text, "subtraction_set")
        if subtraction_set is not None:
            return Subtraction(tuple(sorted(subtraction_set)))
        return NIM if max_remove is None else Bounded(max_remove)

    def preparation(self, largest: int) -> int:  # noqa: ARG002
        """There is nothing to compute beforehand."""
        return 0

    def work(self, piles: Sequence[int], misere: bool) -> int:  # noqa: ARG002
        """A few piles in a microsecond."""
        return len(piles) // 2 + 5

    def most_listed(self, piles: Sequence[int]) -> int:
        """Each pile has one winning move at most."""
        return len(piles)

    def follows_values(self) -> bool:
        """Ferguson's rule decides misère play."""
        return True

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        """Each smaller number of objects may be left."""
        return ((remove, [pile - remove]) for remove in self.removals(pile))

    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile, in ascending order."""
        return range(1, pile + 1)

    def count_pile_moves(self, pile: int) -> int:
        """How many legal moves there are in a pile."""
        return len(self.removals(pile))

    def allows(self, pile: int, remove: int) -> bool:
        """Whether a move may remove so many objects from a pile that has them."""
        return remove in self.removals(pile)

    def values(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile."""
        return [*piles]

    def wins(self, piles: Sequence[int], misere: bool) -> bool:
        """Whether the player to move wins."""
        if misere and max(piles, default=0) <= 1:
            return nim_sum(piles) == 0
        return nim_sum(piles) != 0

    def winning_moves(self, piles: Sequence[int], misere: bool) -> Iterator[Move]:
        """The moves that leave a lost position, in order."""
        return iter(self.solve(piles, misere)["winning_moves"])

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position; its solution needs no values beside the piles."""
        return nim.solve(piles, misere)

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, each larger by 1."""
        return sequence(range(size), Period(0, 1, 1, "computed"))

    def reachable(self, piles: Sequence[int], most: int) -> set[Piles]:
        """The positions that play can reach: any with no larger piles. Raises TooMuchWork."""
        found = none_larger(self.canonical(piles), most)
        if found is None:
            raise too_many_positions(most)
        return {position[position.count(0) :] for position in found}

    def reasons(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:  # noqa: ARG002
        """What the columns of the piles say."""
        large = [i for i, p in enumerate(piles) if p > 1]
        if misere and len(large) <= 1:
            return _endgame(piles, large)
        return _columns(piles, misere)


NIM = Nim()


class Limited(Nim):
    """Nim with a rule about the numbers that a move may remove."""

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position, in a time that grows with the piles times the moves of each."""
        values = self.values(piles)
        by = change(values, misere)
        moves = self.removals_by_values(piles, values, by) if by.wins else []
        # The first of those that remove most.
        best = max(moves, key=lambda move: move["remove"]) if moves else self.losing_move(piles)
        return {
            "nim_sum": nim_sum(values),
            "position_class": class_of(by.wins),
            "to_move_wins": by.wins,
            "winning_moves": moves,
            "best_move": best,
            "grundy_values": values,
        }

    @abstractmethod
    def removals_by_values(
        self, piles: Sequence[int], values: Sequence[int], by: Change
    ) -> list[Removal]:
        """The moves that change the value of their pile to what a winning move must leave."""

    def wins(self, piles: Sequence[int], misere: bool) -> bool:
        """Whether the player to move wins."""
        return change(self.values(piles), misere).wins

    def rows_of(self, piles: Sequence[int]) -> Sequence[int]:
        """The values are what is written in binary."""
        return self.values(piles)

    def reasons(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:
        """The values, and what they say of the position."""
        return PileGame.reasons(self, piles, misere, solution)


class Bounded(Limited):
    """A move removes 1 to `most` objects from one pile.

    >>> Bounded(3).solve([21], True)["position_class"]
    'P'
    """

    def __init__(self, most: int) -> None:
        self.most = most

    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile."""
        return range(1, min(pile, self.most) + 1)

    def values(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile.

        >>> Bounded(3).values([21])
        [1]
        """
        modulus = self.most + 1
        return [p % modulus for p in piles]

    def removals_by_values(
        self, piles: Sequence[int], values: Sequence[int], by: Change
    ) -> list[Removal]:
        """At most one move in a pile, found by its remainder."""
        modulus = self.most + 1
        moves: list[Removal] = []
        for i, value in enumerate(values):
            target = by.target(i, value)
            if target < value:
                remove = value - target
            elif target < modulus and value - target + modulus <= piles[i]:
                remove = value - target + modulus
            else:
                continue
            moves.append({"pile": i, "remove": remove, "leaves": piles[i] - remove})
        return moves

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, which repeat from the start.

        With a period that no pile reaches they are those of Nim.
        """
        if self.most >= LARGEST_PILE:
            return super().sequence(size)
        return sequence(self.values(range(size)), Period(0, self.most + 1, 0, "computed"))

    def why_illegal(self, pile: int, remove: int) -> str:  # noqa: ARG002
        """Why a move may not remove so many objects.

        >>> Bounded(3).why_illegal(9, 4)
        "Can't remove 4: at most 3 may be removed."
        """
        return f"Can't remove {remove:,}: at most {self.most:,} may be removed."

    def why_values(self) -> str:
        """Where the values of all piles come from."""
        return (
            f"A move takes {self._numbers()}, so the Grundy value of a pile "
            f"is the remainder when its size is divided by {self.most + 1:,}."
        )

    def why_value(self, pile: int) -> str:
        """Why a pile has its value, as the beginning of a sentence."""
        return f"{pile:,} leaves {self.value(pile):,} when divided by {self.most + 1:,}"

    def why_alone(self, pile: int, misere: bool, wins: bool) -> list[str]:
        """What teachers teach about a single pile."""
        modulus = f"{self.most + 1:,}"
        target = f"{'1 more than ' if misere else ''}a multiple of {modulus}"
        reasons = [
            f"With a single pile, the player who always leaves {target} wins: "
            f"after the opponent takes {self._numbers()}, "
            f"taking the rest of {modulus} leaves such a number again"
            + (", until the opponent has to take the last object." if misere else ".")
        ]
        if not wins:
            reasons.append(f"{pile:,} is {target} already, and no move leaves another one.")
        return reasons

    def _numbers(self) -> str:
        return "1 object" if self.most == 1 else f"1 to {self.most:,} objects"


class Subtraction(Limited):
    """A move removes one of `numbers` from one pile.

    They are different, positive and ascending.

    >>> solution = Subtraction((1, 3, 4)).solve([9, 4], False)
    >>> solution["grundy_values"]
    [0, 2]
    >>> solution["winning_moves"]
    [{'pile': 0, 'remove': 3, 'leaves': 6}, {'pile': 1, 'remove': 4, 'leaves': 0}]
    """

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers

    def check(self, piles: Sequence[int]) -> None:
        """Raise where each number of the set in each pile would be too much work."""
        super().check(piles)
        if len(piles) * len(self.numbers) > MOST_SET_MOVES:
            raise TooMuchWork(
                "The number of piles times that of numbers in the subtraction set "
                f"may be at most {MOST_SET_MOVES:,}."
            )

    def preparation(self, largest: int) -> int:
        """Computing the values, at most so far as a period is sought."""
        size = 64
        while size <= largest and size < MOST_VALUES:
            size *= 2
        return size * (8 + len(self.numbers)) // 16

    def work(self, piles: Sequence[int], misere: bool) -> int:  # noqa: ARG002
        """Each number may be a winning move in each pile."""
        return len(piles) * (2 + len(self.numbers)) // 4 + 10

    def most_listed(self, piles: Sequence[int]) -> int:
        """Each number may be a winning move in each pile."""
        return len(piles) * len(self.numbers)

    def removals(self, pile: int) -> Sequence[int]:
        """The numbers of objects that a move may remove from a pile."""
        return self.numbers[: bisect_right(self.numbers, pile)]

    def known(self, largest: int) -> Table:
        """The values up to those of the largest pile, or up to where their period is proven."""
        return table(self.numbers, largest, MOST_VALUES)

    def values(self, piles: Sequence[int]) -> list[int]:
        """The Grundy value of each pile. Raises NotProven."""
        known = self.known(max(piles, default=0))
        if not known.knows(max(piles, default=0)):
            beyond = [i for i, p in enumerate(piles) if not known.knows(p)]
            raise NotProven(beyond, len(known.values) - 1)
        return [known.values[known.position_of(p)] for p in piles]

    def removals_by_values(
        self, piles: Sequence[int], values: Sequence[int], by: Change
    ) -> list[Removal]:
        """The moves that change the value of their pile to what a winning move must leave."""
        known = self.known(max(piles, default=0))
        value_at, moves = known.values, list[Removal]()
        for i, (p, value) in enumerate(zip(piles, values, strict=True)):
            target, at = by.target(i, value), known.position_of(p)
            for remove in self.numbers:
                if remove > p:
                    break
                if value_at[at - remove] == target:
                    moves.append({"pile": i, "remove": remove, "leaves": p - remove})
        return moves

    def sequence(self, size: int) -> ValueSequence:
        """The values of the first piles, and their period where it is proven."""
        known = self.known(MOST_VALUES - 1)
        values = [known.values[known.position_of(n)] for n in range(size)]
        if known.preperiod is None or known.period is None:
            return sequence(values, None)
        return sequence(values, Period(known.preperiod, known.period, 0, "computed"))

    def reachable(self, piles: Sequence[int], most: int) -> set[Piles]:
        """The positions that play can reach. Raises TooMuchWork."""
        return PileGame.reachable(self, piles, most)

    def pile_positions(self, pile: int, most: int) -> set[Piles]:
        """The sizes that play can bring a pile to. Raises TooMuchWork.

        >>> sorted(Subtraction((3, 4)).pile_positions(9, most=9))
        [(), (1,), (2,), (3,), (5,), (6,), (9,)]
        """
        seen = {pile}
        waiting = deque(seen)
        while waiting:
            size = waiting.popleft()
            smaller = [size - s for s in self.removals(size) if size - s not in seen]
            seen.update(smaller)
            waiting += smaller
            if len(seen) > most:
                raise too_many_positions(most)
        return {(size,) if size else () for size in seen}

    def why_illegal(self, pile: int, remove: int) -> str:  # noqa: ARG002
        """Why a move may not remove so many objects.

        >>> Subtraction((1, 3, 4)).why_illegal(9, 2)
        "Can't remove 2: it is not in the subtraction set."
        """
        return f"Can't remove {remove:,}: it is not in the subtraction set."

    def why_values(self) -> str:
        """Where the values of all piles come from."""
        return (
            f"A move takes {self._numbers()}; the Grundy value of a pile is the least "
            "number missing among the values of the piles that a move can leave."
        )

    def why_value(self, pile: int) -> str:
        """Why a pile has its value: what repeats, if it does, and the values that moves lead to."""
        known = self.known(pile)
        preperiod, period = known.preperiod, known.period
        if preperiod is None or period is None or pile < preperiod + period:
            reason = self._missing(known, pile)
            return reason[0].upper() + reason[1:]
        equal = preperiod + (pile - preperiod) % period
        start = f"From a pile of {preperiod:,} on the" if preperiod else "The"
        return (
            f"{start} values repeat every {period:,} objects, so {pile:,} has the value of "
            f"{equal:,}; {self._missing(known, equal)}"
        )

    def _numbers(self) -> str:
        if len(self.numbers) > NAMED:
            return f"one of the {len(self.numbers)} numbers of the set"
        return f"{numbers(self.numbers, 'or')} object{'s' if self.numbers != (1,) else ''}"

    def _missing(self, known: Table, pile: int) -> str:
        values = known.values
        reached = sorted({values[pile - s] for s in self.removals(pile)})
        if not reached:
            return f"no move is legal from {pile:,}"
        return (
            f"a move from {pile:,} leaves a pile with the value {numbers(reached, 'or')}, "
            f"and the least number missing is {values[pile]}"
        )


# --- Why, in plain Nim ---


def _endgame(piles: Sequence[int], large: Sequence[int]) -> Iterator[str]:
    """Why the misère endgame, with at most one pile larger than 1, is won or lost."""
    ones = sum(p == 1 for p in piles)
    if large:
        yield (
            f"In this misère endgame only {named_pile(large[0])} is larger than 1: "
            "the player who leaves an odd number of 1s and nothing else wins."
        )
        yield (
            f"Besides it there {counted(ones, 'pile')} of 1, "
            f"so it must {'be taken whole' if ones % 2 else 'become 1'}."
        )
    else:
        yield (
            "In this misère endgame no pile is larger than 1: "
            "each move takes a whole pile, and only the number of 1s counts."
        )
        if ones % 2:
            yield f"It is odd, {ones:,}, so the player to move takes the last object and loses."
        else:
            yield f"It is even, {ones:,}, so the opponent takes the last object and loses."


def _columns(piles: Sequence[int], misere: bool) -> Iterator[str]:
    """Why the parity of the columns decides."""
    if misere:
        yield (
            "Two or more piles are larger than 1, so the columns decide as in normal play, "
            "until at most one pile is larger than 1."
        )
    total = nim_sum(piles)
    odd = [1 << i for i in reversed(range(total.bit_length())) if total >> i & 1]
    if not odd:
        yield "Every column holds an even number of 1s, so the position is even."
        yield (
            "Any move makes some column odd; the opponent can then make every column even again"
            + (", or leave an odd number of 1s and nothing else." if misere else ".")
        )
        return
    if len(odd) == 1:
        yield f"Column {odd[0]:,} holds an odd number of 1s, so the position is odd."
    else:
        yield f"Columns {numbers(odd)} each hold an odd number of 1s, so the position is odd."
    if misere:
        yield (
            "The player who always leaves every column even is the one who later meets "
            "a single pile larger than 1, and wins from there."
        )
    else:
        yield "The player who always leaves every column even takes the last object."
    having = [i for i, p in enumerate(piles) if p & odd[0]]
    only = "only " if len(having) == 1 else ""
    yield (
        "Such a move changes a pile with a 1 in the leading odd column, "
        f"{odd[0]:,}: {only}{piles_have(having)} one."
    )
