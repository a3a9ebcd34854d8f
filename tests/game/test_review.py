"""Reviews: the sample games, endings, moves that are illegal or not clear, and their limits.

Random games of every game are judged in test_every_question.py.
"""

from typing import Any

import pytest

from service.game.errors import TooMuchWork
from service.game.game import Game
from service.game.games.moore import Moore
from service.game.games.nim import NIM
from service.game.games.take_and_break import GrundysGame
from service.game.questions.review import check_work, review
from tests.support.moves import Move


def judged(
    piles: list[int], moves: list[tuple[int, int]], misere: bool = False, game: Game = NIM
) -> Any:
    return review(game, piles, misere, [Move(pile, remove) for pile, remove in moves])


# --- Endings --------------------------------------------------------------------------------------


def test_unfinished_game_has_its_last_mistake_as_decisive() -> None:
    game = judged([3, 4, 5], [(0, 1), (1, 1), (2, 4)])

    assert (game["winner"], game["decisive_mistake"]) == (None, 2)


# --- Limits ---------------------------------------------------------------------------------------


def test_piles_and_moves_that_splits_add_count() -> None:
    game, plies = GrundysGame(), 5
    each = 1 + game.max_listed([9]) + 10 * plies

    check_work(game, [9], False, plies, max_numbers=plies * each, max_work=10**6)
    with pytest.raises(TooMuchWork):
        check_work(game, [9], False, plies, max_numbers=plies * each - 1, max_work=10**6)


def test_fewer_plies_are_allowed_for_what_is_hard() -> None:
    each = Moore(2).work([7, 7, 7], False)

    check_work(Moore(2), [7, 7, 7], False, 4, max_numbers=10**6, max_work=4 * each)
    with pytest.raises(
        TooMuchWork, match=r"^Fewer moves are allowed for a position that is so hard\.$"
    ):
        check_work(Moore(2), [7, 7, 7], False, 4, max_numbers=10**6, max_work=4 * each - 1)
