"""Every game solved, against solvers that know only its rules."""

from hypothesis import given
from hypothesis import strategies as st

from service.game.games import GAMES
from service.game.games.moore import Moore
from service.game.questions.solve import solve
from tests.support.cases import CASES, Case, of_code
from tests.support.rows import rows
from tests.support.rule_oracle import Piles
from tests.support.rules import Rules, State, moore
from tests.support.rules import solution as played_out
from tests.support.solved import check
from tests.support.strategies import codes
from tests.support.tries import sweep, tries

both_conventions = rows("misere", [False, True])
SIX_PILES = State((3,) * 6)
small_piles = st.lists(st.integers(0, 8), max_size=3).map(tuple)


def test_cases_are_of_every_game() -> None:
    with_piles = {game for game in GAMES.values() if game.main_key != "board"}
    assert with_piles <= {case.game for case in CASES}


@both_conventions
@rows("case", CASES)
def test_solution_is_what_play_finds(case: Case, misere: bool) -> None:
    """Class, values, all winning moves in order, and the best move."""
    for piles in sweep(case.positions):
        check(case, piles, misere)


@tries(60)
@given(codes(), small_piles, st.booleans())
def test_solution_of_any_code(
    game: tuple[str, str, list[int], bool], piles: Piles, misere: bool
) -> None:
    _, before_point, digits, repeats = game

    check(of_code(before_point, digits, repeats), piles[: 2 if sum(piles) > 14 else 3], misere)


def test_solution_with_very_many_winning_moves_lists_the_first_ones() -> None:
    """As many as requested, with `more` if there are others."""
    rules = Rules(moore(3))
    wanted = played_out(rules, SIX_PILES, False, "other")
    assert len(wanted["winning_moves"]) > 100
    solved = dict(solve(Moore.position(SIX_PILES.piles, max_piles=3), 100))

    assert solved["winning_moves"] == wanted["winning_moves"][:100]
    assert solved == played_out(rules, SIX_PILES, False, "other", 100)
