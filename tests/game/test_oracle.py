"""Tests of the oracle alone: no code of the service runs here.

The oracle plays positions out by the rules. It must find what docs/theory.md and the articles say
of small positions, or it is no measure for the service.
"""

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import oracle
from tests.support.games import game_graph, nim_moves
from tests.support.strategies import games

SMALL = [p for count in range(4) for p in product(range(6), repeat=count)]
GRAPH_OF_2_3_4 = game_graph((2, 3, 4), nim_moves)


def large(piles: oracle.Piles) -> int:
    return sum(p > 1 for p in piles)


def moves(piles: oracle.Piles) -> list[oracle.Piles]:
    return [left for _, _, left in oracle.legal_moves(piles)]


def test_position_is_p_in_normal_play_exactly_if_every_column_is_even() -> None:
    for p in SMALL:
        columns_even = all(sum(q >> bit & 1 for q in p) % 2 == 0 for bit in range(3))
        assert oracle.to_move_wins(p, False) != columns_even, p


def test_number_of_winning_moves_is_odd_or_0() -> None:
    assert all(
        len(oracle.winning_moves(p, False)) % 2 == oracle.to_move_wins(p, False) for p in SMALL
    )


@pytest.mark.parametrize("k", [1, 2, 3])
def test_one_position_of_three_piles_below_a_power_of_two_in_that_power_is_p(k: int) -> None:
    positions = list(product(range(2**k), repeat=3))

    lost = [p for p in positions if not oracle.to_move_wins(p, False)]
    assert len(lost) * 2**k == len(positions)


def test_of_two_piles_and_a_third_exactly_one_size_of_the_third_makes_p() -> None:
    for a, b in product(range(5), repeat=2):
        assert [oracle.to_move_wins((a, b, c), False) for c in range(8)].count(False) == 1


def test_misere_play_has_the_classes_of_normal_play_while_two_piles_are_larger_than_1() -> None:
    for p in SMALL:
        if large(p) >= 2:
            assert oracle.to_move_wins(p, True) == oracle.to_move_wins(p, False), p


def test_piles_of_1_leave_no_choice_that_matters() -> None:
    for count in range(6):
        ones = (1,) * count
        assert oracle.to_move_wins(ones, True) == (count % 2 == 0)
        assert len({tuple(sorted(left)) for left in moves(ones)}) <= 1


@given(games(), st.sampled_from("abcdefgh"))
def test_position_next_to_a_copy_of_itself_is_p(options: dict[str, list[str]], name: str) -> None:
    assert not oracle.next_player_wins_sum(options, [name, name])


def test_game_graph_of_2_3_4_has_28_positions_114_moves_and_5_p_positions() -> None:
    reached = [
        p
        for count in range(4)
        for p in combinations_with_replacement(range(1, 5), count)
        if all(a <= b for a, b in zip((0,) * (3 - count) + p, (2, 3, 4), strict=True))
    ]
    arcs = sum(len({tuple(sorted(q for q in left if q)) for left in moves(p)}) for p in reached)

    assert (len(reached), arcs) == (28, 114)
    assert sum(not oracle.to_move_wins(p, False) for p in reached) == 5


def test_game_graph_of_2_3_4_has_28_vertices() -> None:
    assert len(GRAPH_OF_2_3_4) == 28


def test_game_graph_of_2_3_4_has_114_arcs() -> None:
    assert sum(map(len, GRAPH_OF_2_3_4.values())) == 114
