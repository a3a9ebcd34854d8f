"""Misère Kayles at any size: the rule of Sibert and Conway, searched for and proven."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor

from hypothesis import given
from hypothesis import strategies as st

from service.game.games.take_and_break.misere_kayles import EXCEPTIONAL, wins_kayles
from tests.support import golden_values
from tests.support.misere_quotient import Pair, Quotient, Rows, quotient
from tests.support.rule_oracle import take_and_break_table, taking_and_breaking
from tests.support.rules import Rules as Played
from tests.support.rules import State, breaking
from tests.support.tries import at_most

LARGEST_ROW = 200
VALUES = take_and_break_table(taking_and_breaking("0", [7, 7], False), LARGEST_ROW + 1)
PERIOD, PREPERIOD = 12, 71

rows = st.lists(st.sampled_from([*sorted(EXCEPTIONAL) * 3, 2, 3, 8, 25, 60]), max_size=12)


def partitions(pins: int, largest: int) -> Iterator[Rows]:
    """Every position with this number of pins, its rows in descending order."""
    if not pins:
        yield ()
    for row in range(min(pins, largest), 0, -1):
        for others in partitions(pins - row, row):
            yield (row, *others)


def lost(position: Rows) -> bool:
    return not wins_kayles(position, [VALUES[row] for row in position])


def features(position: Rows) -> tuple[object, ...]:
    """The features of the rule: the nim-sum, and the number of rows of each exceptional size."""
    total = 0
    for row in position:
        total ^= VALUES[row]
    sizes = set(position)
    if not (sizes <= {5, 4, 1} or sizes <= EXCEPTIONAL - {5}) or position.count(25) > 1:
        return (total,)
    counts = Counter(1 if row == 4 else row for row in position)
    few_or_parity = {row: count if count < 2 else 2 + count % 2 for row, count in counts.items()}
    return total, frozenset(few_or_parity.items())


@cache
def quotient_of(rule: Callable[[Rows], bool]) -> Quotient:
    return quotient(range(1, LARGEST_ROW + 1), features, rule)


def pairs(found: Quotient) -> dict[int, Pair]:
    """The class of each row and of its options."""
    return {row: pair_of(row, found) for row in range(1, LARGEST_ROW + 1)}


def pair_of(row: int, found: Quotient) -> Pair:
    class_of = {0: 0, **found.of_row}
    options = [
        found.products[class_of[left]][class_of[row - taken - left]]
        for taken in (1, 2)
        for left in range(row - taken + 1)
    ]
    return class_of[row], frozenset(options)


def test_rule_is_what_play_finds_up_to_20_pins() -> None:
    game = Played(breaking("0", [7, 7], False))

    for pins in range(at_most(20, quick=16) + 1):
        for position in partitions(pins, pins):
            assert lost(position) != game.wins(State(position), True), position


@given(rows, rows)
def test_rule_depends_on_the_features_only(first: list[int], second: list[int]) -> None:
    """Two more rows of a size that occurs twice change nothing."""
    for row, count in Counter(first).items():
        if count > 1:
            assert lost((*first, row, row)) == lost((*first,))
    if features((*first,)) == features((*second,)):
        assert lost((*first,)) == lost((*second,))


def test_a_row_of_4_is_as_good_as_one_of_1_whatever_is_beside_it() -> None:
    """So the features treat them as equal, and the proof considers only rows of 1."""
    for counts in product(range(3), repeat=len(EXCEPTIONAL)):
        rows = [row for row, count in zip(EXCEPTIONAL, counts, strict=True) for _ in range(count)]
        assert lost((*rows,)) == lost(tuple(1 if row == 4 else row for row in rows)), rows


def test_position_with_more_than_one_row_of_25_is_no_exception() -> None:
    """So the features and the proof need not count these."""
    for count in range(4):
        for others in combinations_with_replacement(sorted(EXCEPTIONAL - {5}), count):
            position = (25, 25, *others)
            assert lost(position) == (reduce(xor, [VALUES[row] for row in position]) == 0), position


def test_rule_is_right_for_any_number_of_rows_of_up_to_200_pins() -> None:
    """With no rows the player to move has won, because the opponent took the last pin."""
    found = quotient_of(lost)
    kinds = {*pairs(found).values()}
    sums = found.sums(kinds)

    assert 0 not in found.lost
    assert [pair for pair in sums if not found.is_right(pair)] == []
    assert (len(found.products), len(kinds), len(sums)) == (40, 74, 1416)


def test_larger_rows_are_like_those_of_up_to_200_pins() -> None:
    """The classes repeat every 12 pins, starting at 71, and the pairs starting at 2 · 71 + 12 + 2.

    The reason is the same as for the values: one of the two parts of a longer row is long enough to
    stay in its class without 12 of its pins. So the rule is right for rows of any length.
    """
    found = quotient_of(lost)
    of_row, pair = found.of_row, pairs(found)
    start = 2 * PREPERIOD + PERIOD + 2

    assert all(of_row[n] == of_row[n + PERIOD] for n in range(PREPERIOD, start))
    assert all(pair[n] == pair[n + PERIOD] for n in range(start, LARGEST_ROW - PERIOD + 1))


def test_lost_rows_are_those_that_are_published() -> None:
    single = [row for row in range(1, 21) if lost((row,))]

    assert single == golden_values.MISERE_KAYLES_LOST
    assert [row for row in range(21, 201) if lost((row,))] == []
