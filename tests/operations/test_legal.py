"""`/legal`, and `legal` of `/move` and `/moves`."""

from typing import Any

from tests.support.positions import CONVENTIONS, EACH
from tests.support.problems import errors_of
from tests.support.rows import rows
from tests.support.service import Service

TOO_MUCH: list[dict[str, Any]] = [
    {"game": "chomp", "piles": [60, 60, 60]},
    {"game": "grundys-game", "piles": [900], "misere": True},
    {"game": "dawsons-kayles", "piles": [900] * 100, "misere": True},
    {"subtraction_set": [*range(1, 65)], "piles": [9] * 1_000},
    {"game": "sum", "components": [{"game": "chomp", "piles": [60, 60, 60]}]},
]
"""Positions that are too much to solve."""


@rows("position", TOO_MUCH)
def test_a_position_that_is_too_much_to_solve_is_listed(
    service: Service, position: dict[str, Any]
) -> None:
    assert service.post("/move", position).status == 422
    assert service.post("/move", {**position, "legal": 1}).status == 422
    found = service.post("/legal", position)
    assert found.status == 200
    assert found.json["legal"]


def test_a_sum_is_checked_whole_though_a_part_is_too_much(service: Service) -> None:
    beside = [{"game": "dawsons-kayles", "piles": [900] * 100}, {"game": "chomp", "piles": [1, 2]}]
    [(place, _)] = errors_of(
        service.post("/legal", {"game": "sum", "misere": True, "components": beside}), "pointer"
    )
    assert place == "#/components/1/piles"


@rows("convention", CONVENTIONS)
@rows("position", EACH)
def test_a_move_adds_what_legal_lists(
    service: Service, position: dict[str, Any], convention: dict[str, bool]
) -> None:
    start = {**position, **convention}
    solved = service.post("/move", start).json
    for depth in (1, 2):
        listed = service.post("/legal", {**start, "depth": depth}).json
        assert service.post("/move", {**start, "legal": depth}).json == {**solved, **listed}
        batch = {"positions": [start, start], "legal": depth}
        assert service.post("/moves", batch).json == {"results": [{**solved, **listed}] * 2}
    assert service.post("/legal", start).json == service.post("/legal", {**start, "depth": 1}).json


def test_a_batch_has_the_lists_of_a_large_body(service: Service) -> None:
    """A large body is decoded in pieces, and `legal` may come before or after the positions."""
    positions = [{"piles": [1] * 100}] * 500
    alone = service.post("/move", {"piles": [1] * 100, "legal": 1}).json
    batch = {"legal": 1, "positions": positions}
    for body in (batch, dict(reversed(batch.items()))):
        for result in service.post("/moves", body).json["results"]:
            assert result["legal"] == alone["legal"][:2]  # 150,000 numbers for 500 positions
            assert result["more_legal"] is True


@rows("depth", [0, 3, -1, "1", 1.5, True])
def test_there_are_two_depths(service: Service, depth: object) -> None:
    for path, key in [("/legal", "depth"), ("/move", "legal")]:
        [(place, _)] = errors_of(service.post(path, {"piles": [1], key: depth}), "pointer")
        assert place == f"#/{key}"


def test_what_a_move_leaves_can_be_sent_to_the_end_of_the_game(service: Service) -> None:
    position: dict[str, Any] = {"game": "fibonacci", "piles": [4]}
    left = []
    while legal := service.post("/legal", position).json["legal"]:
        position |= legal[-1]["leaves"]
        left.append(legal[-1]["leaves"])
    assert left == [{"piles": [1], "quota": 1}, {"piles": [0]}]
