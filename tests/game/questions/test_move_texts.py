"""The text of each move, read back by what its words say."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from service.game.games.growing import Growing
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.staircase import Staircase
from service.game.games.take_and_break import GrundysGame, Kayles
from service.game.position import Position
from service.game.questions.analysis import analyse
from service.game.questions.explain import explain
from service.game.questions.forms import told
from service.game.questions.review import review
from tests.game.questions.test_analysis import MOST
from tests.support import cases
from tests.support.cases import CASES, Case
from tests.support.move_texts import read, untold
from tests.support.moves import Move, as_played
from tests.support.rows import rows
from tests.support.rules import State
from tests.support.tries import at_most

both_conventions = rows("misere", [False, True])


def check(move: Mapping[str, Any], case: Case, state: State) -> None:
    assert read(move["text"], case, state) == untold(move), (move, state)


@both_conventions
@rows("case", CASES)
def test_each_text_says_its_move(case: Case, misere: bool) -> None:
    for piles in case.some(at_most(2, quick=1)):
        position, state = case.position(piles, misere), case.state(piles)
        legal = case.rules.options(state)
        analysis = analyse(position, True, MOST)
        for judged, option in zip(analysis["moves"], legal, strict=True):
            assert read(judged["move"]["text"], case, state) == option.move
            if judged["reply"]:
                check(judged["reply"], case, option.left)
        at = state
        line = analysis["line"] or ()
        for move in line:
            check(move, case, at)
            at = next(each.left for each in case.rules.options(at) if each.move == untold(move))
        assert [*line[:1]] == ([analysis["move"]] if legal else [])

        explained = explain(position, 100)
        for move in explained["winning_moves"]:
            check(move, case, state)
        if legal:
            check(explained["best_move"], case, state)


@rows("case", [cases.NIM, cases.SPLITS[0], *cases.OTHERS, *cases.SUMS])
def test_each_text_of_a_review_says_its_move(case: Case) -> None:
    draw = Random(str(case))
    for piles in case.some(2):
        state, states, played = case.state(piles), list[State](), list[Move]()
        while legal := case.rules.options(state):
            made = draw.choice(legal)
            played.append(as_played(made, legal, draw))
            states.append(state)
            state = made.left
        judged = review(case.position(piles), played, 100)
        for ply, at in zip(judged["plies"], states, strict=True):
            for move in (ply["move"], *ply["winning_moves"]):
                check(move, case, at)
        before = review(case.position(piles), played[:-1], 100)["position"]
        for move in (*before["winning_moves"], before["best_move"]) if played else ():
            check(move, case, states[-1])


WORDS: list[tuple[Position, str]] = [
    (Nim.position([2]), "take 1 from pile 1"),
    (Nim.position([0, 1500], min_remove=1500), "take 1,500 from pile 2"),
    (Moore.position([2, 0, 1], max_piles=2), "take 1 from pile 1"),
    (Staircase.position([0, 1]), "move 1 from step 2 to step 1"),
    (Staircase.position([3]), "move 1 from step 1 out of the game"),
    (Kayles.position([1]), "take 1 from row 1, leaving nothing"),
    (GrundysGame.position([3]), "split row 1 into 1 and 2"),
    (Growing.position([0], add=[3], multiply=[2], target=9), "add 3 to pile 1"),
    (Growing.position([4], multiply=[2], target=9), "multiply pile 1 by 2"),
    (Growing.position([2], add=[2], multiply=[2], target=9), "add 2 to pile 1"),
]


@pytest.mark.parametrize(("position", "text"), WORDS)
def test_the_words_of_a_move(position: Position, text: str) -> None:
    assert told(position, next(position.moves()))["text"] == text
