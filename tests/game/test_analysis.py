"""How hard positions are, against a solver that knows only the rules of each game."""

from fractions import Fraction
from typing import Any

import pytest

from service.game.errors import TooMuchWork
from service.game.game import Game
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import NIM
from service.game.questions.analysis import AnalysisLimits, analyse
from tests.support import cases
from tests.support.analysis_oracle import Analyst
from tests.support.cases import CASES, Case
from tests.support.rules import Rules, State, removing
from tests.support.tries import sweep

MOST = AnalysisLimits(positions=10_000, moves=60_000)

both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


@both_conventions
@pytest.mark.parametrize("case", CASES, ids=str)
def test_positions_are_analysed_as_playing_them_out_does(case: Case, misere: bool) -> None:
    analyst = Analyst(case.rules, misere)
    for piles in sweep(case.some(25)):
        found: dict[str, Any] = {**analyse(case.game(), piles, misere, MOST)}
        expected = analyst.analysis(case.state(piles))
        assert found.pop("random_play") == pytest.approx(expected.pop("random_play")), piles
        assert found == expected, piles


@pytest.mark.parametrize("case", [cases.NIM, *cases.SPLITS[:5], *cases.OTHERS], ids=str)
def test_positions_and_moves_are_counted_to_the_last_one(case: Case) -> None:
    piles = max(case.positions, key=lambda each: (sum(each), each))
    positions, moves = Analyst(case.rules, False).size(case.state(piles))
    analyse(case.game(), piles, False, AnalysisLimits(positions, moves))
    for too_few in (AnalysisLimits(positions - 1, moves), AnalysisLimits(positions, moves - 1)):
        with pytest.raises(TooMuchWork):
            analyse(case.game(), piles, False, too_few)


def test_the_size_of_a_known_game_graph() -> None:
    analyse(NIM, [4, 2, 3], False, AnalysisLimits(28, 114))
    assert Analyst(cases.NIM.rules, False).size(State((4, 2, 3))) == (28, 114)


@both_conventions
@pytest.mark.parametrize("piles", [(5, 7, 2), (3, 5, 6), (1, 1, 4)])
def test_the_suggested_moves_end_the_game_in_as_many_plies_as_are_said(
    piles: tuple[int, ...], misere: bool
) -> None:
    for left in range(analyse(NIM, piles, misere, MOST)["plies"], 0, -1):
        found = analyse(NIM, piles, misere, MOST)
        assert found["plies"] == left
        assert found["move"]
        piles = NIM.left(piles, found["move"])
    assert analyse(NIM, piles, misere, MOST)["move"] is None


@pytest.mark.parametrize("n", range(1, 7))
def test_two_equal_piles_last_two_plies_for_each_object_of_one(n: int) -> None:
    """The loser takes one object each time, and only the same from the other pile keeps the win."""
    found = analyse(NIM, [n, n], False, MOST)
    assert (found["plies"], found["move"]) == (2 * n, {"pile": 0, "remove": 1, "leaves": n - 1})


def test_the_chance_of_the_oracle_is_that_of_a_recurrence() -> None:
    """Taking one or two: from n on, 1 less the mean chance of n - 1 and n - 2."""
    analyst = Analyst(Rules(removing([1, 2])), misere=False)
    chances = [analyst.fate(State((n,))).chance for n in range(5)]
    assert chances == [Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(5, 8)]


def test_a_position_with_more_legal_moves_than_a_client_can_count_is_rejected() -> None:
    with pytest.raises(TooMuchWork, match="legal moves"):
        analyse(Moore(100), [1] * 54, False, MOST)


def test_the_fastest_win_is_found_among_any_number_of_moves() -> None:
    found = analyse(Moore(40), [1] * 40, False, MOST)
    assert found["legal_move_count"] == 2**40 - 1
    assert found["plies"] == 1
    assert found["move"] == Moore(40).removing([(i, 1) for i in range(40)], [1] * 40)


def test_a_quota_above_the_pile_is_the_pile() -> None:
    assert analyse(Fibonacci(2**50), [9], False, MOST) == analyse(Fibonacci(9), [9], False, MOST)


@pytest.mark.parametrize("game", [NIM, Moore(1), Moore(2), Greedy()], ids=repr)
def test_moves_beyond_all_memory_are_rejected(game: Game) -> None:
    with pytest.raises(TooMuchWork):
        analyse(game, [2**53 - 1], False, AnalysisLimits(positions=10_000, moves=60_000))
