"""Moore's Nim: a move takes objects from at least one pile and at most a given number of them.

Write the piles in binary, one below the other. In normal play a position is P exactly when the
number of 1s in each column is divisible by k + 1, with k the most piles that a move may take from.
In misère play that holds while more than k piles exceed 1. With k of them or fewer a position is P
exactly when no pile exceeds 1 and the number of 1s leaves 1 when divided by k + 1.

So a winning move makes the number of 1s in each column leave a given remainder; moore_moves.py has
how such moves are found.

Source: E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910).
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from math import comb, factorial, prod

from service.game.columns import Step, binary_rows, step, width_of
from service.game.errors import IllegalMove
from service.game.game import MAX_LISTED_MOVES, Game
from service.game.moore_moves import UNLIMITED, WinningMoves, choose_by_size
from service.game.multisets import ascending, none_larger
from service.game.solution import Move, Piles, Solution, Theory, class_of, removed
from service.game.wording import NAMED, counted

MAX_MOORE_PILES = 100
MAX_LISTED_REMOVALS = 1_000
"""Removals in all winning moves that are listed for a position."""

STEPS_TO_FIND_ALL = 40_000
STEPS_IN_ORDER = 80_000
"""Steps to find all winning moves, and then, where they are more, to find the first in order."""

MAX_STEPS = STEPS_TO_FIND_ALL + STEPS_IN_ORDER


class Moore(Game):
    """A move takes from 1 to `max_piles` piles.

    >>> Moore(max_piles=2).solve([1, 2, 3], False)["winning_moves"]
    [{'removals': [{'pile': 1, 'remove': 1, 'leaves': 1}, {'pile': 2, 'remove': 2, 'leaves': 1}]}]
    """

    name = "moore"
    title = "Moore's Nim"
    rule = "A move takes any number of objects from each of one or more piles, up to max_piles."
    keys = {"max_piles": True}  # noqa: RUF012
    form = "removals"
    max_pile_count = MAX_MOORE_PILES

    def __init__(self, max_piles: int) -> None:
        self.max_piles = max_piles

    # --- Limits ---

    def work(self, piles: Sequence[int], misere: bool) -> int:  # noqa: ARG002
        """All results of legal moves may be examined, digit by digit, up to a limit."""
        results, columns = 1, width_of(piles)
        for pile in piles:
            results = min(results * (pile + 1), MAX_STEPS)
        return min(results * columns * 3, MAX_STEPS) + len(piles) * columns // 2 + 10

    def max_listed(self, piles: Sequence[int]) -> int:
        """An upper bound of the removals in all listed winning moves."""
        return self._max_listed_moves(piles) * min(self.max_piles, max(1, len(piles)))

    def _max_listed_moves(self, piles: Sequence[int]) -> int:
        legal = prod(min(pile, MAX_LISTED_MOVES) + 1 for pile in piles[:7] if pile)
        if len(piles) > 7:
            legal = MAX_LISTED_MOVES
        several = min(self.max_piles, max(1, len(piles)))
        return max(1, min(MAX_LISTED_MOVES, MAX_LISTED_REMOVALS // several, legal))

    # --- Moves ---

    def moves(self, piles: Sequence[int]) -> Iterator[Move]:
        """All legal moves, ordered as lists of their removals compare."""
        return (self.removing(some, piles) for some in _removals(piles, 0, self.max_piles) if some)

    def count_moves(self, piles: Sequence[int]) -> int:
        """The number of legal moves, counted without listing them."""
        ways = [1]  # by the number of piles that are made smaller
        for pile in piles:
            more = [0, *(count * pile for count in ways)]
            ways = [a + b for a, b in zip([*ways, 0], more, strict=True)][: self.max_piles + 1]
        return sum(ways) - 1

    def check_move(self, piles: Sequence[int], move: Move) -> None:  # noqa: ARG002
        """Raise IllegalMove if a move takes from too many piles."""
        if "removals" in move and len(move["removals"]) > self.max_piles:
            text = f"A move takes from at most {self.max_piles:,} piles."
            raise IllegalMove(text, "removals")

    # --- Who wins ---

    def wins(self, piles: Sequence[int], misere: bool) -> bool:
        """Whether the player to move wins."""
        modulus = self.max_piles + 1
        return any(
            sum(p >> column & 1 for p in piles) % modulus != remainder
            for column, remainder in enumerate(self._wanted(piles, misere))
        )

    def solve(self, piles: Sequence[int], misere: bool) -> Solution:
        """Solve a position; of very many winning moves the first ones in order are listed.

        Where finding them would take too long, those are listed that were found, at least one.
        """
        wins = self.wins(piles, misere)
        listed, more = self._listed(piles, misere) if wins else ([], False)
        solution: Solution = {
            "nim_sum": None,
            "position_class": class_of(wins),
            "to_move_wins": wins,
            "winning_moves": listed,
            "best_move": max(listed, key=removed) if listed else self.losing_move(piles),
        }
        if more:
            solution["more"] = True
        return solution

    def _listed(self, piles: Sequence[int], misere: bool) -> tuple[list[Move], bool]:
        """The winning moves that are listed, and whether there are more of them."""
        max_moves = self._max_listed_moves(piles)
        every = self._winning(piles, misere, STEPS_TO_FIND_ALL)
        found = [*every.by_columns()]
        if every.ended_early:
            first = self._winning(piles, misere, STEPS_IN_ORDER)
            found = [*islice(first.in_order(), max_moves)] or found[:1]
        listed = [self.removing(taken, piles) for taken in sorted(found)[:max_moves]]
        return listed, every.ended_early or len(found) > max_moves

    def winning_moves(self, piles: Sequence[int], misere: bool) -> Iterator[Move]:
        """All moves to a lost position, in order."""
        if self.wins(piles, misere):
            for taken in self._winning(piles, misere).in_order():
                yield self.removing(taken, piles)

    def _winning(self, piles: Sequence[int], misere: bool, steps: int = UNLIMITED) -> WinningMoves:
        return WinningMoves(piles, self.max_piles, self._wanted(piles, misere), steps)

    def _wanted(self, piles: Sequence[int], misere: bool) -> list[int]:
        """The remainders of the columns in a lost position, from the lowest column on."""
        ends_misere = misere and sum(p > 1 for p in piles) <= self.max_piles
        return [int(ends_misere), *[0] * (width_of(piles) - 1)]

    # --- Reachable positions ---

    def following(self, position: Piles) -> Iterator[tuple[Game, Piles, int]]:
        """The options with their games and the numbers of moves; equal piles are moved once."""
        counts = [*Counter(position).items()]
        for results, ways in _lowered(counts, self.max_piles):
            left = self.canonical(results)
            if left != position:
                yield self, left, ways

    def first_move_to(self, piles: Sequence[int], wanted: Collection[tuple[Game, Piles]]) -> Move:
        """The first legal move in order that leaves one of the wanted positions.

        Each is looked at by itself: there can be any number of moves.
        """
        found = (self._first_removals(piles, left) for _, left in wanted)
        return self.removing(min(removals for removals in found if removals), piles)

    def _first_removals(self, piles: Sequence[int], left: Piles) -> list[tuple[int, int]]:
        """The removals of the first move to a position, in order; empty if there is none."""
        missing = Counter(left)
        missing[0] += len(piles) - len(left)
        removals: list[tuple[int, int]] = []
        if not _can_become(piles, missing, self.max_piles):
            return removals
        for i, pile in enumerate(piles):
            if Counter(piles[i:]) == +missing:
                break
            for size in reversed(range(pile)):
                without = missing - Counter([size])
                if missing[size] and _can_become(
                    piles[i + 1 :], without, self.max_piles - len(removals) - 1
                ):
                    removals.append((i, pile - size))
                    missing = without
                    break
            else:
                missing[pile] -= 1
        return removals

    def winning_results(self, position: Piles, misere: bool) -> Iterator[Piles]:
        """The lost positions that a move leads to; equal piles are moved once."""
        for taken in self._winning(position, misere).by_columns(choose_by_size):
            yield self.canonical(self.left(position, self.removing(taken, position)))

    def reachable(self, piles: Sequence[int], max_positions: int) -> set[Piles]:
        """The reachable positions: all without larger piles. Raises TooMuchWork."""
        found = none_larger(self.canonical(piles), max_positions)
        return {position[position.count(0) :] for position in found}

    # --- Why ---

    def theory(self, piles: Sequence[int], misere: bool, solution: Solution) -> Theory:  # noqa: ARG002
        """The piles in binary, and the remainders of their columns."""
        binary, width, modulus = binary_rows(piles), width_of(piles), self.max_piles + 1
        remainders = binary["remainders"] = [total % modulus for total in binary["column_sums"]]
        columns = zip(binary["place_values"], remainders, strict=True)
        steps: list[list[Step]] = []
        for move in solution["winning_moves"]:
            assert "removals" in move  # noqa: S101
            steps.append(
                [
                    step(each["pile"], piles[each["pile"]], each["leaves"], width)
                    for each in move["removals"]
                ]
            )
        return {
            "binary": binary,
            "state": "odd" if any(remainders) else "even",
            "leading_column": next((value for value, left in columns if left), None),
            "steps": steps,
        }

    def reasons(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:
        """Why the remainders of the columns decide the position."""
        k, modulus = self.max_piles, self.max_piles + 1
        yield (
            f"A move takes from {'1 pile' if k == 1 else f'1 to {k:,} piles'}, so what counts is "
            f"what the number of 1s in each column leaves when divided by {modulus:,}."
        )
        large = sum(p > 1 for p in piles)
        if misere and large <= k:
            yield from self._endgame(piles, large)
            return
        if misere:
            yield (
                f"{large:,} piles are larger than 1, so the columns decide as in normal play, "
                f"until {_at_most(k)} {'is' if k == 1 else 'are'} larger than 1."
            )
        theory = self.theory(piles, misere, {**solution, "winning_moves": []})["binary"]
        columns = zip(theory["place_values"], theory["remainders"], strict=True)
        left = [(value, remainder) for value, remainder in columns if remainder]
        if not left:
            yield f"In every column it is divisible by {modulus:,}."
            yield (
                "Any move changes that in the highest column in which it changes a pile; "
                "the opponent can then make every column divisible again"
                + (", or leave a lost ending." if misere else ".")
            )
            return
        for value, remainder in left[:NAMED]:
            yield f"In column {value:,} it leaves {remainder:,}."
        if len(left) > NAMED:
            yield f"It leaves something in {len(left) - NAMED:,} more of the columns."
        yield f"The player who always makes every column divisible by {modulus:,} " + (
            f"is the one who later meets {_at_most(k)} larger than 1, and wins from there."
            if misere
            else "takes the last object."
        )

    def _endgame(self, piles: Sequence[int], large: int) -> Iterator[str]:
        """Why the misère endgame, in which all large piles can be taken at once, is won or lost."""
        modulus = self.max_piles + 1
        ones = sum(p == 1 for p in piles)
        yield (
            "In misère play a position without a pile larger than 1 is lost exactly if the number "
            f"of 1s leaves 1 when divided by {modulus:,}."
        )
        if large:
            yield (
                f"There {counted(large, 'pile')} larger than 1, and a move can take from as many: "
                "the player to move chooses how many 1s are left."
            )
        else:
            yield f"There {counted(ones, 'pile')} of 1, which leaves {ones % modulus:,}."


def _at_most(k: int) -> str:
    return "at most 1 pile" if k == 1 else f"at most {k:,} piles"


def _removals(piles: Sequence[int], first: int, max_piles: int) -> Iterator[list[tuple[int, int]]]:
    """The removals of each move in the piles from an index on, in order; first an empty one."""
    yield []
    if max_piles:
        for i in range(first, len(piles)):
            for remove in range(1, piles[i] + 1):
                for others in _removals(piles, i + 1, max_piles - 1):
                    yield [(i, remove), *others]


def _can_become(piles: Sequence[int], wanted: Counter[int], max_piles: int) -> bool:
    """Whether the piles become the wanted ones if at most `max_piles` of them are made smaller."""
    left = sorted(wanted.elements())
    kept = sum((Counter(piles) & wanted).values())
    is_smaller = all(a <= b for a, b in zip(left, sorted(piles), strict=True))
    return is_smaller and len(piles) - kept <= max_piles


def _lowered(counts: Sequence[tuple[int, int]], max_piles: int) -> Iterator[tuple[Piles, int]]:
    """The piles, given by size and number, with at most so many of them made smaller.

    With each the number of ways to do so.
    """
    if not counts:
        yield (), 1
        return
    (size, count), *others = counts
    for lowered in range(min(count, max_piles) + 1):
        for results in ascending(0, size, lowered):
            ways = comb(count, lowered) * factorial(lowered)
            for equal in Counter(results).values():
                ways //= factorial(equal)
            for rest, ways_of_rest in _lowered(others, max_piles - lowered):
                yield (*results, *(size,) * (count - lowered), *rest), ways * ways_of_rest
