"""Subtraction sets with piles too large to play out, and sets without a proven period."""

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.game.games.nim import subtraction
from service.game.games.nim.subtraction import NotProven, Subtraction
from service.game.position import Position
from tests.support import rule_oracle
from tests.support.golden_values import SETS, KnownSet
from tests.support.rule_oracle import table
from tests.support.solved import solve

LONG = Subtraction((9, 40))
"""The values of this set repeat after 49 objects, which takes 49 + 40 values to prove."""


@pytest.fixture
def short_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.game.games.nim.subtraction.MAX_SET_VALUES", 64)


@pytest.mark.usefixtures("short_table")
def test_subtraction_is_exact_within_the_table_without_a_period() -> None:
    assert solve([63], False, LONG)["grundy_values"] == [table((9, 40), 64)[63]]


@pytest.mark.usefixtures("short_table")
def test_subtraction_names_the_piles_beyond_a_table_without_a_period() -> None:
    with pytest.raises(NotProven) as error:
        solve([64, 63, 0, 100], False, LONG)

    assert error.value.locations == [("piles", 0), ("piles", 3)]
    assert error.value.largest == 63
    assert str(error.value) == (
        "No period is proven for this subtraction set: the largest pile that can be solved is 63."
    )


# --- Sequences of values --------------------------------------------------------------------------


@pytest.mark.parametrize("known", SETS, ids=lambda known: str(known.numbers))
def test_sequence_of_a_subtraction_set(known: KnownSet) -> None:
    game = Subtraction(known.numbers)

    assert game.values.sequence(len(known.values)) == {
        "values": known.values,
        "preperiod": known.preperiod,
        "period": known.period,
        "saltus": 0,
        "proof": "computed",
        "last_exception": known.preperiod - 1 if known.preperiod else None,
        "largest": max(table(known.numbers, 60)),
    }


def test_sequence_of_a_set_whose_period_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.game.games.nim.subtraction.MAX_SET_VALUES", 1024)
    sequence = Subtraction((9, 700)).values.sequence(1000)

    assert sequence == {
        "values": table((9, 700), 1000),
        "preperiod": None,
        "period": None,
        "saltus": None,
        "proof": None,
        "last_exception": None,
        "largest": None,
    }


# --- Numbers beyond every table -------------------------------------------------------------------


@given(
    st.sets(st.integers(1, 9), max_size=3),
    st.sets(st.integers(60, 200), min_size=1, max_size=2),
    st.integers(0, 399),
)
@example({1, 2}, {99}, 99)  # which is divisible by 3
@example(set(), {70, 71}, 69)
def test_numbers_beyond_the_table_are_those_of_plain_recursion_or_an_error(
    small: set[int], large: set[int], pile: int
) -> None:
    """A number that the pile does not reach never matters; of the others one may be large."""
    numbers = tuple(sorted(small | large))
    plain = rule_oracle.table(numbers, 400)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subtraction, "MAX_SET_VALUES", 64)
        game = Subtraction(numbers)
        with suppress(subtraction.NotProven):
            assert game.values.of([pile]) == [plain[pile]]
            return
        with pytest.raises(subtraction.NotProven) as error:
            game.values.of([pile])
        largest = error.value.largest
        assert largest < pile
        assert game.values.of([largest]) == [plain[largest]]


def test_a_number_beyond_the_table_has_a_period_and_a_reason() -> None:
    """Of 1, 3 and n the values repeat every n + 3 if n is even, as play shows for small n."""
    for last in (10**9, 10**15):
        game = Subtraction((1, 3, last))
        found = game.values.period()
        assert found
        assert (found.preperiod, found.period, found.largest) == (0, last + 3, 3)
        assert game.values.why_pile(last + 4).startswith(
            f"The values repeat every {last + 3:,} objects, so {last + 4:,} has the same value as 1"
        )
    assert Subtraction((1, 3, 10**9, 10**10)).values.period() is None
    assert Subtraction((1, 3, 10**9, 10**10)).values.of([10**10 - 1]) == [
        Subtraction((1, 3, 10**9)).values.of([10**10 - 1])[0]
    ]


@pytest.mark.parametrize(
    ("last", "pile", "value"),
    [(10**9, 10**9, 1), (10**9 - 1, 10**9 - 1, 3), (10**9 - 1, 10**15, 10**15 % 10**9 % 3)],
)
def test_one_two_and_a_large_number(last: int, pile: int, value: int) -> None:
    """Codeforces 1194D, "1-2-K Game"."""
    game = Subtraction((1, 2, last))
    assert game.values.of([pile]) == [value]
    assert Position(game, (pile,)).wins() == (value > 0)
