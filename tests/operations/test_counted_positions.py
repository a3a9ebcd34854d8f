"""What metrics are told of the positions that an operation has solved."""

from collections import Counter
from collections.abc import Mapping, Sized
from typing import Any

import pytest

from service.settings import Config
from service.telemetry.metrics import Metrics
from tests.support.operations import all_operations
from tests.support.wsgi import Request, get, post


class Recorded(Metrics):
    """Instruments that remember the kinds of positions, and how many piles they had."""

    def __init__(self) -> None:
        super().__init__(on=False)
        self.kinds: Counter[tuple[bool, str, str]] = Counter()
        self.lengths: Counter[int] = Counter()

    def solved(self, piles: Sized, misere: bool, position_class: str, game: str) -> None:
        self.solved_many({len(piles): 1}, {(misere, position_class, game): 1})

    def solved_many(self, lengths: Mapping[int, int], kinds: Mapping[Any, int]) -> None:
        self.lengths.update(lengths)
        self.kinds.update(kinds)


MISERE = {"piles": [1, 1, 1], "misere": True}
KAYLES = {"game": "kayles", "piles": [5, 5]}
WON, LOST = (False, "N", "nim"), (False, "P", "nim")


@pytest.mark.parametrize(
    ("request_", "lengths", "kinds"),
    [
        (post("/move", {"piles": [3, 4, 5]}), {3: 1}, {WON: 1}),
        (get("/move", "piles=2,2&max_remove=3"), {2: 1}, {LOST: 1}),
        (post("/explanation", MISERE), {3: 1}, {(True, "P", "nim"): 1}),
        (
            post("/moves", {"positions": [{"piles": [1]}, {"piles": [2]}, {"piles": []}]}),
            {1: 2, 0: 1},
            {WON: 2, LOST: 1},
        ),
        (
            post("/moves", {"positions": [MISERE, {"piles": [2], "misere": True}]}),
            {3: 1, 1: 1},
            {(True, "P", "nim"): 1, (True, "N", "nim"): 1},
        ),
        (
            post("/review", {"piles": [2, 1], "moves": [{"pile": 0, "remove": 1}]}),
            {2: 2},
            {WON: 1, LOST: 1},
        ),
        (get("/positions", "piles=1,2"), {2: 1}, {WON: 1}),
        (get("/positions", "piles=0,2,2"), {3: 1}, {LOST: 1}),
        (
            get("/positions", "piles=4&misere=true&subtraction_set=1,3"),
            {1: 1},
            {(True, "N", "nim"): 1},
        ),
        (post("/move", KAYLES), {2: 1}, {(False, "P", "kayles"): 1}),
        (
            get("/explanation", "game=moore&max_piles=2&piles=1,2,3"),
            {3: 1},
            {(False, "N", "moore"): 1},
        ),
        (
            post(
                "/moves", {"positions": [KAYLES, {"piles": [2]}, {"game": "greedy", "piles": []}]}
            ),
            {2: 1, 1: 1, 0: 1},
            {(False, "P", "kayles"): 1, WON: 1, (False, "P", "greedy"): 1},
        ),
        (
            post(
                "/review", {**KAYLES, "moves": [{"pile": 0, "remove": 1, "leaves_piles": [2, 2]}]}
            ),
            {2: 1, 3: 1},
            {(False, "P", "kayles"): 1, (False, "N", "kayles"): 1},
        ),
        (get("/positions", "game=wythoff&piles=1,2"), {2: 1}, {(False, "P", "wythoff"): 1}),
        (get("/positions", "game=wythoff&piles=2,0"), {2: 1}, {(False, "N", "wythoff"): 1}),
        (get("/positions", "game=kayles&piles=1&misere=true"), {1: 1}, {(True, "P", "kayles"): 1}),
    ],
    ids=lambda value: value.method + " " + value.path if isinstance(value, Request) else "",
)
def test_a_solved_position_is_counted_by_its_kind(
    request_: Request, lengths: dict[int, int], kinds: dict[tuple[bool, str, str], int]
) -> None:
    recorded = Recorded()
    operation = all_operations(Config(), recorded).find(request_.method, request_.path)
    assert operation is not None
    answer = operation.respond(request_.environ(), 1_000)
    assert answer.status.startswith("200")
    assert (recorded.lengths, recorded.kinds) == (lengths, kinds)
