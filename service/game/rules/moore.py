"""Moore's Nim: a move takes objects from at least one pile and at most a given number of them.

Write the piles in binary, one below the other. In normal play a position is P exactly when the
number of 1s in each column is divisible by k + 1, with k the most piles that a move may take from.
In misère play that holds while more than k piles exceed 1. With k of them or fewer a position is P
exactly when no pile exceeds 1 and the number of 1s leaves 1 when divided by k + 1.

So a winning move makes the number of 1s in each column leave a given remainder. It can be put
together column by column, from the highest: a pile that was made smaller in one column is free in
all lower ones. Whatever was chosen so far, some choice is left for the next column, so that no way
ends in vain.

Source: E. H. Moore, "A generalization of the game called Nim", Annals of Mathematics 11 (1910).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from service.game.variants import MostListed, Variant, VariantSolution, WrongNumberOfPiles, solved


class Moore(Variant):
    """A move takes from 1 to `max_piles` piles. A position may have at most `most_piles` of them.

    >>> from service.game.variants import ALL
    >>> Moore(max_piles=2, most_piles=100, most=ALL).solve([1, 2, 3], False)["winning_moves"]
    [{'leaves': [1, 1, 1]}]
    """

    kind = "moore"

    def __init__(self, max_piles: int, most_piles: int, most: MostListed) -> None:
        self.max_piles = max_piles
        self.most_piles = most_piles
        self.most = most

    def options(self, piles: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """What each legal move leaves."""
        unchanged = tuple(piles)
        return (left for left in _lowered(unchanged, self.max_piles) if left != unchanged)

    def solve(self, piles: Sequence[int], misere: bool) -> VariantSolution:
        """Solve a position. Raises WrongNumberOfPiles."""
        if len(piles) > self.most_piles:
            message = f"In this game at most {self.most_piles:,} piles are allowed."
            raise WrongNumberOfPiles(message, too_many=True)
        ends_misere = misere and sum(p > 1 for p in piles) <= self.max_piles
        columns = max(1, max(piles, default=0).bit_length())
        wanted = [int(ends_misere), *[0] * (columns - 1)]  # the remainders, from the lowest column
        modulus = self.max_piles + 1
        wins = any(
            sum(p >> column & 1 for p in piles) % modulus != remainder
            for column, remainder in enumerate(wanted)
        )
        winning = self._winning_moves(list(piles), [], wanted) if wins else iter(())
        return solved(piles, wins, winning, any(piles), self.most)

    def _winning_moves(
        self, piles: list[int], free: list[int], wanted: Sequence[int]
    ) -> Iterator[list[int]]:
        """What moves leave that bring the columns of `wanted`, counted from 0, to these remainders.

        The piles with an index in `free` were made smaller in a higher column; they are 0 in all
        columns of `wanted`. The others are as they were.
        """
        if not wanted:
            if free:
                yield piles
            return
        bit = 1 << len(wanted) - 1
        ones = [i for i, p in enumerate(piles) if p & bit and i not in free]
        for count in range(min(len(ones), self.max_piles - len(free)) + 1):
            raised = (count - len(ones) + wanted[-1]) % (self.max_piles + 1)
            if raised > len(free):
                continue
            for lowered in combinations(ones, count):
                for back in combinations(free, raised):
                    left = list(piles)
                    for i in lowered:
                        left[i] = left[i] // (2 * bit) * 2 * bit
                    for i in back:
                        left[i] |= bit
                    yield from self._winning_moves(left, [*free, *lowered], wanted[:-1])


def _lowered(piles: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """The piles with at most so many of them made smaller."""
    if not piles:
        yield ()
        return
    for size in range(piles[0] + 1) if most else piles[:1]:
        for others in _lowered(piles[1:], most - (size < piles[0])):
            yield (size, *others)
