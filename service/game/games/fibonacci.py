"""Fibonacci Nim: one pile, and a move takes at most twice as many objects as the last one took.

Every number is in exactly one way a sum of Fibonacci numbers 1, 2, 3, 5, 8 …, no two equal or
consecutive: its Zeckendorf form. In normal play a position is N exactly when the player to move may
take the least part of that form. In misère play the same holds for the form of one object less, and
a single object is lost.

A winning move takes one or more of the smallest parts, provided the next part is more than twice
their total. What the opponent may then take is less than the smallest part left.

Source: M. J. Whinihan, "Fibonacci Nim", The Fibonacci Quarterly 1 (1963), who names R. E. Gaskell
as the inventor.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from ..bounds import PileLimits
from ..decision import Decision
from ..errors import IllegalMove
from ..game import Game
from ..moves import Move, removal
from ..position import Position
from ..solution import Solution
from ..words.wording import Reason, numbers, objects


class Fibonacci(Game):
    """A move takes at least one object and at most `quota`; the next one at most twice as many.

    The quota is the state of a position. At the start of a game it is None: all but one object may
    be taken.

    >>> [*Fibonacci.position([20]).winning_moves()]
    [Move(changes=((0, (18,)),), component=None)]
    >>> Fibonacci.position([13], quota=3).wins()
    False
    """

    name = "fibonacci"
    title = "Fibonacci Nim"
    rule = (
        "A move takes at most twice as many stones as the last one took; the first move may not "
        "take all."
    )
    keys: ClassVar[Mapping[str, bool]] = {"quota": False}
    limits = PileLimits(1, 1, None)
    keeps_empty = True
    is_stateless = False

    @classmethod
    def position(cls, piles: Iterable[int], misere: bool = False, **keys: Any) -> Position:
        """A position in which this move may take at most `quota` objects."""
        return Position(cls(), tuple(piles), misere, keys.get("quota"))

    def changing_keys(self, position: Position) -> Mapping[str, Any]:
        """The pile, and the quota except before a first move without one."""
        if position.state is None:
            return super().changing_keys(position)
        return {**super().changing_keys(position), "quota": self._count_moves(position)}

    def moves(self, position: Position) -> Iterator[Move]:
        return (removal(position.piles, 0, n) for n in range(1, self._count_moves(position) + 1))

    def _left_of(self, part: Position) -> Iterator[tuple[Position, int]]:
        (pile,) = part.piles
        for n in range(1, self._count_moves(part) + 1):
            yield Position(self, (pile - n,), False, min(2 * n, pile - n)), 1

    def _count_moves(self, position: Position) -> int:
        """The number of legal moves: the most objects that one may take."""
        (pile,), quota = position.piles, position.state
        return min(quota, pile) if isinstance(quota, int) else max(0, pile - 1)

    def after(self, position: Position, move: Move) -> Position:
        """The position in which the next move may take twice as many, at most what is left."""
        (left,), removed = super().after(position, move).piles, position.removed(move)
        return Position(self, (left,), position.misere, min(2 * removed, left))

    def check_move(self, position: Position, move: Move) -> None:
        taken, max_remove = position.removed(move), self._count_moves(position)
        if taken > max_remove:
            text = f"Can't remove {taken:,}: this move may take at most {max_remove:,}."
            raise IllegalMove(text, "remove")

    def title_of(self, position: Position) -> str:
        """The title with what this move may take."""
        if position.state is None:
            return self.title
        return f"{self.title} (at most {position.state:,} this time)"

    def rule_of(self, position: Position) -> str:
        """The rule with what this move may take."""
        if not isinstance(position.state, int):
            return self.rule
        return (
            f"This move takes at most {objects(position.state, 'stone')}, and every later one at "
            "most twice as many as the one before."
        )

    def decide(self, position: Position) -> Decision:
        """The parts of the pile's Zeckendorf form."""
        return _Zeckendorf(position)


class _Zeckendorf(Decision):
    """The smallest part of the pile's Zeckendorf form decides."""

    by = "zeckendorf"

    @cached_property
    def wins(self) -> bool:
        if not self.position.count_moves():
            return self.position.misere
        return next(self.winning_moves(), None) is not None

    def winning_moves(self) -> Iterator[Move]:
        position = self.position
        (pile,) = position.piles
        if max_remove := position.count_moves():
            for number in _winning_numbers(pile - position.misere, max_remove):
                yield removal(position.piles, 0, number)

    def data(self, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """The parts of the pile, in misère play of one object less."""
        (pile,) = self.position.piles
        return {"zeckendorf": zeckendorf(max(0, pile - self.position.misere))[::-1]}

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        (pile,), misere = self.position.piles, self.position.misere
        number, max_remove = pile - misere, self.position.count_moves()
        if misere:
            yield "In misère play the player who takes the last object loses, so set 1 aside."
        parts = zeckendorf(number)
        if not parts:
            yield "Only one object is left, and it must be taken."
            return
        if len(parts) == 1:
            yield f"{number:,} is a Fibonacci number."
        else:
            yield (
                f"{number:,} is the sum of the Fibonacci numbers {numbers(parts[::-1])}, "
                "no two of them consecutive."
            )
        may = f"This move may take at most {max_remove:,}"
        if solution.wins:
            if len(parts) == 1:
                leaves = "only 1, which the opponent must take" if misere else "nothing"
                yield f"{may}, so it can take {parts[0]:,} and leave {leaves}."
                return
            yield f"{may}, so it can take the smallest part, {parts[0]:,}."
            yield (
                "The opponent may then take at most twice as many, which is less than the "
                "smallest part of what is left."
            )
        else:
            yield f"{may}, which is less than the smallest part, {parts[0]:,}."
            yield "Whatever it takes, the opponent can take the smallest part of what is left."


def _winning_numbers(pile: int, max_remove: int) -> Iterator[int]:
    """The numbers that a winning move takes in normal play, in ascending order."""
    taken = 0
    parts = zeckendorf(pile)
    for i, part in enumerate(parts, 1):
        taken += part
        if taken <= max_remove and (i == len(parts) or parts[i] > 2 * taken):
            yield taken


def zeckendorf(number: int) -> list[int]:
    """The parts of a number's Zeckendorf form, in ascending order.

    >>> zeckendorf(20)
    [2, 5, 13]
    """
    smaller, larger = 1, 2
    while larger <= number:
        smaller, larger = larger, smaller + larger
    parts = []
    while number:
        if smaller <= number:
            parts.append(smaller)
            number -= smaller
        smaller, larger = larger - smaller, smaller
    return parts[::-1]
