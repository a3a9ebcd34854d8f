"""docs/theory/ on games with a rule and on games that break piles: its statements hold.

The truth is played out or computed by plain recursion; the statements that the service itself
carries out are tested with it.
"""

from itertools import combinations, combinations_with_replacement

import pytest

from service.game.games.nim import Nim
from service.game.games.take_and_break.code import moves_from, parse_code
from tests.support.games import dawsons_chess_moves, kayles_moves
from tests.support.rows import rows
from tests.support.rule_oracle import (
    Piles,
    Played,
    removing,
    table,
    take_and_break_table,
    taking_and_breaking,
)
from tests.support.solved import solve

SETS = [s for count in range(1, 5) for s in combinations(range(1, 9), count)]


def digits(code: str) -> list[int]:
    return [int(digit) for digit in code.partition(".")[2]]


# --- Taking with a rule ---------------------------------------------------------------------------


def test_winning_move_may_raise_a_value_and_their_number_may_be_even() -> None:
    game = Played(removing([1, 2, 3]), 6)
    raising, counts = 0, set()
    for piles in combinations_with_replacement(range(7), 3):
        moves = solve(piles, False, Nim(3))["winning_moves"]
        assert len(moves) == len(game.winning_moves(piles, False))
        raising += sum(m["leaves"] % 4 > piles[m["pile"]] % 4 for m in moves)
        counts.add(len(moves))

    assert raising > 0
    assert {2, 3} <= counts


@pytest.mark.parametrize("largest", range(1, 9))
def test_two_equal_stretches_prove_a_period(largest: int) -> None:
    for numbers in (s for s in SETS if s[-1] == largest):
        values = table(numbers, 1200)
        seen: dict[tuple[int, ...], int] = {}
        for n in range(1200):
            first = seen.setdefault(tuple(values[n : n + largest]), n)
            if first < n:
                break
        period = n - first

        assert period > 0
        assert all(values[i] == values[i + period] for i in range(first, 1200 - period)), numbers


def test_value_is_1_if_and_only_if_that_without_the_smallest_number_is_0() -> None:
    for numbers in SETS:
        values = table(numbers, 200)
        least = numbers[0]
        for n in range(200):
            assert (values[n] == 1) == (n >= least and values[n - least] == 0), (numbers, n)


# --- Taking and breaking --------------------------------------------------------------------------


def listed(code: str, pile: int) -> set[Piles]:
    moves = moves_from(parse_code(code, max_digits=8), pile)
    return {tuple(leaves) for _, leaves in moves}


def without_empty(rows: Piles) -> Piles:
    return tuple(sorted(row for row in rows if row))


@rows("pile", range(15))
def test_codes_of_the_table_stand_for_its_games(pile: int) -> None:
    splits = {(a, pile - a) for a in range(1, pile) if a <= pile - a}
    fewer = {without_empty((left,)) for left in range(pile)}

    assert listed("0.[3]", pile) == fewer
    assert listed("0.77", pile) == {without_empty(rows) for rows in kayles_moves((pile,))}
    assert listed("0.07", pile) == {
        without_empty((left, pile - 2 - left)) for left in range(pile - 1)
    }
    assert listed("0.137", pile) == {without_empty(rows) for rows in dawsons_chess_moves((pile,))}
    assert listed("4.[3]", pile) == fewer | splits
    assert listed("4!.0", pile) == {(a, b) for a, b in splits if a != b}


@pytest.mark.parametrize(("code", "stretch"), [("0.77", 2), ("0.77", 6), ("0.137", 14)])
def test_equal_stretches_prove_no_period_when_moves_split_piles(code: str, stretch: int) -> None:
    """The value after a stretch as long as the longest move, or longer, differs all the same."""
    values = take_and_break_table(taking_and_breaking("0", digits(code), False), 60)

    assert any(
        values[a : a + stretch] == values[b : b + stretch]
        and values[a + stretch] != values[b + stretch]
        for a, b in combinations(range(60 - stretch), 2)
    )


@pytest.mark.parametrize(("code", "k"), [("0.4", 1), ("0.04", 2), ("0.004", 3)])
def test_condition_for_a_period_is_no_proof_from_0_on(code: str, k: int) -> None:
    values = take_and_break_table(taking_and_breaking("0", digits(code), False), 20)
    preperiod, period = 0, 1

    checked = range(preperiod, 2 * preperiod + period + k)
    assert all(values[n + period] == values[n] for n in checked)
    assert any(values[n + period] != values[n] for n in range(19))


def test_condition_for_a_period_is_no_proof_for_unequal_splits() -> None:
    """Grundy's game, in which a split into equal parts is not a move."""
    values = take_and_break_table(taking_and_breaking("4!", [0], False), 20)
    preperiod, period, k = 3, 3, 0

    checked = range(preperiod, 2 * preperiod + period + k)
    assert all(values[n + period] == values[n] for n in checked)
    assert (values[10], values[13]) == (0, 3)
