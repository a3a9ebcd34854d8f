"""/values: the Grundy values of single piles, and their period."""

from typing import Any

import pytest

from tests.support.positions import query_of
from tests.support.problems import errors_of, unknown
from tests.support.service import Service

CODE = "Each digit after the point must be from 0 to 7."
KAYLES = {"values": [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], "preperiod": 71, "period": 12}


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({"game": "octal", "code": "0.77", "size": 13}, KAYLES),
        ({"game": "kayles", "size": 13}, KAYLES),
        ({"max_remove": 3, "size": 5}, {"values": [0, 1, 2, 3, 0], "preperiod": 0, "period": 4}),
        (
            {"subtraction_set": [1, 3, 4], "size": 7},
            {"values": [0, 1, 0, 1, 2, 3, 2], "preperiod": 0, "period": 7},
        ),
        ({"subtraction_set": [2, 7, 4], "size": 1}, {"values": [0], "preperiod": 8, "period": 3}),
        pytest.param(
            {"game": "octal", "code": "0.165", "size": 1},
            {"values": [0], "preperiod": 5181, "period": 1550},
            marks=pytest.mark.long,
        ),
    ],
    ids=str,
)
def test_the_values_of_a_game(
    service: Service, body: dict[str, Any], answer: dict[str, object]
) -> None:
    for reply in (service.post("/values", body), service.get(f"/values?{query_of(body)}")):
        assert (reply.status, reply.json) == (200, {**answer, "saltus": 0, "proof": "computed"})


def test_a_period_that_others_have_proven_names_their_work(service: Service) -> None:
    assert service.get("/values?game=octal&code=0.127&size=2").json == {
        "values": [0, 1],
        "preperiod": 46_578,
        "period": 4,
        "saltus": 0,
        "proof": "published",
        "reference": (
            "A. Gangolli and T. Plambeck, A note on periodicity in some octal games, "
            "International Journal of Game Theory 18 (1989)"
        ),
    }


@pytest.mark.parametrize(
    ("game", "values"),
    [
        ("game=octal&code=4!.0", [0, 0, 0, 1]),
        ("game=octal&code=0.6", [0, 0, 1, 2]),
        ("game=grundys-game", [0, 0, 0, 1]),
        ("game=laskers-nim", [0, 1, 2, 4]),
    ],
)
def test_a_period_that_is_not_proven_is_null(
    service: Service, game: str, values: list[int]
) -> None:
    assert service.get(f"/values?{game}&size=4").json == {
        "values": values,
        "preperiod": None,
        "period": None,
        "saltus": None,
        "proof": None,
    }


def test_brackets_of_a_code_may_be_escaped_or_not(service: Service) -> None:
    bare = service.get("/values?game=octal&code=4.[3]&size=9")
    assert bare.body == service.get("/values?game=octal&code=4.%5B3%5D&size=9").body
    assert bare.status == 200


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("", [("size", "This key is required.")]),
        ("game=octal&size=3", [("code", "The game octal requires this key.")]),
        ("code=0.77&size=3", [("code", "This key belongs to the game octal.")]),
        (
            "game=octal&code=0.77&max_remove=3&size=3",
            [("max_remove", "This key belongs to the game nim.")],
        ),
        (
            "subtraction_set=1&max_remove=3&size=3",
            [("subtraction_set", "Give max_remove or subtraction_set, not both.")],
        ),
        ("game=kayles&size=0", [("size", "Must be 1 or more.")]),
        ("game=kayles&size=1001", [("size", "Must be 1,000 or less.")]),
        ("game=kayles&size=1e1", [("size", "Must be an integer.")]),
        ("game=octal&code=0.8&size=3", [("code", CODE)]),
        (
            "game=octal&code=0.7&code=0.7&size=3",
            [("code", "This parameter is given more than once.")],
        ),
        ("max_remove=x&size=3", [("max_remove", "Must be an integer.")]),
        ("subtraction_set=1,,2&size=3", [("subtraction_set", "Must be an integer.")]),
        (
            "game=kayles&size=3&misere=true",
            [("misere", unknown(known="kayles has the keys size, genus and game"))],
        ),
    ],
)
def test_a_wrong_query_names_its_parameter(
    service: Service, query: str, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(service.get(f"/values?{query}"), "parameter") == errors


def test_a_position_has_no_place_beside_values(service: Service) -> None:
    """They are those of normal play, and of every pile."""
    body = {"game": "kayles", "size": 3, "misere": True, "piles": [3]}
    found = service.post("/values", body).json["errors"]
    assert [(error["pointer"], error["code"]) for error in found] == [
        ("#/misere", "unknown"),
        ("#/piles", "unknown"),
    ]
