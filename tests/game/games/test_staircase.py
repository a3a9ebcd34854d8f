"""Staircase Nim: what its steps count for, against play and against Nim."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.nim import Nim
from service.game.games.staircase import Staircase
from service.game.position import removal
from service.game.questions.graph import GraphLimits, position_graph
from service.game.questions.solve import solve
from service.game.theory.search import SearchTooLong
from tests.support.strategies import LARGEST_PILE, conventions, piles

steps = st.lists(st.one_of(st.integers(0, 3), st.integers(0, LARGEST_PILE)), max_size=12)


@given(piles)
def test_staircase_is_nim_with_every_second_step(even: list[int]) -> None:
    """What is on the others, and how many of them there are, does not matter."""
    stairs = [pile for each in even for pile in (each, 7)]

    assert Staircase.position(stairs).wins() == Nim.position(even).wins()
    assert Staircase.position(stairs[:-1]).wins() == Nim.position(even).wins()


@given(steps)
def test_staircase_has_one_winning_move_at_most_on_each_step(stairs: list[int]) -> None:
    position = Staircase.position(stairs)
    moves = solve(position, 100)["winning_moves"]

    assert len({move["pile"] for move in moves if "pile" in move}) == len(moves)
    assert all(not position.after(move).wins() for move in moves)


@given(steps, st.data())
def test_staircase_keeps_all_objects_except_those_from_the_lowest_step(
    stairs: list[int], data: st.DataObject
) -> None:
    places = [i for i, pile in enumerate(stairs) if pile]
    if not places:
        return
    i = data.draw(st.sampled_from(places))
    remove = data.draw(st.integers(1, stairs[i]))
    after = Staircase.position(stairs).after(removal(stairs, i, remove)).piles

    assert sum(stairs) - sum(after) == (remove if i == 0 else 0)
    assert len(after) == len(stairs)


@given(st.integers(1, 6), conventions)
def test_staircase_with_one_step_is_a_pile_of_nim(pile: int, misere: bool) -> None:
    stairs, nim = Staircase.position([pile], misere), Nim.position([pile], misere)

    assert [*stairs.moves()] == [*nim.moves()]
    assert [*stairs.winning_moves()] == [*nim.winning_moves()]


def test_staircase_counts_the_order_and_empty_steps() -> None:
    limits = GraphLimits(positions=100, moves=100, name_length=60)
    graph = position_graph(Staircase.position([0, 2, 0]), limits)["options"]

    assert graph["0+2+0"] == ["1+1+0", "2+0+0"]
    assert {*graph} == {"0+2+0", "1+1+0", "0+1+0", "2+0+0", "1+0+0", "0+0+0"}
    assert Staircase.position([0, 2]).canonical() != Staircase.position([2, 0]).canonical()


@pytest.mark.long
def test_staircase_in_misere_play_has_the_limits_of_a_search() -> None:
    assert solve(Staircase.position([3, 4, 5]), 100)["to_move_wins"]
    with pytest.raises(SearchTooLong):
        solve(Staircase.position([90, 90, 90], misere=True), 100)
