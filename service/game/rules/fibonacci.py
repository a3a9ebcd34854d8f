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

from collections.abc import Iterator, Sequence

from service.game.variants import Variant, VariantSolution, WrongNumberOfPiles, solved


class Fibonacci(Variant):
    """A move takes at least one object and at most `most`; the next one at most twice as many.

    At the start of a game `most` is None: all but one may be taken.

    >>> Fibonacci(None).solve([20], False)["winning_moves"]
    [{'leaves': [18]}]
    >>> Fibonacci(3).solve([13], False)["position_class"]
    'P'
    """

    kind = "fibonacci"

    def __init__(self, most: int | None) -> None:
        self.most = most

    def options(self, piles: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """What each legal move leaves."""
        (pile,) = piles
        return ((pile - taken,) for taken in range(1, self._most(pile) + 1))

    def solve(self, piles: Sequence[int], misere: bool) -> VariantSolution:
        """Solve a position. Raises WrongNumberOfPiles."""
        if len(piles) != 1:
            message = "This game is played with 1 pile."
            raise WrongNumberOfPiles(message, too_many=len(piles) > 1)
        (pile,) = piles
        most = self._most(pile)
        if most < 1:
            return solved(piles, misere, iter(()), can_move=False)
        winning = [*_winning_numbers(pile - misere, most)]
        leaves = ([pile - taken] for taken in reversed(winning))
        return solved(piles, bool(winning), leaves, can_move=True)

    def _most(self, pile: int) -> int:
        return pile - 1 if self.most is None else min(self.most, pile)


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


def _winning_numbers(pile: int, most: int) -> Iterator[int]:
    """What a winning move may take in normal play, in ascending order."""
    taken = 0
    parts = zeckendorf(pile)
    for i, part in enumerate(parts, 1):
        taken += part
        if taken <= most and (i == len(parts) or parts[i] > 2 * taken):
            yield taken
