"""`/analysis`: the sizes of `starts` that make a position."""

from typing import Any

import pytest

from tests.support.problems import errors_of
from tests.support.service import Service

SOME_EXCLUDED: list[tuple[dict[str, Any], dict[str, int], list[int]]] = [
    ({"game": "welter", "piles": [1, 5]}, {"pile": 0, "from": 4, "to": 6}, [4, 6]),
    ({"game": "welter", "piles": [1, 5, 6]}, {"pile": 0, "from": 4, "to": 8}, [4, 7, 8]),
    ({"game": "chomp", "piles": [5, 3]}, {"pile": 0, "from": 1, "to": 5}, [3, 4, 5]),
    ({"piles": [5, 3]}, {"pile": 0, "from": 1, "to": 3}, [1, 2, 3]),
]


@pytest.mark.parametrize(("position", "starts", "sizes"), SOME_EXCLUDED, ids=str)
def test_starts_leave_out_the_sizes_that_the_rules_exclude(
    service: Service, position: dict[str, Any], starts: dict[str, int], sizes: list[int]
) -> None:
    found = service.post("/analysis", {**position, "starts": starts}).json
    assert [each["size"] for each in found["starts"]] == sizes


def test_starts_of_which_the_rules_exclude_all_are_an_error(service: Service) -> None:
    body = {"game": "welter", "piles": [1, 5], "starts": {"pile": 0, "from": 5, "to": 5}}
    assert errors_of(service.post("/analysis", body), "pointer") == [
        ("#/starts", "There is another coin on square 5.")
    ]


@pytest.mark.parametrize("pile", [1, 2, 10**6])
def test_starts_of_a_pile_that_there_is_not_are_an_error(service: Service, pile: int) -> None:
    body = {"piles": [3], "starts": {"pile": pile, "from": 0, "to": 5}}
    assert errors_of(service.post("/analysis", body)) == [
        ("#/starts/pile", f"There is no pile with the index {pile:,}.")
    ]
