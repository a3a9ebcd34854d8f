"""Wythoff's game: a move takes any number of objects from one of two piles, or the same from both.

With φ the golden ratio, (1 + √5) / 2, the P-positions of normal play are the pairs of ⌊dφ⌋ and
⌊dφ⌋ + d for d = 0, 1, 2 …: (0, 0), (1, 2), (3, 5), (4, 7) … Each difference d and each number is in
exactly one pair. In misère play the first two pairs are (2, 2) and (0, 1) instead, and all others
are the same.

Everything is exact, as ⌊dφ⌋ = ⌊(d + ⌊√(5d²)⌋) / 2⌋ takes integers only.

Source: W. A. Wythoff, "A modification of the game of Nim", Nieuw Archief voor Wiskunde 7 (1907);
for misère play A. S. Fraenkel, "Wythoff games, continued fractions, cedar trees and Fibonacci
searches", Theoretical Computer Science 29 (1984).
"""

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from service.game.errors import IllegalMove
from service.game.game import Game
from service.game.multisets import none_larger
from service.game.solution import Move, Piles, Solution, Theory


class Wythoff(Game):
    """A move takes any number from one pile, or the same number from both.

    >>> [move["removals"] for move in Wythoff().winning_moves([1, 3], False)]
    [[{'pile': 1, 'remove': 1, 'leaves': 2}]]
    """

    name = "wythoff"
    title = "Wythoff's game"
    rule = "A move takes any number of objects from one of two piles, or the same from both."
    form = "removals"
    min_pile_count = max_pile_count = 2

    def work(self, piles: Sequence[int], misere: bool) -> int:  # noqa: ARG002
        """The cold pairs are computed, not searched."""
        return 40

    def max_listed(self, piles: Sequence[int]) -> int:  # noqa: ARG002
        """There are at most three winning moves, one of them from both piles."""
        return 8

    def moves(self, piles: Sequence[int]) -> Iterator[Move]:
        """All legal moves, ordered as lists of their removals compare."""
        a, b = piles
        for taken in range(1, a + 1):
            yield self.removing([(0, taken)], piles)
            if taken <= b:
                yield self.removing([(0, taken), (1, taken)], piles)
        for taken in range(1, b + 1):
            yield self.removing([(1, taken)], piles)

    def count_moves(self, piles: Sequence[int]) -> int:
        """The number of legal moves."""
        return sum(piles) + min(piles)

    def check_move(self, piles: Sequence[int], move: Move) -> None:  # noqa: ARG002
        """Raise IllegalMove if a move takes different numbers."""
        if "removals" in move and len({each["remove"] for each in move["removals"]}) > 1:
            text = "A move that takes from both piles takes the same number from each."
            raise IllegalMove(text, "removals", 1, "remove")

    def wins(self, piles: Sequence[int], misere: bool) -> bool:
        """Whether the player to move wins: the piles are no cold pair."""
        a, b = piles
        return b != _partner(a, misere)

    def winning_moves(self, piles: Sequence[int], misere: bool) -> Iterator[Move]:
        """All moves to a cold pair, in order."""
        if not self.wins(piles, misere):
            return
        a, b = piles
        from_a, from_b = a - _partner(b, misere), b - _partner(a, misere)
        from_both = min(a, b) - _smaller(abs(a - b), misere)
        found = [[(0, from_a)], [(1, from_b)], [(0, from_both), (1, from_both)]]
        for removals in sorted(found):
            if removals[0][1] > 0:
                yield self.removing(removals, piles)

    def canonical(self, piles: Iterable[int]) -> Piles:
        """Both piles, the smaller one first."""
        return tuple(sorted(piles))

    def reachable(self, piles: Sequence[int], max_positions: int) -> set[Piles]:
        """The reachable positions: all without larger piles. Raises TooMuchWork."""
        return {*none_larger(piles, max_positions)}

    def theory(self, piles: Sequence[int], misere: bool, solution: Solution) -> Theory:  # noqa: ARG002
        """The cold pairs that winning moves leave, or the position's own."""
        if not solution["to_move_wins"]:
            return {"cold_pairs": [self.canonical(piles)]}
        left = {self.canonical(self.left(piles, move)) for move in solution["winning_moves"]}
        return {"cold_pairs": sorted(left)}

    def reasons(self, piles: Sequence[int], misere: bool, solution: Solution) -> Iterator[str]:
        """Why the cold pairs decide the position."""
        yield (
            "The lost positions are the cold pairs (⌊nφ⌋, ⌊nφ²⌋) with the golden ratio φ: "
            + (
                "(3, 5), (4, 7), (6, 10) … as in normal play, but in misère play (0, 1) and (2, 2) "
                "in place of the first two."
                if misere
                else "(0, 0), (1, 2), (3, 5), (4, 7) …"
            )
        )
        a, b = self.canonical(piles)
        pair = f"({a:,}, {b:,})"
        if solution["to_move_wins"]:
            yield f"{pair} is none of them, so a move can leave one."
        else:
            yield f"{pair} is one of them, and no move from a cold pair leaves another."


def _smaller(difference: int, misere: bool) -> int:
    """The smaller pile of the P-position with this difference."""
    if misere and difference <= 1:
        return 2 - 2 * difference
    return (difference + isqrt(5 * difference * difference)) // 2


def _partner(pile: int, misere: bool) -> int:
    """The other pile of the P-position that has this one.

    >>> [_partner(pile, False) for pile in range(9)]
    [0, 2, 1, 5, 7, 3, 10, 4, 13]
    >>> [_partner(pile, True) for pile in range(9)]
    [1, 0, 2, 5, 7, 3, 10, 4, 13]
    """
    if misere and pile <= 2:
        return (1, 0, 2)[pile]
    below = (isqrt(5 * pile * pile) - pile) // 2  # pile / φ, rounded down
    if _smaller(below + 1, misere) == pile:
        return pile + below + 1
    return below
