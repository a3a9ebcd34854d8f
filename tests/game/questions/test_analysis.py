"""How hard positions are, against a solver that knows only the rules of each game."""

from typing import Any

import pytest

from service.game.errors import TooMuchWork
from service.game.games.fibonacci import Fibonacci
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.questions.analysis import AnalysisLimits, analyse
from tests.support import cases
from tests.support.analysis_oracle import Analyst
from tests.support.cases import CASES, Case
from tests.support.rows import rows
from tests.support.tries import at_most

MOST = AnalysisLimits(positions=10_000, moves=60_000, legal_moves=2**53 - 1, judged=1_000)

both_conventions = rows("misere", [False, True])


@both_conventions
@rows("case", CASES)
def test_analysis_is_what_playing_a_position_out_finds(case: Case, misere: bool) -> None:
    analyst = Analyst(case.rules, misere)
    for piles in case.some(at_most(4, quick=1)):
        found: dict[str, Any] = {**analyse(case.position(piles, misere), True, MOST)}
        expected = analyst.analysis(case.state(piles))
        expected["moves"] = analyst.judged(case.state(piles))
        assert found.pop("random_play") == pytest.approx(expected.pop("random_play")), piles
        assert found == expected, piles


@rows("case", [cases.NIM, cases.SPLITS[0], cases.NUMBERS[0], *cases.OTHERS[:6], *cases.NEW])
def test_analysis_counts_positions_and_moves_to_the_last_one(case: Case) -> None:
    piles = max(case.positions, key=lambda each: (sum(each), each))
    reached = case.rules.reachable(case.state(piles))
    positions, moves = len(reached), sum(map(len, reached.values()))
    exactly = MOST._replace(positions=positions, moves=moves)
    analyse(case.position(piles), False, exactly)
    for less in ({"positions": positions - 1}, {"moves": moves - 1}):
        with pytest.raises(TooMuchWork):
            analyse(case.position(piles), False, exactly._replace(**less))


def test_analysis_has_a_limit_on_legal_moves() -> None:
    with pytest.raises(TooMuchWork, match="legal moves"):
        analyse(Moore.position([1] * 54, max_piles=100), False, MOST)


def test_analysis_judges_the_first_moves_and_says_that_there_are_more() -> None:
    position = Nim.position([2, 3])
    all_moves = analyse(position, True, MOST._replace(judged=5))
    some = analyse(position, True, MOST._replace(judged=4))

    assert len(all_moves["moves"]) == 5
    assert "more" not in all_moves
    assert some["moves"] == all_moves["moves"][:4]
    assert some["more"] is True


def test_analysis_finds_the_fastest_win_among_any_number_of_moves() -> None:
    piles = [1] * 40
    found = analyse(Moore.position(piles, max_piles=40), False, MOST)
    assert found["legal_move_count"] == 2**40 - 1
    assert found["plies"] == 1
    assert found["move"] == {"removals": [{"pile": i, "remove": 1, "leaves": 0} for i in range(40)]}


def test_analysis_takes_a_quota_above_the_pile_for_the_pile() -> None:
    large, equal = (
        analyse(Fibonacci.position([9], quota=quota), False, MOST) for quota in (2**50, 9)
    )
    assert large == equal
