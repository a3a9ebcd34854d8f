"""Chomp with two rows at any size; other modules test its small positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.errors import IllegalMove, WrongPiles
from service.game.games.chomp import Chomp
from service.game.moves import Move
from service.game.questions.solve import solve
from tests.support.rules import Rules, State, as_they_stand, chomp, solution
from tests.support.strategies import conventions
from tests.support.tries import at_most, tries

RULES = Rules(chomp, as_they_stand)
MAX_MOVES = 100


@pytest.mark.parametrize("misere", [False, True])
def test_two_rows_are_what_play_finds(misere: bool) -> None:
    longest = at_most(14, quick=9)
    for rows in [(a, b) for a in range(1, longest) for b in range(a + 1)]:
        found = dict(solve(Chomp.position(rows, misere), MAX_MOVES))
        assert found == solution(RULES, State(rows), misere, "first", MAX_MOVES), rows


@tries(60)
@given(st.integers(1, 2**53 - 1), st.integers(0, 2**53 - 1), conventions)
def test_two_rows_of_any_length_are_decided(first: int, second: int, misere: bool) -> None:
    """Whatever the opponent does after a winning move, there is another one."""
    position = Chomp.position((first, min(first, second), 0), misere)
    position.game.check(position)
    found = position.solve(MAX_MOVES)
    for move in found.winning_moves:
        position.game.check_move(position, move)
        after = position.after(move)
        assert not after.wins()
        rows = after.piles
        for reply in [
            (rows[0] - 1, min(rows[0] - 1, rows[1])),
            (rows[0], rows[1] - 1),
            (1, min(1, rows[1])),
        ]:
            if min(reply[0] - 1, reply[1]) >= 0 and reply != rows[:2]:
                assert Chomp.position(reply, misere).wins()


def test_a_bite_takes_all_that_is_right_of_it_or_below() -> None:
    position = Chomp.position([10**9, 10**9, 5])
    position.game.check_move(position, Move(((1, (7,)),)))
    for changes in (((0, (7,)),), ((0, (7,)), (1, (6,))), ((0, (0,)), (1, (0,)), (2, (0,)))):
        with pytest.raises(IllegalMove):
            position.game.check_move(position, Move(changes))


def test_only_two_rows_may_be_long() -> None:
    Chomp.position([1_001, 1_001, 0]).solve(MAX_MOVES)
    with pytest.raises(WrongPiles, match="With more than two rows, a row in this game"):
        solve(Chomp.position([1_001, 1_000, 1]), MAX_MOVES)
