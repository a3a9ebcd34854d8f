"""Grundy values of positions, against their definition; and what finding them may cost."""

import pytest

from service.game.errors import TooMuchWork
from service.game.games.euclid import Euclid
from service.game.games.greedy import Greedy
from service.game.games.nim import Nim
from service.game.games.wythoff import Wythoff
from service.game.theory.values import GrundyValues
from tests.support.cases import CASES, Case
from tests.support.rows import rows
from tests.support.tries import sweep


@rows("case", [case for case in CASES if not case.game.is_sum])
def test_value_is_that_of_the_definition(case: Case) -> None:
    """By theory where the game has one, otherwise from the positions that play can reach."""
    values = GrundyValues()
    for piles in sweep(case.some(25)):
        assert values.of(case.position(piles)) == case.rules.value(case.state(piles)), piles


def test_positions_of_all_values_count_together_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two piles of 1 lead to themselves, to one pile and to none."""
    monkeypatch.setattr("service.game.theory.values.MAX_WALKED", 6)
    values = GrundyValues()
    for _ in range(3):
        values.of(Wythoff.position([1, 1]))
    values.of(Greedy.position([1, 1]))
    values.of(Wythoff.position([1, 0]))
    with pytest.raises(TooMuchWork) as error:
        values.of(Euclid.position([1, 1]))

    assert (error.value.code, error.value.locations) == ("too-much-work", [("piles",)])
    assert str(error.value).endswith("at most 6 may be examined.")


def test_values_by_theory_do_not_count() -> None:
    assert GrundyValues().of(Nim.position([2**53 - 1, 1])) == 2**53 - 2
