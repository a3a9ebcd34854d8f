"""A game that declares only its moves in a pile. With cases.py, it also answers every question."""

import pytest

from service.game.errors import TooMuchWork, WrongPiles
from service.game.heap_game import HeapGame
from service.game.questions.explain import explain
from service.game.questions.solve import solve
from service.game.questions.values import values
from tests.support.cases import NEW, Case
from tests.support.minimal_games import Divisors
from tests.support.rules import State

MAX_MOVES = 100
both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
each_case = pytest.mark.parametrize(
    "case", [case for case in NEW if issubclass(case.game, HeapGame)], ids=str
)


@each_case
def test_heap_game_has_values_without_a_period(case: Case) -> None:
    assert values(case.position(()).game, 30) == {
        "values": [case.rules.value(State((pile,))) for pile in range(30)],
        "preperiod": None,
        "period": None,
        "saltus": None,
        "proof": None,
        "last_exception": None,
        "largest": None,
    }


@both_conventions
@each_case
def test_heap_game_says_where_its_class_was_found_by_search(case: Case, misere: bool) -> None:
    for piles in case.some(20):
        position = case.position(piles, misere)
        said = explain(position, MAX_MOVES)["sentences"]
        searched = any("found by search" in sentence for sentence in said)
        has_move = bool(case.rules.options(case.state(piles)))

        assert searched == (position.is_searched() and has_move)


def test_heap_game_has_limits() -> None:
    with pytest.raises(WrongPiles, match="A pile in this game may contain at most 1,000 objects"):
        solve(Divisors.position([1001]), MAX_MOVES)
    with pytest.raises(TooMuchWork, match="a search of more than 700,000 steps"):
        solve(Divisors.position([60, 59, 58, 57, 56], misere=True), MAX_MOVES)
