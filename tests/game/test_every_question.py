"""Positions, graphs and reviews of every game, against solvers that know only its rules."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from service.game.theory.digraph import solve_graph
from service.game.questions import graph
from service.game.questions.graph import lost_positions, position_graph
from service.game.questions.positions import TableLimits, position_table
from service.game.questions.review import PLAYERS, review
from tests.support.cases import CASES, Case
from tests.support.moves import Move, as_played
from tests.support.rule_oracle import Piles
from tests.support.rules import Option, State, solution
from tests.support.tries import at_most

MOST = TableLimits(positions=10_000, piles=1_000_000)
both_conventions = pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
every_case = pytest.mark.parametrize("case", CASES, ids=str)
LISTED = [case for case in CASES if case.name != "fibonacci"]
every_listed_case = pytest.mark.parametrize("case", LISTED, ids=str)


def objects_first(position: Piles) -> tuple[int, Piles]:
    return sum(position), position


def most_objects_first(position: Piles) -> tuple[int, Piles]:
    return -sum(position), position


def name(position: Piles) -> str:
    return "+".join(map(str, position)) or "0"


# --- The positions that play can reach ------------------------------------------------------------


def test_fibonacci_alone_has_no_positions_and_no_graph() -> None:
    """Its position is more than its piles."""
    games = {case.name: type(case.game()) for case in CASES}

    assert [each for each in games if not graph.has_graph(games[each])] == ["fibonacci"]


@both_conventions
@every_listed_case
def test_table_is_what_play_reaches(case: Case, misere: bool) -> None:
    for piles in case.some(at_most(12, quick=6)):
        results = case.rules.reachable(State(piles))
        lost = {each for each in results if not case.rules.wins(State(each), misere)}
        short = {
            "count": len(results),
            "p_count": len(lost),
            "p_positions": sorted(lost, key=objects_first),
        }

        assert dict(position_table(case.game(), piles, misere, False, MOST)) == short
        assert dict(position_table(case.game(), piles, misere, True, MOST)) == {
            **short,
            "positions": [
                {
                    "piles": each,
                    "position_class": "P" if each in lost else "N",
                    "winning_results": sorted(results[each] & lost, key=objects_first),
                }
                for each in sorted(results, key=objects_first)
            ],
        }


# --- The graph ------------------------------------------------------------------------------------


@every_listed_case
def test_graph_has_the_options_of_each_position_once_in_order(case: Case) -> None:
    for piles in case.some(at_most(12, quick=6)):
        results = case.rules.reachable(State(piles))
        drawn = position_graph(case.game(), piles, 10_000, 1_000_000, 60)

        assert [*drawn.items()] == [
            (name(each), [name(left) for left in sorted(results[each], key=most_objects_first)])
            for each in sorted(results, key=most_objects_first)
        ]


@both_conventions
@every_listed_case
def test_graph_is_solved_as_any_other_game(case: Case, misere: bool) -> None:
    for piles in case.some(4):
        drawn = position_graph(case.game(), piles, 10_000, 1_000_000, 60)
        classes = solve_graph(drawn, misere=misere)["position_classes"]

        lost = {each for each, kind in classes.items() if kind == "P"}
        assert {*lost_positions(case.game(), piles, misere, 10_000)} == lost
        assert lost == {
            name(each)
            for each in case.rules.reachable(State(piles))
            if not case.rules.wins(State(each), misere)
        }


# --- Games that were played -----------------------------------------------------------------------


class Ply(NamedTuple):
    """A position that was met, the move that was made, and how it was said."""

    met: State
    made: Option
    said: Move


def random_game(case: Case, piles: Piles, draw: Random) -> Iterator[Ply]:
    """A game to its end, each move said in one of the ways in which it is clear."""
    state = case.state(piles)
    while legal := case.rules.options(state):
        made = draw.choice(legal)
        yield Ply(state, made, as_played(made, legal, draw))
        state = made.left


def judged(case: Case, number: int, ply: Ply, misere: bool) -> dict[str, Any]:
    """The ply as the contract has it."""
    solved = solution(case.rules, ply.met, misere, case.kind)
    del solved["to_move_wins"], solved["best_move"]
    quota = ply.met.quota
    return {
        "ply": number,
        "player": PLAYERS[(number - 1) % 2],
        "piles": ply.met.piles,
        **({} if quota is None else {"quota": min(quota, sum(ply.met.piles))}),
        "move": ply.made.move,
        "mistake": case.rules.wins(ply.met, misere) and case.rules.wins(ply.made.left, misere),
        **solved,
    }


@both_conventions
@every_case
def test_random_games_are_judged_as_play_finds(case: Case, misere: bool) -> None:
    draw = Random(f"{case} {misere}")
    for piles in case.some(at_most(12, quick=6)):
        plies = [*random_game(case, piles, draw)]
        found = dict(review(case.game(), piles, misere, [ply.said for ply in plies]))

        assert found["plies"] == [judged(case, i, ply, misere) for i, ply in enumerate(plies, 1)], (
            piles
        )
        end = plies[-1].made.left if plies else case.state(piles)
        quota = {} if end.quota is None else {"quota": min(end.quota, sum(end.piles))}
        solved = solution(case.rules, end, misere, case.kind)
        assert found["position"] == {"piles": end.piles, **quota, **solved}
        mistakes = [ply["ply"] for ply in found["plies"] if ply["mistake"]]
        # Who can't move wins in misère play.
        winner = PLAYERS[(len(plies) + (not misere)) % 2]
        assert (found["finished"], found["winner"]) == (True, winner)
        assert found["decisive_mistake"] == (mistakes[-1] if mistakes else None)


@every_case
def test_game_that_is_not_finished_has_no_winner(case: Case) -> None:
    piles = next(each for each in case.positions if case.rules.options(case.state(each)))

    found = review(case.game(), piles, False, [])
    assert (found["plies"], found["finished"], found["winner"]) == ([], False, None)
