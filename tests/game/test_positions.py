"""The positions that play can come to, against a solver that finds them by playing."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.graph import solve_graph
from service.game.position_graph import NameTooLong, dot, lost_positions, position_graph
from service.game.positions import Most, TooLongToList, position_table, positions_from
from service.game.rules.any_number import NIM
from service.game.rules.max_remove import MaxRemove
from service.game.rules.rule import RemovalRule
from service.game.rules.subtraction_set import SubtractionSet
from tests.support.rule_oracle import Played, removing
from tests.support.strategies import conventions

MOST = Most(positions=10_000, piles=100_000)
LARGEST = 7

rules: st.SearchStrategy[RemovalRule | None] = st.one_of(
    st.none(),
    st.integers(1, LARGEST).map(MaxRemove),
    st.sets(st.integers(1, LARGEST + 1), min_size=1).map(
        lambda numbers: SubtractionSet(tuple(numbers), most_values=4096)
    ),
)
some_piles = st.lists(st.integers(0, LARGEST), max_size=4)


class Reached:
    """What play comes to from a position, by its legal moves alone."""

    def __init__(self, piles: list[int], rule: RemovalRule | None) -> None:
        self.game = Played(removing((rule or NIM).removals(2 * LARGEST)), LARGEST)
        start = tuple(sorted(filter(None, piles)))
        self.results: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        waiting = [start]
        while waiting:
            position = waiting.pop()
            if position not in self.results:
                self.results[position] = {
                    tuple(sorted(filter(None, (*position[:i], *left, *position[i + 1 :]))))
                    for i, pile in enumerate(position)
                    for _, left in self.game.moves[pile]
                }
                waiting += self.results[position]

    def in_order(self, positions: set[tuple[int, ...]] | None = None) -> list[tuple[int, ...]]:
        chosen = self.results if positions is None else positions
        return [p for _, p in sorted((sum(p), p) for p in chosen)]

    def lost(self, misere: bool) -> set[tuple[int, ...]]:
        return {p for p in self.results if not self.game.to_move_wins(p, misere)}


# --- The table ------------------------------------------------------------------------------------


@given(some_piles, conventions, rules)
def test_table_is_what_play_comes_to(
    piles: list[int], misere: bool, rule: RemovalRule | None
) -> None:
    reached = Reached(piles, rule)
    lost = reached.lost(misere)
    short = {
        "count": len(reached.results),
        "p_count": len(lost),
        "p_positions": reached.in_order(lost),
    }

    assert dict(position_table(piles, misere, rule, False, MOST)) == short
    assert dict(position_table(piles, misere, rule, True, MOST)) == {
        **short,
        "positions": [
            {
                "piles": position,
                "position_class": "P" if position in lost else "N",
                "winning_results": reached.in_order(reached.results[position] & lost),
            }
            for position in reached.in_order()
        ],
    }


def test_table_below_1_3_5() -> None:
    """30 multisets, of 48 positions of three piles in a row."""
    table = position_table([1, 3, 5], False, None, False, MOST)

    assert (table["count"], table["p_count"]) == (30, 5)
    assert table["p_positions"] == [(), (1, 1), (2, 2), (1, 2, 3), (3, 3)]
    assert (
        len({tuple(sorted(filter(None, p))) for p in product(range(2), range(4), range(6))}) == 30
    )


def test_table_of_no_piles() -> None:
    table = position_table([0, 0], True, None, True, MOST)

    assert dict(table) == {
        "count": 1,
        "p_count": 0,
        "p_positions": [],
        "positions": [{"piles": (), "position_class": "N", "winning_results": []}],
    }


@pytest.mark.parametrize(
    ("piles", "rule", "count"),
    [
        ([9_999], None, 10_000),
        ([1] * 99, None, 100),
        ([139, 139], MaxRemove(3), 9_870),
        ([90_000], SubtractionSet((9,), most_values=4096), 10_001),
    ],
    ids=["a pile", "piles of 1", "two piles", "a set"],
)
def test_limit_on_positions(piles: list[int], rule: RemovalRule | None, count: int) -> None:
    assert len(positions_from(piles, rule or NIM, count)) == count
    with pytest.raises(TooLongToList) as error:
        positions_from(piles, rule or NIM, count - 1)

    assert (error.value.places, error.value.most) == ([("piles",)], count - 1)
    assert str(error.value) == f"play from here can come to more than {count - 1:,} positions"


@pytest.mark.parametrize("rule", [NIM, MaxRemove(2), SubtractionSet((2, 3), most_values=4096)])
@pytest.mark.parametrize("piles", [[2**53 - 1], [500] * 100, [1, *[2**40] * 3]], ids=len)
def test_positions_beyond_the_limit_are_not_made(piles: list[int], rule: RemovalRule) -> None:
    """Each of these would take for ever, or all memory."""
    with pytest.raises(TooLongToList):
        positions_from(piles, rule, 10_000)


def test_limit_on_piles_listed() -> None:
    """Of 1, 2: 6 piles in the positions 1, 2, 1+1 and 1+2, and 1 in what wins, 1+1 from 1+2."""
    table = position_table([1, 2], False, None, True, Most(positions=5, piles=8))
    listed = [*(p["piles"] for p in table["positions"])]
    results = [left for p in table["positions"] for left in p["winning_results"]]

    assert sum(map(len, [*listed, *results])) == 8
    with pytest.raises(TooLongToList) as error:
        position_table([1, 2], False, None, True, Most(positions=5, piles=7))
    assert str(error.value) == (
        "play from here can come to more than 7 piles in all positions and winning results together"
    )


# --- The graph ------------------------------------------------------------------------------------


@given(some_piles, rules)
def test_graph_is_solved_as_any_other_game(piles: list[int], rule: RemovalRule | None) -> None:
    graph = position_graph(piles, rule, 10_000, 100_000, 60)
    reached = Reached(piles, rule)
    classes = solve_graph(graph)["position_classes"]

    def name(position: tuple[int, ...]) -> str:
        return "+".join(map(str, position)) or "0"

    assert {at: {*options} for at, options in graph.items()} == {
        name(position): {*map(name, left)} for position, left in reached.results.items()
    }
    assert {at for at in classes if classes[at] == "P"} == {*map(name, reached.lost(False))}
    assert lost_positions(graph) == [at for at in classes if classes[at] == "P"]


def test_graph_of_2_3_4() -> None:
    graph = position_graph([3, 0, 4, 2], None, 10_000, 100_000, 60)

    assert next(iter(graph)) == "2+3+4"
    assert list(graph)[-1] == "0"
    assert graph["2+3+4"] == [
        *("1+3+4", "2+2+4", "2+3+3", "1+2+4", "2+2+3", "3+4", "1+2+3", "2+4", "2+3"),
    ]
    assert graph["1+1"] == ["1"]
    assert graph["0"] == []
    assert (len(graph), sum(map(len, graph.values())), len(lost_positions(graph))) == (28, 114, 5)


def test_graph_of_2_3_4_for_graphviz() -> None:
    text = dot(position_graph([2, 3, 4], None, 10_000, 100_000, 60))
    lines = text.splitlines()

    assert (lines[0], lines[-1]) == ("digraph nim {", "}")
    assert sum(" -> " in line for line in lines) == 114
    assert sum(" -> " not in line for line in lines[1:-1]) == 28
    assert sum("peripheries=2" in line for line in lines) == 5
    assert '  "1+2+3" [peripheries=2];' in lines
    assert '  "2+3+4" -> "1+2+3";' in lines


def test_limits_on_the_graph() -> None:
    assert len(position_graph([2, 3, 4], None, 28, 114, 5)) == 28
    with pytest.raises(TooLongToList, match="more than 27 positions"):
        position_graph([2, 3, 4], None, 27, 114, 5)
    with pytest.raises(TooLongToList, match="more than 113 moves"):
        position_graph([2, 3, 4], None, 28, 113, 5)
    with pytest.raises(NameTooLong, match="has 5 characters; at most 4 are allowed") as error:
        position_graph([2, 3, 4], None, 28, 114, 4)
    assert error.value.places == [("piles",)]
