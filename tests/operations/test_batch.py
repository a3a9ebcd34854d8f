"""POST /moves: how all positions are read and solved together."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from service.limits import LARGEST_PILE
from service.operations import batch
from tests.support.limits import WITHOUT_A_PERIOD
from tests.support.problems import errors_of
from tests.support.service import Service

UNPROVEN = (
    "No period is proven for this subtraction set: the largest pile that can be solved is 65,535."
)


def test_each_position_with_too_large_a_pile_has_its_pointer(service: Service) -> None:
    position = {"piles": [3, LARGEST_PILE], "subtraction_set": WITHOUT_A_PERIOD}
    reply = service.post("/moves", {"positions": [position, {"piles": [1]}, position]})
    assert errors_of(reply) == [
        ("#/positions/0/piles/1", UNPROVEN),
        ("#/positions/2/piles/1", UNPROVEN),
    ]


def test_the_errors_of_many_positions_are_in_their_order(service: Service) -> None:
    """Whichever positions are solved first, to see how long all of them will take."""
    position = {"piles": [LARGEST_PILE], "subtraction_set": WITHOUT_A_PERIOD}
    reply = service.post("/moves", {"positions": [position, {"piles": [1]}] * 20})
    listed = [place for place, _ in errors_of(reply)]
    assert listed == [f"#/positions/{i}/piles/0" for i in range(0, 40, 2)][: len(listed)]
    assert len(listed) >= 10


def test_piles_that_are_too_large_for_their_game_are_found(service: Service) -> None:
    position = {"game": "numbers", "numbers": "squares", "piles": [LARGEST_PILE]}
    assert errors_of(service.post("/moves", {"positions": [position]})) == [
        ("#/positions/0/piles/0", "A pile in this game may contain at most 100,000 objects.")
    ]


def octal(code: str, *piles: int) -> dict[str, Any]:
    return {"game": "octal", "code": code, "piles": piles}


def beside_nothing(position: dict[str, Any]) -> dict[str, Any]:
    """A misère sum of a position and an ended one: its value is told, but doesn't decide."""
    return {"game": "sum", "misere": True, "components": [position, {"piles": [0]}]}


def random_sets(count: int) -> Iterator[dict[str, Any]]:
    """Positions with sets of 64 numbers, whose periods are not found."""
    random = Random(1)
    for _ in range(count):
        yield {"piles": [1, 65_535], "subtraction_set": sorted(random.sample(range(1, 9_999), 64))}


FOURS = [f"0.{a}{b}{c}" for a in range(1, 5) for b in range(5) for c in range(3, 8)]


@pytest.mark.parametrize(
    "positions",
    [
        [{"piles": [10**9], "subtraction_set": [n, n + 3, n + 7]} for n in range(1, 101)],
        [{"piles": [1, 65_535], "subtraction_set": [*range(n, n + 64)]} for n in range(1, 100)],
        [octal(code, 1_000) for code in FOURS],
        [octal(code, 10**15) for code in ("0.77", "0.07", "0.137", "0.45", "4.4", "4.07") * 3],
        [
            {"game": "numbers", "numbers": "proper-divisors", "piles": [2**53 - 1 - n, 2**52 + n]}
            for n in range(90)
        ],
        [{**octal("0.2[3]", 600 + n, 300), "misere": True} for n in range(9)],
    ],
    ids=["small sets", "sets of 64", "tables of codes", "periods", "divisors", "tame"],
)
def test_a_few_positions_with_large_tables_are_solved_together(
    service: Service, positions: list[dict[str, Any]]
) -> None:
    assert service.post("/moves", {"positions": positions}).status == 200


@pytest.mark.parametrize(
    "positions",
    [
        [*random_sets(99)],
        [{"game": "moore", "max_piles": 7, "piles": [*range(1, 20)] * 3 + [n]} for n in range(66)],
        [{**octal(f"4.{n:03o}", 13, 11, 9), "misere": True} for n in range(400, 500)],
        [beside_nothing({"game": "fibonacci", "piles": [100_000 + n]}) for n in range(100)],
    ],
    ids=["tables", "moves in order", "searches", "values in vain"],
)
def test_a_few_positions_that_take_too_long_together_are_rejected(
    service: Service, positions: list[dict[str, Any]]
) -> None:
    """The error has the index of the position at which the steps ended."""
    ((place, text),) = errors_of(service.post("/moves", {"positions": positions}))
    assert text == "These positions take too long to solve; send fewer."
    assert int(place.removeprefix("#/positions/")) < len(positions)


def test_a_few_positions_that_are_each_searched_are_solved_together(service: Service) -> None:
    position = {"game": "octal", "code": "0.02", "piles": [30], "misere": True}
    reply = service.post("/moves", {"positions": [position] * 50})
    assert reply.json["results"] == [service.post("/move", position).json] * 50


def test_the_winning_moves_of_all_positions_have_a_limit(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "MAX_BATCH_MOVES", 4)
    of_three, of_one = ({"game": "greedy", "piles": piles} for piles in ([10, 3, 3], [1]))

    assert service.post("/moves", {"positions": [of_three, of_one]}).status == 200
    assert errors_of(service.post("/moves", {"positions": [of_three, of_one, of_one]})) == [
        ("#/positions", "These positions have more than 4 winning moves.")
    ]


def test_an_escape_in_a_name_changes_nothing_in_a_large_batch(service: Service) -> None:
    components = b",".join([b'{"piles":[]}'] * 100)
    plain, escaped = (
        service.post("/moves", b'{"positions":[%b]}' % b",".join([position] * 300))
        for position in (
            b'{"game":"sum","components":[%b]}' % components,
            b'{"game":"s\\u0075m","components":[%b]}' % components,
        )
    )
    assert (escaped.status, escaped.body) == (plain.status, plain.body)
    assert plain.status == 200
