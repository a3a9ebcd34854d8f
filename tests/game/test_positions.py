"""Known tables and graphs of positions, and limits; test_every_question.py plays games out."""

from collections.abc import Sequence

import pytest

from service.game.errors import TooMuchWork
from service.game.game import Game
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import NIM, Nim
from service.game.games.take_and_break import Kayles, LaskersNim, Octal
from service.game.games.wythoff import Wythoff
from service.game.questions.graph import NameTooLong, lost_positions, position_graph
from service.game.questions.positions import TableLimits, position_table

MOST = TableLimits(positions=10_000, piles=100_000)

# --- The table ------------------------------------------------------------------------------------


def test_table_of_no_piles() -> None:
    table = position_table(NIM, [0, 0], True, True, MOST)

    assert dict(table) == {
        "count": 1,
        "p_count": 0,
        "p_positions": [],
        "positions": [{"piles": (), "position_class": "N", "winning_results": []}],
    }


@pytest.mark.parametrize(
    ("piles", "game", "count"),
    [
        ([9_999], NIM, 10_000),
        ([1] * 99, NIM, 100),
        ([139, 139], Nim.of(max_remove=3), 9_870),
        pytest.param([90_000], Nim.of(subtraction_set=[9]), 10_001, marks=pytest.mark.long),
        ([2] * 100, Nim.of(subtraction_set=[1, 2]), 5_151),
        ([2] * 100, Kayles(), 5_151),
        pytest.param([30], Kayles(), 6_842, marks=pytest.mark.long),
        ([139, 139], Octal.of("0.[3]"), 9_870),
        ([6, 6], LaskersNim(), 221),
        ([1, 139, 139], Moore(2), 19_600),
        ([3] * 9, Greedy(), 220),
        ([2, 3, 3, 5], Greedy(), 27),
        ([99, 99], Wythoff(), 5_050),
    ],
    ids=str,
)
def test_limit_on_positions(piles: list[int], game: Game, count: int) -> None:
    assert len(game.reachable(piles, count)) == count
    with pytest.raises(TooMuchWork) as error:
        game.reachable(piles, count - 1)

    assert error.value.locations == [("piles",)]
    assert str(error.value) == f"More than {count - 1:,} positions are reachable from here."


@pytest.mark.parametrize(
    "game",
    [
        NIM,
        Nim.of(max_remove=2),
        Nim.of(subtraction_set=[2, 3]),
        Moore(2),
        Greedy(),
        Kayles(),
        Octal.of("4.[7]"),
    ],
    ids=str,
)
@pytest.mark.parametrize("piles", [[1000], [500] * 100, [1, *[1000] * 3]], ids=len)
def test_positions_beyond_the_limit_are_not_made(piles: list[int], game: Game) -> None:
    """Each of these would take for ever, or all memory."""
    with pytest.raises(TooMuchWork):
        game.reachable(piles, 300)


@pytest.mark.parametrize("game", [NIM, Nim.of(subtraction_set=[2, 3]), Moore(1), Greedy()], ids=str)
@pytest.mark.parametrize("piles", [[2**53 - 1], [2**40] * 3], ids=len)
def test_positions_of_huge_piles_are_not_made(piles: list[int], game: Game) -> None:
    with pytest.raises(TooMuchWork):
        game.reachable(piles, 10_000)


def test_limit_on_piles_listed() -> None:
    """Of 1, 2: 6 piles in the positions 1, 2, 1+1 and 1+2, and 1 in what wins, 1+1 from 1+2."""
    table = position_table(NIM, [1, 2], False, True, TableLimits(positions=5, piles=8))
    listed = [*(p["piles"] for p in table["positions"])]
    results = [left for p in table["positions"] for left in p["winning_results"]]

    assert sum(map(len, [*listed, *results])) == 8
    with pytest.raises(TooMuchWork) as error:
        position_table(NIM, [1, 2], False, True, TableLimits(positions=5, piles=7))
    assert str(error.value) == (
        "All positions and winning results together have more than 7 piles."
    )


class Unsolved(LaskersNim):
    """A game in which it must not matter who wins."""

    def wins(self, piles: Sequence[int], misere: bool) -> bool:  # noqa: ARG002
        raise AssertionError


def test_positions_with_too_many_piles_are_rejected_before_any_is_solved() -> None:
    most = TableLimits(positions=10_000, piles=9)
    with pytest.raises(TooMuchWork, match="more than 9 piles"):
        position_table(Unsolved(), [1, 1, 2], False, True, most)


# --- The graph ------------------------------------------------------------------------------------


def test_graph_of_2_3_4() -> None:
    graph = position_graph(NIM, [3, 0, 4, 2], 10_000, 100_000, 60)
    lost = lost_positions(NIM, [2, 3, 4], False, 28)

    assert next(iter(graph)) == "2+3+4"
    assert list(graph)[-1] == "0"
    assert graph["2+3+4"] == [
        *("1+3+4", "2+2+4", "2+3+3", "1+2+4", "2+2+3", "3+4", "1+2+3", "2+4", "2+3")
    ]
    assert graph["1+1"] == ["1"]
    assert graph["0"] == []
    assert (len(graph), sum(map(len, graph.values())), len(lost)) == (28, 114, 5)


def test_limits_on_the_graph() -> None:
    assert len(position_graph(NIM, [2, 3, 4], 28, 114, 5)) == 28
    with pytest.raises(TooMuchWork, match="More than 27 positions"):
        position_graph(NIM, [2, 3, 4], 27, 114, 5)
    with pytest.raises(TooMuchWork, match="More than 113 moves"):
        position_graph(NIM, [2, 3, 4], 28, 113, 5)
    with pytest.raises(NameTooLong, match="has 5 characters; at most 4 are allowed") as error:
        position_graph(NIM, [2, 3, 4], 28, 114, 4)
    assert error.value.locations == [("piles",)]
