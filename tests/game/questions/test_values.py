"""The Grundy values of single piles, against their definition."""

from service.game.game import Game
from service.game.games import GAMES
from service.game.questions.values import has_values, values
from tests.support.cases import CASES, Case
from tests.support.rows import rows
from tests.support.rules import State
from tests.support.tries import at_most


@rows("case", [case for case in CASES if has_values(case.game)])
def test_values_are_those_of_the_definition(case: Case) -> None:
    count = at_most(13, quick=10)
    found = values(case.position(()).game, count)["values"]

    assert [*found] == [case.rules.value(State((pile,))) for pile in range(count)]


@rows("game", [game for game in GAMES.values() if not game.is_sum])
def test_values_are_what_the_solutions_of_a_game_have(game: type[Game]) -> None:
    case = next(case for case in CASES if case.game is game)
    position = case.position(case.positions[-1])

    assert has_values(game) == (position.solve(100).nim_sum is not None)
