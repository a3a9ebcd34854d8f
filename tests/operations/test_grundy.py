"""POST /grundy: the limits of a graph with its sums, and its other rules."""

from typing import Any

import pytest

from tests.support.problems import errors_of
from tests.support.service import Service


def test_an_option_that_is_listed_twice_is_one_move(service: Service) -> None:
    body = {"options": {"a": ["b"] * 10_001, "b": []}, "sum": ["a"]}
    assert service.post("/grundy", body).json["sum"]["winning_moves"] == [
        {"component": 0, "to": "b"}
    ]


@pytest.mark.parametrize("values", [{"a": 7}, {}, None, {"x": 1}])
def test_grundy_values_that_are_sent_are_ignored(service: Service, values: object) -> None:
    body = {"options": {"a": ["b"], "b": []}}

    assert (
        service.post("/grundy", {**body, "grundy_values": values}).json
        == service.post("/grundy", body).json
    )


@pytest.mark.parametrize(
    ("sums", "sum_", "error"),
    [
        ({"c": ["a"]}, ["c"], ("#/sum/0", "This is a sum: list its components instead.")),
        (
            {f"s{i}": [] for i in range(9_999)},
            [],
            ("#/sums", "At most 10,000 positions and sums are allowed."),
        ),
        (
            {"c": ["b"] * 100_001},
            [],
            ("#/sums", "At most 100,000 components are allowed in total."),
        ),
        (
            {"c": ["b"] * 100_000},
            [],
            ("#/sums", "At most 100,000 options and components are allowed in total."),
        ),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_sum_has_its_pointer(
    service: Service, sums: Any, sum_: list[str], error: tuple[str, str]
) -> None:
    body = {"options": {"a": ["b"], "b": []}, "sums": sums, "sum": sum_}
    assert errors_of(service.post("/grundy", body)) == [error]
