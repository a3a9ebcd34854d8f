"""Positions that an operation has solved are counted by convention, class and game."""

from collections.abc import Mapping

import pytest

from service.settings import Config
from service.telemetry.metrics import SOLVED
from tests.support.operations import all_operations
from tests.support.wsgi import Request, get, post

Kind = tuple[bool, str, str]
"""Whether in misère play, the class, and the game."""

OPERATIONS = all_operations(Config())


def counted() -> dict[Kind, float]:
    [metric] = SOLVED.collect()
    return {
        kind_of(sample.labels): sample.value
        for sample in metric.samples
        if sample.name.endswith("_total")
    }


def kind_of(labels: Mapping[str, str]) -> Kind:
    return labels["convention"] == "misere", labels["position_class"], labels["game"]


MISERE = {"piles": [1, 1, 1], "misere": True}
KAYLES = {"game": "kayles", "piles": [5, 5]}
WON, LOST = (False, "N", "nim"), (False, "P", "nim")


@pytest.mark.parametrize(
    ("request_", "kinds"),
    [
        (post("/move", {"piles": [3, 4, 5]}), {WON: 1}),
        (get("/move", "piles=2,2&max_remove=3"), {LOST: 1}),
        (post("/explanation", MISERE), {(True, "P", "nim"): 1}),
        (
            post("/moves", {"positions": [{"piles": [1]}, {"piles": [2]}, {"piles": []}]}),
            {WON: 2, LOST: 1},
        ),
        (
            post("/review", {"piles": [2, 1], "moves": [{"pile": 0, "remove": 1}]}),
            {WON: 1, LOST: 1},
        ),
        (get("/positions", "piles=1,2"), {WON: 1}),
        (
            get("/positions", "piles=4&misere=true&subtraction_set=1,3"),
            {(True, "N", "nim"): 1},
        ),
        (
            get("/explanation", "game=moore&max_piles=2&piles=1,2,3"),
            {(False, "N", "moore"): 1},
        ),
        (
            post(
                "/moves", {"positions": [KAYLES, {"piles": [2]}, {"game": "greedy", "piles": []}]}
            ),
            {(False, "P", "kayles"): 1, WON: 1, (False, "P", "greedy"): 1},
        ),
        (get("/positions", "game=wythoff&piles=2,0"), {(False, "N", "wythoff"): 1}),
        (
            post("/analysis", {"game": "moore", "piles": [1, 2, 3], "max_piles": 3}),
            {(False, "N", "moore"): 1},
        ),
        (post("/grundy", {"options": {"a": []}}), {}),
        (get("/graph", "piles=1,3,5"), {}),
    ],
    ids=lambda value: value.method + " " + value.path if isinstance(value, Request) else "",
)
def test_a_solved_position_is_counted_by_its_kind(
    request_: Request, kinds: dict[Kind, int]
) -> None:
    operation = OPERATIONS.find(request_.method, request_.path)
    assert operation is not None
    before = counted()
    assert operation.respond(request_.environ(), request_.body).status.startswith("200")
    assert {k: n - before[k] for k, n in counted().items() if n != before[k]} == kinds
