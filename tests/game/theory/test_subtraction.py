"""The values of subtraction sets and their periods, against plain recursion and known tables."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.game.theory import subtraction
from service.game.theory.subtraction import LONGEST_BLOCK, _table, values_below, values_of_set
from tests.support import rule_oracle
from tests.support.oracle import mex
from tests.support.strategies import LARGEST_PILE
from tests.support.tries import tries

sets = st.sets(st.integers(1, 24), min_size=1, max_size=6).map(lambda s: tuple(sorted(s)))


@given(sets)
def test_values_of_a_long_table_are_those_of_plain_recursion(numbers: tuple[int, ...]) -> None:
    found = values_of_set(numbers, LARGEST_PILE, 65_536)

    plain = rule_oracle.table(numbers, 700)
    assert [found.values[found.position_of(n)] for n in range(700)] == plain


@tries(15)
@given(st.sets(st.integers(1, 3000), min_size=1, max_size=5).map(lambda s: tuple(sorted(s))))
def test_blocks_join_without_a_seam(numbers: tuple[int, ...]) -> None:
    size = 2 * LONGEST_BLOCK + 99

    assert (
        list(_table(numbers, size).values[:size])
        == rule_oracle.table(numbers, size)[: len(_table(numbers, size).values)]
    )


@tries(15)
@given(
    st.sets(st.integers(1, 300), min_size=1, max_size=20).map(lambda s: tuple(sorted(s))),
    st.sampled_from([16, 64, 128]),
    st.integers(1, 700),
)
@example((37, 52, 55), 16, 300)  # some blocks lack a value that comes again
def test_values_below_a_size_are_those_of_plain_recursion(
    numbers: tuple[int, ...], block: int, size: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subtraction, "LONG_BLOCK", block)
        assert list(values_below(numbers, size)) == rule_oracle.table(numbers, 700)[:size]


@given(st.sets(st.integers(1, 9), min_size=1, max_size=5).map(lambda s: tuple(sorted(s))))
def test_preperiod_and_period_are_the_smallest(numbers: tuple[int, ...]) -> None:
    found = values_of_set(numbers, LARGEST_PILE, 65_536)

    plain = rule_oracle.table(numbers, 1000)
    assert (found.preperiod, found.period) == rule_oracle.smallest_period(plain)


@given(sets, st.integers(0, LARGEST_PILE))
def test_position_of_a_pile_has_its_options_before_it(numbers: tuple[int, ...], pile: int) -> None:
    found = values_of_set(numbers, LARGEST_PILE, 65_536)
    options = {s: found.values[found.position_of(pile - s)] for s in numbers if s <= pile}

    at = found.position_of(pile)
    assert {s: found.values[at - s] for s in options} == options
    assert found.values[at] == mex(list(options.values()))


def test_period_is_not_claimed_before_a_whole_window_repeats() -> None:
    """A set whose values look periodic long before its largest number is ever used."""
    found = values_of_set((1, 2, 501), LARGEST_PILE, 512)

    assert (found.preperiod, found.period) == (None, None)
    assert found.values[:501] == bytes(n % 3 for n in range(501))


def test_table_is_no_longer_than_it_may_be() -> None:
    for max_values in (1, 63, 64, 100, 3000):
        found = values_of_set((9_998, 9_999), LARGEST_PILE, max_values)
        assert len(found.values) == max_values
