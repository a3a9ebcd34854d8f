"""Positions solved by the service, as plain dictionaries."""

from collections.abc import Sequence
from typing import Any

from service.game.game import Game
from service.game.games.nim import NIM
from service.game.position import Position
from service.game.questions.solve import solve as solved
from tests.support.cases import Case
from tests.support.rule_oracle import Piles
from tests.support.rules import solution

MAX_MOVES = 100
"""The number of winning moves listed in games that may have very many."""


def solve(piles: Sequence[int], misere: bool = False, game: Game = NIM) -> dict[str, Any]:
    """The solution of a position, in Nim unless a game is given."""
    return dict(solved(Position(game, tuple(piles), misere), MAX_MOVES))


def check(case: Case, piles: Piles, misere: bool) -> None:
    """Compare the whole solution with the result of playing out the position."""
    found = solved(case.position(piles, misere), MAX_MOVES)
    listed = len(found["winning_moves"]) if "more" in found else 100_000

    assert found == solution(case.rules, case.state(piles), misere, case.kind, listed), piles
