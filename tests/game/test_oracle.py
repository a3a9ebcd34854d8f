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


def test_even_columns_make_p() -> None:
    """In normal play, a position is P exactly if every column is even."""
    for p in SMALL:
        columns_even = all(sum(q >> bit & 1 for q in p) % 2 == 0 for bit in range(3))
        assert oracle.to_move_wins(p, False) != columns_even, p


def test_number_of_winning_moves_is_odd_or_0() -> None:
    assert all(
        len(oracle.winning_moves(p, False)) % 2 == oracle.to_move_wins(p, False) for p in SMALL
    )


@pytest.mark.parametrize("k", [1, 2, 3])
def test_share_of_p_positions(k: int) -> None:
    """Of three piles below a power of two, one position in that power is P."""
    positions = list(product(range(2**k), repeat=3))

    lost = [p for p in positions if not oracle.to_move_wins(p, False)]
    assert len(lost) * 2**k == len(positions)


def test_one_third_pile_makes_p() -> None:
    """To any two piles there is exactly one."""
    for a, b in product(range(5), repeat=2):
        assert [oracle.to_move_wins((a, b, c), False) for c in range(8)].count(False) == 1


def test_misere_classes_with_two_large_piles() -> None:
    """They are those of normal play while two piles are larger than 1."""
    for p in SMALL:
        if large(p) >= 2:
            assert oracle.to_move_wins(p, True) == oracle.to_move_wins(p, False), p


def test_piles_of_1_leave_no_choice() -> None:
    for count in range(6):
        ones = (1,) * count
        assert oracle.to_move_wins(ones, True) == (count % 2 == 0)
        assert len({tuple(sorted(left)) for left in nim_moves(ones)}) <= 1


@given(games(), st.sampled_from("abcdefgh"))
def test_position_next_to_its_copy_is_p(options: dict[str, list[str]], name: str) -> None:
    assert not oracle.next_player_wins_sum(options, [name, name])


def test_game_graph_of_2_3_4_counted_another_way() -> None:
    """Listing its positions finds 28, 5 of them P, and 114 moves."""
    reached = [
        p
        for count in range(4)
        for p in combinations_with_replacement(range(1, 5), count)
        if all(a <= b for a, b in zip((0,) * (3 - count) + p, (2, 3, 4), strict=True))
    ]
    arcs = sum(len({tuple(sorted(q for q in left if q)) for left in nim_moves(p)}) for p in reached)

    assert (len(reached), arcs) == (28, 114)
    assert sum(not oracle.to_move_wins(p, False) for p in reached) == 5


def test_game_graph_of_2_3_4_has_28_vertices() -> None:
    assert len(GRAPH_OF_2_3_4) == 28


def test_game_graph_of_2_3_4_has_114_arcs() -> None:
    assert sum(map(len, GRAPH_OF_2_3_4.values())) == 114
