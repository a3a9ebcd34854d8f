"""POST /moves: many positions, all or nothing, each answered as POST /move answers it."""

from typing import Any

import pytest

from service.limits import LARGEST_PILE
from tests.support.problems import errors_of
from tests.support.service import Service

POSITION = '{"piles": [3, 4, 5]}'
BATCH = f'{{"positions": [{POSITION}]}}'
OBJECT = f"Must be an object, such as {POSITION}."
POSITIONS = f"Must be a list, such as [{POSITION}]."
LIST = "Must be a list, such as [3, 4, 5]."


def test_a_batch_solves_each_position_in_order(service: Service) -> None:
    """The results equal those of POST /move for each position alone."""
    positions = [
        {"piles": [3, 4, 5]},
        {"piles": [], "misere": True},
        {"piles": [1, 2, 3], "misere": False},
        {"piles": [5.0, 1], "misere": True},
        {"piles": [LARGEST_PILE]},
    ]

    alone = [service.post("/move", position).json for position in positions]
    assert service.post("/moves", {"positions": positions}).json == {"results": alone}


def test_no_positions_have_no_results(service: Service) -> None:
    assert service.post("/moves", {"positions": []}).json == {"results": []}


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ([], [("#", f"Must be an object, such as {BATCH}.")]),
        ({}, [("#/positions", "This key is required.")]),
        ({"positions": None}, [("#/positions", POSITIONS)]),
        ({"positions": {"piles": [1]}}, [("#/positions", POSITIONS)]),
        (
            {"positions": [], "misere": True},
            [("#/misere", "This key is not known; the only key is positions.")],
        ),
        ({"positions": [{"piles": [1]}, {}]}, [("#/positions/1/piles", "This key is required.")]),
        ({"positions": [{"piles": [1]}, []]}, [("#/positions/1", OBJECT)]),
        ({"positions": [None]}, [("#/positions/0", OBJECT)]),
        ({"positions": [[1, 2, 3]]}, [("#/positions/0", OBJECT)]),
        ({"positions": [{"piles": 3}]}, [("#/positions/0/piles", LIST)]),
        (
            {"positions": [{"piles": "3"}]},
            [("#/positions/0/piles", "Must be a list, such as [3, 4, 5], not a string.")],
        ),
        ({"positions": [{"piles": [True]}]}, [("#/positions/0/piles/0", "Must be an integer.")]),
        (
            {"positions": [{"piles": [1], "misere": 0}]},
            [("#/positions/0/misere", "Must be true or false.")],
        ),
        (
            {"positions": [{"piles": [1], "Misere": True}]},
            [("#/positions/0/Misere", "This key is not known; perhaps you mean misere.")],
        ),
        (
            {"positions": [{"misere": True, "Piles": []}]},
            [
                ("#/positions/0/Piles", "This key is not known; perhaps you mean piles."),
                ("#/positions/0/piles", "This key is required."),
            ],
        ),
        (
            {"positions": [{"piles": [1, -1]}, {"piles": [1]}, {"piles": [2**53, 3.5]}]},
            [
                ("#/positions/0/piles/1", "Must be 0 or more."),
                ("#/positions/2/piles/0", "Must be 9,007,199,254,740,991 or less."),
                ("#/positions/2/piles/1", "Must be an integer."),
            ],
        ),
    ],
    ids=str,
)
def test_each_error_has_its_pointer(
    service: Service, body: Any, errors: list[tuple[str, str]]
) -> None:
    assert errors_of(service.post("/moves", body)) == errors


def test_a_repeated_name_in_a_position_is_rejected(service: Service) -> None:
    body = b'{"positions": [{"piles": [1]}, {"piles": [1], "piles": [2]}]}'

    assert errors_of(service.post("/moves", body)) == [
        ("#", "The name 'piles' is given more than once.")
    ]


@pytest.mark.parametrize(
    ("count", "detail"),
    [
        (100, "positions[0].piles: this key is required; 99 more errors."),
        (101, "positions[0].piles: this key is required; more than 99 more errors."),
        (10_000, "positions[0].piles: this key is required; more than 99 more errors."),
    ],
)
def test_only_100_errors_are_listed(service: Service, count: int, detail: str) -> None:
    reply = service.post("/moves", {"positions": [{}] * count})

    assert reply.json["detail"] == detail
    assert [error["pointer"] for error in reply.json["errors"]] == [
        f"#/positions/{i}/piles" for i in range(100)
    ]


def test_piles_that_are_too_large_for_their_game_are_found_in_a_batch(service: Service) -> None:
    """The work to solve a batch is estimated before its piles are checked."""
    position = {"game": "numbers", "numbers": "proper-divisors", "piles": [LARGEST_PILE]}
    assert errors_of(service.post("/moves", {"positions": [position]})) == [
        ("#/positions/0/piles/0", "In this game a pile may contain at most 10,000 objects.")
    ]
