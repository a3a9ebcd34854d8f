"""Positions solved by the service, as plain dictionaries."""

from collections.abc import Sequence
from typing import Any

from service.game.game import Game
from service.game.games.nim import NIM
from service.game.questions.solve import solve_position
from tests.support.cases import Case
from tests.support.rule_oracle import Piles
from tests.support.rules import solution


def solve(piles: Sequence[int], misere: bool = False, game: Game = NIM) -> dict[str, Any]:
    """The solution of a position, of Nim where no game is given."""
    return dict(solve_position(game, piles, misere))


def check(case: Case, piles: Piles, misere: bool) -> None:
    """Compare the whole solution with what playing the position out finds."""
    solved = solve_position(case.game(), piles, misere)
    listed = len(solved["winning_moves"]) if "more" in solved else 100_000

    assert solved == solution(case.rules, case.state(piles), misere, case.kind, listed), piles
