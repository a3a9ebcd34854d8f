"""Nim against known answers, and at full size; small positions are in test_solve.py."""

from functools import cache

import pytest
from hypothesis import assume, given

from service.game.theory.grundy import nim_sum
from tests.support import golden, oracle
from tests.support.solved import solve
from tests.support.strategies import any_piles

# --- Best moves -----------------------------------------------------------------------------------


def test_best_losing_move_does_not_always_last_longest() -> None:
    """From 3, 5, 6 it leads to 12 plies; taking 1 from the 3 or from the 5 leads to 14."""

    @cache
    def plies(piles: oracle.Piles) -> int:
        """How long the winner makes it as short, and the loser as long as possible."""
        reached = [left for _, _, left in oracle.legal_moves(piles)]
        if oracle.to_move_wins(piles, False):
            return 1 + min(plies(left) for left in reached if not oracle.to_move_wins(left, False))
        return max((1 + plies(left) for left in reached), default=0)

    assert solve([3, 5, 6])["best_move"] == {"pile": 2, "remove": 1, "leaves": 5}
    assert (1 + plies((3, 5, 5)), 1 + plies((2, 5, 6)), 1 + plies((3, 4, 6))) == (12, 14, 14)


# --- Known answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "known", golden.POSITIONS, ids=lambda k: f"{k.piles}-{'misère' if k.misere else 'normal'}"
)
def test_known_answer(known: golden.Known) -> None:
    solution = solve(known.piles, known.misere)

    assert (solution["nim_sum"], solution["position_class"], solution["winning_moves"]) == (
        known.nim_sum,
        known.position_class,
        [{"pile": i, "remove": remove, "leaves": leaves} for i, remove, leaves in known.moves],
    )


# --- Properties at full size ----------------------------------------------------------------------


@given(any_piles)
def test_number_of_winning_moves_is_odd(position: list[int]) -> None:
    """This holds in normal play where the nim-sum is not 0."""
    assume(nim_sum(position) != 0)

    assert len(solve(position)["winning_moves"]) % 2 == 1


def test_piles_may_have_more_than_64_bits() -> None:
    huge = 10**40

    assert solve([huge, 1])["winning_moves"] == [{"pile": 0, "remove": huge - 1, "leaves": 1}]
