"""Nim against known answers, and at full size; small positions are in test_solve.py."""

import pytest

from service.game.games.nim import Nim
from service.game.questions.explain import explain
from tests.support import golden
from tests.support.solved import solve


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


def test_piles_may_have_more_than_64_bits() -> None:
    huge = 10**40

    assert solve([huge, 1])["winning_moves"] == [{"pile": 0, "remove": huge - 1, "leaves": 1}]


@pytest.mark.parametrize("ones", range(6))
def test_what_must_become_of_the_last_large_pile_is_what_the_winning_move_makes_of_it(
    ones: int,
) -> None:
    found = explain(Nim.position([1] * ones + [5], misere=True), 100)
    [move] = found["winning_moves"]
    assert move["pile"] == ones
    said = {0: "so it must be taken whole.", 1: "so it must become 1."}
    assert found["reasons"][-1].endswith(said[move["leaves"]])
