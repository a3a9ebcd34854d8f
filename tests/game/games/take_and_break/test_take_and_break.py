"""Positions of take-and-break games, against a solver that knows only the rules."""

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.errors import TooMuchWork
from service.game.games.take_and_break import Octal
from service.game.meter import Meter
from service.game.play import Play
from tests.support.cases import of_code
from tests.support.solved import check
from tests.support.solved import solve as solved
from tests.support.tries import sweep

LARGEST = 2**53 - 1


def solve(text: str, piles: Sequence[int], misere: bool) -> dict[str, Any]:
    return solved(piles, misere, Octal.of(text))


@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("before_point", ["0", "4", "4!"])
def test_every_row_of_up_to_12_of_every_code(before_point: str, count: int) -> None:
    """`count` is the number of digits after the point."""
    for digits in sweep(product(range(8), repeat=count)):
        case = of_code(before_point, digits, repeats=False)
        for row, misere in product(range(13), (False, True)):
            check(case, (row,), misere)


# --- Known answers --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0.77", "0.7700", "0.77[0]"])
def test_misere_kayles_of_any_size_is_solved_by_its_rule(text: str) -> None:
    rows = [25, 9, 1] * 8 + [1000] * 2
    solution = solve(text, rows, True)

    assert solution["position_class"] == "P"
    assert solve(text, [*rows, 7], True)["winning_moves"]


@pytest.mark.parametrize("digits", [(3,), (0, 3), (3, 0, 3), (0, 3, 3), (3, 3, 3, 0)])
def test_misere_play_of_codes_of_0_and_3_has_a_closed_form(digits: tuple[int, ...]) -> None:
    case = of_code("0", digits, repeats=False)

    for piles in combinations_with_replacement(range(12, 16), 3):
        check(case, piles, True)


@given(st.lists(st.one_of(st.integers(0, 3), st.integers(0, 1000)), max_size=9))
def test_code_of_nim_is_nim_in_misere_play_too(piles: list[int]) -> None:
    solution = solve("0.[3]", piles, True)
    nim = solved(piles, True)

    assert solution["position_class"] == nim["position_class"]
    assert [(m["pile"], m["remove"]) for m in solution["winning_moves"]] == [
        (m["pile"], m["remove"]) for m in nim["winning_moves"]
    ]


# --- Limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "remove"), [("0.10[0]", None), ("0.[1]", LARGEST)])
def test_the_moves_of_the_largest_row_are_found_at_once(text: str, remove: int | None) -> None:
    found = solve(text, [LARGEST, LARGEST], misere=False)
    best = found["best_move"]
    assert (best and best["remove"]) == remove


def test_a_row_with_more_options_than_positions_allowed_is_not_listed_to_its_end() -> None:
    position = Octal.position([1_000_000], code=".[2]")
    play = Play()
    with pytest.raises(TooMuchWork, match=r"More than 100 positions"), Meter() as meter:
        play.all_reachable(position, 100)
    assert meter.own < 2_000


def test_positions_that_are_all_multisets_are_counted_before_they_are_listed() -> None:
    position = Octal.position([30], code="4.7777")
    with pytest.raises(TooMuchWork, match="More than 10,000 positions"):
        position.reachable(10_000)
    small = Octal.position([9], code="4.7777")
    assert len(small.reachable(10_000)) == 97  # the partitions of 0, 1 … 9
