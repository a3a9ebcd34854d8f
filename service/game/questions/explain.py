"""Why a position is won or lost, as data and in sentences."""

from collections.abc import Sequence

from service.game.game import Game
from service.game.questions.solve import solve_position, work
from service.game.solution import Solution, Theory


class Explanation(Solution, Theory):
    """A solution with what decides the game, as data and as sentences."""

    sentences: Sequence[str]


def explain_position(game: Game, piles: Sequence[int], misere: bool) -> Explanation:
    """Explain who wins a position, and why. Raises an InputError.

    >>> from service.game.games.nim import NIM
    >>> for sentence in explain_position(NIM, [1, 3, 5], False)["sentences"]:
    ...     print(sentence)
    The player to move can win.
    Columns 4, 2 and 1 each hold an odd number of 1s, so the position is odd.
    The player who always leaves every column even takes the last object.
    Such a move changes a pile with a 1 in the leading odd column, 4: only pile 3 has one.
    Take 3 from pile 3: 5 becomes 2.
    """
    solution = solve_position(game, piles, misere)
    sentences = [*game.sentences(piles, misere, solution)]
    return {**solution, **game.theory(piles, misere, solution), "sentences": sentences}


def work_to_explain(game: Game, piles: Sequence[int], misere: bool) -> int:
    """The work to explain a position: each row and each winning move has up to 53 binary digits."""
    width = max(piles, default=0).bit_length()
    rows = len(piles) + game.max_listed(piles)
    return 2 * work(game, piles, misere) + rows * (2 + width // 5) + 50
