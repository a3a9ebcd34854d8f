"""Why positions of plain Nim are won or lost: any number of objects may be taken from one pile.

Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3
(1901), for both conventions.
"""

from collections.abc import Iterator, Sequence

from ...heap_game import ByPileValues
from ...solution import Solution
from ...theory.columns import odd_columns
from ...words.wording import Reason, Theory, counted, named_pile, numbers, piles_have


class ByColumns(ByPileValues):
    """The piles are their own values, and need not be shown as such."""

    def solve(self, max_moves: int) -> Solution:
        return super().solve(max_moves)._replace(grundy_values=None)

    @property
    def by(self) -> str:
        piles = self.position.piles
        is_endgame = self.position.misere and sum(pile > 1 for pile in piles) <= 1
        return "ones" if is_endgame else "columns"

    def reasons(self, solution: Solution) -> Iterator[Reason]:  # noqa: ARG002
        """Why the columns of the piles decide the position."""
        piles, misere = self.position.piles, self.position.misere
        large = [i for i, p in enumerate(piles) if p > 1]
        if misere and len(large) <= 1:
            return _endgame(piles, large)
        return map(Theory, _columns(piles, misere))


def _endgame(piles: Sequence[int], large: Sequence[int]) -> Iterator[str]:
    """Why the misère endgame, with at most one pile larger than 1, is won or lost."""
    ones = sum(p == 1 for p in piles)
    if large:
        yield (
            f"In this misère endgame only {named_pile(large[0])} is larger than 1: "
            "the player who leaves an odd number of 1s and nothing else wins."
        )
        yield (
            f"Besides it there {counted(ones, 'pile')} of 1, "
            f"so it must {'be taken whole' if ones % 2 else 'become 1'}."
        )
    else:
        yield (
            "In this misère endgame no pile is larger than 1: "
            "each move takes a whole pile, and only the number of 1s matters."
        )
        if ones % 2:
            yield f"{ones:,} is odd, so the player to move takes the last object and loses."
        else:
            yield f"{ones:,} is even, so the opponent takes the last object and loses."


def _columns(piles: Sequence[int], misere: bool) -> Iterator[str]:
    """Why the parity of the columns decides."""
    if misere:
        yield (
            "Two or more piles are larger than 1, so the columns decide as in normal play, "
            "until at most one pile is larger than 1."
        )
    odd = odd_columns(piles)
    if not odd:
        yield "Every column holds an even number of 1s, so the position is even."
        yield (
            "Any move makes some column odd; the opponent can then make every column even again"
            + (", or leave an odd number of 1s and nothing else." if misere else ".")
        )
        return
    if len(odd) == 1:
        yield f"Column {odd[0]:,} holds an odd number of 1s, so the position is odd."
    else:
        yield f"Columns {numbers(odd)} each hold an odd number of 1s, so the position is odd."
    if misere:
        yield (
            "The player who always leaves every column even will be the first to face a single "
            "pile larger than 1, and wins from there."
        )
    else:
        yield "The player who always leaves every column even takes the last object."
    having = [i for i, p in enumerate(piles) if p & odd[0]]
    only = "only " if len(having) == 1 else ""
    yield (
        "Such a move changes a pile with a 1 in the leading odd column, "
        f"{odd[0]:,}: {only}{piles_have(having)} one."
    )
