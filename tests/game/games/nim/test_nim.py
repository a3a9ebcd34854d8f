"""Nim with and without a bound on the number that a move removes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.nim import NIM, Nim
from service.game.games.nim.subtraction import Subtraction
from service.game.heap_game import HeapGame
from service.game.theory.period import ValueSequence
from tests.support.solved import solve
from tests.support.strategies import LARGEST_PILE, conventions, piles


def test_nim_without_a_bound_is_one_game() -> None:
    assert {Nim(), Nim.of(), NIM, Nim.position([3, 4]).game} == {NIM}
    assert Nim.of(max_remove=3) != NIM


def test_nim_with_a_set_does_not_depend_on_its_order() -> None:
    assert Nim.of(subtraction_set=[4, 1, 3]) == Subtraction((1, 3, 4))


@given(st.lists(st.integers(0, LARGEST_PILE), max_size=9), conventions, st.integers(1, 64))
def test_nim_with_a_bound_is_the_set_of_all_numbers_up_to_it(
    position: list[int], misere: bool, most: int
) -> None:
    by_set = solve(position, misere, Subtraction(tuple(range(1, most + 1))))

    assert solve(position, misere, Nim(1, most)) == by_set


@given(piles, conventions)
def test_nim_with_a_bound_as_large_as_the_largest_pile_is_nim(
    position: list[int], misere: bool
) -> None:
    bounded = dict(solve(position, misere, Nim(1, max(position, default=0) or 1)))

    assert bounded.pop("grundy_values") == position
    assert bounded == solve(position, misere)


@given(st.integers(1, 9), st.integers(0, 30), st.integers(0, 200), conventions)
def test_nim_with_both_bounds_is_the_set_of_all_numbers_between_them(
    least: int, more: int, pile: int, misere: bool
) -> None:
    by_set = solve([pile, 7], misere, Subtraction(tuple(range(least, least + more + 1))))

    assert solve([pile, 7], misere, Nim(least, least + more)) == by_set


@pytest.mark.parametrize(
    ("least", "most", "period", "saltus"),
    [(2, 3, 5, 0), (3, 3, 6, 0), (2, None, 2, 1)],
)
def test_nim_with_a_least_has_blocks_of_values(
    least: int, most: int | None, period: int, saltus: int
) -> None:
    found = Nim(least, most).values.sequence(40)
    values = found["values"]
    assert values[: 2 * least] == [0] * least + [1] * least
    assert values[period:] == [value + saltus for value in values[:-period]]
    assert (found["preperiod"], found["period"], found["saltus"]) == (0, period, saltus)


def test_of_very_many_winning_moves_the_first_are_listed() -> None:
    """Any of 10^15 sizes has the value 0."""
    solution = Nim.position([10**16 - 1], min_remove=10**15).solve(100)
    assert [(len(solution.winning_moves), solution.more)] == [(100, True)]
    assert solution.winning_moves[0].changes == ((0, (10**15 - 1,)),)
    few = Nim.position([10**16 - 1], min_remove=10**15, max_remove=10**15 + 5).solve(100)
    assert (len(few.winning_moves), few.more) == (6, False)


@pytest.mark.parametrize("most", [1, 3, LARGEST_PILE - 1])
def test_nim_with_a_bound_has_values_that_repeat(most: int) -> None:
    assert Nim(1, most).values.sequence(9) == ValueSequence(
        values=[n % (most + 1) for n in range(9)],
        preperiod=0,
        period=most + 1,
        saltus=0,
        proof="computed",
        last_exception=None,
        largest=most,
    )


@pytest.mark.parametrize("least", [1, 5])
def test_a_period_beyond_the_largest_number_of_the_contract_is_not_told(least: int) -> None:
    """The values don't grow for ever, though they do in all piles that may be sent."""
    found = Nim(least, LARGEST_PILE).values.sequence(9)
    assert [*found["values"]] == [n // least for n in range(9)]
    assert {found["period"], found["saltus"], found["proof"]} == {None}


@pytest.mark.parametrize("game", [NIM, Nim(1, None)], ids=repr)
def test_nim_without_a_bound_has_values_that_grow_by_one(game: HeapGame) -> None:
    assert [*game.values.sequence(9)["values"]] == [*range(9)]
    assert {**game.values.sequence(9), "values": []} == {
        "values": [],
        "preperiod": 0,
        "period": 1,
        "saltus": 1,
        "proof": "computed",
        "last_exception": None,
        "largest": None,
    }
