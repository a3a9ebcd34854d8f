"""Games given as graphs, against solvers that know only the definition of mex and the rules."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.theory.digraph import EndlessGame, solve_graph
from tests.support import oracle
from tests.support.games import (
    Rows,
    dawsons_chess_moves,
    game_graph,
    kayles_moves,
    name,
    solved_sum,
)
from tests.support.golden_values import CODES
from tests.support.strategies import NAMES, games

EXAMPLE = {"a": ["b", "c"], "b": ["c"], "c": []}


components = st.lists(st.sampled_from(NAMES), max_size=3)


# --- One game -------------------------------------------------------------------------------------


@given(games())
def test_grundy_values_are_those_of_the_definition(options: dict[str, list[str]]) -> None:
    """They come in the order of the positions, as the classes do."""
    values = solve_graph(options)["grundy_values"]

    assert [*values.items()] == [*oracle.grundy_values(options).items()]


@given(games())
def test_class_is_n_where_the_player_to_move_wins(options: dict[str, list[str]]) -> None:
    """Everywhere else it is P."""
    classes = solve_graph(options)["position_classes"]

    assert [*classes.items()] == [
        (name, "N" if oracle.next_player_wins_sum(options, [name]) else "P") for name in options
    ]


@pytest.mark.parametrize(
    ("known", "moves"), [("Kayles", kayles_moves), ("Dawson's chess", dawsons_chess_moves)]
)
def test_rows_have_the_published_values(
    known: str, moves: Callable[[Rows], Iterator[Rows]]
) -> None:
    """Not every row is left by a longer one."""
    graph = game_graph((12,), moves) | game_graph((11,), moves)
    values = solve_graph(graph)["grundy_values"]

    assert [values[name((n,) if n else ())] for n in range(13)] == CODES[known].values[:13]


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


# --- Errors ---------------------------------------------------------------------------------------


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
