"""Explanations of every game: each sentence is held to its rules, and the data to the solution.

A sentence that no check knows fails the test, so none can claim something unchecked.
"""

import re
from functools import reduce
from itertools import groupby
from operator import xor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.game import Game
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import NIM, Nim
from service.game.games.octal import GrundysGame, Kayles
from service.game.games.wythoff import Wythoff
from service.game.questions.explain import explain_position
from service.game.questions.solve import solve_position
from tests.support.cases import CASES, Case
from tests.support.cases import NIM as NIM_CASE
from tests.support.claims import Claims, kinds
from tests.support.claims_of_nim import CHECKS_OF_NIM, NimClaims
from tests.support.claims_of_others import Others
from tests.support.strategies import conventions, piles
from tests.support.tries import sweep

both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])


def explained(position: Any, misere: bool = False, game: Game = NIM) -> dict[str, Any]:
    return dict(explain_position(game, position, misere))


# --- The sentences --------------------------------------------------------------------------------


def claims_of(case: Case, position: tuple[int, ...], misere: bool) -> Claims:
    if case is NIM_CASE:
        return NimClaims(case, position, misere)
    return (Others if case.kind == "other" else Claims)(case, position, misere)


@both_conventions
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_sentence_is_true(case: Case, misere: bool) -> None:
    """A sentence that no check knows is not. Five winning moves are named, or all."""
    wrong = []
    for position in sweep(case.some(150)):
        claims = claims_of(case, position, misere)
        sentences = explained(position, misere, case.game())["sentences"]
        wrong += [(position, sentence) for sentence in sentences if not claims.check(sentence)]
        if len(claims.named) != min(5, len(claims.winning)):
            wrong.append((position, "not every winning move is named"))

    assert wrong == []


def case_of(described: str) -> tuple[Case, tuple[int, ...], bool]:
    """The case, the piles and the convention that a text describes."""
    position, convention, *rule = described.split(", ")
    numbers = [int(n) for n in re.findall(r"\d+", " ".join(rule))]
    keys: dict[str, Any] = {}
    if rule:
        keys = {"max_remove": numbers[0]} if "up to" in rule[0] else {"subtraction_set": numbers}
    case = Case("nim", keys, NIM_CASE.rules, "values", [])
    return case, tuple(map(int, position.split())), convention == "misère"


SAID = {
    "21, misère, up to 3": "lost remainder_rule remainder multiples multiple_already none_wins",
    "21, normal play, up to 3": "won remainder_rule remainder multiples take",
    "20, normal play, up to 3": (
        "lost remainder_rule remainder multiples multiple_already none_wins"
    ),
    "0 4 0, normal play, up to 1": (
        "lost remainder_rule remainder multiples multiple_already none_wins"
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
    "50, normal play, set 1 2 3 4 5 6": "won mex_rule repeated_mex single_value take",
    "1, misère, set 2 3": "nothing_is_legal stuck_and_won",
    "1 0, normal play, set 2 3": "nothing_is_legal stuck_and_lost",
    "0 0, misère": "nothing_is_left stuck_and_won",
}
"""Of a position the kinds of its sentences, as the checks in support/claims.py are called."""


@pytest.mark.parametrize("described", SAID)
def test_sentences_say_who_wins_then_why_then_how(described: str) -> None:
    case, position, misere = case_of(described)
    sentences = explained(position, misere, case.game())["sentences"]
    in_turn = ((kind, len([*same])) for kind, same in groupby(kinds(sentences, CHECKS_OF_NIM)))
    said = [f"{kind}*{count}" if count > 1 else kind for kind, count in in_turn]

    assert " ".join(said) == SAID[described]


def expected_kinds(position: tuple[int, ...], misere: bool) -> list[str]:
    """What the sentences of a position of Nim claim, in order: who wins, why, and how."""
    if not any(position):
        return ["nothing_is_left", "stuck_and_won" if misere else "stuck_and_lost"]
    large = sum(pile > 1 for pile in position)
    total = reduce(xor, position)
    if misere and large <= 1:
        reasons = ["one_large_pile", "besides"] if large else ["no_large_pile", "parity"]
    elif total:
        odd = "odd" if total.bit_count() == 1 else "each_odd"
        reasons = [odd, "winner_leaves_that", "leading_column"]
    else:
        reasons = ["even", "any_move_can_be_answered"]
    state = NIM_CASE.state(position)
    moves = ["take"] * len(NIM_CASE.rules.winning(state, misere))
    return [
        "won" if moves else "lost",
        *["columns_decide"] * (misere and large > 1),
        *reasons,
        *(moves or ["none_wins"]),
    ]


@both_conventions
def test_sentences_of_nim_say_who_wins_then_why_then_how(misere: bool) -> None:
    said = {
        at: kinds(explained(at, misere)["sentences"], CHECKS_OF_NIM)
        for at in sweep(NIM_CASE.positions)
    }

    assert said == {at: expected_kinds(at, misere) for at in said}


def test_sentences_name_five_moves_at_most() -> None:
    """They count the others."""
    said = [*explained([7] * 6 + [5])["sentences"]]

    assert kinds(said, CHECKS_OF_NIM)[3:] == ["leading_column", *["take"] * 5, "more"]
    assert ("7 piles" in said[3], "2 more" in said[-1]) == (True, True)


WHOLE: dict[str, tuple[Game, list[int], bool, str]] = {
    "large numbers have separators": (
        Nim.of(max_remove=999_999),
        [1_234_567, 0, 5_000_000],
        False,
        """
        The player to move can win.
        A move takes 1 to 999,999 objects, so the Grundy value of a pile is the remainder when its
         size is divided by 1,000,000.
        1,234,567 leaves 234,567 when divided by 1,000,000, so pile 1 has the value 234,567.
        5,000,000 leaves 0 when divided by 1,000,000, so pile 3 has the value 0.
        In binary the values have an odd number of 1s in each of the columns 131,072, 65,536,
         32,768, 4,096, 1,024, 64, 4, 2 and 1, so the position is odd.
        The player who always leaves every column even makes the last move.
        Take 234,567 from pile 1: 1,234,567 becomes 1,000,000.
        Take 765,433 from pile 3: 5,000,000 becomes 4,234,567.
        """,
    ),
    "empty piles are no 1s": (
        NIM,
        [0, 0, 1],
        True,
        """
        The player to move loses if the opponent makes no mistake.
        In this misère endgame no pile is larger than 1: each move takes a whole pile, and only the
         number of 1s counts.
        It is odd, 1, so the player to move takes the last object and loses.
        No move wins; to play on, take 1 from pile 3: 1 becomes 0.
        """,
    ),
    "several columns each hold": (
        NIM,
        [8, 2],
        False,
        """
        The player to move can win.
        Columns 8 and 2 each hold an odd number of 1s, so the position is odd.
        The player who always leaves every column even takes the last object.
        Such a move changes a pile with a 1 in the leading odd column, 8: only pile 1 has one.
        Take 6 from pile 1: 8 becomes 2.
        """,
    ),
    "a single pile of kayles": (
        Kayles(),
        [0, 3],
        False,
        """
        The player to move can win.
        A move takes one or two neighbouring objects, and may so split the pile in two. The Grundy
         value of a pile is the least number missing among the values of what a move can leave of
         it.
        A move from 3 leaves the value 0, 1 or 2, and the least number missing is 3, so pile 2 has
         the value 3.
        A single pile is lost exactly if its value is 0.
        Take 1 from pile 2: 3 becomes 1 and 1.
        """,
    ),
    "found by search": (
        GrundysGame(),
        [3],
        True,
        """
        The player to move loses if the opponent makes no mistake.
        In misère play no rule is known for this game, so the class was found by search: every line
         of play was looked at.
        No move wins; to play on, split pile 1: 3 becomes 1 and 2.
        """,
    ),
    "moore": (
        Moore(2),
        [1, 2, 3],
        False,
        """
        The player to move can win.
        A move takes from 1 to 2 piles, so what counts is what the number of 1s in each column
         leaves when divided by 3.
        In column 2 it leaves 2.
        In column 1 it leaves 2.
        The player who always makes every column divisible by 3 takes the last object.
        Take 1 from pile 2 and 2 from pile 3: 2 becomes 1 and 3 becomes 1.
        """,
    ),
    "fibonacci in misère play, with a single object": (
        Fibonacci(1),
        [1],
        True,
        """
        The player to move loses if the opponent makes no mistake.
        In misère play the player who takes the last object loses, so 1 is left aside.
        The one object that is left must be taken.
        No move wins; to play on, take 1 from pile 1: 1 becomes 0.
        """,
    ),
}


@pytest.mark.parametrize("name", WHOLE)
def test_whole_text(name: str) -> None:
    game, position, misere, text = WHOLE[name]

    sentences = re.sub(r"\n {9}(?=\S)", " ", text).strip().splitlines()
    said = explained(position, misere, game)["sentences"]
    assert said == [sentence.strip() for sentence in sentences]


# --- The data -------------------------------------------------------------------------------------


@both_conventions
@pytest.mark.parametrize("case", CASES, ids=str)
def test_explanation_holds_the_solution(case: Case, misere: bool) -> None:
    for position in case.some(30):
        explanation = explained(position, misere, case.game())
        solution = solve_position(case.game(), position, misere)

        assert {key: value for key, value in explanation.items() if key in solution} == solution


@both_conventions
@pytest.mark.parametrize("case", CASES, ids=str)
def test_rows_are_the_values_before_and_after_each_move(case: Case, misere: bool) -> None:
    """For the games that have them; the steps are in the order of the moves."""
    for position in case.some(30) if case.kind != "other" else ():
        found = explained(position, misere, case.game())
        values = [case.rules.value(case.state((pile,))) for pile in position]
        binary = found["binary"]
        width = len(binary["place_values"])

        assert width == max(1, max(values, default=0).bit_length())
        assert [int("".join(map(str, row)) or "0", 2) for row in binary["rows"]] == values
        assert binary["column_sums"] == [
            sum(v & c > 0 for v in values) for c in binary["place_values"]
        ]
        odd = [c for c in binary["place_values"] if sum(v & c > 0 for v in values) % 2]
        assert (binary["odd_columns"], "remainders" in binary) == (odd, False)
        assert found["state"] == ("odd" if odd else "even")
        assert found["leading_column"] == max(odd, default=None)
        assert found["steps"] == [
            {
                "pile": move["pile"],
                "before": f"{values[move['pile']]:0{width}b}",
                "after": f"{value_left(case, move):0{width}b}",
            }
            for move in found["winning_moves"]
        ]


def value_left(case: Case, move: Any) -> int:
    """The value of what a move leaves of its pile."""
    return case.rules.value(case.state(tuple(move.get("leaves_piles") or [move.get("leaves", 0)])))


@given(piles, conventions)
def test_rows_of_nim_at_full_size_are_its_piles(position: list[int], misere: bool) -> None:
    found = explained(position, misere)
    binary = found["binary"]

    assert [int("".join(map(str, row)), 2) for row in binary["rows"]] == position
    assert sum(binary["odd_columns"]) == found["nim_sum"]
    assert [(int(s["before"], 2), int(s["after"], 2)) for s in found["steps"]] == [
        (position[m["pile"]], m["leaves"]) for m in found["winning_moves"]
    ]


@pytest.mark.parametrize("game", [NIM, Nim.of(max_remove=3), Kayles()], ids=str)
@both_conventions
@pytest.mark.parametrize("position", [[], [0, 0]], ids=str)
def test_position_without_objects_has_one_even_column(
    position: list[int], misere: bool, game: Game
) -> None:
    explanation = explained(position, misere, game)

    assert explanation["binary"] == {
        "place_values": [1],
        "rows": [[0] for _ in position],
        "column_sums": [0],
        "odd_columns": [],
    }
    assert (explanation["state"], explanation["leading_column"]) == ("even", None)


@given(st.integers(1, 4), st.lists(st.integers(0, 9), max_size=5), conventions)
def test_data_of_moore(max_piles: int, position: list[int], misere: bool) -> None:
    found = explained(position, misere, Moore(max_piles))
    binary = found["binary"]
    remainders = [
        sum(pile & column > 0 for pile in position) % (max_piles + 1)
        for column in binary["place_values"]
    ]
    leading = [c for c, left in zip(binary["place_values"], remainders, strict=True) if left]

    assert (binary["remainders"], "odd_columns" in binary) == (remainders, False)
    assert found["state"] == ("odd" if leading else "even")
    assert found["leading_column"] == (leading[0] if leading else None)
    width = len(binary["place_values"])
    assert found["steps"] == [
        [
            {
                "pile": each["pile"],
                "before": f"{position[each['pile']]:0{width}b}",
                "after": f"{each['leaves']:0{width}b}",
            }
            for each in move["removals"]
        ]
        for move in found["winning_moves"]
    ]


@pytest.mark.parametrize(
    ("game", "position", "misere", "data"),
    [
        (Wythoff(), [5, 3], False, {"cold_pairs": [(3, 5)]}),
        (Wythoff(), [1, 1], False, {"cold_pairs": [(0, 0)]}),
        (Wythoff(), [4, 4], False, {"cold_pairs": [(0, 0)]}),
        (Wythoff(), [2, 4], False, {"cold_pairs": [(1, 2)]}),
        (Wythoff(), [0, 0], False, {"cold_pairs": [(0, 0)]}),
        (Wythoff(), [0, 0], True, {"cold_pairs": []}),
        (Wythoff(), [1, 0], True, {"cold_pairs": [(0, 1)]}),
        (Wythoff(), [5, 7], False, {"cold_pairs": [(3, 5), (4, 7)]}),
        (Fibonacci(), [20], False, {"zeckendorf": [13, 5, 2]}),
        (Fibonacci(), [20], True, {"zeckendorf": [13, 5, 1]}),
        (Fibonacci(), [0], False, {"zeckendorf": []}),
        (Fibonacci(), [0], True, {"zeckendorf": []}),
        (Greedy(), [0, 3, 2, 3], False, {"largest_piles": 2}),
        (Greedy(), [0, 0], False, {"largest_piles": 0}),
        (Greedy(), [], True, {"largest_piles": 0}),
    ],
    ids=str,
)
def test_data_of_other_games(
    game: Game, position: list[int], misere: bool, data: dict[str, Any]
) -> None:
    solution = solve_position(game, position, misere)

    found = explained(position, misere, game)
    assert {k: v for k, v in found.items() if k not in solution and k != "sentences"} == data
