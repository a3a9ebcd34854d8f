"""Fibonacci Nim: one pile, and a move takes at most twice as many objects as the last one took.

Every number is in one way a sum of different Fibonacci numbers 1, 2, 3, 5, 8 … of which no two are
neighbours, its Zeckendorf form. In normal play a position is N exactly when the player to move may
take the least part of that form. In misère play the same holds for the form of one object less, and
a single object is lost.

A winning move takes the least parts, one or some of them, where the next part is more than twice
what it takes: for what the opponent may then take is less than the least part that is left.

Source: M. J. Whinihan, "Fibonacci Nim", The Fibonacci Quarterly 1 (1963), who names R. E. Gaskell
as the inventor.
"""

from collections.abc import Iterable, Iterator, Sequence

from service.game.errors import IllegalMove
from service.game.game import Game
from service.game.solution import ChangingKeys, Move, Piles, Solution, Theory, removed
from service.game.wording import numbers


class Fibonacci(Game):
    """A move takes at least one object and at most `quota`; the next one at most twice as many.

    At the start of a game `quota` is None: all but one may be taken.

    >>> [move["remove"] for move in Fibonacci().winning_moves([20], False)]
    [2]
    >>> Fibonacci(3).wins([13], False)
    False
    """

    name = "fibonacci"
    title = "Fibonacci Nim"
    rule = (
        "A move takes at most twice as many objects as the last one took; the first, all but one."
    )
    keys = {"quota": False}  # noqa: RUF012
    min_pile_count = max_pile_count = 1
    piles_are_all = False

    def __init__(self, quota: int | None = None) -> None:
        self.quota = quota

    def work(self, piles: Sequence[int], misere: bool) -> int:  # noqa: ARG002
        """The Zeckendorf parts are computed, not searched."""
        return 60

    def moves(self, piles: Sequence[int]) -> Iterator[Move]:
        """All legal moves."""
        return (self.removing([(0, n)], piles) for n in range(1, self.count_moves(piles) + 1))

    def count_moves(self, piles: Sequence[int]) -> int:
        """The number of legal moves: the most objects that one may take."""
        (pile,) = piles
        return max(0, pile - 1) if self.quota is None else min(self.quota, pile)

    def after(self, move: Move) -> Game:
        """The game in which the next move takes at most twice as many, and what is left."""
        assert "leaves" in move  # noqa: S101
        return Fibonacci(min(2 * move["remove"], move["leaves"]))

    def canonical(self, piles: Iterable[int]) -> Piles:
        """The pile, which may be empty."""
        return tuple(piles)

    def state(self, piles: Sequence[int]) -> ChangingKeys:
        """The quota, except before a first move without one."""
        return {} if self.quota is None else {"quota": self.count_moves(piles)}

    def check_move(self, piles: Sequence[int], move: Move) -> None:
        """Raise IllegalMove if a move takes more than the quota."""
        taken, max_remove = removed(move), self.count_moves(piles)
        if taken > max_remove:
            text = f"Can't remove {taken:,}: this move may take at most {max_remove:,}."
            raise IllegalMove(text, "remove")

    def losing_move(self, piles: Sequence[int]) -> Move | None:
        """The best move of a lost position: one object, if a move is legal."""
        return super().losing_move(piles) if self.count_moves(piles) else None

    def wins(self, piles: Sequence[int], misere: bool) -> bool:
        """Whether the player to move wins."""
        if not self.count_moves(piles):
            return misere
        return next(self.winning_moves(piles, misere), None) is not None

    def winning_moves(self, piles: Sequence[int], misere: bool) -> Iterator[Move]:
        """All moves to a lost position, in order."""
        (pile,) = piles
        if max_remove := self.count_moves(piles):
            for number in _winning_numbers(pile - misere, max_remove):
                yield self.removing([(0, number)], piles)

    def theory(self, piles: Sequence[int], misere: bool, solution: Solution) -> Theory:  # noqa: ARG002
        """The parts of the pile, in misère play of one object less."""
        (pile,) = piles
        return {"zeckendorf": zeckendorf(max(0, pile - misere))[::-1]}

    def reasons(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:
        """Why the parts of the pile decide the position."""
        (pile,) = piles
        number, max_remove = pile - misere, self.count_moves(piles)
        if misere:
            yield "In misère play the player who takes the last object loses, so 1 is left aside."
        parts = zeckendorf(number)
        if not parts:
            yield "The one object that is left must be taken."
            return
        if len(parts) == 1:
            yield f"{number:,} is a Fibonacci number."
        else:
            yield (
                f"{number:,} is the sum of the Fibonacci numbers {numbers(parts[::-1])}, "
                "of which no two are neighbours."
            )
        may = f"This move may take at most {max_remove:,}"
        if solution["to_move_wins"]:
            if len(parts) == 1:
                leaves = "only 1, which the opponent must take" if misere else "nothing"
                yield f"{may}, so it can take {parts[0]:,} and leave {leaves}."
                return
            yield f"{may}, so it can take the smallest part, {parts[0]:,}."
            yield (
                "The opponent, who may take at most twice as many, can then not take the smallest "
                "part of what is left."
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
