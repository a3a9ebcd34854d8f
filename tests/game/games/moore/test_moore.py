"""Moore's Nim with very many winning moves, and with one pile per move."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.questions.explain import explain
from service.game.questions.solve import solve
from tests.support.strategies import conventions, sizes

MAX_MOVES = 100


@given(st.lists(sizes, max_size=9), conventions)
def test_moore_with_one_pile_a_move_is_nim(piles: list[int], misere: bool) -> None:
    nim = solve(Nim.position(piles, misere), MAX_MOVES)
    moore = solve(Moore.position(piles, misere, max_piles=1), MAX_MOVES)

    assert moore["position_class"] == nim["position_class"]
    assert moore["winning_moves"] == [{"removals": [move]} for move in nim["winning_moves"]]


@pytest.mark.parametrize(("max_piles", "listed"), [(3, 100), (9, 100), (15, 66), (40, 25)])
def test_moore_lists_fewer_moves_where_they_have_many_removals(max_piles: int, listed: int) -> None:
    """At most 1,000 removals, and `max_piles` in each move."""
    piles = [2**53 - 1 - i for i in range(60)]
    solution = solve(Moore.position(piles, max_piles=max_piles), MAX_MOVES)

    assert 1 <= len(solution["winning_moves"]) <= listed
    assert solution["more"] is True
    assert solution["best_move"] in solution["winning_moves"]


@pytest.mark.parametrize(("max_piles", "listed"), [(10, 100), (20, 50), (50, 20)])
def test_moore_lists_as_many_moves_as_may_be_with_equal_piles(max_piles: int, listed: int) -> None:
    position = Moore.position([1] * (max_piles + 8), max_piles=max_piles)
    assert len(solve(position, MAX_MOVES)["winning_moves"]) == listed


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
@pytest.mark.parametrize("max_piles", [1, 2, 5, 20, 50, 99, 100])
def test_moore_with_100_large_piles_is_solved(max_piles: int, misere: bool) -> None:
    """There are more winning moves than anyone could count."""
    some = Random(max_piles)
    piles = [some.randrange(2**52, 2**53) for _ in range(100)]
    position = Moore.position(piles, misere, max_piles=max_piles)
    winning = position.solve(MAX_MOVES).winning_moves

    assert winning
    for move in winning:
        position.game.check_move(position, move)
        assert not position.after(move).wins()


def test_the_first_five_columns_with_a_remainder_are_named_and_the_others_counted() -> None:
    reasons = explain(Moore.position([127, 127], max_piles=2), MAX_MOVES)["reasons"]
    columns = [each for each in reasons if "olumn" in each and "remainder" in each]
    assert columns[1:] == [
        *(f"Column {value} has the remainder 2." for value in (64, 32, 16, 8, 4)),
        "Other columns with a remainder: 2.",
    ]
