"""Greedy Nim: a move takes any number of objects from a largest pile.

In normal play a position is P exactly when the number of largest piles is even, with no piles
counted as none. In misère play that holds while a pile exceeds 1; without such a pile a position is
P exactly when the number of 1s is odd.

A winning move leaves an even number of largest piles. From an odd number of them, 3 or more, every
move does. A single largest pile must be made equal to the next largest if those are odd in number,
and smaller if they are even. In misère play a single pile larger than 1 beside nothing but 1s is
taken down to 1 or 0, whichever leaves an odd number of 1s, as in Nim.

Sources: M. H. Albert and R. J. Nowakowski, "Nim restrictions", Integers 4 (2004), G1, for normal
play; "Misère Greedy Nim and Misère Bounded Greedy Nim", arXiv 2506.04657 (2025), for misère play.
"""

from collections.abc import Iterator, Sequence

from service.game.variants import MostListed, Variant, VariantSolution, solved


class Greedy(Variant):
    """A move takes any number of objects from a largest pile.

    >>> from service.game.variants import ALL
    >>> Greedy(most=ALL).solve([5, 2, 2], False)["winning_moves"]
    [{'leaves': [0, 2, 2]}, {'leaves': [1, 2, 2]}]
    """

    kind = "greedy"

    def __init__(self, most: MostListed) -> None:
        self.most = most

    def options(self, piles: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """What each legal move leaves."""
        largest = max(piles, default=0)
        return (tuple(_left(piles, i, size)) for i in _places(piles) for size in range(largest))

    def solve(self, piles: Sequence[int], misere: bool) -> VariantSolution:
        """Solve a position."""
        largest = max(piles, default=0)
        places = _places(piles)
        ones_only = misere and largest <= 1
        wins = (len(places) % 2 == 1) != ones_only
        if not wins or not places:
            return solved(piles, wins, iter(()), any(piles))
        sizes = range(1) if ones_only else _winning_sizes(piles, misere)
        winning = (_left(piles, i, size) for i in places for size in sizes)
        return solved(piles, wins, winning, True, self.most)


def _winning_sizes(piles: Sequence[int], misere: bool) -> range:
    """What a winning move leaves of a largest pile, given that their number is odd."""
    *others, largest = sorted(piles)
    second = max(others, default=0)
    if second == largest:
        return range(largest)
    if misere and second <= 1:
        kept = 1 - others.count(1) % 2
        return range(kept, kept + 1)
    if second == 0 or others.count(second) % 2:
        return range(second, second + 1)
    return range(second)


def _places(piles: Sequence[int]) -> list[int]:
    """The indexes of the largest piles."""
    largest = max(piles, default=0)
    return [i for i, pile in enumerate(piles) if pile == largest > 0]


def _left(piles: Sequence[int], i: int, size: int) -> list[int]:
    return [*piles[:i], size, *piles[i + 1 :]]
