"""Staircase Nim at any size; small positions are in test_solve.py."""

from hypothesis import given

from service.game.games.nim import Nim
from service.game.games.staircase import Staircase
from tests.support.strategies import piles


@given(piles)
def test_staircase_is_nim_with_every_second_step(even: list[int]) -> None:
    """The number and content of the others don't matter."""
    stairs = [pile for each in even for pile in (each, 7)]

    assert Staircase.position(stairs).wins() == Nim.position(even).wins()
    assert Staircase.position(stairs[:-1]).wins() == Nim.position(even).wins()
