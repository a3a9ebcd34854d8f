"""POST /review: the sample games, and moves that the rules forbid."""

from typing import Any

import pytest

from tests.support import golden
from tests.support.games import moves_between
from tests.support.problems import errors_of, unknown
from tests.support.service import Service


def played(positions: list[list[int]]) -> dict[str, Any]:
    moves = [{"pile": pile, "remove": remove} for pile, remove in moves_between(positions)]
    return {"piles": positions[0], "moves": moves}


def test_the_lost_sample_game_is_reviewed(service: Service) -> None:
    game = service.post("/review", played(golden.LOST_GAME)).json

    assert [ply["piles"] for ply in game["plies"]] == golden.LOST_GAME[:-1]
    met = [*game["plies"], game["position"]]
    assert [ply["nim_sum"] for ply in met] == golden.LOST_GAME_NIM_SUMS
    assert [ply["ply"] for ply in game["plies"] if ply["mistake"]] == [1, 2, 3]
    assert (game["finished"], game["winner"], game["decisive_mistake"]) == (True, "second", 3)


def test_the_won_sample_game_is_reviewed(service: Service) -> None:
    game = service.post("/review", played(golden.WON_GAME)).json

    assert [ply["mistake"] for ply in game["plies"]] == [False] * 5
    assert (game["finished"], game["winner"], game["decisive_mistake"]) == (True, "first", None)


@pytest.mark.parametrize(
    ("moves", "errors"),
    [
        ([{"pile": 2, "remove": 1}], [("#/moves/0/pile", "There is no pile with the index 2.")]),
        (
            [{"pile": 0, "remove": 3}],
            [("#/moves/0/remove", "Can't remove 3: the pile has 2 left.")],
        ),
        (
            [{"pile": 0, "remove": 2}, {"pile": 0, "remove": 1}, {"pile": 9, "remove": 1}],
            [("#/moves/1/remove", "Can't remove 1: the pile has 0 left.")],
        ),
        ([{"remove": 1}], [("#/moves/0/pile", "This is required.")]),
        ([{"pile": 0, "remove": 0}], [("#/moves/0/remove", "A move removes at least 1 object.")]),
        ([{"pile": -1, "remove": 1}], [("#/moves/0/pile", "Must be 0 or more.")]),
        (
            [{"pile": 0, "remove": 2**53}],
            [("#/moves/0/remove", "Must be 9,007,199,254,740,991 or less.")],
        ),
        (
            [{"pile": 0.5, "remove": "1"}, {"pile": True}, None, {"pile": 0, "remove": 1, "x": 1}],
            [
                ("#/moves/0/pile", "Must be an integer."),
                ("#/moves/0/remove", "Must be an integer."),
                ("#/moves/1/pile", "Must be an integer."),
                ("#/moves/2", 'Must be an object, such as {"pile": 0, "remove": 2}.'),
                (
                    "#/moves/3/x",
                    unknown(
                        known="the keys are component, pile, remove, leaves, "
                        "leaves_piles and removals"
                    ),
                ),
            ],
        ),
        (None, [("#/moves", 'Must be a list, such as [{"pile": 0, "remove": 2}].')]),
    ],
    ids=str,
)
def test_a_wrong_move_has_its_pointer(
    service: Service, moves: Any, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(service.post("/review", {"piles": [2, 3], "moves": moves})) == errors


def test_a_game_needs_its_moves_and_its_piles(service: Service) -> None:
    assert errors_of(service.post("/review", {})) == [
        ("#/piles", "This key is required."),
        ("#/moves", "This key is required."),
    ]


def test_moves_in_responses_are_integers(service: Service) -> None:
    """JSON may write an integer as 2.0."""
    body = b'{"piles": [2.0, 3], "moves": [{"pile": 0.0, "remove": 1e0}]}'

    assert b'{"pile":0,"remove":1,"leaves":1}' in service.post("/review", body).body
