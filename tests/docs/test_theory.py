"""docs/theory/: its examples run, and its statements hold of positions that are played out.

Those about numbers that add like games and multiply as well are in test_nimber.py, too.
"""

import doctest
import re
from itertools import combinations_with_replacement, product

import pytest

from service.game.theory.grundy import nim_sum
from service.game.theory.nimber import product as times
from service.web.pages import THEORY_PARTS
from tests.support import oracle
from tests.support.games import nim_moves
from tests.support.paths import ROOT

THEORY = ROOT / "docs" / "theory"
SMALL = [p for count in range(4) for p in product(range(6), repeat=count)]


def large(piles: oracle.Piles) -> int:
    return sum(p > 1 for p in piles)


def test_examples_give_what_the_page_shows() -> None:
    text = "".join((THEORY / f"{name}.md").read_text() for name in THEORY_PARTS)
    examples = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    session = doctest.DocTestParser().get_doctest(examples, {}, THEORY.name, str(THEORY), 0)
    printed: list[str] = []

    results = doctest.DocTestRunner().run(session, out=printed.append)
    assert printed == []
    assert results.attempted == examples.count(">>>") > 0


# --- Positions played out: is the oracle a measure for the service? -----------------------------


def test_even_columns_make_p() -> None:
    """In normal play, a position is P if and only if every column is even."""
    for p in SMALL:
        columns_even = all(sum(q >> bit & 1 for q in p) % 2 == 0 for bit in range(3))
        assert oracle.to_move_wins(p, False) != columns_even, p


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


# --- The columns ----------------------------------------------------------------------------------


def test_every_move_from_even_leads_to_odd() -> None:
    for p in SMALL:
        if nim_sum(p) == 0:
            assert all(nim_sum(left) for left in nim_moves(p)), p


def test_piles_of_the_leading_column_get_smaller() -> None:
    """Flipping the odd columns makes those piles smaller that have a 1 in the leading one."""
    for p in SMALL:
        if total := nim_sum(p):
            leading = max(bit for bit in (1, 2, 4) if total & bit)
            smaller = [i for i, q in enumerate(p) if q ^ total < q]
            assert smaller == [i for i, q in enumerate(p) if q & leading] != [], p


# --- When the last object loses -------------------------------------------------------------------


def test_misere_strategy_wins() -> None:
    """Play as in normal play while that leaves a large pile, else leave an odd number of 1s."""
    for p in SMALL:
        if not oracle.to_move_wins(p, True) or not any(p):
            continue
        as_normal = [left for left in nim_moves(p) if nim_sum(left) == 0 and large(left)]
        odd_ones = [left for left in nim_moves(p) if not large(left) and sum(left) % 2]
        played = as_normal or odd_ones
        assert played, p
        assert not any(oracle.to_move_wins(left, True) for left in played), p


def test_even_position_never_has_one_large_pile() -> None:
    assert 1 not in {large(p) for p in SMALL if nim_sum(p) == 0}


def test_even_positions_keep_the_endgame_for_the_leader() -> None:
    """The opponent of a player who leaves even positions never meets a single large pile."""
    for p in SMALL:
        if nim_sum(p) == 0 and large(p):
            for left in nim_moves(p):
                answers = [again for again in nim_moves(left) if nim_sum(again) == 0]
                assert large(left) == 1 or all(large(again) >= 2 for again in answers), p


# --- Numbers that add like games and multiply as well ---------------------------------------------


@pytest.mark.parametrize("size", [2, 4, 16])
def test_nimbers_below_2_4_and_16_are_fields(size: int) -> None:
    for a in range(1, size):
        assert sorted(times(a, b) for b in range(size)) == list(range(size))


@pytest.mark.parametrize("size", [3, 5, 6, 8, 12, 32])
def test_nimbers_below_other_numbers_are_not(size: int) -> None:
    results = {nim_sum([a, b]) for a, b in product(range(size), repeat=2)}
    results |= {times(a, b) for a, b in product(range(size), repeat=2)}

    assert max(results) >= size
