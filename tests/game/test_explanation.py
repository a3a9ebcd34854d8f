"""Explanations: the arithmetic at full size, and each sentence held to the rules of the game."""

from functools import reduce
from itertools import product
from operator import xor

import pytest
from hypothesis import given

from service.game.explanation import Binary, binary_rows, explain
from service.game.nim import solve
from tests.support import oracle
from tests.support.claims import NimClaims, kinds
from tests.support.strategies import conventions, piles
from tests.support.tries import sweep

SMALL = [
    (p, misere)
    for count in range(5)
    for p in product(range(5), repeat=count)
    for misere in (False, True)
]

# --- The arithmetic -------------------------------------------------------------------------------


def test_columns_of_41_163_13() -> None:
    assert binary_rows([41, 163, 13]) == Binary(
        place_values=[128, 64, 32, 16, 8, 4, 2, 1],
        rows=[
            [0, 0, 1, 0, 1, 0, 0, 1],
            [1, 0, 1, 0, 0, 0, 1, 1],
            [0, 0, 0, 0, 1, 1, 0, 1],
        ],
        column_sums=[1, 0, 2, 0, 2, 1, 1, 3],
        odd_columns=[128, 4, 2, 1],
    )


def test_state_leading_column_and_move_of_41_163_13() -> None:
    explanation = explain([41, 163, 13])

    assert (explanation["state"], explanation["leading_column"]) == ("odd", 128)
    assert explanation["winning_moves"] == [
        {"pile": 1, "remove": 127, "leaves": 36, "before": "10100011", "after": "00100100"}
    ]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("position", [[], [0, 0]], ids=str)
def test_position_without_objects_has_one_even_column(position: list[int], misere: bool) -> None:
    explanation = explain(position, misere)

    assert explanation["binary"] == Binary(
        place_values=[1], rows=[[0] for _ in position], column_sums=[0], odd_columns=[]
    )
    assert (explanation["state"], explanation["leading_column"]) == ("even", None)


@given(piles, conventions)
def test_binary_rows_add_up_to_the_piles(position: list[int], misere: bool) -> None:
    binary = explain(position, misere)["binary"]

    def number(digits: list[int]) -> int:
        return sum(d * v for d, v in zip(digits, binary["place_values"], strict=True))

    assert [number(list(row)) for row in binary["rows"]] == position
    assert number([total % 2 for total in binary["column_sums"]]) == sum(binary["odd_columns"])
    assert number(list(binary["column_sums"])) == sum(position)


@given(piles, conventions)
def test_odd_columns_add_up_to_the_nim_sum(position: list[int], misere: bool) -> None:
    explanation = explain(position, misere)

    assert sum(explanation["binary"]["odd_columns"]) == explanation["nim_sum"]
    assert explanation["state"] == ("odd" if explanation["nim_sum"] else "even")
    assert explanation["leading_column"] == max(explanation["binary"]["odd_columns"], default=None)


@given(piles, conventions)
def test_explanation_holds_the_solution(position: list[int], misere: bool) -> None:
    explanation, solution = explain(position, misere), solve(position, misere)

    shown = {key: value for key, value in explanation.items() if key in solution}
    shown["winning_moves"] = [
        {key: m[key] for key in ("pile", "remove", "leaves")} for m in explanation["winning_moves"]
    ]
    assert shown == solution


@given(piles, conventions)
def test_moves_show_their_row_before_and_after(position: list[int], misere: bool) -> None:
    explanation = explain(position, misere)
    width = len(explanation["binary"]["place_values"])

    assert [(int(m["before"], 2), int(m["after"], 2)) for m in explanation["winning_moves"]] == [
        (position[m["pile"]], m["leaves"]) for m in explanation["winning_moves"]
    ]
    rows = [row for m in explanation["winning_moves"] for row in (m["before"], m["after"])]
    assert {len(row) for row in rows} <= {width}


# --- The sentences --------------------------------------------------------------------------------


def expected_kinds(position: tuple[int, ...], misere: bool) -> list[str]:
    """What the sentences of a position claim, in order: who wins, why, and by which moves."""
    if not any(position):
        return ["nothing_is_left", "stuck_and_won" if misere else "stuck_and_lost"]
    large = sum(pile > 1 for pile in position)
    if misere and large <= 1:
        reasons = ["one_large_pile", "besides"] if large else ["no_large_pile", "parity"]
    elif reduce(xor, position):
        reasons = ["odd", "winner_leaves_that", "leading_column"]
    else:
        reasons = ["even", "any_move_can_be_answered"]
    moves = ["take_from"] * len(oracle.winning_moves(position, misere))
    return [
        "won" if moves else "lost",
        *["columns_decide"] * (misere and large > 1),
        *reasons,
        *(moves or ["none_wins"]),
    ]


def test_every_sentence_is_true() -> None:
    """A sentence that no check knows is not, so none can claim something unchecked."""
    wrong = []
    for position, misere in sweep(SMALL):
        claims = NimClaims(position, misere)
        sentences = explain(position, misere)["sentences"]
        wrong += [(position, misere, each) for each in sentences if not claims.check(each)]
        if len(claims.named) != len(claims.winning):
            wrong.append((position, misere, "not every winning move is named"))

    assert wrong == []


def test_sentences_say_who_wins_then_why_then_how() -> None:
    said = {at: kinds(explain(*at)["sentences"]) for at in sweep(SMALL)}

    assert said == {at: expected_kinds(*at) for at in said}


def test_sentences_name_five_moves_at_most() -> None:
    """They count the others."""
    said = list(explain([7] * 6 + [5])["sentences"])

    assert kinds(said)[3:] == ["leading_column", *["take_from"] * 5, "more"]
    assert ("7 piles" in said[3], "2 more" in said[-1]) == (True, True)
