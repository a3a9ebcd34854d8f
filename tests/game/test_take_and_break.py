"""Positions of take-and-break games, against a solver that knows only the rules."""

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.errors import TooMuchWork
from service.game.games.octal import MAX_LEGAL_MOVES, Octal
from service.game.misere_search import SearchTooLong
from tests.support.rule_oracle import Played, taking_and_breaking
from tests.support.solved import solve as solved
from tests.support.tries import sweep

both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


def solve(text: str, piles: Sequence[int], misere: bool) -> dict[str, Any]:
    return solved(piles, misere, Octal.of(text))


def check(game: Played, text: str, piles: tuple[int, ...], misere: bool) -> None:
    """Compare the whole solution with what playing the position out finds."""
    wins = game.to_move_wins(piles, misere)
    winning = game.winning_moves(piles, misere)
    legal = [(i, j, leaves) for i, pile in enumerate(piles) for j, leaves in game.moves[pile]]
    best = sorted(winning, key=lambda m: (-m[1], m)) or sorted(legal, key=lambda m: (m[1], m))
    listed = [{"pile": i, "remove": j, "leaves_piles": list(leaves)} for i, j, leaves in winning]
    assert solve(text, piles, misere) == {
        "nim_sum": game.truth(piles).value,
        "position_class": "N" if wins else "P",
        "to_move_wins": wins,
        "winning_moves": listed,
        "best_move": {"pile": best[0][0], "remove": best[0][1], "leaves_piles": list(best[0][2])}
        if best
        else None,
        "grundy_values": [game.truth([pile]).value for pile in piles],
    }, (text, piles)


# --- Every code of up to 3 digits -----------------------------------------------------------------


@pytest.mark.parametrize("first", range(8))
def test_every_row_of_up_to_12_of_every_code_of_up_to_3_digits(first: int) -> None:
    for digits in sweep(product([first], range(8), range(8))):
        game = Played(taking_and_breaking("0", digits, False), 12)
        for row, misere in product(range(13), (False, True)):
            check(game, f"0.{''.join(map(str, digits))}", (row,), misere)


@pytest.mark.parametrize("before_point", ["4", "4!"])
def test_every_row_of_up_to_12_of_codes_that_may_split_without_removing(before_point: str) -> None:
    for digits in sweep(product(range(8), repeat=2)):
        game = Played(taking_and_breaking(before_point, digits, False), 12)
        for row, misere in product(range(13), (False, True)):
            check(game, f"{before_point}.{''.join(map(str, digits))}", (row,), misere)


@pytest.mark.parametrize("before_point", ["0", "4", "4!"])
def test_every_position_of_up_to_8_objects_of_codes_that_repeat_a_digit(before_point: str) -> None:
    positions = [
        p
        for count in range(4)
        for p in combinations_with_replacement(range(9), count)
        if sum(p) <= 8
    ]
    for first, last in product(sweep((0, 3, 6)), range(8)):
        game = Played(taking_and_breaking(before_point, [first, last], True), 8)
        for position, misere in product(positions, (False, True)):
            check(game, f"{before_point}.{first}[{last}]", position, misere)


# --- Known answers --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["0.77", "0.7700", "0.77[0]"])
def test_misere_kayles_of_more_than_20_pins(text: str) -> None:
    game = Played(taking_and_breaking("0", [7, 7], False), 25)

    for rows in [(25, 1), (24,), (12, 9, 4), (17, 5), (20, 1, 1), (9, 9, 5, 1), (4,) * 6]:
        check(game, text, rows, True)


def test_misere_kayles_is_solved_within_all_limits() -> None:
    rows = [25, 9, 1] * 32 + [1000] * 2
    solution = solve("0.77", rows, True)

    assert solution["position_class"] == "P"
    assert solve("0.77", [*rows, 7], True)["winning_moves"]


@pytest.mark.parametrize("digits", [(3,), (0, 3), (3, 0, 3), (0, 3, 3), (3, 3, 3, 0)])
def test_misere_play_of_codes_of_0_and_3_has_a_closed_form(digits: tuple[int, ...]) -> None:
    game = Played(taking_and_breaking("0", digits, False), 17)

    for piles in combinations_with_replacement(range(10, 18), 3):
        check(game, f"0.{''.join(map(str, digits))}", piles, True)


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
def test_position_with_too_many_legal_moves_is_refused(misere: bool) -> None:
    """Without splits a pile has as many legal moves as objects: ten piles of 1,000 have 10,000."""
    assert Octal.of("0.[3]").count_moves([1000] * 10) == MAX_LEGAL_MOVES
    assert solve("0.[3]", [1000] * 10, misere)["position_class"] == "P"
    with pytest.raises(TooMuchWork) as error:
        solve("0.[3]", [1000] * 10 + [1], misere)

    assert error.value.places == [("piles",)]
    assert str(error.value) == "This position has 10,001 legal moves; at most 10,000 are allowed."


def test_misere_play_that_takes_too_long_a_search_is_refused() -> None:
    assert solve("4.7", [0, 13, 14], True)["grundy_values"]
    with pytest.raises(SearchTooLong) as error:
        solve("4.7", [1, 30, 30], True)

    assert error.value.code == "too-much-work"
    assert error.value.places == [("piles",)]
    assert str(error.value) == (
        "Misère play of these games is solved by exhaustive search, "
        "of up to 20,000 positions and moves of a pile; this position needs more."
    )
