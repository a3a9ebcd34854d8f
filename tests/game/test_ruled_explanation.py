"""Explanations under a rule: every sentence of every small position is held to the rules.

A sentence that no check knows fails the test, so none can claim something unchecked.
"""

import re
from functools import cache
from itertools import combinations_with_replacement, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.explanation import (
    Binary,
    Explanation,
    explain,
)
from service.game.rules.max_remove import MaxRemove
from service.game.rules.rule import RemovalRule
from service.game.rules.subtraction_set import SubtractionSet
from tests.support.claims import Claims, kinds
from tests.support.rule_oracle import Played, removing
from tests.support.strategies import LARGEST_PILE, conventions
from tests.support.tries import sweep

MOST_VALUES = 65_536
LARGEST = 9
POSITIONS = [
    p for count in range(4) for p in combinations_with_replacement(range(LARGEST, -1, -1), count)
]
RULES: list[tuple[RemovalRule, tuple[int, ...]]] = [
    *((MaxRemove(most), tuple(range(1, most + 1))) for most in (1, 2, 3, 5)),
    (MaxRemove(1000), tuple(range(1, LARGEST + 1))),
    *(
        (SubtractionSet(numbers, MOST_VALUES), numbers)
        for numbers in [(1,), (2,), (2, 3), (1, 3, 4), (2, 4, 7), (3, 5), (1, 2, 3, 4, 5, 6)]
    ),
]


@cache
def played(numbers: tuple[int, ...]) -> Played:
    return Played(removing(numbers), LARGEST)


def subtract(*numbers: int) -> SubtractionSet:
    return SubtractionSet(numbers, MOST_VALUES)


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
@pytest.mark.parametrize(("rule", "numbers"), RULES, ids=str)
def test_every_sentence_is_true(rule: RemovalRule, numbers: tuple[int, ...], misere: bool) -> None:
    game = played(numbers)
    wrong = []
    for piles in sweep(POSITIONS):
        claims = Claims(rule, game, piles, misere)
        sentences = explain(piles, misere, rule)["sentences"]
        wrong += [(piles, sentence) for sentence in sentences if not claims.check(sentence)]
        if len(claims.named) != min(5, len(claims.winning)):
            wrong.append((piles, "not every winning move is named"))

    assert wrong == []


# --- Which sentences there are --------------------------------------------------------------------

SAID = {
    "21, misère, up to 3": "lost remainder_rule remainder multiples multiple_already none_wins",
    "21, normal play, up to 3": "won remainder_rule remainder multiples take",
    "20, normal play, up to 3": (
        "lost remainder_rule remainder multiples multiple_already none_wins"
    ),
    "0 4 0, normal play, up to 1": (
        "lost remainder_rule remainder*2 multiples multiple_already none_wins"
    ),
    "19 4 6, normal play, up to 3": (
        "won remainder_rule remainder*3 odd winner_leaves_that take*3"
    ),
    "6 2, misère, up to 3": (
        "lost remainder_rule remainder*2 some_value_above_1 even any_move_can_be_answered none_wins"
    ),
    "1 5, misère, up to 3": "won remainder_rule remainder*2 values_up_to_1 ones_to_win take*2",
    "11 10 9 8 7 6, normal play, up to 3": (
        "won remainder_rule remainder*5 others_alike odd winner_leaves_that take*5 more"
    ),
    "5 5 5 5 5 5, normal play, up to 3": (
        "lost remainder_rule remainder even any_move_can_be_answered none_wins"
    ),
    "4 4 4 4 4 4 4 4 4 4 4 5, normal play, up to 3": (
        "won remainder_rule remainder*2 odd winner_leaves_that take*5 more"
    ),
    "9 4, normal play, set 1 3 4": (
        "won mex_rule repeated_mex mex_value odd winner_leaves_that take*2"
    ),
    "9007199254740991 100, normal play, set 2 4 7": (
        "lost mex_rule repeated_mex*2 even any_move_can_be_answered none_wins"
    ),
    "9007199254740991, misère, set 2 3 7": (
        "won mex_rule repeated_stuck values_up_to_1 ones_to_win take"
    ),
    "50, normal play, set 1 2 3 4 5 6": "won mex_rule repeated_mex odd winner_leaves_that take",
    "1, misère, set 2 3": "nothing_is_legal stuck_and_won",
    "1 0, normal play, set 2 3": "nothing_is_legal stuck_and_lost",
}
"""Of a position the kinds of its sentences, as the checks in support/claims.py are called."""


@pytest.mark.parametrize("described", SAID)
def test_sentences_say_who_wins_then_why_then_how(described: str) -> None:
    position, convention, rule = described.split(", ")
    numbers = [int(n) for n in re.findall(r"\d+", rule)]
    explained = explain(
        [int(p) for p in position.split()],
        convention == "misère",
        MaxRemove(*numbers) if rule.startswith("up to") else subtract(*numbers),
    )
    in_turn = ((kind, len([*same])) for kind, same in groupby(kinds(explained["sentences"])))
    said = [f"{kind}*{count}" if count > 1 else kind for kind, count in in_turn]

    assert " ".join(said) == SAID[described]


def test_whole_explanation_of_21_with_up_to_3_in_misere_play() -> None:
    explanation = explain([21], True, MaxRemove(3))

    assert {**explanation, "sentences": []} == Explanation(
        nim_sum=1,
        position_class="P",
        to_move_wins=False,
        winning_moves=[],
        best_move={"pile": 0, "remove": 1, "leaves": 20},
        binary=Binary(place_values=[1], rows=[[1]], column_sums=[1], odd_columns=[1]),
        state="odd",
        leading_column=1,
        sentences=[],
        grundy_values=[1],
    )


def test_rows_of_19_4_6_with_up_to_3() -> None:
    explanation = explain([19, 4, 6], False, MaxRemove(3))

    assert explanation["binary"] == Binary(
        place_values=[2, 1],
        rows=[[1, 1], [0, 0], [1, 0]],
        column_sums=[2, 1],
        odd_columns=[1],
    )
    assert explanation["winning_moves"] == [
        {"pile": 0, "remove": 1, "leaves": 18, "before": "11", "after": "10"},
        {"pile": 1, "remove": 3, "leaves": 1, "before": "00", "after": "01"},
        {"pile": 2, "remove": 3, "leaves": 3, "before": "10", "after": "11"},
    ]


# --- The arithmetic -------------------------------------------------------------------------------

rules: st.SearchStrategy[RemovalRule] = st.one_of(
    st.builds(MaxRemove, st.one_of(st.integers(1, 20), st.integers(1, LARGEST_PILE))),
    st.builds(
        lambda numbers: SubtractionSet(tuple(numbers), MOST_VALUES),
        st.sets(st.integers(1, 60), min_size=1, max_size=8),
    ),
)
positions = st.lists(st.one_of(st.integers(0, 9), st.integers(0, LARGEST_PILE)), max_size=9)


@given(positions, conventions, rules)
def test_explanation_holds_the_solution(
    position: list[int], misere: bool, rule: RemovalRule
) -> None:
    explanation, solution = explain(position, misere, rule), rule.solve(position, misere)

    shown = {key: value for key, value in explanation.items() if key in solution}
    shown["winning_moves"] = [
        {key: m[key] for key in ("pile", "remove", "leaves")} for m in explanation["winning_moves"]
    ]
    assert shown == dict(solution)


@given(positions, conventions, rules)
def test_rows_are_the_values_before_and_after(
    position: list[int], misere: bool, rule: RemovalRule
) -> None:
    explanation = explain(position, misere, rule)
    binary, values = explanation["binary"], explanation["grundy_values"]

    assert [int("".join(map(str, row)), 2) for row in binary["rows"]] == values
    assert sum(binary["odd_columns"]) == explanation["nim_sum"]
    for move in explanation["winning_moves"]:
        left = rule.solve([move["leaves"]], False)["grundy_values"][0]
        assert (int(move["before"], 2), int(move["after"], 2)) == (values[move["pile"]], left)
        assert len(move["before"]) == len(move["after"]) == len(binary["place_values"])


def test_explanation_without_a_rule_has_no_values() -> None:
    explanation = explain([3, 4, 5])

    assert "grundy_values" not in explanation
