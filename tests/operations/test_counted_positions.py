"""What metrics are told of the positions that an operation has solved."""

from collections import Counter
from collections.abc import Mapping, Sized
from typing import Any

import pytest

from service.http.operation import Operation
from service.operations import all_operations
from service.settings import Config
from service.telemetry.metrics import Metrics
from tests.support.wsgi import Request, get, post


class Recorded(Metrics):
    """Instruments that remember the kinds of positions, and how many piles they had."""

    def __init__(self) -> None:
        super().__init__(on=False)
        self.kinds: Counter[tuple[bool, str, str]] = Counter()
        self.lengths: Counter[int] = Counter()

    def solved(self, piles: Sized, misere: bool, position_class: str, rule: str = "none") -> None:
        self.solved_many({len(piles): 1}, {(misere, position_class, rule): 1})

    def solved_many(self, lengths: Mapping[int, int], kinds: Mapping[Any, int]) -> None:
        self.lengths.update(lengths)
        self.kinds.update(kinds)


def answering(operations: list[Operation], request: Request) -> Operation:
    [found] = [o for o in operations if (o.method, o.path) == (request.method, request.path)]
    return found


MISERE = {"piles": [1, 1, 1], "misere": True}
KAYLES = {"code": "0.77", "piles": [5, 5]}
WON, LOST = (False, "N", "none"), (False, "P", "none")


@pytest.mark.parametrize(
    ("request_", "lengths", "kinds"),
    [
        (post("/move", {"piles": [3, 4, 5]}), {3: 1}, {WON: 1}),
        (get("/move", "piles=2,2&max_remove=3"), {2: 1}, {(False, "P", "max_remove"): 1}),
        (post("/explanation", MISERE), {3: 1}, {(True, "P", "none"): 1}),
        (
            post("/moves", {"positions": [{"piles": [1]}, {"piles": [2]}, {"piles": []}]}),
            {1: 2, 0: 1},
            {WON: 2, LOST: 1},
        ),
        (
            post("/moves", {"positions": [MISERE, {"piles": [2], "misere": True}]}),
            {3: 1, 1: 1},
            {(True, "P", "none"): 1, (True, "N", "none"): 1},
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
            {(True, "N", "subtraction_set"): 1},
        ),
        (post("/octal", KAYLES), {2: 1}, {(False, "P", "octal"): 1}),
    ],
    ids=lambda value: value.method + " " + value.path if isinstance(value, Request) else "",
)
def test_a_solved_position_is_counted_by_its_kind(
    request_: Request, lengths: dict[int, int], kinds: dict[tuple[bool, str, str], int]
) -> None:
    recorded = Recorded()
    operation = answering(all_operations(Config(), recorded), request_)
    answer = operation.respond(request_.environ(), 1_000)
    assert answer.status.startswith("200")
    assert (recorded.lengths, recorded.kinds) == (lengths, kinds)
