"""Nim with a rule: who wins a position of bounded Nim or of a subtraction game, and how.

Each pile has a Grundy value; `total` is the nim-sum of the values. In normal play the position is P
exactly when the total is 0. In misère play it is P when some value is 2 or more and the total is 0,
or when no value is and the total is 1. Either way there is exactly one value that a move in a given
pile must lead to in order to win: the `target` of that pile.

Sources: R. P. Sprague (1935) and P. M. Grundy (1939) for normal play; T. S. Ferguson, "On sums of
graph games with last player losing", International Journal of Game Theory 3 (1974), for misère
play. Once the values of a subtraction set are known, time is linear in the number of piles times
the moves that win from one of them at most.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import itemgetter, xor

from service.game.nim import Move, Solution
from service.game.nim import solve as solve_nim
from service.game.rule import MaxRemove, Rule, SubtractionSet
from service.game.subtraction_values import Table, table

# A set with a short table costs as much time in a batch as these many values of a long one.
LEAST_WORK = 512

Place = tuple[str | int, ...]


class PileTooLarge(ValueError):
    """Some piles are beyond the table of a subtraction set that has no proven period.

    `places` has all of them, each the path to it in the arguments: `("piles", 2)`, or in a batch
    `("positions", 5, "piles", 2)`. `largest` is the largest pile that can be solved.
    """

    def __init__(self, places: Sequence[Place], largest: int) -> None:
        super().__init__(
            "no period is proven for this subtraction set: "
            f"the largest pile that can be solved is {largest:,}"
        )
        self.places = places
        self.largest = largest


class TooManySets(ValueError):
    """The subtraction sets of a batch need more work in all than is allowed."""

    def __init__(self, most_values: int) -> None:
        super().__init__(
            "the different subtraction sets need too much work together: "
            f"more than {most_values:,} Grundy values"
        )
        self.most_values = most_values


class RuledSolution(Solution):
    """A position solved under a rule: also the Grundy value of each pile. Their XOR is the nim-sum.

    Like any solution, it is seen by the player to move.
    """

    grundy_values: list[int]


def solve_by_rule(piles: Sequence[int], misere: bool, rule: Rule) -> RuledSolution:
    """Solve a position under a rule. Raises PileTooLarge.

    The best move of an N-position is the winning move that removes most, the lowest pile index on a
    tie; that of a P-position is the smallest legal removal from the largest pile, lowest index on a
    tie. It is None only where no move is legal, which may be with objects left.

    >>> solve_by_rule([21], True, MaxRemove(3))["position_class"]
    'P'
    >>> solution = solve_by_rule([9, 4], False, SubtractionSet((1, 3, 4), most_values=64))
    >>> solution["grundy_values"]
    [0, 2]
    >>> solution["winning_moves"]
    [{'pile': 0, 'remove': 3, 'leaves': 6}, {'pile': 1, 'remove': 4, 'leaves': 0}]
    """
    return solver(rule, max(piles, default=0))(piles, misere)


def solver(rule: Rule, largest_pile: int) -> Callable[[Sequence[int], bool], RuledSolution]:
    """What solves positions under a rule, given their piles, none larger, and the convention."""
    if isinstance(rule, MaxRemove):
        return lambda piles, misere: _solve_bounded(piles, misere, rule)
    known = table(rule.numbers, largest_pile, rule.most_values)
    return lambda piles, misere: _solve_from_table(piles, misere, rule, known)


def value_of(rule: Rule, largest_pile: int) -> Callable[[int], int]:
    """What gives the Grundy value of a pile under a rule, up to a pile that can be solved.

    >>> value_of(MaxRemove(3), 21)(21)
    1
    """
    if isinstance(rule, MaxRemove):
        modulus = rule.most + 1
        return lambda pile: pile % modulus
    known = table(rule.numbers, largest_pile, rule.most_values)
    return lambda pile: known.values[known.position_of(pile)]


def solve_batch(
    positions: Sequence[tuple[Sequence[int], bool, Rule | None]], most_values: int
) -> list[Solution]:
    """Solve many positions, each with or without a rule. Raises PileTooLarge or TooManySets.

    At most `most_values` Grundy values are computed for all subtraction sets together, and each
    different set counts as 512 at least.

    >>> pair = (1, 3, 4), (2, 5)
    >>> sets = [SubtractionSet(numbers, most_values=4096) for numbers in pair]
    >>> solutions = solve_batch([([7], False, None), *(([7], False, s) for s in sets)], 4096)
    >>> [solution["position_class"] for solution in solutions]
    ['N', 'P', 'P']
    """
    tables = _tables(positions, most_values)
    solutions: list[Solution] = []
    for piles, misere, rule in positions:
        if rule is None:
            solutions.append(solve_nim(piles, misere))
        elif isinstance(rule, MaxRemove):
            solutions.append(_solve_bounded(piles, misere, rule))
        else:
            solutions.append(_solve_from_table(piles, misere, rule, tables[rule]))
    return solutions


def _tables(
    positions: Sequence[tuple[Sequence[int], bool, Rule | None]], most_values: int
) -> dict[SubtractionSet, Table]:
    """The table of each set in a batch, for the largest pile that it is used with."""
    largest: dict[SubtractionSet, int] = {}
    for piles, _, rule in positions:
        if isinstance(rule, SubtractionSet):
            largest[rule] = max(largest.get(rule, 0), max(piles, default=0))
    tables: dict[SubtractionSet, Table] = {}
    left = most_values
    for rule, pile in largest.items():
        found = table(rule.numbers, pile, min(rule.most_values, max(left, 0)))
        left -= max(found.computed, LEAST_WORK)
        if left < 0 or (not found.knows(pile) and found.computed < rule.most_values):
            raise TooManySets(most_values)
        tables[rule] = found
    _check_piles(positions, largest, tables)
    return tables


def _check_piles(
    positions: Sequence[tuple[Sequence[int], bool, Rule | None]],
    largest: Mapping[SubtractionSet, int],
    tables: Mapping[SubtractionSet, Table],
) -> None:
    # At most one set has too large a pile: its table has used up what may be computed.
    for rule, pile in largest.items():
        known = tables[rule]
        if known.knows(pile):
            continue
        places: list[Place] = [
            ("positions", i, "piles", j)
            for i, (piles, _, other) in enumerate(positions)
            if other == rule
            for j, p in enumerate(piles)
            if not known.knows(p)
        ]
        raise PileTooLarge(places, len(known.values) - 1)


def _solve_bounded(piles: Sequence[int], misere: bool, rule: MaxRemove) -> RuledSolution:
    modulus = rule.most + 1
    values = [p % modulus for p in piles]
    total, wins, change, alone = _change(values, misere)
    moves: list[Move] = []
    if wins:
        for i, value in enumerate(values):
            target = value ^ change ^ (i == alone)
            if target < value:
                remove = value - target
            elif target < modulus and value - target + modulus <= piles[i]:
                remove = value - target + modulus
            else:
                continue
            move: Move = {"pile": i, "remove": remove, "leaves": piles[i] - remove}
            moves.append(move)
    return _solution(piles, rule, values, (total, wins), moves)


def _solve_from_table(
    piles: Sequence[int], misere: bool, rule: SubtractionSet, known: Table
) -> RuledSolution:
    if not known.knows(max(piles, default=0)):
        places = [("piles", i) for i, p in enumerate(piles) if not known.knows(p)]
        raise PileTooLarge(places, len(known.values) - 1)
    value_at = known.values
    positions = [known.position_of(p) for p in piles]
    values = [value_at[at] for at in positions]
    total, wins, change, alone = _change(values, misere)
    moves: list[Move] = []
    if wins:
        for i, (p, at) in enumerate(zip(piles, positions, strict=True)):
            target = values[i] ^ change ^ (i == alone)
            for remove in rule.numbers:
                if remove > p:
                    break
                if value_at[at - remove] == target:
                    move: Move = {"pile": i, "remove": remove, "leaves": p - remove}
                    moves.append(move)
    return _solution(piles, rule, values, (total, wins), moves)


def _solution(
    piles: Sequence[int],
    rule: Rule,
    values: list[int],
    outcome: tuple[int, bool],
    moves: list[Move],
) -> RuledSolution:
    """The solution with these values and winning moves; `outcome` is the total, and who wins."""
    total, wins = outcome
    # The first of those that remove most.
    best = max(moves, key=itemgetter("remove")) if moves else _longest_defence(piles, rule.least)
    return {
        "nim_sum": total,
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": moves,
        "best_move": best,
        "grundy_values": values,
    }


def _change(values: Sequence[int], misere: bool) -> tuple[int, bool, int, int | None]:
    """The total, whether the player to move wins, and how a winning move changes a pile's value.

    It changes by an exclusive or with the third number. The last is the index of the pile whose
    target is one off that: the only one with a value of 2 or more, in misère play.
    """
    total = reduce(xor, values, 0)
    if not misere:
        return total, total != 0, total, None
    large = [i for i, value in enumerate(values) if value > 1]
    if not large:
        return total, total != 1, total ^ 1, None
    return total, total != 0, total, large[0] if len(large) == 1 else None


def _longest_defence(piles: Sequence[int], least: int) -> Move | None:
    largest = max(piles, default=0)
    if largest < least:
        return None
    return {"pile": piles.index(largest), "remove": least, "leaves": largest - least}
