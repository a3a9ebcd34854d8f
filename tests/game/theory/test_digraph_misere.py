"""Misère play of games given as graphs, against a solver that only plays them out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.theory.digraph import TooManyPositions, solve_graph
from tests.support import oracle
from tests.support.games import rows_of_kayles
from tests.support.golden_values import MISERE_KAYLES_LOST
from tests.support.strategies import NAMES, GameWithSums, games, games_with_sums

MAX_STEPS = 10_000_000
"""More than any game that is drawn here takes: one takes 100,000 now and then."""


def nim(largest: int) -> dict[str, list[str]]:
    """The graph of a single pile."""
    return {f"{n}": [f"{left}" for left in range(n)] for n in range(largest + 1)}


@given(games())
def test_classes_are_those_of_playing_the_game_out(options: dict[str, list[str]]) -> None:
    solution = solve_graph(options, misere=True)

    assert solution["position_classes"] == {
        at: "N" if oracle.next_player_wins_sum(options, [at], misere=True) else "P"
        for at in options
    }
    assert solution["grundy_values"] == solve_graph(options)["grundy_values"]


@given(games_with_sums())
def test_classes_of_named_sums_are_those_of_playing_them_out(game: GameWithSums) -> None:
    options, sums = game
    solution = solve_graph(options, sums=sums, misere=True, max_steps=MAX_STEPS)

    assert list(solution["position_classes"]) == [*options, *sums]
    assert solution["position_classes"] == {
        at: "N" if oracle.next_player_wins_sum(options, [at], True, sums) else "P"
        for at in [*options, *sums]
    }


@given(games_with_sums(), st.lists(st.sampled_from(NAMES), max_size=4))
def test_sum_is_solved_as_playing_it_out_solves_it(
    game: GameWithSums, components: list[str]
) -> None:
    options, sums = game
    solution = solve_graph(options, components, sums, misere=True, max_steps=MAX_STEPS)["sum"]

    def wins(at: list[str]) -> bool:
        return oracle.next_player_wins_sum(options, at, True, sums)

    assert solution == {
        "nim_sum": solve_graph(options, components, sums)["sum"]["nim_sum"],
        "position_class": "N" if wins(components) else "P",
        "to_move_wins": wins(components),
        "winning_moves": [
            {"component": i, "to": option}
            for i, at in enumerate(components)
            for option in dict.fromkeys(options[at])
            if not wins([*components[:i], option, *components[i + 1 :]])
        ],
    }


def test_rows_of_kayles_that_are_lost() -> None:
    options, sums = rows_of_kayles(20)
    classes = solve_graph(options, sums=sums, misere=True, max_steps=MAX_STEPS)["position_classes"]

    assert [n for n in range(1, 21) if classes[f"{n}"] == "P"] == MISERE_KAYLES_LOST


def test_long_game_is_solved() -> None:
    """One of 10,000 positions, each with the last as its only option."""
    chain = {f"{n}": [f"{n - 1}"] if n else [] for n in range(10_000)}
    classes = solve_graph(chain, misere=True)["position_classes"]

    assert (classes["0"], classes["1"], classes["9998"], classes["9999"]) == ("N", "P", "N", "P")


# --- The limit ------------------------------------------------------------------------------------


def test_sum_counts_its_components_for_each_position_and_move() -> None:
    """1+1 has one position of two components, and one move leads from it."""
    assert solve_graph(nim(1), ["1", "1"], misere=True, max_steps=4)["sum"]["to_move_wins"]
    with pytest.raises(TooManyPositions) as error:
        solve_graph(nim(1), ["1", "1"], misere=True, max_steps=3)

    assert error.value.locations == [("sum",)]
    assert str(error.value) == (
        "In misère play this sum is solved by search, which takes more than 3 steps: "
        "one for each reachable position and for each of its moves, times the components."
    )


def test_named_sum_that_takes_too_long_is_named() -> None:
    sums = {"1+1": ["1", "1"], "many": ["5", "5", "5"]}
    with pytest.raises(TooManyPositions) as error:
        solve_graph(nim(5), ["1"], sums, misere=True, max_steps=100)

    assert error.value.locations == [("sums", "many")]


def test_no_sum_is_played_out_unless_steps_are_allowed() -> None:
    with pytest.raises(TooManyPositions):
        solve_graph(nim(1), sums={"same": ["1"]}, misere=True)
    same = solve_graph(nim(1), sums={"same": ["1"]}, misere=True, max_steps=1)
    assert same["position_classes"]["same"] == "P"


def test_sum_of_sums_of_sums_is_rejected_before_it_is_written_out() -> None:
    sums = {"s0": ["1", "1"]} | {f"s{i}": [f"s{i - 1}"] * 2 for i in range(1, 99)}
    with pytest.raises(TooManyPositions) as error:
        solve_graph(nim(1), None, sums, misere=True, max_steps=1000)

    assert error.value.locations == [("sums", "s8")]


def test_normal_play_has_no_such_limit() -> None:
    assert solve_graph(nim(50), ["50"] * 9, max_steps=0)["sum"]["to_move_wins"]


def test_positions_by_themselves_have_no_such_limit() -> None:
    assert solve_graph(nim(50), ["50"], misere=True, max_steps=0)["sum"]["to_move_wins"]
