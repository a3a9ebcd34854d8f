"""Grundy values of positions, against their definition, and the work to find them."""

import pytest

from service.game.errors import TooMuchWork
from service.game.games.euclid import Euclid
from service.game.games.greedy import Greedy
from service.game.games.nim import Nim
from service.game.games.sum import Sum
from service.game.games.wythoff import Wythoff
from service.game.position import Position
from service.game.questions.solve import solve
from tests.support.cases import CASES, Case
from tests.support.rows import rows
from tests.support.tries import sweep


@rows("case", [case for case in CASES if not case.game.is_sum])
def test_value_is_that_of_the_definition(case: Case) -> None:
    """By theory if the game has one, otherwise from the reachable positions."""
    for piles in sweep(case.some(25)):
        assert value(case.position(piles)) == case.rules.value(case.state(piles)), piles


def value(*components: Position) -> int:
    """The Grundy value of a sum."""
    return solve(Sum.position(components=components), 100)["nim_sum"] or 0


def test_positions_of_all_values_count_together_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two piles of 1 reach themselves, one pile and no pile, which has no moves to examine."""
    monkeypatch.setattr("service.game.games.sum.decisions.MAX_WALKED", 5)
    known = [Wythoff.position([1, 1])] * 3 + [Greedy.position([1, 1]), Wythoff.position([1, 0])]
    value(*known)
    with pytest.raises(TooMuchWork) as error:
        value(*known, Euclid.position([1, 1]))

    assert (error.value.code, error.value.locations) == (
        "too-much-work",
        [("components", len(known), "piles")],
    )
    assert str(error.value).endswith("at most 5 may be examined.")


def test_values_by_theory_do_not_count() -> None:
    assert value(Nim.position([2**53 - 1, 1])) == 2**53 - 2
