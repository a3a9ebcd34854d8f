"""Who wins a position of a take-and-break game, and with which moves.

In normal play the XOR of the piles' Grundy values decides. There is no such rule for misère play,
so positions are searched: a position is P exactly when it has a legal move and every move leads to
an N-position. A position is a multiset of piles here, written as an integer with five bits for the
number of piles of each size; so there can't be more than 31 objects.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypedDict

from service.game.nim import PositionClass, nim_sum
from service.game.octal import Code, count_moves_from, moves_from
from service.game.octal_values import grundy_values

BITS_PER_SIZE = 5

# The objects up to which the search takes no longer than a tenth of a second.
MOST_SEARCHED = 20


class TooManyMoves(ValueError):
    """A position has more legal moves than allowed, each of which could be a winning one."""

    def __init__(self, moves: int, most: int) -> None:
        super().__init__(f"This position has {moves:,} legal moves; at most {most:,} are allowed.")
        self.moves = moves
        self.most = most


class TooManyObjects(ValueError):
    """A position is too large for the search that misère play takes."""

    def __init__(self, objects: int) -> None:
        super().__init__(
            "Misère play of these games is solved by exhaustive search, "
            f"for up to {MOST_SEARCHED} objects in all; this position has {objects:,}."
        )
        self.objects = objects


class BreakingMove(TypedDict):
    """A move: `remove` objects go from the pile with the 0-based index `pile`.

    `leaves` are the none, one or two piles that the rest makes, in ascending order.
    """

    pile: int
    remove: int
    leaves: list[int]


class BreakingSolution(TypedDict):
    """A position of a take-and-break game, solved; the values and the nim-sum are normal play's."""

    nim_sum: int
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: list[BreakingMove]
    best_move: BreakingMove | None
    grundy_values: list[int]


def solve_take_and_break(
    code: Code, piles: Sequence[int], misere: bool, most_moves: int
) -> BreakingSolution:
    """Solve a position. Raises TooManyMoves, or in misère play TooManyObjects.

    Moves are ordered by pile, then by what they remove, then by what they leave. The best move of
    an N-position is the first winning move that removes most; of a P-position, the first move that
    leaves most. It is None only where no move is legal.

    >>> from service.game.octal import parse_code
    >>> kayles = parse_code("0.77", most_digits=8)
    >>> solve_take_and_break(kayles, [5], False, most_moves=100)["winning_moves"]
    [{'pile': 0, 'remove': 1, 'leaves': [2, 2]}]
    >>> solve_take_and_break(kayles, [9], True, most_moves=100)["position_class"]
    'P'
    """
    if misere and sum(piles) > MOST_SEARCHED:
        raise TooManyObjects(sum(piles))
    moves = sum(count_moves_from(code, pile) for pile in piles)
    if moves > most_moves:
        raise TooManyMoves(moves, most_moves)
    known = grundy_values(code, max(piles, default=0) + 1)
    values = [known[pile] for pile in piles]
    total = nim_sum(values)
    if misere:
        wins, winning = _search(code, piles)
    else:
        wins = total != 0
        winning = _zeroing_moves(code, piles, known, total) if wins else []
    return {
        "nim_sum": total,
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": winning,
        "best_move": max(winning, key=_removed, default=None)
        or min(_legal_moves(code, piles), key=_removed, default=None),
        "grundy_values": values,
    }


def _removed(move: BreakingMove) -> int:
    return move["remove"]


def _legal_moves(code: Code, piles: Sequence[int]) -> Iterator[BreakingMove]:
    for i, pile in enumerate(piles):
        for remove, leaves in moves_from(code, pile):
            yield {"pile": i, "remove": remove, "leaves": leaves}


def _zeroing_moves(
    code: Code, piles: Sequence[int], known: Sequence[int], total: int
) -> list[BreakingMove]:
    """The moves after which the nim-sum is 0."""
    targets = [known[pile] ^ total for pile in piles]
    return [
        move
        for move in _legal_moves(code, piles)
        if nim_sum([known[part] for part in move["leaves"]]) == targets[move["pile"]]
    ]


def _search(code: Code, piles: Sequence[int]) -> tuple[bool, list[BreakingMove]]:
    """Whether the player to move wins in misère play, and the winning moves."""
    wins = _searcher(code, max(piles, default=0))
    position = _written(piles)
    moves = list(_legal_moves(code, piles))
    winning = [
        move
        for move in moves
        if not wins(position - _written([piles[move["pile"]]]) + _written(move["leaves"]))
    ]
    return bool(winning) or not moves, winning


def _searcher(code: Code, largest: int) -> Callable[[int], bool]:
    """What finds out whether the player to move wins a position of piles up to the largest."""
    changes = [
        (
            31 << BITS_PER_SIZE * pile,
            sorted({_written(leaves) - _written([pile]) for _, leaves in moves_from(code, pile)}),
        )
        for pile in range(1, largest + 1)
    ]
    found: dict[int, bool] = {}

    def wins(position: int) -> bool:
        if position in found:
            return found[position]
        stuck = True
        for present, by in changes:
            if position & present:
                for change in by:
                    stuck = False
                    if not wins(position + change):
                        found[position] = True
                        return True
        found[position] = stuck
        return stuck

    return wins


def _written(piles: Sequence[int]) -> int:
    """A position, as the integer that the search works with; empty piles don't count."""
    return sum(1 << BITS_PER_SIZE * pile for pile in piles if pile)
