"""The game graph of a position, against solvers that know only the rules, and limits."""

import re

import pytest

from service.game.errors import TooMuchWork
from service.game.games.cram import Cram
from service.game.games.nim import Nim
from service.game.questions.graph import (
    MAX_SET_LENGTH,
    GraphLimits,
    NameTooLong,
    dot,
    has_graph,
    lost_positions,
    position_graph,
    set_of_sets,
)
from service.game.theory.digraph import solve_graph
from tests.support.cases import CASES, LISTED, Case
from tests.support.rows import rows
from tests.support.rule_oracle import Piles
from tests.support.rules import State
from tests.support.tries import at_most

MOST = GraphLimits(positions=10_000, moves=1_000_000, name_length=60)

every_listed_case = rows("case", LISTED)


def most_objects_first(position: State) -> tuple[int, Piles]:
    return -sum(position.piles), position.piles


def name(position: State) -> str:
    return "+".join(map(str, position.piles)) or "0"


@rows("case", CASES)
def test_graph_is_had_by_games_whose_positions_are_their_piles(case: Case) -> None:
    states = {state for piles in case.some(2) for state in case.rules.reachable(case.state(piles))}

    assert has_graph(case.game) == all(state.rest is None for state in states)


@every_listed_case
def test_graph_has_the_options_and_the_value_of_each_position_once_in_order(case: Case) -> None:
    for piles in case.some(at_most(8, quick=6)):
        results = case.rules.reachable(case.state(piles))
        drawn = position_graph(case.position(piles), MOST)

        in_order = sorted(results, key=most_objects_first)
        assert [*drawn["options"].items()] == [
            (name(each), [name(left) for left in sorted(results[each], key=most_objects_first)])
            for each in in_order
        ]
        assert [*drawn["grundy_values"].items()] == [
            (name(each), case.rules.value(each)) for each in in_order
        ]


@rows("misere", [False, True])
@every_listed_case
def test_graph_is_solved_as_any_other_game(case: Case, misere: bool) -> None:
    for piles in case.some(at_most(4, quick=2)):
        position = case.position(piles, misere)
        drawn = position_graph(position, MOST)
        classes = solve_graph(drawn["options"], misere=misere)["position_classes"]

        lost = {each for each, kind in classes.items() if kind == "P"}
        assert {*lost_positions(position, 10_000)} == lost
        assert lost == {
            name(each)
            for each in case.rules.reachable(case.state(piles))
            if not case.rules.wins(each, misere)
        }


def test_drawn_graph_labels_each_position_with_its_value() -> None:
    position = Nim.position([1, 1], misere=True)
    graph = position_graph(position, MOST)

    assert dot(graph, lost_positions(position, 10)).splitlines() == [
        "digraph nim {",
        r'  "1+1" [label="\N\n0"];',
        r'  "1" [peripheries=2, label="\N\n1"];',
        r'  "0" [label="\N\n0"];',
        '  "1+1" -> "1";',
        '  "1" -> "0";',
        "}",
    ]


# --- Sets of sets ---------------------------------------------------------------------------------


def text_of(case: Case, state: State) -> str:
    """A position as a set of sets, by the definition."""
    options = {text_of(case, left) for left in case.rules.reachable(state)[state]}
    return "{" + ",".join(sorted(options, key=lambda text: (len(text), text))) + "}"


@every_listed_case
def test_set_of_sets_has_the_set_of_each_option(case: Case) -> None:
    for piles in sorted(case.positions, key=lambda each: (sum(each), each))[:20]:
        if sum(piles) <= 6:
            state = case.rules.canonical(case.state(piles))
            assert set_of_sets(case.position(piles), MOST) == text_of(case, state), piles


def test_set_of_sets_has_a_limit_on_its_length() -> None:
    """A pile of n has a text that doubles with n: 2^(n + 1) + 2^(n - 1) - 1 characters."""
    assert len(set_of_sets(Nim.position([14]), MOST)) == 2**15 + 2**13 - 1 <= MAX_SET_LENGTH
    with pytest.raises(TooMuchWork, match="more than 65,536 characters"):
        set_of_sets(Nim.position([15]), MOST)


def test_graph_has_limits() -> None:
    position = Nim.position([2, 3, 4])
    assert len(position_graph(position, GraphLimits(28, 114, 5))["options"]) == 28
    with pytest.raises(TooMuchWork, match="More than 27 positions"):
        position_graph(position, GraphLimits(27, 114, 5))
    with pytest.raises(TooMuchWork, match="More than 113 moves"):
        position_graph(position, GraphLimits(28, 113, 5))
    with pytest.raises(NameTooLong, match="has 5 characters; at most 4 are allowed") as error:
        position_graph(position, GraphLimits(28, 114, 4))
    assert error.value.locations == [()]


def test_a_name_that_is_too_long_is_said_to_be_piles_or_a_board() -> None:
    for position, words in (
        (Nim.position([2, 3, 4]), "name (its piles joined by +) has 5 characters"),
        (Cram.position(board="2x3"), "name (its board) has 7 characters"),
    ):
        with pytest.raises(NameTooLong, match=re.escape(words)):
            position_graph(position, GraphLimits(99, 999, 4))
