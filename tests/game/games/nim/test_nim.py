"""Nim with and without a bound on the number that a move removes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.nim import NIM, Nim
from service.game.games.nim.subtraction import Subtraction
from service.game.theory.period import ValueSequence
from tests.support.solved import solve
from tests.support.strategies import LARGEST_PILE, conventions, piles


def test_nim_without_a_bound_is_one_game() -> None:
    assert {Nim(), Nim.of(), NIM, Nim.position([3, 4]).game} == {NIM}
    assert Nim(3) != NIM


def test_nim_with_a_set_does_not_depend_on_its_order() -> None:
    assert Nim.of(subtraction_set=[4, 1, 3]) == Subtraction((1, 3, 4))


@given(st.lists(st.integers(0, LARGEST_PILE), max_size=9), conventions, st.integers(1, 64))
def test_nim_with_a_bound_is_the_set_of_all_numbers_up_to_it(
    position: list[int], misere: bool, most: int
) -> None:
    by_set = solve(position, misere, Subtraction(tuple(range(1, most + 1))))

    assert solve(position, misere, Nim(most)) == by_set


@given(piles, conventions)
def test_nim_with_a_bound_as_large_as_the_largest_pile_is_nim(
    position: list[int], misere: bool
) -> None:
    bounded = dict(solve(position, misere, Nim(max(position, default=0) or 1)))

    assert bounded.pop("grundy_values") == position
    assert bounded == solve(position, misere)


@pytest.mark.parametrize("most", [1, 3, LARGEST_PILE - 1])
def test_nim_with_a_bound_has_values_that_repeat(most: int) -> None:
    assert Nim(most).sequence(9) == ValueSequence(
        values=[n % (most + 1) for n in range(9)],
        preperiod=0,
        period=most + 1,
        saltus=0,
        proof="computed",
    )


@pytest.mark.parametrize("game", [NIM, Nim(LARGEST_PILE)], ids=repr)
def test_nim_without_a_bound_has_values_that_grow_by_one(game: Nim) -> None:
    """The period of a bound as large as any pile would exceed the contract's largest number."""
    assert [*game.sequence(9)["values"]] == [*range(9)]
    assert {**game.sequence(9), "values": []} == {
        "values": [],
        "preperiod": 0,
        "period": 1,
        "saltus": 1,
        "proof": "computed",
    }
