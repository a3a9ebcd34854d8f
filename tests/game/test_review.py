"""Reviews: the sample games, endings, moves that are illegal or not clear, and their limits.

Random games of every game are judged in test_every_question.py.
"""

from typing import Any

import pytest

from service.game.errors import TooMuchWork
from service.game.game import Game
from service.game.games.fibonacci import Fibonacci
from service.game.games.moore import Moore
from service.game.games.nim import NIM, Nim
from service.game.games.octal import GrundysGame, LaskersNim
from service.game.questions.review import check_work, review
from service.game.subtraction_nim import NotProven
from tests.support import golden
from tests.support.games import moves_between
from tests.support.moves import Move

SET = Nim.of(subtraction_set=[2, 3])


def judged(
    piles: list[int], moves: list[tuple[int, int]], misere: bool = False, game: Game = NIM
) -> Any:
    return review(game, piles, misere, [Move(pile, remove) for pile, remove in moves])


# --- The sample games -----------------------------------------------------------------------------


def test_lost_sample_game_has_the_published_nim_sums() -> None:
    game = judged([41, 163, 13], moves_between(golden.LOST_GAME))

    sums = [ply["nim_sum"] for ply in game["plies"]] + [game["position"]["nim_sum"]]
    assert sums == golden.LOST_GAME_NIM_SUMS


def test_lost_sample_game_has_three_mistakes() -> None:
    """They are plies 1 to 3, and the second player wins."""
    game = judged([41, 163, 13], moves_between(golden.LOST_GAME))

    assert [ply["ply"] for ply in game["plies"] if ply["mistake"]] == [1, 2, 3]
    assert (game["finished"], game["winner"], game["decisive_mistake"]) == (True, "second", 3)


def test_won_sample_game_has_no_mistake() -> None:
    game = judged([1, 3, 5], moves_between(golden.WON_GAME))

    assert [ply["mistake"] for ply in game["plies"]] == [False] * 5
    assert (game["finished"], game["winner"], game["decisive_mistake"]) == (True, "first", None)


def test_winner_of_the_won_sample_game_plays_winning_moves() -> None:
    game = judged([1, 3, 5], moves_between(golden.WON_GAME))

    assert all(
        ply["move"] in ply["winning_moves"] for ply in game["plies"] if ply["player"] == "first"
    )


def test_ply_shows_the_position_before_the_move() -> None:
    assert judged([41, 163, 13], [(0, 16)])["plies"] == [
        {
            "ply": 1,
            "player": "first",
            "piles": (41, 163, 13),
            "nim_sum": 135,
            "position_class": "N",
            "move": {"pile": 0, "remove": 16, "leaves": 25},
            "mistake": True,
            "winning_moves": [{"pile": 1, "remove": 127, "leaves": 36}],
        }
    ]


# --- Endings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "piles", "moves", "misere", "winner"),
    [
        (NIM, [1], [(0, 1)], False, "first"),
        (NIM, [1], [(0, 1)], True, "second"),
        (NIM, [2], [(0, 1), (0, 1)], False, "second"),
        (NIM, [2], [(0, 1), (0, 1)], True, "first"),
        (NIM, [], [], False, "second"),
        (NIM, [], [], True, "first"),
        (NIM, [0, 0], [], True, "first"),
        (NIM, [1], [], False, None),
        (NIM, [1], [], True, None),
        (SET, [1, 1], [], False, "second"),
        (SET, [1, 1], [], True, "first"),
        (SET, [4], [(0, 3)], False, "first"),
        (SET, [4], [(0, 3)], True, "second"),
        (SET, [4], [(0, 2)], False, None),
        (SET, [4], [(0, 2), (0, 2)], False, "second"),
        (GrundysGame(), [2, 1], [], False, "second"),
        (GrundysGame(), [2, 1], [], True, "first"),
        (Fibonacci(), [1], [], False, "second"),
        (Fibonacci(), [1], [], True, "first"),
        (Fibonacci(1), [1], [], False, None),
    ],
    ids=str,
)
def test_winner(
    game: Game, piles: list[int], moves: list[tuple[int, int]], misere: bool, winner: str | None
) -> None:
    """A game may end with objects left, and before it has begun."""
    result = judged(piles, moves, misere, game)

    assert (result["winner"], result["finished"]) == (winner, winner is not None)


def test_taking_the_last_object_in_misere_play_is_a_mistake() -> None:
    game = judged([2], [(0, 2)], misere=True)

    assert (game["winner"], game["decisive_mistake"]) == ("second", 1)


def test_unfinished_game_has_its_last_mistake_as_decisive() -> None:
    game = judged([3, 4, 5], [(0, 1), (1, 1), (2, 4)])

    assert (game["winner"], game["decisive_mistake"]) == (None, 2)


# --- What a move leaves ---------------------------------------------------------------------------


def test_second_part_of_a_split_comes_at_the_end_and_an_empty_pile_stays() -> None:
    moves = [Move(0, 0, leaves_piles=[4, 3]), Move(1, 1), Move(0, 0, leaves_piles=[1, 2])]
    result = review(LaskersNim(), [7, 1], False, moves)

    assert [ply["piles"] for ply in result["plies"]] == [(7, 1), (3, 1, 4), (3, 0, 4)]
    assert result["position"]["piles"] == (1, 0, 4, 2)
    assert result["plies"][1]["move"] == {"pile": 1, "remove": 1, "leaves_piles": []}


def test_quota_is_twice_the_last_removal_and_at_most_what_is_left() -> None:
    moves = [Move(0, 3), Move(0, 6), Move(0, 2)]
    unknown = review(Fibonacci(), [11], False, moves)
    known = review(Fibonacci(4), [11], False, moves)

    assert ["quota" in ply for ply in unknown["plies"]] == [False, True, True]
    assert [ply["quota"] for ply in known["plies"]] == [4, 6, 2]
    assert (known["position"]["quota"], known["position"]["piles"]) == (0, (0,))


def test_what_a_move_leaves_may_be_said_or_not() -> None:
    assert review(NIM, [5], False, [Move(0, 3, 2)]) == judged([5], [(0, 3)])


def test_pile_beyond_the_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.game.subtraction_nim.MAX_SET_VALUES", 64)
    with pytest.raises(NotProven) as error:
        judged([1, 2**53 - 1], [], game=Nim.of(subtraction_set=[9, 40]))

    assert (error.value.places, error.value.largest) == ([("piles", 1)], 63)


# --- Limits ---------------------------------------------------------------------------------------


def test_piles_and_winning_moves_of_all_plies_are_limited() -> None:
    """Ten piles have ten winning moves at most, so five plies show 100 of both at most."""
    check_work(NIM, [1] * 10, False, 5, max_numbers=100, max_work=10**6)
    with pytest.raises(TooMuchWork) as error:
        check_work(NIM, [1] * 10, False, 5, max_numbers=99, max_work=10**6)

    assert error.value.places == [("moves",)]
    assert str(error.value) == (
        "The moves, times the piles and the winning moves, must be 99 or less."
    )


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
