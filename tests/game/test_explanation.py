"""Explanations: the arithmetic at full size, and each sentence held to the rules of the game."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given

from service.game.explanation import Binary, binary_rows, explain
from service.game.nim import solve
from tests.support import oracle
from tests.support.strategies import conventions, piles

SMALL = [
    (p, misere)
    for count in range(5)
    for p in product(range(5), repeat=count)
    for misere in (False, True)
]
ENDGAME = [(p, misere) for p, misere in SMALL if misere and sum(q > 1 for q in p) <= 1 and any(p)]

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

ORDINALS = ["first", "second", "third", "fourth", "fifth"]
LOSES = "The player to move loses if the opponent makes no mistake."
WINS = "The player to move can win."


def written_sentences() -> Iterator[tuple[list[int], bool, list[str]]]:
    """The cases of sentences.txt: a line with the position, then the sentences, indented."""
    text = Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8")
    for case in text.split("\n\n"):
        header, *sentences = case.splitlines()
        position, _, convention = header.partition(", ")
        yield (
            [int(p) for p in re.findall(r"\d+", position)],
            convention == "misère",
            [sentence.strip() for sentence in sentences],
        )


@pytest.mark.parametrize(("position", "misere", "sentences"), list(written_sentences()), ids=str)
def test_sentences_of_known_positions(
    position: list[int], misere: bool, sentences: list[str]
) -> None:
    assert explain(position, misere)["sentences"] == sentences


def test_sentences_name_five_moves_at_most() -> None:
    """They count the others."""
    sentences = explain([7] * 6 + [5])["sentences"]

    assert list(sentences)[3:] == [
        "Such a move changes a pile with a 1 in the leading odd column, 4: 7 piles have one.",
        *(f"Take 5 from the {which} pile: 7 becomes 2." for which in ORDINALS),
        "There are 2 more winning moves.",
    ]


def test_sentences_say_who_wins() -> None:
    wrong = []
    for p, misere in SMALL:
        first = explain(p, misere)["sentences"][0]
        expected = WINS if oracle.to_move_wins(p, misere) else LOSES
        if any(p) and first != expected:
            wrong.append((p, misere, first))

    assert wrong == []


def test_sentences_name_exactly_the_winning_moves() -> None:
    pattern = re.compile(r"Take (\d+) from the (\w+) pile: (\d+) becomes (\d+)\.")
    wrong = []
    for p, misere in SMALL:
        named = [
            (int(m[1]), ORDINALS.index(m[2]), int(m[3]), int(m[4]))
            for sentence in explain(p, misere)["sentences"]
            if (m := pattern.fullmatch(sentence))
        ]
        winning = [
            (m["remove"], m["pile"], p[m["pile"]], m["leaves"])
            for m in oracle.winning_moves(p, misere)
        ]
        if named != winning:
            wrong.append((p, misere, named))

    assert wrong == []


def test_sentences_name_the_misere_endgame() -> None:
    """They name it exactly where it is reached."""
    explained = [
        (p, misere)
        for p, misere in SMALL
        if any(s.startswith("In this misère endgame") for s in explain(p, misere)["sentences"])
    ]

    assert explained == ENDGAME


def test_sentences_name_the_parity_elsewhere() -> None:
    """Everywhere but in misère endgames and finished games, it is the reason."""
    explained = [
        (p, misere)
        for p, misere in SMALL
        if any(
            re.search(r"so the position is (odd|even)", s) for s in explain(p, misere)["sentences"]
        )
    ]

    assert explained == [at for at in SMALL if any(at[0]) and at not in ENDGAME]


def test_sentences_name_the_piles_of_the_leading_column() -> None:
    pattern = re.compile(r"leading odd column, (\d+): (.*) ha(?:s|ve) one\.")
    wrong = []
    for p, misere in SMALL:
        for sentence in explain(p, misere)["sentences"]:
            if m := pattern.search(sentence):
                column = int(m[1])
                named = [i for i, which in enumerate(ORDINALS) if which in m[2]]
                if named != [i for i, q in enumerate(p) if q & column]:
                    wrong.append((p, misere, sentence))

    assert wrong == []
