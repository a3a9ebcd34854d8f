"""How hard positions are, against a solver that knows only the rules of each game."""

from fractions import Fraction
from typing import Any

import pytest

from service.game.errors import TooMuchWork
from service.game.game import Game
from service.game.games import GAMES
from service.game.games.fibonacci import Fibonacci
from service.game.games.moore import Moore
from service.game.games.nim import NIM, Nim
from service.game.position import Position, removal
from service.game.questions.analysis import AnalysisLimits, analyse
from tests.support import cases
from tests.support.analysis_oracle import Analyst
from tests.support.cases import CASES, Case
from tests.support.rows import rows
from tests.support.rules import Rules, State, removing
from tests.support.tries import at_most, sweep

MOST = AnalysisLimits(positions=10_000, moves=60_000, legal_moves=2**53 - 1, judged=1_000)

both_conventions = rows("misere", [False, True])


@both_conventions
@rows("case", CASES)
def test_analysis_is_what_playing_a_position_out_finds(case: Case, misere: bool) -> None:
    analyst = Analyst(case.rules, misere)
    for piles in sweep(case.some(at_most(25, quick=12))):
        found: dict[str, Any] = {**analyse(case.position(piles, misere), True, MOST)}
        expected = analyst.analysis(case.state(piles))
        expected["moves"] = analyst.judged(case.state(piles))
        assert found.pop("random_play") == pytest.approx(expected.pop("random_play")), piles
        assert found == expected, piles


@rows("case", [cases.NIM, *cases.SPLITS[:5], *cases.NUMBERS, *cases.OTHERS, *cases.NEW])
def test_analysis_counts_positions_and_moves_to_the_last_one(case: Case) -> None:
    piles = max(case.positions, key=lambda each: (sum(each), each))
    reached = case.rules.reachable(case.state(piles))
    positions, moves = len(reached), sum(map(len, reached.values()))
    analyse(case.position(piles), False, MOST._replace(positions=positions, moves=moves))
    for positions_allowed, moves_allowed in [(positions - 1, moves), (positions, moves - 1)]:
        with pytest.raises(TooMuchWork):
            analyse(
                case.position(piles),
                False,
                MOST._replace(positions=positions_allowed, moves=moves_allowed),
            )


def test_analysis_of_a_known_game_graph() -> None:
    analyse(Nim.position([4, 2, 3]), False, MOST._replace(positions=28, moves=114))
    reached = cases.NIM.rules.reachable(State((4, 2, 3)))
    assert (len(reached), sum(map(len, reached.values()))) == (28, 114)


@both_conventions
@rows("piles", [(5, 7, 2), (3, 5, 6), (1, 1, 4)])
def test_analysis_suggests_moves_that_end_the_game_in_as_many_plies_as_it_says(
    piles: tuple[int, ...], misere: bool
) -> None:
    position = Position(NIM, piles, misere)
    for left in range(analyse(position, False, MOST)["plies"], 0, -1):
        found = analyse(position, False, MOST)
        assert found["plies"] == left
        assert found["move"]
        position = position.after(found["move"])
    assert analyse(position, False, MOST)["move"] is None


@rows("n", range(1, 7))
def test_analysis_of_two_equal_piles_has_two_plies_for_each_object_of_one(n: int) -> None:
    """The loser takes one object each time, and only the same from the other pile keeps the win."""
    found = analyse(Nim.position([n, n]), False, MOST)
    assert (found["plies"], found["move"]) == (2 * n, {"pile": 0, "remove": 1, "leaves": n - 1})


def test_chance_of_the_oracle_is_that_of_a_recurrence() -> None:
    """Taking one or two: for each n, 1 less the mean chance of n - 1 and n - 2."""
    analyst = Analyst(Rules(removing([1, 2])), misere=False)
    chances = [analyst.fate(State((n,))).chance for n in range(5)]
    assert chances == [Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(5, 8)]


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
    assert found["move"] == {"removals": [removal(piles, i, 1) for i in range(40)]}


def test_analysis_takes_a_quota_above_the_pile_for_the_pile() -> None:
    large, equal = (
        analyse(Fibonacci.position([9], quota=quota), False, MOST) for quota in (2**50, 9)
    )
    assert large == equal


@pytest.mark.parametrize(
    "game",
    [game for game in GAMES.values() if not game.largest_pile and not game.is_sum],
    ids=lambda game: game.name,
)
def test_analysis_rejects_moves_beyond_all_memory(game: type[Game]) -> None:
    case = next(case for case in CASES if case.game is game)
    with pytest.raises(TooMuchWork):
        analyse(case.position((2**53 - 1, *[1] * (game.min_pile_count - 1))), False, MOST)
