"""POST /octal and GET /octal/values: take-and-break games by their codes."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.octal import BadCode, parse_code
from service.limits import MAX_OCTAL_DIGITS
from tests.support.contract import SPEC
from tests.support.problems import faults
from tests.support.service import Service


def test_a_row_of_12_pins_is_solved(service: Service) -> None:
    """Kayles: 12 pins are worth 4, so a winning move leaves two rows of the same value, or none."""
    assert service.post("/octal", {"code": "0.77", "piles": [12]}).json == {
        "nim_sum": 4,
        "position_class": "N",
        "to_move_wins": True,
        "winning_moves": [{"pile": 0, "remove": 2, "leaves": [5, 5]}],
        "best_move": {"pile": 0, "remove": 2, "leaves": [5, 5]},
        "grundy_values": [4],
    }


@pytest.mark.parametrize("pins", [1, 4, 9, 12, 20])
def test_the_lost_rows_of_misere_kayles(service: Service, pins: int) -> None:
    reply = service.post("/octal", {"code": "0.77", "piles": [pins], "misere": True})
    assert (reply.json["position_class"], reply.json["winning_moves"]) == ("P", [])


CODE = "Each digit after the point must be from 0 to 7."


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, [("#/code", "This is required."), ("#/piles", "This is required.")]),
        ({"code": 0.77, "piles": []}, [("#/code", 'Must be a string, such as "0.77".')]),
        ({"code": None, "piles": []}, [("#/code", 'Must be a string, such as "0.77".')]),
        ({"code": "0.79", "piles": []}, [("#/code", CODE)]),
        ({"code": "0.٣", "piles": []}, [("#/code", CODE)]),
        ({"code": "77", "piles": []}, [("#/code", "A code must have a point, such as 0.77.")]),
        ({"code": "0.77", "piles": [1001]}, [("#/piles/0", "Must be 1,000 or less.")]),
        (
            {"code": "0.77", "piles": [3], "max_remove": 2},
            [("#/max_remove", "This key is not known.")],
        ),
        (
            [],
            [("#", 'Must be an object, such as {"code": "0.77", "piles": [12, 7]}.')],
        ),
        (
            {"code": "0.07", "piles": [12, 9], "misere": True},
            [
                (
                    "#/piles",
                    (
                        "Misère play of these games is solved by exhaustive search, for up to 20"
                        " objects in all; this position has 21."
                    ),
                )
            ],
        ),
    ],
    ids=str,
)
def test_a_wrong_position_has_its_pointer(
    service: Service, body: Any, errors: list[tuple[str, str]]
) -> None:
    assert faults(service.post("/octal", body)) == errors


@given(st.from_regex(r"\A(0|4|4!|5)\.[0-8\[\]]{0,11}\Z") | st.text("0.[]4!7", max_size=8))
def test_the_pattern_of_the_contract_is_that_of_codes(text: str) -> None:
    schema = SPEC["components"]["schemas"]["BreakingPosition"]["properties"]["code"]
    try:
        parse_code(text, MAX_OCTAL_DIGITS)
    except BadCode:
        assert not re.search(schema["pattern"], text)
    else:
        assert re.search(schema["pattern"], text)


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        (
            "code=0.77&size=13",
            {"values": [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4], "preperiod": 71, "period": 12},
        ),
        ("max_remove=3&size=5", {"values": [0, 1, 2, 3, 0], "preperiod": 0, "period": 4}),
        (
            "subtraction_set=1,3,4&size=7",
            {"values": [0, 1, 0, 1, 2, 3, 2], "preperiod": 0, "period": 7},
        ),
        (
            "subtraction_set=2&subtraction_set=7&subtraction_set=4&size=1",
            {"values": [0], "preperiod": 8, "period": 3},
        ),
        ("code=0.165&size=1", {"values": [0], "preperiod": 5181, "period": 1550}),
    ],
)
def test_the_values_of_a_game(service: Service, query: str, answer: dict[str, object]) -> None:
    reply = service.get(f"/octal/values?{query}")
    assert (reply.status, reply.json) == (200, {**answer, "proof": "computed"})


def test_a_period_that_others_have_proven_names_their_work(service: Service) -> None:
    assert service.get("/octal/values?code=0.127&size=2").json == {
        "values": [0, 1],
        "preperiod": 46_578,
        "period": 4,
        "proof": "published",
        "reference": (
            "A. Gangolli and T. Plambeck, A note on periodicity in some octal games, "
            "International Journal of Game Theory 18 (1989)"
        ),
    }


@pytest.mark.parametrize("code", ["4!.0", "0.6"])
def test_a_period_that_is_not_proven_is_null(service: Service, code: str) -> None:
    reply = service.get(f"/octal/values?code={code}&size=1").json
    assert reply == {"values": [0], "preperiod": None, "period": None, "proof": None}


def test_the_values_are_cacheable_for_a_day(service: Service) -> None:
    first = service.get("/octal/values?code=0.77&size=10")
    again = service.get(
        "/octal/values?code=0.77&size=10", **{"If-None-Match": first.headers["etag"]}
    )
    assert first.headers["cache-control"] == "public, max-age=86400"
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("size=3", [("code", "Give a code or a rule.")]),
        ("", [("size", "This is required.")]),
        (
            "code=0.77&max_remove=3&size=3",
            [("max_remove", "Give code or max_remove, not both.")],
        ),
        (
            "subtraction_set=1&max_remove=3&size=3",
            [("subtraction_set", "Give max_remove or subtraction_set, not both.")],
        ),
        ("code=0.77&size=0", [("size", "Must be 1 or more.")]),
        ("code=0.77&size=1001", [("size", "Must be 1,000 or less.")]),
        ("code=0.8&size=3", [("code", CODE)]),
        ("code=0.7&code=0.7&size=3", [("code", "This parameter is given more than once.")]),
        ("max_remove=x&size=3", [("max_remove", "Must be an integer, such as 12.")]),
        (
            "subtraction_set=1,,2&size=3",
            [("subtraction_set", "Item 2, '', must be an integer, such as 12.")],
        ),
        ("code=0.7&size=3&misere=true", [("misere", "This parameter is not known.")]),
    ],
)
def test_a_wrong_query_names_its_parameter(
    service: Service, query: str, errors: list[tuple[str, str]]
) -> None:
    assert faults(service.get(f"/octal/values?{query}"), "parameter") == errors
