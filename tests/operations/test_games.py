"""Positions of the games besides Nim, by POST /move; and what GET /games says of each."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.game.games import GAMES
from service.game.games.take_and_break.code import BadCode, parse_code
from tests.support.http_client import Reply
from tests.support.positions import POSITIONS
from tests.support.problems import errors_of
from tests.support.service import InProcess, Service

LARGEST = 2**53 - 1


def removal(pile: int, remove: int, leaves: int) -> dict[str, int]:
    return {"pile": pile, "remove": remove, "leaves": leaves}


def test_the_largest_positions_are_exact(service: Service) -> None:
    """The last pair below 2^53, found with 60 decimal places of the golden ratio."""
    piles = [5_566_755_282_872_654, 9_007_199_254_740_990]
    lost = service.post("/move", {"game": "wythoff", "piles": piles})
    won = service.post("/move", {"game": "wythoff", "piles": [piles[0], piles[1] + 1]})

    assert lost.json["position_class"] == "P"
    assert {"removals": [removal(1, 1, piles[1])]} in won.json["winning_moves"]


def test_many_winning_moves_are_listed_in_part(service: Service) -> None:
    few = service.post("/move", {"game": "greedy", "piles": [1_000, 5, 5]}).json
    many = service.post("/move", {"game": "greedy", "piles": [1_000, 500, 500]}).json

    assert len(few["winning_moves"]) == 5
    assert "more" not in few
    assert many["winning_moves"] == [removal(0, 1_000 - n, n) for n in range(499, 399, -1)]
    assert many["more"] is True


def test_each_ply_of_a_review_says_that_there_are_more(service: Service) -> None:
    body = {"game": "greedy", "piles": [1_000, 500, 500]}
    moves = [{"pile": 0, "remove": 501}]
    judged = service.post("/review", {**body, "moves": moves}).json

    assert len(judged["plies"][0]["winning_moves"]) == 100
    assert judged["plies"][0]["more"] is True
    assert "more" not in judged["position"]


# --- What is wrong -------------------------------------------------------------------------------

CODE = "Each digit after the point must be from 0 to 7."


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"game": "octal"}, [("#/piles", "This key is required.")]),
        (
            {"game": "octal", "code": 0.77, "piles": []},
            [("#/code", 'Must be a string, such as "0.77".')],
        ),
        ({"game": "octal", "code": "0.79", "piles": []}, [("#/code", CODE)]),
        ({"game": "octal", "code": "0.٣", "piles": []}, [("#/code", CODE)]),
        (
            {"game": "octal", "code": "77", "piles": []},
            [("#/code", "A code must have a point, such as 0.77.")],
        ),
        (
            {"game": "kayles", "code": "0.77", "piles": []},
            [("#/code", "This key belongs to the game octal.")],
        ),
        (
            {"game": "kayles", "piles": [3, 1001]},
            [("#/piles/1", "In this game a pile may contain at most 1,000 objects.")],
        ),
        (
            {"game": "greedy", "piles": [1], "max_piles": 2, "quota": 2},
            [
                ("#/max_piles", "This key belongs to the game moore."),
                ("#/quota", "This key belongs to the game fibonacci."),
            ],
        ),
        ({"game": "moore", "piles": [1], "max_piles": 0}, [("#/max_piles", "Must be 1 or more.")]),
        ({"game": "fibonacci", "piles": [1], "quota": 0}, [("#/quota", "Must be 1 or more.")]),
        (
            {"game": "fibonacci", "piles": [1, 2]},
            [("#/piles", "This game is played with exactly 1 pile.")],
        ),
        (
            {"game": "wythoff", "piles": [1]},
            [("#/piles", "This game is played with exactly 2 piles.")],
        ),
    ],
    ids=str,
)
def test_a_wrong_position_has_its_pointer(
    service: Service, body: Any, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(service.post("/move", body)) == errors


@pytest.mark.parametrize(
    ("length", "detail"),
    [(20, "A code must have a point, such as 0.77."), (21, "At most 20 characters are allowed.")],
)
def test_a_text_that_is_longer_than_any_code_is_not_read_as_one(
    service: Service, length: int, detail: str
) -> None:
    body = {"game": "octal", "code": "7" * length, "piles": []}
    assert errors_of(service.post("/move", body)) == [("#/code", detail)]


@pytest.mark.parametrize(
    ("rules", "move", "pointer", "code"),
    [
        ({}, {"removals": [{"pile": 0, "remove": 1}]}, "removals", "conflict"),
        ({}, {"pile": 0, "remove": 1, "leaves_piles": [1]}, "leaves_piles", "conflict"),
        ({"game": "kayles"}, {"pile": 0, "remove": 1}, "leaves_piles", "ambiguous-move"),
        (
            {"game": "wythoff"},
            {"removals": [{"pile": 0, "remove": 1}, {"pile": 1, "remove": 2}]},
            "removals/1/remove",
            "illegal-move",
        ),
        ({"game": "wythoff"}, {}, "removals", "required"),
    ],
    ids=str,
)
def test_a_wrong_move_has_the_place_in_its_move(
    service: Service, rules: dict[str, Any], move: dict[str, Any], pointer: str, code: str
) -> None:
    reply = service.post("/review", {**rules, "piles": [6, 4], "moves": [move]})
    [error] = reply.json["errors"]
    assert (reply.status, error["pointer"], error["code"]) == (422, f"#/moves/0/{pointer}", code)


# --- /games --------------------------------------------------------------------------------------


def test_games_has_no_parameters(service: Service) -> None:
    reply = service.get("/games?name=moore")
    assert errors_of(reply, "parameter") == [
        ("name", "This key is not known; /games has no parameters.")
    ]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/openapi.yaml"])
def test_requests_of_machines_ignore_a_query(service: Service, path: str) -> None:
    """A probe that adds a parameter, say against caches, must not take a worker for dead."""
    assert service.get(f"{path}?x=1").status == 200


RULES: dict[str, dict[str, Any]] = {
    "octal": {"code": "0.3"},
    "moore": {"max_piles": 2},
    "numbers": {"numbers": "squares"},
}


@pytest.mark.parametrize("name", [name for name in POSITIONS if not GAMES[name].is_sum])
def test_the_limits_that_games_says_are_those_that_hold(service: Service, name: str) -> None:
    [game] = [each for each in service.get("/games").json["games"] if each["name"] == name]
    limits = game["limits"]
    others = [1] * (limits["least_piles"] - 1)

    def solved(piles: list[int]) -> Reply:
        return service.post("/move", {"game": name, "piles": piles, **RULES.get(name, {})})

    assert solved([limits["pile"], *others]).status == 200
    assert solved([limits["pile"] + 1, *others]).json["errors"][0]["code"] == "too-large"
    assert solved([1] * limits["piles"]).status == 200
    assert solved([1] * limits["least_piles"]).status == 200
    if least := limits["least_piles"]:
        assert solved([1] * (least - 1)).json["errors"][0]["code"] == "too-few"
    assert solved([1] * (limits["piles"] + 1)).json["errors"][0]["code"] == "too-many"


def test_a_lower_setting_lowers_the_limits_that_games_says() -> None:
    service = InProcess(create_app(MAX_PILES=3))
    found = {each["name"]: each["limits"]["piles"] for each in service.get("/games").json["games"]}
    assert (found["nim"], found["kayles"], found["fibonacci"]) == (3, 3, 1)


@given(st.sampled_from(["0.", "4.", "4!.", "5.", "0", ""]), st.text("0478[]", max_size=11))
def test_codes_are_those_of_one_pattern(before_point: str, digits: str) -> None:
    """The pattern that the contract gives to clients."""
    text = before_point + digits
    pattern = r"^(0|4!?)\.([0-7]{1,8}|[0-7]{0,7}\[[0-7]\])$"
    try:
        parse_code(text, 8)
    except BadCode:
        assert not re.search(pattern, text)
    else:
        assert re.search(pattern, text)
