"""A game that declares only its moves in a pile. With cases.py, it also answers every question."""

import pytest

from service.game.errors import TooMuchWork, WrongPiles
from service.game.game import Position
from service.game.heap_game import HeapGame
from service.game.questions.explain import explain, work_to_explain
from service.game.questions.review import check_work, work_to_review
from service.game.questions.solve import solve, work, work_of_all
from service.game.questions.values import values
from tests.support.cases import NEW, Case
from tests.support.minimal_games import Divisors, Halves
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


@each_case
def test_heap_game_examines_no_more_moves_than_it_expects(case: Case) -> None:
    for pile in range(1, 100):
        position = case.position((pile, pile))
        game = position.game

        assert position.count_moves() <= game.cost(position, MAX_MOVES).listed
        assert game.cost(position, 0).steps >= position.count_moves() + 2


@pytest.mark.parametrize("piles", [(2**53 - 1,) * 10_000, (1000,) * 10_000], ids=["huge", "many"])
@pytest.mark.parametrize("game", [Divisors(), Halves()], ids=lambda game: game.name)
@both_conventions
def test_work_of_a_heap_game_is_known_without_playing(
    game: HeapGame, piles: tuple[int, ...], misere: bool
) -> None:
    """Counting these moves one by one would take for ever."""
    position = Position(game, piles, misere)

    assert work(position) > 100_000
    assert work_to_explain(position, MAX_MOVES) > 100_000
    assert work_to_review(position, 9, MAX_MOVES) > 100_000
    assert work_of_all([position] * 2) > 100_000
    with pytest.raises(TooMuchWork):
        check_work(position, 9, MAX_MOVES, max_numbers=500_000, max_work=10**6)
