"""Subtraction sets with piles too large to play out, and sets without a proven period."""

import pytest

from service.game.games.nim.subtraction import NotProven, Subtraction
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
