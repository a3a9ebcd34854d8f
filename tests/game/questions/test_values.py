"""The Grundy values of single piles, against their definition."""

import pytest

from service.game.game import Game
from service.game.games import GAMES
from service.game.questions.values import has_values, values
from tests.support.cases import CASES, Case
from tests.support.rules import State
from tests.support.tries import at_most


@pytest.mark.parametrize("case", [case for case in CASES if has_values(case.game)], ids=str)
def test_values_are_those_of_the_definition(case: Case) -> None:
    count = at_most(13, quick=10)
    found = values(case.position(()).game, count)["values"]

    assert [*found] == [case.rules.value(State((pile,))) for pile in range(count)]


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if not game.is_sum], ids=lambda game: game.name
)
def test_values_are_what_the_solutions_of_a_game_have(game: type[Game]) -> None:
    case = next(case for case in CASES if case.game is game)
    position = case.position(case.positions[-1])

    assert has_values(game) == (position.game.solve(position, 100)["nim_sum"] is not None)
