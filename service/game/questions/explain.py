"""Why a position is won or lost, as data and in sentences."""

from collections.abc import Mapping
from typing import Any

from ..meter import NUMBERS_IN_A_STEP, STEPS_TO_KEEP, STEPS_TO_TELL, spend
from ..position import Position
from ..words.wording import Theory
from .forms import solved
from .sentences import explanation

Explanation = Mapping[str, Any]
"""The keys of a solution, the data of the game's theory, and the explanation.

`sentences` is the whole explanation in order; `reasons` are the sentences that say why, and
`conclusions` are the rest. `voices` marks each reason as `theory` if it mentions columns or
formulas, and as `plain` otherwise.
"""


def explain(position: Position, max_moves: int) -> Explanation:
    """Explain who wins a position, and why. Raises an InputError.

    >>> from ..games.nim import Nim
    >>> for sentence in explain(Nim.position([1, 3, 5]), max_moves=100)["sentences"]:
    ...     print(sentence)
    The player to move can win.
    Columns 4, 2 and 1 each hold an odd number of 1s, so the position is odd.
    The player who always leaves every column even takes the last object.
    Such a move changes a pile with a 1 in the leading odd column, 4: only pile 3 has one.
    Take 3 from pile 3: 5 becomes 2.
    """
    position.game.check(position)
    width = max(position.piles, default=0).bit_length()
    of_a_row = STEPS_TO_KEEP + width / NUMBERS_IN_A_STEP
    spend(STEPS_TO_TELL + len(position.piles) * of_a_row)
    decision = position.decide()
    solution = decision.solve(max_moves)
    spend(len(solution.winning_moves) * of_a_row)
    verdict, reasons, moves = explanation(position, solution, decision.reasons(solution))
    texts = [each.text if isinstance(each, Theory) else each for each in reasons]
    return {
        **solved(position, solution, with_texts=True),
        **decision.data(solution),
        "decided_by": decision.by if solution.best_move else "end",
        "sentences": [*verdict, *texts, *moves],
        "reasons": texts,
        "voices": ["theory" if isinstance(each, Theory) else "plain" for each in reasons],
        "conclusions": [*verdict, *moves],
    }
