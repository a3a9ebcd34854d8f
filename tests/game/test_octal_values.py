"""The values of take-and-break games and their periods, against plain recursion and tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.octal import Code, parse_code
from service.game.octal_values import TABLES_KEPT, _table, grundy_values, proven_period
from service.game.rules.max_remove import MaxRemove
from service.game.rules.rule import ValueSequence
from service.game.rules.subtraction_set import SubtractionSet
from service.game.rules.take_and_break import TakeAndBreak
from tests.support import golden_values, rule_oracle
from tests.support.golden_values import CODES, SETS, KnownCode, KnownSet
from tests.support.order import long
from tests.support.strategies import LARGEST_PILE, codes
from tests.support.tries import sweep, tries

MOST_VALUES = 4096


def code(text: str) -> Code:
    return parse_code(text, most_digits=8)


def game(text: str) -> TakeAndBreak:
    return TakeAndBreak(code(text), most_moves=1)


def first_values(text: str, size: int) -> list[int]:
    return list(grundy_values(code(text), size)[:size])


# --- Values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", CODES.values(), ids=CODES)
def test_published_values(known: KnownCode) -> None:
    assert first_values(known.code, len(known.values)) == known.values


def test_published_values_of_kayles_up_to_1000() -> None:
    row = golden_values.KAYLES_FROM_72
    expected = [golden_values.KAYLES_EXCEPTIONS.get(n, row[n % 12]) for n in range(1001)]

    assert first_values("0.77", 1001) == expected


def test_laskers_nim_exchanges_every_fourth_pair_up_to_1000() -> None:
    expected = [n + (n % 4 == 3) - (n % 4 == 0 and n > 0) for n in range(1001)]

    assert first_values("4.[3]", 1001) == expected


@tries(60)
@given(codes())
def test_values_are_those_of_plain_recursion(game: tuple[str, str, list[int], bool]) -> None:
    text, before_point, digits, repeats = game
    moves = rule_oracle.taking_and_breaking(before_point, digits, repeats)
    plain = rule_oracle.take_and_break_table(moves, 60)

    assert first_values(text, 60) == plain


@pytest.mark.parametrize(
    ("text", "parts", "size"),
    [("4.[7]", ("4", [7], True), 140), ("4!.[3]", ("4!", [3], True), 280)],
)
def test_values_beyond_a_byte_are_those_of_plain_recursion(
    text: str, parts: tuple[str, list[int], bool], size: int
) -> None:
    plain = rule_oracle.take_and_break_table(rule_oracle.taking_and_breaking(*parts), size)

    assert max(plain) > 255
    assert first_values(text, size) == plain


def test_values_of_a_code_without_repeats_may_grow_beyond_a_byte() -> None:
    """Values are kept as bytes at first; here they have to be found in another way."""
    moves = rule_oracle.taking_and_breaking("4!", [4, 6, 6, 6, 5, 5], False)
    plain = rule_oracle.take_and_break_table(moves, 520)

    assert max(plain) > 255
    assert first_values("4!.466655", 520) == plain


# --- Periods --------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", CODES.values(), ids=CODES)
def test_published_periods(known: KnownCode) -> None:
    sequence = game(known.code).sequence(len(known.values), MOST_VALUES)

    assert sequence == {
        "values": known.values,
        "preperiod": known.preperiod,
        "period": known.period,
        "proof": known.period and "computed",
    }


@pytest.mark.parametrize(
    ("text", "preperiod", "period"),
    sweep(
        [("0.156", 3479, 349), ("0.165", 5181, 1550), ("0.644", 3256, 442), ("0.356", 7315, 142)]
    ),
)
def test_long_periods_that_16384_values_prove(text: str, preperiod: int, period: int) -> None:
    """As in the tables of A. Flammenkamp."""
    assert proven_period(code(text), 16_384) == (preperiod, period)


@pytest.mark.parametrize("known", golden_values.PUBLISHED_PERIODS, ids=lambda known: known[0])
def test_published_period_has_its_reference(known: tuple[str, int, int, str]) -> None:
    text, preperiod, period, author = known
    sequence = game(text).sequence(1, 256)

    assert (sequence["preperiod"], sequence["period"]) == (preperiod, period)
    assert sequence["proof"] == "published"
    assert author in sequence["reference"]


@long
def test_published_period_is_that_of_the_values() -> None:
    """The shortest one, as far as a test can wait: plain look-up in the values of 0.127."""
    values = first_values("0.127", 2**16)
    repeated = [n for n in range(2**16 - 4) if values[n] != values[n + 4]]

    assert max(repeated) == 46_577


@pytest.mark.parametrize("text", ["4!.56", "0.12[7]", "0.0127"])
def test_period_is_published_for_that_very_code_only(text: str) -> None:
    assert game(text).sequence(1, 256)["proof"] is None


@pytest.mark.parametrize("text", golden_values.UNKNOWN_PERIODS)
def test_period_that_is_not_proven_is_not_given(text: str) -> None:
    assert proven_period(code(text), MOST_VALUES) is None


@pytest.mark.parametrize("text", ["0.[3]", "0.3[0]", "4!.33", "4!.0"])
def test_no_period_is_given_where_the_theorem_says_nothing(text: str) -> None:
    assert proven_period(code(text), MOST_VALUES) is None


@pytest.mark.parametrize(
    ("text", "most_values"), [("0.77", 168), ("0.07", 176), ("0.7777", 336), ("0.17", 136)]
)
def test_period_is_given_as_soon_as_it_is_proven_and_no_sooner(text: str, most_values: int) -> None:
    """2n₀ + 2p + k values prove it: these are counted by hand from the published n₀ and p."""
    assert proven_period(code(text), most_values - 1) is None
    assert proven_period(code(text), most_values) is not None


@tries(40)
@given(st.sampled_from(["0", "4"]), st.lists(st.integers(0, 7), min_size=1, max_size=3))
def test_proven_preperiod_and_period_are_the_smallest(before_point: str, digits: list[int]) -> None:
    found = proven_period(code(f"{before_point}.{''.join(map(str, digits))}"), 128)

    if found:
        moves = rule_oracle.taking_and_breaking(before_point, digits, False)
        assert found == rule_oracle.smallest_period(rule_oracle.take_and_break_table(moves, 260))


@pytest.mark.parametrize("most_values", range(1, 12))
def test_no_period_is_given_where_the_condition_holds_from_0_on_only(most_values: int) -> None:
    """The values of 0.4 start with 0, 0, 0, 1; those of 0.0004 with six 0s and a 1."""
    assert proven_period(code("0.4"), most_values) != (0, 1)
    assert proven_period(code("0.0004"), most_values) != (0, 1)


def test_trailing_zeros_change_nothing() -> None:
    assert proven_period(code("0.77000000"), 168) == proven_period(code("0.77"), 168) == (71, 12)


def test_game_without_a_move_has_the_value_0_throughout() -> None:
    assert game("0.0").sequence(3, MOST_VALUES) == {
        "values": [0, 0, 0],
        "preperiod": 0,
        "period": 1,
        "proof": "computed",
    }


# --- Sequences of other games ---------------------------------------------------------------------


@pytest.mark.parametrize("known", SETS, ids=lambda known: str(known.numbers))
def test_sequence_of_a_subtraction_set(known: KnownSet) -> None:
    game = SubtractionSet(known.numbers, most_values=65_536)

    assert game.sequence(len(known.values), MOST_VALUES) == {
        "values": known.values,
        "preperiod": known.preperiod,
        "period": known.period,
        "proof": "computed",
    }


def test_sequence_of_a_set_is_that_of_plain_recursion_up_to_1000() -> None:
    game = SubtractionSet((4, 11, 17), most_values=65_536)

    values = game.sequence(1000, MOST_VALUES)["values"]
    assert values == rule_oracle.table((4, 11, 17), 1000)


def test_sequence_of_a_set_whose_period_is_not_proven() -> None:
    sequence = SubtractionSet((9, 700), most_values=1024).sequence(1000, MOST_VALUES)

    assert sequence == {
        "values": rule_oracle.table((9, 700), 1000),
        "preperiod": None,
        "period": None,
        "proof": None,
    }


@pytest.mark.parametrize("most", [1, 3, LARGEST_PILE])
def test_sequence_of_bounded_nim(most: int) -> None:
    assert MaxRemove(most).sequence(9, MOST_VALUES) == ValueSequence(
        values=[n % (most + 1) for n in range(9)], preperiod=0, period=most + 1, proof="computed"
    )


def test_few_tables_are_kept() -> None:
    assert _table.cache_info().maxsize == proven_period.cache_info().maxsize == TABLES_KEPT == 16
