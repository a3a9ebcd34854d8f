"""Moore's Nim: a move takes objects from at least one pile and at most a given number of them.

Write the piles in binary, one below the other. In normal play a position is P exactly when the
number of 1s in each column is divisible by k + 1, with k the most piles that a move may take from.
In misère play that holds while more than k piles exceed 1. With k of them or fewer a position is P
exactly when no pile exceeds 1 and the number of 1s is 1 modulo k + 1.

So a winning move makes the number of 1s in each column leave a given remainder; moves.py finds such
moves.

Source: E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from math import comb, factorial, perm, prod
from typing import Any, ClassVar

from ...bounds import PileLimits
from ...decision import Decision
from ...errors import IllegalMove
from ...game import Game
from ...meter import NUMBERS_IN_A_STEP, spend
from ...moves import Move, Piles, removals
from ...position import Option, Position
from ...solution import Solution
from ...theory.columns import Step, binary_rows, columns_data, step, width_of
from ...words.wording import NAMED, Reason, Theory, counted
from .moves import (
    UNLIMITED,
    WinningMoves,
    ascending,
    choose_by_size,
)

MAX_MOORE_PILES = 100
MAX_LISTED_REMOVALS = 1_000
"""Most removals in the winning moves that are listed for a position."""

STEPS_TO_FIND_ALL = 40_000
STEPS_IN_ORDER = 80_000
"""Steps to find all winning moves, and, if there are too many, steps to find the first in order."""

FEW_RESULTS = 5_000
"""Results of some of the piles that are kept in a list, for each result of the others."""


class Moore(Game):
    """A move takes from 1 to `max_piles` piles.

    >>> [move.changes for move in Moore.position([1, 2, 3], max_piles=2).winning_moves()]
    [((1, (1,)), (2, (1,)))]
    """

    name = "moore"
    title = "Moore's Nim"
    rule = "A move takes any number of stones from each of up to `max_piles` piles."
    keys: ClassVar[Mapping[str, bool]] = {"max_piles": True}
    form = "removals"
    _reaches_all_smaller = _loses_one = True
    limits = PileLimits(most=MAX_MOORE_PILES, largest=None)

    def __init__(self, max_piles: int) -> None:
        self.max_piles = max_piles

    # --- What is told of it ---

    def title_of(self, position: Position) -> str:  # noqa: ARG002
        """The title with the number of piles."""
        return f"{self.title} (up to {_piles(self.max_piles)} a move)"

    def rule_of(self, position: Position) -> str:  # noqa: ARG002
        """The rule with the number of piles."""
        if self.max_piles == 1:
            return "A move takes any number of stones from one pile."
        return f"A move takes any number of stones from each of up to {_piles(self.max_piles)}."

    @property
    def plain(self) -> Game | str:
        """Nim, if a move takes from one pile only."""
        return "nim" if self.max_piles == 1 else self

    # --- Limits ---

    def _listed_at_most(self, piles: Sequence[int], max_moves: int) -> int:
        """The most winning moves that are listed, fewer if each has many removals."""
        legal = prod(min(pile, max_moves) + 1 for pile in piles[:7] if pile)
        if len(piles) > 7:
            legal = max_moves
        several = min(self.max_piles, max(1, len(piles)))
        return max(1, min(max_moves, MAX_LISTED_REMOVALS // several, legal))

    # --- Moves ---

    def moves(self, position: Position) -> Iterator[Move]:
        piles = position.piles
        return (removals(piles, some) for some in _removals(piles, 0, self.max_piles) if some)

    def _count_moves(self, position: Position) -> int:
        """The number of legal moves, counted without listing them."""
        ways = [1]  # by the number of piles that are made smaller
        for pile in position.piles:
            more = [0, *(count * pile for count in ways)]
            ways = [a + b for a, b in zip([*ways, 0], more, strict=True)][: self.max_piles + 1]
        return sum(ways) - 1

    def _options(self, position: Position) -> Iterator[Option]:
        """The options; piles of equal size become the same in any order."""
        piles = position.piles
        places: dict[int, list[int]] = {}
        for i, pile in enumerate(piles):
            places.setdefault(pile, []).append(i)
        places.pop(0, None)
        lowered = _lowered([(size, len(same)) for size, same in places.items()], self.max_piles)
        for left, multiplicity in islice(lowered, 1, None):
            by = partial(_first_move, piles, places, left)
            yield Option(Position(self, left, position.misere), multiplicity, by)

    def _count_options(self, part: Position) -> int:
        """The numbers of equal piles that are made smaller, with the sizes that they may get."""
        ways = [1]  # by the number of piles that are made smaller
        for size, count in Counter(part.piles).items():
            more = [comb(size + lowered - 1, lowered) for lowered in range(count + 1)]
            ways = [
                sum(ways[n - i] * more[i] for i in range(len(more)) if 0 <= n - i < len(ways))
                for n in range(min(len(ways) + count, self.max_piles + 1))
            ]
        return sum(ways) - 1

    def _left_of(self, part: Position) -> Iterator[tuple[Piles, int]]:
        piles = part.piles  # in ascending order, none of them empty
        groups = [(size, piles.count(size)) for size in dict.fromkeys(piles)]
        for left, multiplicity in islice(_lowered(groups, self.max_piles), 1, None):
            yield tuple(sorted(filter(None, left))), multiplicity

    def check_move(self, position: Position, move: Move) -> None:  # noqa: ARG002
        if len(move.changes) > self.max_piles:
            text = f"A move takes from {_at_most(self.max_piles)}."
            raise IllegalMove(text, "removals")

    # --- Who wins ---

    def decide(self, position: Position) -> Decision:
        """The remainders of the columns."""
        return _Remainders(position)


class _Remainders(Decision):
    """The numbers of 1s in the columns decide, modulo one more than the most piles of a move."""

    game: Moore

    @cached_property
    def wins(self) -> bool:
        piles, modulus = self.position.piles, self.game.max_piles + 1
        spend(len(piles) * width_of(piles) / NUMBERS_IN_A_STEP)
        return any(
            sum(p >> column & 1 for p in piles) % modulus != remainder
            for column, remainder in enumerate(self.wanted)
        )

    @cached_property
    def wanted(self) -> Sequence[int]:
        """The remainders of the columns in a lost position, starting at the lowest column."""
        piles, misere = self.position.piles, self.position.misere
        ends_misere = misere and sum(p > 1 for p in piles) <= self.game.max_piles
        return [int(ends_misere), *[0] * (width_of(piles) - 1)]

    def solve(self, max_moves: int) -> Solution:
        """Who wins; of very many winning moves the first ones in order are listed.

        If finding them would take too long, the moves found so far are listed, at least one.
        """
        if not self.wins:
            return self._solution([])
        piles = self.position.piles
        most = self.game._listed_at_most(piles, max_moves)
        every = self._winning(STEPS_TO_FIND_ALL)
        found = [*every.by_columns()]
        if every.ended_early:
            first = self._winning(STEPS_IN_ORDER)
            found = [*islice(first.in_order(), most)] or found[:1]
        listed = [removals(piles, sorted(taken)) for taken in sorted(found)[:most]]
        return self._solution(listed, every.ended_early or len(found) > most)

    def winning_moves(self) -> Iterator[Move]:
        if self.wins:
            for taken in self._winning().in_order():
                yield removals(self.position.piles, sorted(taken))

    def winning_options(self) -> Iterator[Position]:
        """The lost positions that moves lead to; equal piles are moved in one order only."""
        position = self.position
        if self.wins:
            for taken in self._winning().by_columns(choose_by_size):
                yield position.after(removals(position.piles, sorted(taken))).canonical()

    def _winning(self, steps: int = UNLIMITED) -> WinningMoves:
        return WinningMoves(self.position.piles, self.game.max_piles, self.wanted, steps)

    # --- Why ---

    @property
    def by(self) -> str:
        """The columns; in the misère endgame the number of 1s."""
        large = sum(pile > 1 for pile in self.position.piles)
        return "ones" if self.position.misere and large <= self.game.max_piles else "remainders"

    def data(self, solution: Solution) -> Mapping[str, Any]:
        """The piles in binary, and the remainders of their columns."""
        piles = self.position.piles
        width = width_of(piles)
        steps: list[list[Step]] = [
            [step(i, piles[i], left, width) for i, (left,) in move.changes]
            for move in solution.winning_moves
        ]
        return {**columns_data(piles, self.game.max_piles + 1), "steps": steps}

    def reasons(self, solution: Solution) -> Iterator[Reason]:  # noqa: ARG002
        """Why the remainders of the columns decide the position."""
        piles, k = self.position.piles, self.game.max_piles
        yield Theory(
            f"A move takes from {'1 pile' if k == 1 else f'1 to {k:,} piles'}, so count the 1s in "
            f"each column, and keep only the remainder modulo {k + 1:,}."
        )
        large = sum(p > 1 for p in piles)
        if self.position.misere and large <= k:
            yield from self._endgame(piles, large)
        else:
            yield from map(Theory, self._columns(piles, self.position.misere, large))

    def _columns(self, piles: Sequence[int], misere: bool, large: int) -> Iterator[str]:
        """Why the remainders decide while more piles are large than a move can take from."""
        k, modulus = self.game.max_piles, self.game.max_piles + 1
        if misere:
            yield (
                f"{large:,} piles are larger than 1, so the columns decide as in normal play, "
                f"until {_at_most(k)} {'is' if k == 1 else 'are'} larger than 1."
            )
        binary = binary_rows(piles)
        columns = zip(binary["place_values"], binary["column_sums"], strict=True)
        left = [(value, total % modulus) for value, total in columns if total % modulus]
        if not left:
            yield f"In every column the number of 1s is divisible by {modulus:,}."
            yield (
                "Any move breaks this in the highest column that it touches; "
                "the opponent can then make every column divisible again"
                + (", or leave a lost endgame." if misere else ".")
            )
            return
        for value, remainder in left[:NAMED]:
            yield f"Column {value:,} has the remainder {remainder:,}."
        if len(left) > NAMED:
            yield f"Other columns with a remainder: {len(left) - NAMED:,}."
        yield f"The player who always makes every column divisible by {modulus:,} " + (
            f"will be the first to face {_at_most(k)} larger than 1, and wins from there."
            if misere
            else "takes the last object."
        )

    def _endgame(self, piles: Sequence[int], large: int) -> Iterator[str]:
        """Why the misère endgame, in which a move can take from all large piles, is won or lost."""
        modulus = self.game.max_piles + 1
        ones = sum(p == 1 for p in piles)
        yield (
            "In misère play a position with no pile larger than 1 is lost if and only if the "
            f"number of 1s is 1 modulo {modulus:,}."
        )
        if large:
            yield (
                f"There {counted(large, 'pile')} larger than 1, and a move can take from each: "
                "the player to move chooses how many 1s are left."
            )
        else:
            yield f"There {counted(ones, 'pile')} of 1: the remainder is {ones % modulus:,}."


def _at_most(k: int) -> str:
    return f"at most {_piles(k)}"


def _piles(count: int) -> str:
    return "1 pile" if count == 1 else f"{count:,} piles"


def _removals(piles: Sequence[int], first: int, max_piles: int) -> Iterator[list[tuple[int, int]]]:
    """The removals of each move in the piles from an index upward, in order."""
    yield []
    if max_piles:
        for i in range(first, len(piles)):
            for remove in range(1, piles[i] + 1):
                for others in _removals(piles, i + 1, max_piles - 1):
                    yield [(i, remove), *others]


def _lowered(groups: Sequence[tuple[int, int]], max_piles: int) -> Iterator[tuple[Piles, int]]:
    """The ways to make at most this many piles smaller, given by size and number.

    Each has the piles of each group after the move, in ascending order, and the number of moves
    that leave the same. The first makes none smaller.
    """
    if not groups or not max_piles:
        yield tuple(size for size, count in groups for _ in range(count)), 1
        return
    (size, count), *others = groups
    are_few = prod((size + 1) ** count for size, count in others) <= FEW_RESULTS
    for lowered in range(min(count, max_piles) + 1):
        rests = [*_lowered(others, max_piles - lowered)] if are_few else []
        kept = (size,) * (count - lowered)
        for results in ascending(0, size, lowered):
            multiplicity = perm(count, lowered)
            if len({*results}) < lowered:
                for equal in Counter(results).values():
                    multiplicity //= factorial(equal)
            same = results + kept
            for rest, of_rest in rests if are_few else _lowered(others, max_piles - lowered):
                yield same + rest, multiplicity * of_rest


def _first_move(piles: Piles, places: Mapping[int, Sequence[int]], left: Piles) -> Move:
    """The first of the moves that leave the same, given what is left of each group."""
    taken, rest = [], iter(left)
    for size, indexes in places.items():
        results = [each for each in islice(rest, len(indexes)) if each < size]
        # The first of equal piles lose least.
        pairs = zip(indexes, reversed(results), strict=False)
        taken += [(i, size - result) for i, result in pairs]
    return removals(piles, sorted(taken))
