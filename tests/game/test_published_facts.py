"""What the articles about Nim state as facts, each counted, listed or played out."""

from itertools import product as combinations
from typing import Literal

import pytest

from service.game import nimber
from service.game.graph import solve_graph
from service.game.nim import nim_sum, solve
from tests.support import golden, oracle
from tests.support.games import (
    Game,
    dawsons_chess_moves,
    game_graph,
    kayles_moves,
    name,
    nim_moves,
    solved_sum,
)

# --- Tables ---------------------------------------------------------------------------------------


def test_sum_table_is_that_of_the_definition() -> None:
    assert nimber.table("sum", 11) == [
        [oracle.nimber_sum(a, b) for b in range(11)] for a in range(11)
    ]


def test_product_table_is_the_published_one() -> None:
    rows = nimber.table("product", 11)

    assert [list(row[: n + 1]) for n, row in enumerate(rows)] == golden.NIMBER_PRODUCTS


@pytest.mark.parametrize("operation", ["sum", "product"])
def test_tables_are_symmetric(operation: Literal["sum", "product"]) -> None:
    rows = nimber.table(operation, 16)

    assert [list(column) for column in zip(*rows, strict=True)] == rows


def test_rows_of_a_sum_table_are_permutations() -> None:
    """This holds for a table whose size is a power of two."""
    assert all(sorted(row) == list(range(16)) for row in nimber.table("sum", 16))


# --- The 48 positions with piles of up to 1, 3 and 5 ----------------------------------------------

ALL_48 = list(combinations(range(2), range(4), range(6)))


def test_the_8_p_positions_of_the_48() -> None:
    assert [p for p in ALL_48 if not solve(p)["to_move_wins"]] == [
        (0, 0, 0),
        (0, 1, 1),
        (0, 2, 2),
        (0, 3, 3),
        (1, 0, 1),
        (1, 1, 0),
        (1, 2, 3),
        (1, 3, 2),
    ]


def test_the_classes_of_the_48_are_those_of_the_rules() -> None:
    assert [solve(p)["position_class"] for p in ALL_48] == [
        "N" if oracle.to_move_wins(p, False) else "P" for p in ALL_48
    ]


# --- The game graph of 2, 3, 4 --------------------------------------------------------------------

GRAPH_OF_2_3_4 = game_graph((2, 3, 4), nim_moves)


def test_game_graph_of_2_3_4_has_5_p_positions() -> None:
    classes = solve_graph(GRAPH_OF_2_3_4)["position_classes"]

    assert sorted(at for at, kind in classes.items() if kind == "P") == [
        "",
        "1 1",
        "1 2 3",
        "2 2",
        "3 3",
    ]


def test_grundy_values_of_nim_are_nim_sums() -> None:
    values = solve_graph(GRAPH_OF_2_3_4)["grundy_values"]

    assert values == {at: nim_sum([int(p) for p in at.split()]) for at in GRAPH_OF_2_3_4}


# --- False statements, and what is true instead ---------------------------------------------------


def test_largest_pile_need_not_hold_a_winning_move() -> None:
    assert solve([8, 8, 1])["winning_moves"] == [{"pile": 2, "remove": 1, "leaves": 0}]


def test_even_position_has_no_pile_or_several() -> None:
    even = [p for p in combinations(range(8), repeat=3) if not solve(p)["to_move_wins"]]

    assert {sum(q > 0 for q in p) for p in even} == {0, 2, 3}


# --- Games other than Nim -------------------------------------------------------------------------

KAYLES = game_graph((12,), kayles_moves)
DAWSONS_CHESS = game_graph((12,), dawsons_chess_moves)
# A row of 12 can't be left as a row of 11 in Dawson's chess, so that row is a game of its own.
DAWSONS_CHESS_11 = game_graph((11,), dawsons_chess_moves)


@pytest.mark.parametrize(
    "options", [GRAPH_OF_2_3_4, KAYLES, DAWSONS_CHESS], ids=["Nim", "Kayles", "Dawson's chess"]
)
def test_grundy_values_are_those_of_the_definition(options: Game) -> None:
    assert solve_graph(options)["grundy_values"] == oracle.grundy_values(options)


def test_kayles_has_the_published_values() -> None:
    values = solve_graph(KAYLES)["grundy_values"]

    assert [values[name((n,) if n else ())] for n in range(13)] == golden.KAYLES


def test_dawsons_chess_has_the_published_values() -> None:
    values = solve_graph({**DAWSONS_CHESS, **DAWSONS_CHESS_11})["grundy_values"]

    assert [values[name((n,) if n else ())] for n in range(13)] == golden.DAWSONS_CHESS


@pytest.mark.parametrize("options", [KAYLES, DAWSONS_CHESS], ids=["Kayles", "Dawson's chess"])
def test_several_rows_have_the_nim_sum_of_their_values(options: Game) -> None:
    values = solve_graph(options)["grundy_values"]

    assert values == {at: solved_sum(options, at.split())["nim_sum"] for at in options}


@pytest.mark.parametrize(
    "options", [GRAPH_OF_2_3_4, KAYLES, DAWSONS_CHESS], ids=["Nim", "Kayles", "Dawson's chess"]
)
def test_game_next_to_its_copy_is_p(options: Game) -> None:
    assert {solved_sum(options, [at, at])["position_class"] for at in options} == {"P"}
