"""Reviews of games: the sample games, endings in both conventions, illegal moves, properties."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.nim import solve
from service.game.review import IllegalMove, Ply, review
from tests.support import golden, oracle
from tests.support.games import moves_between

Moves = list[tuple[int, int]]


@st.composite
def games(draw: st.DrawFn) -> tuple[list[int], Moves]:
    """Legal games of small positions, finished or not."""
    piles = draw(st.lists(st.integers(0, 5), max_size=4))
    current, moves = list(piles), []
    while any(current) and draw(st.integers(0, 7)):
        pile = draw(st.sampled_from([i for i, p in enumerate(current) if p]))
        remove = draw(st.integers(1, current[pile]))
        current[pile] -= remove
        moves.append((pile, remove))
    return piles, moves


# --- The sample games -----------------------------------------------------------------------------


def test_lost_sample_game_has_the_published_nim_sums() -> None:
    game = review([41, 163, 13], moves_between(golden.LOST_GAME))

    sums = [ply["nim_sum"] for ply in game["plies"]] + [game["position"]["nim_sum"]]
    assert sums == golden.LOST_GAME_NIM_SUMS


def test_lost_sample_game_has_three_mistakes() -> None:
    """They are plies 1 to 3, and the second player wins."""
    game = review([41, 163, 13], moves_between(golden.LOST_GAME))

    assert [ply["ply"] for ply in game["plies"] if ply["mistake"]] == [1, 2, 3]
    assert (game["finished"], game["winner"], game["decisive_mistake"]) == (True, "second", 3)


def test_won_sample_game_has_no_mistake() -> None:
    game = review([1, 3, 5], moves_between(golden.WON_GAME))

    assert [ply["mistake"] for ply in game["plies"]] == [False] * 5
    assert (game["finished"], game["winner"], game["decisive_mistake"]) == (True, "first", None)


def test_winner_of_the_won_sample_game_plays_winning_moves() -> None:
    game = review([1, 3, 5], moves_between(golden.WON_GAME))

    assert all(
        ply["move"] in ply["winning_moves"] for ply in game["plies"] if ply["player"] == "first"
    )


def test_ply_shows_the_position_before_the_move() -> None:
    assert review([41, 163, 13], [(0, 16)])["plies"] == [
        Ply(
            ply=1,
            player="first",
            piles=(41, 163, 13),
            nim_sum=135,
            position_class="N",
            move={"pile": 0, "remove": 16, "leaves": 25},
            mistake=True,
            winning_moves=[{"pile": 1, "remove": 127, "leaves": 36}],
        )
    ]


# --- Endings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piles", "moves", "misere", "winner"),
    [
        ([1], [(0, 1)], False, "first"),
        ([1], [(0, 1)], True, "second"),
        ([2], [(0, 1), (0, 1)], False, "second"),
        ([2], [(0, 1), (0, 1)], True, "first"),
        ([], [], False, "second"),
        ([], [], True, "first"),
        ([0, 0], [], True, "first"),
        ([1], [], False, None),
        ([1], [], True, None),
    ],
    ids=str,
)
def test_winner(piles: list[int], moves: Moves, misere: bool, winner: str | None) -> None:
    game = review(piles, moves, misere)

    assert (game["winner"], game["finished"]) == (winner, winner is not None)


def test_taking_the_last_object_in_misere_play_is_a_mistake() -> None:
    game = review([2], [(0, 2)], misere=True)

    assert (game["winner"], game["decisive_mistake"]) == ("second", 1)


def test_unfinished_game_has_its_last_mistake_as_decisive() -> None:
    game = review([3, 4, 5], [(0, 1), (1, 1), (2, 4)])

    assert (game["winner"], game["decisive_mistake"]) == (None, 2)


# --- Properties -----------------------------------------------------------------------------------


@given(games(), st.booleans())
def test_winner_follows_from_the_last_object(game: tuple[list[int], Moves], misere: bool) -> None:
    piles, moves = game
    result = review(piles, moves, misere)
    last_mover = "first" if len(moves) % 2 else "second"  # of no moves: the one not to move

    if result["finished"]:
        assert (result["winner"] == last_mover) != misere
    else:
        assert result["winner"] is None


@given(games(), st.booleans())
def test_mistake_gives_the_win_to_the_opponent(game: tuple[list[int], Moves], misere: bool) -> None:
    piles, moves = game
    result = review(piles, moves, misere)
    positions = [tuple(ply["piles"]) for ply in result["plies"]] + [
        tuple(result["position"]["piles"])
    ]
    could_win = [oracle.to_move_wins(position, misere) for position in positions]

    assert [ply["mistake"] for ply in result["plies"]] == [a and b for a, b in pairwise(could_win)]


@given(games(), st.booleans())
def test_mistakes_explain_the_outcome(game: tuple[list[int], Moves], misere: bool) -> None:
    piles, moves = game
    result = review(piles, moves, misere)
    mistakes = [ply for ply in result["plies"] if ply["mistake"]]

    assert result["decisive_mistake"] == (mistakes[-1]["ply"] if mistakes else None)
    if result["finished"] and mistakes:
        assert mistakes[-1]["player"] != result["winner"]
    elif result["finished"]:
        favourite = "first" if oracle.to_move_wins(tuple(piles), misere) else "second"
        assert result["winner"] == favourite


@given(games(), st.booleans())
def test_position_after_the_last_move_is_solved(
    game: tuple[list[int], Moves], misere: bool
) -> None:
    piles, moves = game
    position = review(piles, moves, misere)["position"]

    left = list(piles)
    for pile, remove in moves:
        left[pile] -= remove
    solution = solve(left, misere)
    assert list(position["piles"]) == left
    assert {**solution, "piles": position["piles"]} == position


@given(games(), st.booleans())
def test_plies_alternate_and_name_what_would_have_won(
    game: tuple[list[int], Moves], misere: bool
) -> None:
    plies = review(*game, misere)["plies"]

    assert [(ply["ply"], ply["player"]) for ply in plies] == [
        (i, "first" if i % 2 else "second") for i in range(1, len(plies) + 1)
    ]
    assert [ply["winning_moves"] for ply in plies] == [
        oracle.winning_moves(tuple(ply["piles"]), misere) for ply in plies
    ]


# --- Illegal moves --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "index", "key", "message"),
    [
        ([(3, 1)], 0, "pile", "There is no pile with the index 3."),
        ([(-1, 1)], 0, "pile", "There is no pile with the index -1."),
        ([(0, 4)], 0, "remove", "Can't remove 4: the pile has 3 left."),
        ([(0, 2), (0, 2)], 1, "remove", "Can't remove 2: the pile has 1 left."),
        ([(0, 3), (1, 4), (2, 5), (0, 1)], 3, "remove", "Can't remove 1: the pile has 0 left."),
        ([(0, 0)], 0, "remove", "A move removes at least 1 object."),
        ([(1, 1), (0, 9), (7, 7)], 1, "remove", "Can't remove 9: the pile has 3 left."),
    ],
    ids=str,
)
def test_first_illegal_move_is_named(moves: Moves, index: int, key: str, message: str) -> None:
    with pytest.raises(IllegalMove) as error:
        review([3, 4, 5], moves)

    assert (error.value.index, error.value.key, str(error.value)) == (index, key, message)
