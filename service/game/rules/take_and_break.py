"""Take-and-break games: a move takes objects from a pile, and may split it in two.

In normal play the XOR of the piles' Grundy values decides. Misère play has no such rule for all
codes; see misere_play.py.
"""

from collections.abc import Iterator, Sequence
from typing import TypedDict

from service.game.misere_play import misere_player
from service.game.nim import PositionClass, nim_sum
from service.game.octal import Code, count_moves_from, moves_from
from service.game.octal_values import grundy_values, proven_period
from service.game.published_periods import published_period
from service.game.rules.rule import ValuedRule, ValueSequence
from service.game.unanswerable import Unanswerable


class TooManyMoves(Unanswerable):
    """A position has more legal moves than allowed, each of which could be a winning one."""

    code = "too-much-work"

    def __init__(self, moves: int, most: int) -> None:
        text = f"This position has {moves:,} legal moves; at most {most:,} are allowed."
        super().__init__(text, ("piles",))
        self.moves = moves
        self.most = most


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


class TakeAndBreak(ValuedRule):
    """A move is what `code` says; a position may have at most `most_moves` legal ones.

    >>> from service.game.octal import parse_code
    >>> kayles = TakeAndBreak(parse_code("0.77", most_digits=8), most_moves=100)
    >>> kayles.solve([5], False)["winning_moves"]
    [{'pile': 0, 'remove': 1, 'leaves': [2, 2]}]
    >>> kayles.solve([9], True)["position_class"]
    'P'
    """

    kind = "octal"

    def __init__(self, code: Code, most_moves: int) -> None:
        self.code = code
        self.most_moves = most_moves

    def options(self, piles: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """What each legal move leaves; where a pile breaks in two, the parts take its place."""
        return (_after(piles, move) for move in self._moves(piles))

    def sequence(self, size: int, most_values: int) -> ValueSequence:
        """The values of the first piles; `most_values` may be computed to prove a period."""
        values = [*grundy_values(self.code, size)[:size]]
        if proven := proven_period(self.code, most_values):
            preperiod, period = proven
            return {"values": values, "preperiod": preperiod, "period": period, "proof": "computed"}
        if published := published_period(self.code):
            preperiod, period, reference = published
            return {
                "values": values,
                "preperiod": preperiod,
                "period": period,
                "proof": "published",
                "reference": reference,
            }
        return {"values": values, "preperiod": None, "period": None, "proof": None}

    def solve(self, piles: Sequence[int], misere: bool) -> BreakingSolution:
        """Solve a position. Raises TooManyMoves, or in misère play TooManyObjects.

        Moves are ordered by pile, then by what they remove, then by what they leave. The best move
        of an N-position is the first winning move that removes most; of a P-position, the first
        move that leaves most. It is None only where no move is legal.
        """
        if misere:
            to_move_wins = misere_player(self.code, piles)
        moves = sum(count_moves_from(self.code, pile) for pile in piles)
        if moves > self.most_moves:
            raise TooManyMoves(moves, self.most_moves)
        known = grundy_values(self.code, max(piles, default=0) + 1)
        values = [known[pile] for pile in piles]
        total = nim_sum(values)
        if misere:
            wins = to_move_wins(piles)
            winning = [m for m in self._moves(piles) if not to_move_wins(_after(piles, m))]
        else:
            wins = total != 0
            winning = self._zeroing_moves(piles, known, total) if wins else []
        return {
            "nim_sum": total,
            "position_class": "N" if wins else "P",
            "to_move_wins": wins,
            "winning_moves": winning,
            "best_move": max(winning, key=_removed, default=None)
            or min(self._moves(piles), key=_removed, default=None),
            "grundy_values": values,
        }

    def _moves(self, piles: Sequence[int]) -> Iterator[BreakingMove]:
        for i, pile in enumerate(piles):
            for remove, leaves in moves_from(self.code, pile):
                yield {"pile": i, "remove": remove, "leaves": leaves}

    def _zeroing_moves(
        self, piles: Sequence[int], known: Sequence[int], total: int
    ) -> list[BreakingMove]:
        """The moves after which the nim-sum is 0."""
        targets = [known[pile] ^ total for pile in piles]
        return [
            move
            for move in self._moves(piles)
            if nim_sum([known[part] for part in move["leaves"]]) == targets[move["pile"]]
        ]


def _after(piles: Sequence[int], move: BreakingMove) -> tuple[int, ...]:
    i = move["pile"]
    return (*piles[:i], *move["leaves"], *piles[i + 1 :])


def _removed(move: BreakingMove) -> int:
    return move["remove"]
