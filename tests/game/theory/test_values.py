"""Grundy values of positions, against their definition; and what finding them may cost."""

import pytest

from service.game.errors import TooMuchWork
from service.game.games.euclid import Euclid
from service.game.games.greedy import Greedy
from service.game.games.nim import Nim
from service.game.games.wythoff import Wythoff
from service.game.theory.values import MAX_WALKED, GrundyValues, graph_values
from service.game.theory.walk import graph_of
from tests.support.cases import CASES, Case, state_of
from tests.support.rows import rows
from tests.support.tries import sweep

ALONE = [case for case in CASES if not case.game.is_sum]


@rows("case", ALONE)
def test_value_is_that_of_the_definition(case: Case) -> None:
    """By theory where the game has one, otherwise from the positions that play can reach."""
    values = GrundyValues()
    for piles in sweep(case.some(25)):
        assert values.of(case.position(piles)) == case.rules.value(case.state(piles)), piles


@rows("case", ALONE)
def test_values_of_a_graph_are_those_of_the_definition(case: Case) -> None:
    """In games with a theory, too."""
    start = case.position(case.some(1)[0])
    found = graph_values(graph_of(start.game.reachable(start, 10_000), 1_000_000))

    assert found == {position: case.rules.value(state_of(position)) for position in found}


@pytest.mark.long
def test_positions_of_all_values_count_together() -> None:
    """Those of the first are 99 · 100 / 2 pairs of numbers, those of the second 100 · 101 / 2."""
    values = GrundyValues()
    values.of(Wythoff.position([98, 98]))
    values.of(Greedy.position([99, 99]))
    with pytest.raises(TooMuchWork) as error:
        values.of(Euclid.position([1, 1]))

    assert (error.value.code, error.value.locations) == ("too-much-work", [("piles",)])
    assert str(error.value).endswith(f"at most {MAX_WALKED:,} may be examined.")


def test_values_that_were_walked_are_remembered() -> None:
    values = GrundyValues()
    for _ in range(3):
        values.of(Wythoff.position([60, 60]))
    assert values.of(Wythoff.position([5, 3])) == GrundyValues().of(Wythoff.position([3, 5]))


def test_values_by_theory_do_not_count() -> None:
    assert GrundyValues().of(Nim.position([2**53 - 1, 1])) == 2**53 - 2
