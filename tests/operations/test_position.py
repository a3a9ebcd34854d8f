"""Positions with a rule: `max_remove` and `subtraction_set` in every operation that takes them."""

from typing import Any

import pytest

from tests.support.limits import WITHOUT_A_PERIOD
from tests.support.problems import errors_of
from tests.support.service import Service

TWENTY_ONE = {"piles": [21], "max_remove": 3, "misere": True}
BOTH = "Give max_remove or subtraction_set, not both."
LARGEST = 2**53 - 1


def test_the_game_of_21_is_lost_for_the_player_who_must_not_take_the_last(service: Service) -> None:
    """21 leaves 1 when divided by 4, and in misère play 1, 5, 9 … are lost."""
    assert service.post("/move", TWENTY_ONE).json == {
        "nim_sum": 1,
        "position_class": "P",
        "to_move_wins": False,
        "winning_moves": [],
        "best_move": {"pile": 0, "remove": 1, "leaves": 20},
        "grundy_values": [1],
    }


def test_the_largest_pile_is_exact_under_a_set(service: Service) -> None:
    """Of {2, 3, 7} the values repeat as 0 0 1 1 2; 2^53 − 1 leaves 1 when divided by 5."""
    reply = service.post("/move", {"piles": [LARGEST], "subtraction_set": [2, 3, 7]})
    assert reply.json == {
        "nim_sum": 0,
        "position_class": "P",
        "to_move_wins": False,
        "winning_moves": [],
        "best_move": {"pile": 0, "remove": 2, "leaves": LARGEST - 2},
        "grundy_values": [0],
    }


@pytest.mark.parametrize(
    ("query", "body"),
    [
        ("piles=21&max_remove=3&misere=true", TWENTY_ONE),
        ("piles=9,4&subtraction_set=4,1,3", {"piles": [9, 4], "subtraction_set": [1, 3, 4]}),
        (
            "piles=9&piles=4&subtraction_set=1&subtraction_set=3",
            {"piles": [9, 4], "subtraction_set": [1, 3]},
        ),
        (f"piles=7&max_remove={LARGEST}", {"piles": [7], "max_remove": LARGEST}),
    ],
)
def test_a_query_has_the_same_response_as_a_body(
    service: Service, query: str, body: object
) -> None:
    got, posted = service.get(f"/move?{query}"), service.post("/move", body)
    assert (got.status, got.body) == (200, posted.body)


RULE_ERRORS: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"max_remove": 3, "subtraction_set": [1]}, [("subtraction_set", BOTH)]),
    ({"max_remove": 0}, [("max_remove", "Must be 1 or more.")]),
    ({"max_remove": LARGEST + 1}, [("max_remove", "Must be 9,007,199,254,740,991 or less.")]),
    ({"max_remove": True}, [("max_remove", "Must be an integer.")]),
    ({"max_remove": [3]}, [("max_remove", "Must be an integer.")]),
    ({"subtraction_set": 3}, [("subtraction_set", "Must be a list, such as [1, 3, 4].")]),
    ({"subtraction_set": []}, [("subtraction_set", "Must not be empty.")]),
    (
        {"subtraction_set": [1, 2, 1, 2.0]},
        [
            ("subtraction_set/2", "This number is given more than once."),
            ("subtraction_set/3", "This number is given more than once."),
        ],
    ),
    (
        {"subtraction_set": [0, "1", 10_001]},
        [
            ("subtraction_set/0", "Must be 1 or more."),
            ("subtraction_set/1", "Must be an integer."),
            ("subtraction_set/2", "Must be 10,000 or less."),
        ],
    ),
]


@pytest.mark.parametrize(("rule", "errors"), RULE_ERRORS, ids=str)
@pytest.mark.parametrize("path", ["/move", "/explanation", "/review", "/moves"])
def test_a_wrong_rule_has_its_pointer(
    service: Service, path: str, rule: dict[str, Any], errors: list[tuple[str, str]]
) -> None:
    body, prefix = asked(path, {"piles": [5], **rule})
    assert errors_of(service.post(path, body)) == [
        (f"{prefix}/{place}", detail) for place, detail in errors
    ]


def asked(path: str, position: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The body that has the position, for a batch as its second one, and the pointer to it."""
    if path == "/moves":
        return {"positions": [TWENTY_ONE, position]}, "#/positions/1"
    return {**position, **({"moves": []} if path == "/review" else {})}, "#"


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("max_remove=3&subtraction_set=1", [("subtraction_set", BOTH)]),
        ("max_remove=three", [("max_remove", "Must be an integer.")]),
        ("max_remove=0", [("max_remove", "Must be 1 or more.")]),
        ("max_remove=3&max_remove=3", [("max_remove", "This parameter is given more than once.")]),
        ("subtraction_set=", [("subtraction_set", "Must not be empty.")]),
        ("subtraction_set=1,2,1", [("subtraction_set", "This number is given more than once.")]),
    ],
)
@pytest.mark.parametrize("path", ["/move", "/explanation"])
def test_a_wrong_rule_in_a_query_names_its_parameter(
    service: Service, path: str, query: str, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(service.get(f"{path}?piles=5&{query}"), "parameter") == errors


UNPROVEN = (
    "No period is proven for this subtraction set: the largest pile that can be solved is 65,535."
)


@pytest.mark.parametrize("path", ["/move", "/explanation", "/review", "/moves"])
def test_each_pile_beyond_what_is_proven_has_its_pointer(service: Service, path: str) -> None:
    position = {"piles": [3, 70_000, LARGEST], "subtraction_set": WITHOUT_A_PERIOD}
    body, prefix = asked(path, position)
    assert errors_of(service.post(path, body)) == [
        (f"{prefix}/piles/1", UNPROVEN),
        (f"{prefix}/piles/2", UNPROVEN),
    ]


def test_each_position_of_a_batch_with_too_large_a_pile_has_its_pointer(service: Service) -> None:
    position = {"piles": [3, LARGEST], "subtraction_set": WITHOUT_A_PERIOD}
    reply = service.post("/moves", {"positions": [position, {"piles": [1]}, position]})
    assert errors_of(reply) == [
        ("#/positions/0/piles/1", UNPROVEN),
        ("#/positions/2/piles/1", UNPROVEN),
    ]


@pytest.mark.parametrize("path", ["/move", "/explanation"])
def test_a_pile_beyond_what_is_proven_names_its_parameter(service: Service, path: str) -> None:
    numbers = ",".join(map(str, WITHOUT_A_PERIOD))
    reply = service.get(f"{path}?piles=3,70000&subtraction_set={numbers}")
    assert errors_of(reply, "parameter") == [("piles", UNPROVEN)]


def test_a_batch_is_rejected_where_its_positions_take_too_long_together(service: Service) -> None:
    """However few they are: only the costliest is not counted."""
    positions = [
        {"piles": [1, 65_535], "subtraction_set": [*range(n, n + 64)]} for n in range(1, 100)
    ]
    assert errors_of(service.post("/moves", {"positions": positions})) == [
        ("#/positions", "These positions take too long to solve; send fewer.")
    ]


def test_a_few_positions_that_are_each_searched_are_solved_together(service: Service) -> None:
    position = {"game": "octal", "code": "0.02", "piles": [30], "misere": True}
    reply = service.post("/moves", {"positions": [position] * 50})
    assert reply.json["results"] == [service.post("/move", position).json] * 50


@pytest.mark.parametrize("path", ["/move", "/explanation"])
def test_piles_times_numbers_have_a_limit(service: Service, path: str) -> None:
    position = {"piles": [1] * 1000, "subtraction_set": [*range(1, 52)]}
    assert errors_of(service.post(path, position)) == [
        (
            "#/piles",
            (
                "The number of piles times that of numbers in the subtraction set may be at most"
                " 50,000."
            ),
        )
    ]


# --- Games -------------------------------------------------------------------------------------


def test_a_game_with_a_rule_is_judged_by_it(service: Service) -> None:
    """Of 5 with at most 2, taking 2 leaves 3, which is lost."""
    move = {"pile": 0, "remove": 2, "leaves": 3}
    body = {"piles": [5], "max_remove": 2, "moves": [{"pile": 0, "remove": 2}]}
    assert service.post("/review", body).json == {
        "plies": [
            {
                "ply": 1,
                "player": "first",
                "piles": [5],
                "nim_sum": 2,
                "position_class": "N",
                "move": move,
                "mistake": False,
                "winning_moves": [move],
                "grundy_values": [2],
            }
        ],
        "position": {
            "piles": [3],
            "nim_sum": 0,
            "position_class": "P",
            "to_move_wins": False,
            "winning_moves": [],
            "best_move": {"pile": 0, "remove": 1, "leaves": 2},
            "grundy_values": [0],
        },
        "finished": False,
        "winner": None,
        "decisive_mistake": None,
    }
