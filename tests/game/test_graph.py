"""Games given as graphs, against solvers that know only the definition of mex and the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.graph import EndlessGame, UnknownPosition, solve_graph
from tests.support import oracle
from tests.support.games import solved_sum
from tests.support.strategies import NAMES, games

EXAMPLE = {"a": ["b", "c"], "b": ["c"], "c": []}


components = st.lists(st.sampled_from(NAMES), max_size=3)


# --- One game -------------------------------------------------------------------------------------


@given(games())
def test_grundy_values_are_those_of_the_definition(options: dict[str, list[str]]) -> None:
    assert solve_graph(options)["grundy_values"] == oracle.grundy_values(options)


@given(games())
def test_class_is_n_where_the_player_to_move_wins(options: dict[str, list[str]]) -> None:
    """Everywhere else it is P."""
    assert solve_graph(options)["position_classes"] == {
        name: "N" if oracle.next_player_wins_sum(options, [name]) else "P" for name in options
    }


@given(games())
def test_positions_come_in_the_order_given(options: dict[str, list[str]]) -> None:
    solution = solve_graph(options)

    assert list(solution["grundy_values"]) == list(solution["position_classes"]) == list(options)


def test_game_without_positions_has_no_values() -> None:
    assert solve_graph({})["grundy_values"] == {}


def test_long_chain_alternates_between_0_and_1() -> None:
    chain = {str(i): [str(i - 1)] if i else [] for i in reversed(range(10_000))}

    assert solve_graph(chain)["grundy_values"] == {str(i): i % 2 for i in range(10_000)}


# --- Sums -----------------------------------------------------------------------------------------


@given(games(), components)
def test_sum_is_n_where_the_player_to_move_wins(
    options: dict[str, list[str]], at: list[str]
) -> None:
    """Everywhere else it is P."""
    solution = solved_sum(options, at)

    assert solution["to_move_wins"] == oracle.next_player_wins_sum(options, at)
    assert solution["position_class"] == ("N" if solution["to_move_wins"] else "P")


@given(games(), components)
def test_sum_has_exactly_the_winning_moves(options: dict[str, list[str]], at: list[str]) -> None:
    """They are all those after which the opponent can't win."""
    winning = [
        {"component": i, "to": option}
        for i, name in enumerate(at)
        for option in dict.fromkeys(options[name])
        if not oracle.next_player_wins_sum(options, [*at[:i], option, *at[i + 1 :]])
    ]

    assert solved_sum(options, at)["winning_moves"] == winning


def test_winning_move_may_raise_a_value() -> None:
    # *1 with a way up to *2, next to *2 itself
    options = {"0": [], "1": ["0", "up"], "2": ["0", "1'"], "1'": ["0"], "up": ["0", "1'"]}

    assert {"component": 0, "to": "up"} in solved_sum(options, ["1", "2"])["winning_moves"]


def test_game_without_a_sum_has_no_solution_of_one() -> None:
    assert "sum" not in solve_graph(EXAMPLE)


def test_sum_of_no_components_is_lost() -> None:
    assert solved_sum(EXAMPLE, []) == {
        "nim_sum": 0,
        "position_class": "P",
        "to_move_wins": False,
        "winning_moves": [],
    }


def test_option_listed_twice_is_one_move() -> None:
    assert solved_sum({"a": ["b", "b"], "b": []}, ["a"])["winning_moves"] == [
        {"component": 0, "to": "b"}
    ]


@given(games(), st.sampled_from(NAMES))
def test_position_next_to_its_copy_is_p(options: dict[str, list[str]], name: str) -> None:
    assert solved_sum(options, [name, name])["position_class"] == "P"


# --- Faults ---------------------------------------------------------------------------------------


def test_unknown_positions_are_named_by_their_places() -> None:
    with pytest.raises(UnknownPosition) as error:
        solve_graph({"a": ["b", "x"], "b": ["y"]}, ["a", "x", "b", "z"])

    assert error.value.places == [("options", "a", 1), ("options", "b", 0), ("sum", 1), ("sum", 3)]


@given(games(), st.data())
def test_endless_game_raises_with_one_cycle(
    options: dict[str, list[str]], data: st.DataObject
) -> None:
    # Closing a walk through the game makes the only cycles there are, whatever else it holds.
    walk = [data.draw(st.sampled_from(NAMES))]
    length = data.draw(st.integers(1, len(NAMES)))
    while options[walk[-1]] and len(walk) < length:
        walk.append(data.draw(st.sampled_from(options[walk[-1]])))
    looped = {**options, walk[-1]: [*options[walk[-1]], walk[0]]}

    with pytest.raises(EndlessGame) as error:
        solve_graph(looped)

    cycle = list(error.value.cycle)
    assert len(set(cycle)) == len(cycle) > 0
    assert all(b in looped[a] for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True))


def test_cycle_is_shown_alone() -> None:
    """The way to the cycle, or from it, is not shown."""
    with pytest.raises(EndlessGame) as error:
        solve_graph({"in": ["a"], "a": ["b"], "b": ["a", "out"], "out": []})

    assert error.value.cycle == ["a", "b"]


def test_cycle_of_10000_positions_is_found() -> None:
    ring = {str(i): [str((i + 1) % 10_000)] for i in range(10_000)}

    with pytest.raises(EndlessGame) as error:
        solve_graph(ring)

    assert error.value.cycle == list(ring)
