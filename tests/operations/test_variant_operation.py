"""POST and GET /variant: the other games called Nim."""

from typing import Any

import pytest

from service.limits import MAX_VARIANT_MOVES, MAX_VARIANT_NUMBERS
from tests.support.problems import faults
from tests.support.service import Service

LOST = {"position_class": "P", "to_move_wins": False, "winning_moves": []}


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (
            {"game": "moore", "piles": [2, 2, 2], "max_piles": 2},
            {**LOST, "best_move": {"leaves": [1, 2, 2]}},
        ),
        (
            {"game": "moore", "piles": [1, 1, 1, 1], "max_piles": 2, "misere": True},
            {**LOST, "best_move": {"leaves": [0, 1, 1, 1]}},
        ),
        ({"game": "wythoff", "piles": [5, 3]}, {**LOST, "best_move": {"leaves": [4, 3]}}),
        (
            {"game": "wythoff", "piles": [2, 2], "misere": True},
            {**LOST, "best_move": {"leaves": [1, 2]}},
        ),
        ({"game": "fibonacci", "piles": [21]}, {**LOST, "best_move": {"leaves": [20]}}),
        (
            {"game": "fibonacci", "piles": [22], "most": 20, "misere": True},
            {**LOST, "best_move": {"leaves": [21]}},
        ),
        (
            {"game": "greedy", "piles": [4, 0, 4, 3]},
            {**LOST, "best_move": {"leaves": [3, 0, 4, 3]}},
        ),
        (
            {"game": "greedy", "piles": [1, 1, 1], "misere": True},
            {**LOST, "best_move": {"leaves": [0, 1, 1]}},
        ),
        ({"game": "greedy", "piles": []}, {**LOST, "best_move": None}),
        (
            {"game": "fibonacci", "piles": [1], "misere": True},
            {
                "position_class": "N",
                "to_move_wins": True,
                "winning_moves": [],
                "best_move": None,
            },
        ),
    ],
    ids=str,
)
def test_a_position_is_solved(service: Service, body: Any, answer: Any) -> None:
    assert service.post("/variant", body).json == answer


def test_the_largest_positions_are_exact(service: Service) -> None:
    """The last pair below 2^53, found with 60 decimal places of the golden ratio."""
    piles = [5_566_755_282_872_654, 9_007_199_254_740_990]
    lost = service.post("/variant", {"game": "wythoff", "piles": piles})
    won = service.post("/variant", {"game": "wythoff", "piles": [piles[0], piles[1] + 1]})

    assert lost.json["position_class"] == "P"
    assert {"leaves": piles} in won.json["winning_moves"]


def test_many_winning_moves_are_listed_in_part(service: Service) -> None:
    reply = service.post("/variant", {"game": "greedy", "piles": [1_000, 5, 5]}).json

    assert len(reply["winning_moves"]) == 5
    assert "more" not in reply

    reply = service.post("/variant", {"game": "greedy", "piles": [1_000, 500, 500]}).json
    assert len(reply["winning_moves"]) == MAX_VARIANT_MOVES
    assert reply["more"] is True


def test_fewer_are_listed_where_they_leave_many_piles(service: Service) -> None:
    reply = service.post("/variant", {"game": "greedy", "piles": [2**53 - 1] * 9_999}).json

    assert len(reply["winning_moves"]) == MAX_VARIANT_NUMBERS // 9_999 == 40
    assert reply["more"] is True


@pytest.mark.parametrize(
    ("query", "body"),
    [
        (
            "game=moore&piles=1,2,3&max_piles=2",
            {"game": "moore", "piles": [1, 2, 3], "max_piles": 2},
        ),
        (
            "game=wythoff&piles=5,8&misere=true",
            {"game": "wythoff", "piles": [5, 8], "misere": True},
        ),
        ("game=fibonacci&piles=20&most=3", {"game": "fibonacci", "piles": [20], "most": 3}),
        ("piles=&game=greedy", {"game": "greedy", "piles": []}),
    ],
)
def test_a_link_has_the_answer_of_the_body(service: Service, query: str, body: Any) -> None:
    reply = service.get(f"/variant?{query}")

    assert reply.json == service.post("/variant", body).json
    assert reply.headers["cache-control"] == "public, max-age=86400"


ONLY_MOORE, ONLY_FIBONACCI = (
    "Only the game moore has max_piles.",
    "Only the game fibonacci has most.",
)


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        (
            {},
            [("#/game", "This is required."), ("#/piles", "This is required.")],
        ),
        (
            {"game": "nim", "piles": [1]},
            [("#/game", "Must be moore or wythoff or fibonacci or greedy.")],
        ),
        (
            {"game": "moore", "piles": [1]},
            [("#/max_piles", "Give max_piles, the most piles that a move may take from.")],
        ),
        (
            {"game": "moore", "piles": [1], "max_piles": 0},
            [("#/max_piles", "Must be 1 or more.")],
        ),
        (
            {"game": "moore", "piles": [1], "max_piles": 101},
            [("#/max_piles", "Must be 100 or less.")],
        ),
        (
            {"game": "greedy", "piles": [1], "max_piles": 2, "most": 2},
            [("#/max_piles", ONLY_MOORE), ("#/most", ONLY_FIBONACCI)],
        ),
        ({"game": "fibonacci", "piles": [1], "most": 0}, [("#/most", "Must be 1 or more.")]),
        ({"game": "fibonacci", "piles": [1, 2]}, [("#/piles", "This game is played with 1 pile.")]),
        ({"game": "wythoff", "piles": []}, [("#/piles", "This game is played with 2 piles.")]),
        (
            {"game": "wythoff", "piles": [1, 2], "max_remove": 3},
            [("#/max_remove", "This key is not known.")],
        ),
    ],
    ids=str,
)
def test_a_wrong_position_has_its_pointer(
    service: Service, body: Any, errors: list[tuple[str, str]]
) -> None:
    assert faults(service.post("/variant", body)) == errors


@pytest.mark.parametrize(("piles", "code"), [([1], "too-few"), ([1, 2, 3], "too-many")])
def test_a_wrong_number_of_piles_has_its_code(
    service: Service, piles: list[int], code: str
) -> None:
    [error] = service.post("/variant", {"game": "wythoff", "piles": piles}).json["errors"]
    assert error["code"] == code
