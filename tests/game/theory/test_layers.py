"""Values of sets with one large number, compared with plain recursion and with long tables."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.game.meter import Meter, OutOfSteps
from service.game.theory.layers import MOST_LAYERS, layers_of
from service.game.theory.subtraction import values_of_set
from tests.support.rule_oracle import table
from tests.support.tries import tries

MOST_VALUES = 65_536


@tries(60)
@given(st.sets(st.integers(1, 12), max_size=4), st.integers(13, 400), st.integers(0, 2**53 - 1))
@example({3, 8, 11}, 579, 2**53 - 1)  # the period is 32 more than twice the number
@example({8, 12}, 583, 10**15)  # the period is that of neither the others nor the number
@example({1, 2, 3}, 100, 10**15)
@example(set(), 70, 10**15)
def test_values_are_those_of_plain_recursion(small: set[int], large: int, pile: int) -> None:
    numbers = tuple(sorted(small))
    layers = layers_of(numbers, large, MOST_VALUES)
    plain = table((*numbers, large), (MOST_LAYERS + 1) * large)
    known = [n for n in range(len(plain)) if layers.knows(n)]
    assert [layers.at(n) for n in known] == [plain[n] for n in known]
    assert len(known) >= min(2 * large, len(plain))

    found = values_of_set((*numbers, large), 2**53 - 1, MOST_VALUES)
    if found.period and layers.period:
        assert (layers.preperiod, layers.period) == (found.preperiod, found.period)
        assert layers.largest() == found.largest()
        assert layers.at(pile) == found.values[found.position_of(pile)]


@pytest.mark.parametrize("small", [(1, 3), (2, 5, 9), (4, 7, 11, 30), (1,), (10, 25)])
def test_a_period_beyond_every_table_is_found(small: tuple[int, ...]) -> None:
    """Each value is the least that no move leaves, wherever one looks."""
    for large in (70_001, 10**9, 10**9 + 1, 2**53 - 1):
        layers = layers_of(small, large, MOST_VALUES)
        assert layers.period
        numbers = [*small, large]
        for start in (0, large - 5, 2 * large - 5, 10**15, 7 * large + 123):
            for pile in range(start, start + 300):
                left = {layers.at(pile - number) for number in numbers if number <= pile}
                assert layers.at(pile) == next(n for n in range(9) if n not in left)


def test_nothing_is_known_without_a_period_of_the_small_numbers() -> None:
    layers = layers_of((9, 40), 1_000, 64)
    assert (layers.known, layers.knows(0)) == (0, False)


def test_the_work_is_counted() -> None:
    with pytest.raises(OutOfSteps), Meter(10_000):
        layers_of((998, 999), 10**9, MOST_VALUES)
