"""Every game solved, against solvers that know only its rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games import GAMES
from service.game.games.moore import Moore
from service.game.questions.solve import solve_position
from service.game.questions.values import has_values, values
from tests.support.cases import CASES, NIM, SPLITS, Case, of_code
from tests.support.rule_oracle import Piles
from tests.support.rules import Rules, State, greedy, moore, removing, solution, wythoff
from tests.support.solved import check
from tests.support.strategies import codes
from tests.support.tries import at_most, sweep, tries

both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
every_case = pytest.mark.parametrize("case", CASES, ids=str)
WYTHOFF = Case("wythoff", {}, Rules(wythoff, all_alike=False), "other", [])
GREEDY = Case("greedy", {}, Rules(greedy), "other", [])
MOORE = {k: Case("moore", {"max_piles": k}, Rules(moore(k)), "other", []) for k in range(1, 7)}
SIX_PILES = State((3,) * 6)
small_piles = st.lists(st.integers(0, 8), max_size=3).map(tuple)


def test_cases_are_of_every_game() -> None:
    assert {case.name for case in CASES} == {*GAMES}


@both_conventions
@every_case
def test_small_positions_are_solved_as_play_finds(case: Case, misere: bool) -> None:
    """Class, values, all winning moves in order, and the best move."""
    for piles in sweep(case.positions):
        check(case, piles, misere)


@every_case
def test_legal_moves_are_those_of_the_rules_in_order(case: Case) -> None:
    for piles in sweep(case.positions):
        game, legal = case.game(), case.rules.options(case.state(piles))

        assert [*game.moves(piles)] == [each.move for each in legal]
        assert game.count_moves(piles) == len(legal)
        assert [game.left(piles, each) for each in game.moves(piles)] == [
            each.left.piles for each in legal
        ]


@pytest.mark.parametrize("case", [case for case in CASES if has_values(GAMES[case.name])], ids=str)
def test_values_are_those_of_the_definition(case: Case) -> None:
    count = at_most(13, quick=10)
    found = values(case.game(), count)["values"]

    assert [*found] == [case.rules.value(State((pile,))) for pile in range(count)]


def test_games_without_values_are_those_whose_moves_change_several_piles_or_depend_on_others() -> (
    None
):
    assert {name for name, game in GAMES.items() if not has_values(game)} == {
        *("moore", "wythoff", "fibonacci", "greedy")
    }


@tries(60)
@given(codes(), small_piles, st.booleans())
def test_any_code(game: tuple[str, str, list[int], bool], piles: Piles, misere: bool) -> None:
    _, before_point, digits, repeats = game

    check(of_code(before_point, digits, repeats), piles[: 2 if sum(piles) > 14 else 3], misere)


@tries(60)
@given(
    st.lists(st.integers(1, 12), min_size=1, max_size=6, unique=True), small_piles, st.booleans()
)
def test_any_set_in_any_order(numbers: list[int], piles: Piles, misere: bool) -> None:
    case = Case("nim", {"subtraction_set": numbers}, Rules(removing(numbers)), "values", [])

    check(case, piles, misere)


@tries(60)
@given(st.lists(st.integers(0, 5), max_size=5).map(tuple), st.integers(1, 6), st.booleans())
def test_any_moore(piles: Piles, max_piles: int, misere: bool) -> None:
    while sum(piles) > 14:
        piles = piles[1:]

    check(MOORE[max_piles], piles, misere)


@tries(60)
@given(st.lists(st.integers(0, 9), max_size=5).map(tuple), st.booleans())
def test_any_greedy(piles: Piles, misere: bool) -> None:
    check(GREEDY, piles[: 3 if sum(piles) > 20 else 5], misere)


@tries(60)
@given(st.tuples(st.integers(0, 30), st.integers(0, 30)), st.booleans())
def test_any_wythoff(piles: Piles, misere: bool) -> None:
    check(WYTHOFF, piles, misere)


def test_game_solves_one_position_after_another() -> None:
    """A search that is kept for later must not be taken for a larger position."""
    for case in SPLITS:
        game = case.game()
        positions = case.some(20)
        lost = [piles for piles in positions if not game.wins(piles, True)]

        assert lost == [p for p in positions if not case.rules.wins(State(p), True)], str(case)


def test_games_of_the_same_rules_are_equal_whatever_was_asked_of_them() -> None:
    for case in CASES:
        asked, other = case.game(), case.game()
        solve_position(asked, case.positions[-1], True)

        assert (asked, hash(asked)) == (other, hash(other))
        assert asked != NIM.game() or case is NIM


def test_of_very_many_winning_moves_the_first_ones_are_listed() -> None:
    """100 of them, and `more` says that there are others."""
    rules = MOORE[3].rules
    wanted = solution(rules, SIX_PILES, False, "other")
    assert len(wanted["winning_moves"]) > 100
    solved = dict(solve_position(Moore(3), SIX_PILES.piles, False))

    assert solved["winning_moves"] == wanted["winning_moves"][:100]
    assert solved["more"] is True
    assert solved == solution(rules, SIX_PILES, False, "other", 100)
