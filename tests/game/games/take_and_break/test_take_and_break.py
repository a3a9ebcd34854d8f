"""Positions of take-and-break games, against a solver that knows only the rules."""

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.errors import TooMuchWork
from service.game.games.take_and_break import MAX_LEGAL_MOVES, Octal
from service.game.theory.search import SearchTooLong
from tests.support.cases import Case, of_code
from tests.support.solved import check
from tests.support.solved import solve as solved
from tests.support.tries import sweep

both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


def solve(text: str, piles: Sequence[int], misere: bool) -> dict[str, Any]:
    return solved(piles, misere, Octal.of(text))


# --- Every code of up to 3 digits -----------------------------------------------------------------


@pytest.mark.parametrize("first", range(8))
def test_every_row_of_up_to_12_of_every_code_of_up_to_3_digits(first: int) -> None:
    for digits in sweep(product([first], range(8), range(8))):
        case = of_code("0", digits, repeats=False)
        for row, misere in product(range(13), (False, True)):
            check(case, (row,), misere)


@pytest.mark.parametrize("before_point", ["4", "4!"])
def test_every_row_of_up_to_12_of_codes_that_may_split_without_removing(before_point: str) -> None:
    for digits in sweep(product(range(8), repeat=2)):
        case = of_code(before_point, digits, repeats=False)
        for row, misere in product(range(13), (False, True)):
            check(case, (row,), misere)


@pytest.mark.parametrize("before_point", ["0", "4", "4!"])
def test_every_position_of_up_to_8_objects_of_codes_that_repeat_a_digit(before_point: str) -> None:
    positions = [
        p
        for count in range(4)
        for p in combinations_with_replacement(range(9), count)
        if sum(p) <= 8
    ]
    for first, last in product(sweep((0, 3, 6)), range(8)):
        case = of_code(before_point, [first, last], repeats=True)
        for position, misere in product(positions, (False, True)):
            check(case, position, misere)


# --- Known answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "case",
    [
        of_code("0", [7, 7], False),
        pytest.param(of_code("0", [7, 7, 0, 0], False), marks=pytest.mark.long),
        pytest.param(of_code("0", [7, 7, 0], True), marks=pytest.mark.long),
    ],
    ids=str,
)
def test_misere_kayles_of_more_than_20_pins(case: Case) -> None:
    for rows in [(25, 1), (24,), (12, 9, 4), (17, 5), (20, 1, 1), (9, 9, 5, 1), (4,) * 6]:
        check(case, rows, True)


def test_misere_kayles_is_solved_within_all_limits() -> None:
    rows = [25, 9, 1] * 32 + [1000] * 2
    solution = solve("0.77", rows, True)

    assert solution["position_class"] == "P"
    assert solve("0.77", [*rows, 7], True)["winning_moves"]


@pytest.mark.parametrize("digits", [(3,), (0, 3), (3, 0, 3), (0, 3, 3), (3, 3, 3, 0)])
def test_misere_play_of_codes_of_0_and_3_has_a_closed_form(digits: tuple[int, ...]) -> None:
    case = of_code("0", digits, repeats=False)

    for piles in combinations_with_replacement(range(10, 18), 3):
        check(case, piles, True)


@given(st.lists(st.one_of(st.integers(0, 3), st.integers(0, 1000)), max_size=9))
def test_code_of_nim_is_nim_in_misere_play_too(piles: list[int]) -> None:
    solution = solve("0.[3]", piles, True)
    nim = solved(piles, True)

    assert solution["position_class"] == nim["position_class"]
    assert [(m["pile"], m["remove"]) for m in solution["winning_moves"]] == [
        (m["pile"], m["remove"]) for m in nim["winning_moves"]
    ]


def test_winning_moves_from_long_rows_leave_equal_values() -> None:
    solution = solve("0.137", [900, 801, 702], False)

    for move in solution["winning_moves"]:
        rows = [900, 801, 702]
        rows[move["pile"] : move["pile"] + 1] = move["leaves_piles"]
        assert solve("0.137", rows, False)["nim_sum"] == 0
    assert solution["winning_moves"]


# --- Limits ---------------------------------------------------------------------------------------


@both_conventions
def test_position_with_too_many_legal_moves_is_rejected(misere: bool) -> None:
    """Without splits a pile has as many legal moves as objects: ten piles of 1,000 have 10,000."""
    position = Octal.position([1000] * 10, code="0.[3]")
    assert position.game.count_moves(position) == MAX_LEGAL_MOVES
    assert solve("0.[3]", [1000] * 10, misere)["position_class"] == "P"
    with pytest.raises(TooMuchWork) as error:
        solve("0.[3]", [1000] * 10 + [1], misere)

    assert error.value.locations == [("piles",)]
    assert str(error.value) == "This position has 10,001 legal moves; at most 10,000 are allowed."


def test_misere_play_that_takes_too_long_a_search_is_rejected() -> None:
    assert solve("4.7", [0, 13, 14], True)["grundy_values"]
    with pytest.raises(SearchTooLong) as error:
        solve("4.7", [1, 30, 30], True)

    assert error.value.code == "too-much-work"
    assert error.value.locations == [("piles",)]
    assert str(error.value) == (
        "This position can be solved only by searching more than 20,000 positions, "
        "which is too many."
    )


def test_positions_that_are_all_multisets_are_counted_before_they_are_listed() -> None:
    position = Octal.position([30], code="4.7777")
    with pytest.raises(TooMuchWork, match="More than 10,000 positions"):
        position.game.reachable(position, 10_000)
    small = Octal.position([9], code="4.7777")
    assert len(small.game.reachable(small, 10_000)) == 97  # the partitions of 0, 1 … 9
