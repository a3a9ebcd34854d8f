"""Explanations of every game: whole ones of chosen positions, and sentences that all must have."""

import re
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.game.game import Game
from service.game.games import FIRST, GAMES
from service.game.games.chomp import Chomp
from service.game.games.euclid import Euclid
from service.game.games.fibonacci import Fibonacci
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import NIM, Nim
from service.game.games.staircase import Staircase
from service.game.games.sum import Sum
from service.game.games.take_and_break import Kayles, TakeAndBreak
from service.game.games.wythoff import Wythoff
from service.game.position import Position
from service.game.questions.explain import explain
from service.game.questions.solve import solve
from service.game.questions.values import has_values
from tests.support.cases import CASES, SERVED, Case
from tests.support.move_texts import untold
from tests.support.rows import rows
from tests.support.rule_oracle import Piles
from tests.support.rules import SumRules, best_move, components_of
from tests.support.strategies import conventions, piles
from tests.support.tries import at_most
from tests.support.yaml_files import read_yaml

MAX_MOVES = 100
PARTS = [*{case.game: case for case in reversed(SERVED)}.values()]
"""A case of each game that a sum can have."""

SENTENCES = {"decided_by", "sentences", "reasons", "voices", "conclusions"}
both_conventions = rows("misere", [False, True])


def explained(position: Position) -> dict[str, Any]:
    return dict(explain(position, MAX_MOVES))


# --- The sentences --------------------------------------------------------------------------------


WHOLE = read_yaml(Path(__file__).with_name("explanations.yaml"))


@pytest.mark.parametrize("whole", WHOLE, ids=lambda whole: str(whole["position"]))
def test_explanation_whole(whole: dict[str, Any]) -> None:
    keys = {"game": "nim", "misere": False, **whole["position"]}
    piles, misere, game = keys.pop("piles"), keys.pop("misere"), keys.pop("game")

    position = GAMES[game].position(piles, misere, **keys)
    assert explained(position)["sentences"] == whole["sentences"].splitlines()


def sentence_of(position: Piles, move: Any) -> str:
    """A move in words; piles are numbered from 1."""
    if move == {"removals": []}:
        return "Pass."
    if "leaves_piles" in move:
        what = f"Take {move['remove']} from" if move["remove"] else "Split"
        left = in_words(move["leaves_piles"] or [0])
        return f"{what} pile {move['pile'] + 1}: {position[move['pile']]} becomes {left}."
    if "remove" not in move and "removals" not in move:
        before = position[move["pile"]]
        return f"Change pile {move['pile'] + 1}: {before} becomes {move['leaves']}."
    removals = move.get("removals", [move])
    takes = in_words([f"{each['remove']} from pile {each['pile'] + 1}" for each in removals])
    makes = in_words([f"{position[each['pile']]} becomes {each['leaves']}" for each in removals])
    return f"Take {takes}: {makes}."


def large_of(case: Case) -> Piles:
    """A position with a value that no other way to calculate it has by chance."""
    return max(case.some(40), key=lambda each: (case.rules.value(case.state(each)), each))


def in_words(items: list[Any]) -> str:
    *others, last = map(str, items)
    return f"{', '.join(others)} and {last}" if others else last


WON = "The player to move can win."
LOST = "The player to move loses if the opponent makes no mistake."
NOTHING_LEFT = "No object is left, so there is no move."
STUCK = {
    False: "In normal play a player who can't move loses, so the player to move has lost.",
    True: "In misère play a player who can't move wins, so the player to move has won.",
}


def move_sentence(case: Case, position: Piles, move: Any) -> str:
    """A move in words, in a sum with its component, numbered from 1."""
    if "component" not in move:
        if case.game.name == "welter":
            return f"Move the coin on square {position[move['pile']]} to square {move['leaves']}."
        return called(case.position(position, False).game, sentence_of(position, move))
    i, of_component = move["component"], {k: v for k, v in move.items() if k != "component"}
    piles = components_of(case.state(position))[i].piles
    components = case.position(position, False).components() or ()
    text = called(components[i].game, sentence_of(piles, of_component))
    if components[i].game.name == "welter":
        text = f"Move the coin on square {piles[move['pile']]} to square {move['leaves']}."
    return f"In game {i + 1}, {text[0].lower()}{text[1:]}"


def called(game: Game, text: str) -> str:
    """A sentence with the board's words for a pile and an object of the game."""
    if isinstance(game, TakeAndBreak):
        return text.replace("pile", "row").replace("object", "pin")
    if isinstance(game, Chomp):
        return text.replace("pile", "row").replace("object", "square")
    if game.name == "staircase":
        return text.replace("pile", "step")
    for word, own in game.words.items() if game.name in GAMES and game.name not in FIRST else ():
        text = text.replace(word, own)
    return text


def first_and_last(case: Case, position: Piles, misere: bool) -> tuple[str, list[str]]:
    """Who wins, and with which moves, as sentences."""
    legal = case.rules.options(case.state(position))
    winning = [each.move for each in case.rules.winning(case.state(position), misere)]
    if not legal:
        stuck = "No move is legal." if any(position) else NOTHING_LEFT
        return called(case.position(position, misere).game, stuck), [STUCK[misere]]
    if not winning:
        rules, state = case.rules, case.state(position)
        move = (
            rules.losing_move(state)
            if isinstance(rules, SumRules)
            else best_move(legal, [], position, case.kind)
        )
        best = move_sentence(case, position, move)
        return LOST, [f"No move wins; to play on, {best[0].lower()}{best[1:]}"]
    moves = [move_sentence(case, position, move) for move in winning[:5]]
    match len(winning) - 5:
        case 1:
            moves.append("There is 1 more winning move.")
        case more if more > 1:
            moves.append(f"There are {more} more winning moves.")
    return WON, moves


@both_conventions
@rows("case", CASES)
def test_explanation_is_the_solution_and_says_who_wins_why_and_how(
    case: Case, misere: bool
) -> None:
    """The reasons stand together, after the verdict and before the moves."""
    for position in case.some(at_most(15, quick=5)):
        found = explained(case.position(position, misere))
        solution = solve(case.position(position, misere), MAX_MOVES)
        first, last = first_and_last(case, position, misere)
        before = 0 if not case.rules.options(case.state(position)) else 1
        verdict, moves = found["conclusions"][:before], found["conclusions"][before:]

        assert (found["sentences"][0], moves) == (first, last)
        assert found["reasons"]
        assert found["sentences"] == [*verdict, *found["reasons"], *moves]
        assert {key: untold(found[key]) for key in solution} == solution
        assert found.keys() - solution.keys() >= SENTENCES
        plain = [
            reason
            for reason, voice in zip(found["reasons"], found["voices"], strict=True)
            if voice == "plain"
        ]
        assert not re.search("[Cc]olumn|⌊", " ".join(plain))


@pytest.mark.parametrize(
    ("sum_", "are"),
    [
        ([Kayles.position([4]), Nim.position([1])], "are"),
        ([Kayles.position([4]), Nim.position([2])], "are not"),
        ([Euclid.position([2, 5]), Fibonacci.position([9], quota=1)], "are"),
    ],
    ids=str,
)
def test_explanation_of_two_components_says_whether_they_are_equivalent(
    sum_: list[Position], are: str
) -> None:
    sentence = (
        f"The two games {are} equivalent: two positions are equivalent if and only if their "
        "sum is lost in normal play."
    )
    normal = explained(Sum.position(components=sum_))

    assert sentence in normal["reasons"]
    assert normal["to_move_wins"] is (are == "are not")
    misere = explained(Sum.position(components=sum_, misere=True))
    assert "equivalent" not in " ".join(misere["sentences"])


NUMBERS = r"(\d+(?:, \d+)*(?: and \d+)?)"


@both_conventions
@rows("case", [each for each in CASES if has_values(each.game)])
def test_explanation_names_values_and_odd_columns_rightly(case: Case, misere: bool) -> None:
    for position in case.some(at_most(15, quick=5)):
        explanation = explained(case.position(position, misere))
        text = " ".join(explanation["sentences"])
        values = [case.rules.value(case.state((pile,))) for pile in position]

        for named, value in re.findall(
            rf"(?:pile|row|step)s? {NUMBERS} ha(?:s|ve) the value (\d+)", text
        ):
            assert {values[int(n) - 1] for n in re.findall(r"\d+", named)} == {int(value)}
        for columns in re.findall(rf"[Cc]olumns? {NUMBERS}(?: each)?(?:, so| holds?)", text):
            assert [*map(int, re.findall(r"\d+", columns))] == [
                column
                for column in explanation["binary"]["place_values"]
                if reduce(xor, values) & column
            ]


ORIGIN = r"^Game (\d), .*, has the Grundy value (\d+): it (.*)\.$"
EVERY_OTHER = [(first, second) for first in PARTS for second in PARTS]


@rows(("first", "second"), EVERY_OTHER)
def test_explanation_of_a_sum_says_how_each_value_comes_about(first: Case, second: Case) -> None:
    """Of each game beside each other one. All its numbers are calculated again."""
    cases = (first, second)
    piles = [large_of(case) for case in cases]
    components = [case.position(each) for case, each in zip(cases, piles, strict=True)]

    found = explained(Sum.position(components=components))
    values = [case.rules.value(case.state(each)) for case, each in zip(cases, piles, strict=True)]
    origins = [match.groups() for each in found["reasons"] if (match := re.match(ORIGIN, each))]
    assert found["grundy_values"] == values
    assert [(i, value) for i, value, _ in origins] == [
        (str(i), str(value)) for i, value in enumerate(values, 1)
    ]
    for (_, value, origin), each in zip(origins, piles, strict=True):
        named = [*map(int, re.findall(r"\d+", origin))]
        if "every second step" in origin:
            named = [*each[::2]]
        elif "two squares, less 1" in origin:
            named = [reduce(xor, each) - 1]
        elif "the square of its coin" in origin:
            named = [*each]
        assert reduce(xor, named or [int(value)]) == int(value)


# --- The data -------------------------------------------------------------------------------------


@both_conventions
@rows("case", [each for each in CASES if has_values(each.game)])
def test_explanation_has_values_before_and_after_each_move(case: Case, misere: bool) -> None:
    """The steps are in the order of the moves."""
    for position in case.some(at_most(10, quick=3)):
        found = explained(case.position(position, misere))
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
    """The value of the piles into which a move turns its pile."""
    return case.rules.value(case.state(tuple(move.get("leaves_piles") or [move.get("leaves", 0)])))


@given(piles, conventions)
def test_explanation_of_nim_at_full_size(position: list[int], misere: bool) -> None:
    found = explained(Nim.position(position, misere))
    binary = found["binary"]

    assert [int("".join(map(str, row)), 2) for row in binary["rows"]] == position
    assert sum(binary["odd_columns"]) == found["nim_sum"]
    assert [(int(s["before"], 2), int(s["after"], 2)) for s in found["steps"]] == [
        (position[m["pile"]], m["leaves"]) for m in found["winning_moves"]
    ]


@rows("game", [NIM, Nim.of(max_remove=3), Kayles()])
@both_conventions
@rows("position", [[], [0, 0]])
def test_explanation_without_objects_has_one_even_column(
    position: list[int], misere: bool, game: Game
) -> None:
    explanation = explained(Position(game, tuple(position), misere))

    assert explanation["binary"] == {
        "place_values": [1],
        "rows": [[0] for _ in position],
        "column_sums": [0],
        "odd_columns": [],
    }
    assert (explanation["state"], explanation["leading_column"]) == ("even", None)


@given(st.integers(1, 4), st.lists(st.integers(0, 9), max_size=5), conventions)
@example(2, [1, 3, 3], False)  # a column in which the number of 1s is the modulus
def test_explanation_of_moore(max_piles: int, position: list[int], misere: bool) -> None:
    found = explained(Moore.position(position, misere, max_piles=max_piles))
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
    ("game", "piles", "misere", "data"),
    [
        (Wythoff, [5, 3], False, {"cold_pairs": [(3, 5)]}),
        (Wythoff, [1, 1], False, {"cold_pairs": [(0, 0)]}),
        (Wythoff, [4, 4], False, {"cold_pairs": [(0, 0)]}),
        (Wythoff, [2, 4], False, {"cold_pairs": [(1, 2)]}),
        (Wythoff, [0, 0], False, {"cold_pairs": [(0, 0)]}),
        (Wythoff, [0, 0], True, {"cold_pairs": []}),
        (Wythoff, [1, 0], True, {"cold_pairs": [(0, 1)]}),
        (Wythoff, [5, 7], False, {"cold_pairs": [(3, 5), (4, 7)]}),
        (Fibonacci, [20], False, {"zeckendorf": [13, 5, 2]}),
        (Fibonacci, [20], True, {"zeckendorf": [13, 5, 1]}),
        (Fibonacci, [0], False, {"zeckendorf": []}),
        (Fibonacci, [0], True, {"zeckendorf": []}),
        (Greedy, [0, 3, 2, 3], False, {"largest_piles": 2}),
        (Greedy, [0, 0], False, {"largest_piles": 0}),
        (Greedy, [], True, {"largest_piles": 0}),
        (Staircase, [1, 5, 0, 4, 7], False, {"even_steps": [1, 0, 7]}),
        (Staircase, [], True, {"even_steps": []}),
        (Euclid, [8, 3], False, {}),
    ],
    ids=str,
)
def test_explanation_has_the_data_of_the_game(
    game: type[Game], piles: list[int], misere: bool, data: dict[str, Any]
) -> None:
    position = game.position(piles, misere)
    solution = solve(position, MAX_MOVES)

    found = explained(position)
    assert {k: v for k, v in found.items() if k not in solution and k not in SENTENCES} == data
