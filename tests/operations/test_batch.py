"""POST /moves: how all positions are read and solved together."""

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


def test_piles_that_are_too_large_for_their_game_are_found(service: Service) -> None:
    """The work to solve a batch is estimated before its piles are checked."""
    position = {"game": "numbers", "numbers": "squares", "piles": [LARGEST_PILE]}
    assert errors_of(service.post("/moves", {"positions": [position]})) == [
        ("#/positions/0/piles/0", "A pile in this game may contain at most 10,000 objects.")
    ]


def test_a_batch_is_rejected_where_its_positions_take_too_long_together(service: Service) -> None:
    """Even if there are few: only the most expensive one is not counted."""
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
