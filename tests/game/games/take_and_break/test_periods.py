"""The periods of take-and-break games, against plain recursion and published tables."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.take_and_break.periods import period_of
from service.game.games.take_and_break.published import (
    PUBLISHED,
    Published,
    published_period,
)
from service.game.theory.period import Period
from tests.support import golden_values, rule_oracle
from tests.support.golden_values import CODES, KnownCode
from tests.support.octal_codes import code, first_values, game, plain_values
from tests.support.tries import sweep, tries

MAX_VALUES = 4096


def period(text: str, max_values: int = MAX_VALUES) -> tuple[int, int, int] | None:
    """The preperiod, period and saltus that this many values prove, if any."""
    found = period_of(code(text), max_values)
    return found and found[:3]


# --- Proven by values -----------------------------------------------------------------------------


@pytest.mark.parametrize("known", CODES.values(), ids=CODES)
def test_published_periods(known: KnownCode) -> None:
    sequence = game(known.code).values.sequence(len(known.values))

    saltus = {"0.[3]": 1, "4.[3]": 4}.get(known.code, 0)  # Nim and Lasker's Nim
    assert sequence.pop("reference", "").startswith("E. Lasker" if saltus == 4 else "")
    assert sequence == {
        "values": known.values,
        "preperiod": known.preperiod,
        "period": known.period,
        "saltus": known.period and saltus,
        "proof": known.period and ("published" if saltus == 4 else "computed"),
        "last_exception": known.preperiod - 1 if known.preperiod else None,
        "largest": max(plain_values(known.code, 300)) if known.preperiod and not saltus else None,
    }


@pytest.mark.parametrize(
    ("text", "preperiod", "smallest"),
    sweep(
        [("0.156", 3479, 349), ("0.165", 5181, 1550), ("0.644", 3256, 442), ("0.356", 7315, 142)]
    ),
)
def test_long_periods_that_16384_values_prove(text: str, preperiod: int, smallest: int) -> None:
    """As in A. Flammenkamp's tables."""
    found = period_of(code(text), 16_384)
    assert found == Period(preperiod, smallest, 0, "computed", largest=found and found.largest)


@pytest.mark.parametrize(
    ("text", "preperiod", "smallest", "fewest"),
    [
        # G(n + p) = G(n) for 1 ≤ n < 2 + p + k: these are the values of 0 to 2p + k + 1.
        ("0.003", 0, 6, 17),
        ("0.3", 0, 2, 7),
        ("0.00003", 0, 10, 27),
        # Others: 2n₀ + 2p + k values, counted by hand from the published n₀ and p.
        ("0.77", 71, 12, 168),
        ("0.77000000", 71, 12, 168),
        ("0.77[0]", 71, 12, 168),
        ("0.07", 53, 34, 176),
        ("0.7777", 142, 24, 336),
        ("0.17", 33, 34, 136),
        ("0.77[1]", 71, 12, 169),
    ],
)
def test_period_is_given_as_soon_as_it_is_proven_and_no_sooner(
    text: str, preperiod: int, smallest: int, fewest: int
) -> None:
    assert period(text, fewest) == (preperiod, smallest, 0)
    assert period(text, fewest - 1) is None


@pytest.mark.parametrize("text", golden_values.UNKNOWN_PERIODS)
def test_period_that_is_not_proven_by_values_is_not_said_to_be(text: str) -> None:
    found = period_of(code(text), MAX_VALUES)

    assert found is None or found.proof == "published"


@pytest.mark.parametrize("text", ["4!.33", "4!.0", "4!.[1]", "4.[3]", "0.[4]", "0.3[5]", "4.[2]"])
def test_no_period_is_given_where_no_theorem_says_anything(text: str) -> None:
    assert period(text) is None


@tries(40)
@given(st.sampled_from(["0", "4"]), st.text("01234567", min_size=1, max_size=3), st.booleans())
def test_proven_preperiod_and_period_are_the_smallest(
    before_point: str, digits: str, repeats_1: bool
) -> None:
    text = f"{before_point}.{digits}" + "[1]" * repeats_1
    found = period_of(code(text), 128)

    if found and found.proof == "computed":
        values = plain_values(text, 260)
        assert found == Period(
            *rule_oracle.smallest_period(values), 0, "computed", largest=max(values)
        )


@pytest.mark.parametrize("max_values", range(1, 12))
def test_no_period_is_given_where_the_condition_holds_from_0_on_only(max_values: int) -> None:
    """The values of 0.4 start with 0, 0, 0, 1, and the values of 0.0004 with six 0s and a 1."""
    assert period("0.4", max_values) != (0, 1, 0)
    assert period("0.0004", max_values) != (0, 1, 0)


# --- Codes that repeat a digit --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.0", (0, 1, 0)),
        ("0.[1]", (1, 1, 0)),
        ("0.[7]", (0, 1, 1)),
        ("0.37[3]", (0, 1, 1)),
        ("0.00000[3]", (0, 6, 1)),
        ("4.[1]", (1, 1, 0)),
    ],
)
def test_trivial_and_additive_periods(text: str, expected: tuple[int, int, int]) -> None:
    assert period(text) == expected


def additive(values: list[int], candidate: tuple[int, int, int]) -> bool:
    """Whether the values grow by the saltus in each period, from the preperiod to their end."""
    preperiod, length, saltus = candidate
    return all(
        after - before == saltus
        for before, after in zip(values[preperiod:], values[preperiod + length :], strict=False)
    )


@tries(150)
@given(st.text("0123", max_size=5), st.sampled_from("23"))
def test_additive_periods_are_the_smallest_that_plain_recursion_shows(
    digits: str, repeated: str
) -> None:
    text = f"0.{digits}[{repeated}]"
    found = period(text)
    assert found
    preperiod, length, _ = found
    values = plain_values(text, 2 * preperiod + 4 * length + 60)

    assert additive(values, found)
    if preperiod:
        assert not additive(values, (preperiod - 1, *found[1:]))
    for shorter in range(1, length):
        step = values[preperiod + shorter] - values[preperiod]
        assert not additive(values, (preperiod, shorter, step))


# --- Published, or derived from published ones ----------------------------------------------------


@pytest.mark.parametrize("known", golden_values.PUBLISHED_PERIODS, ids=lambda known: known[0])
def test_published_period_has_its_reference(known: tuple[str, int, int, str]) -> None:
    text, preperiod, smallest, author = known
    sequence = game(text).values.sequence(1)

    assert (sequence["preperiod"], sequence["period"]) == (preperiod, smallest)
    assert sequence["proof"] == "published"
    assert author in sequence["reference"]


@pytest.mark.soak
def test_published_period_is_that_of_the_values() -> None:
    """The shortest one, by plain look-up in the values of 0.127. The others would take too long."""
    values = first_values("0.127", 2**16)
    repeated = [n for n in range(2**16 - 4) if values[n] != values[n + 4]]

    assert max(repeated) == 46_577


@pytest.mark.soak
def test_2_at_the_fifth_place_changes_no_value_of_the_published_0127() -> None:
    """Up to the end of the first period, no pile has the same value as the pile smaller by 5."""
    values = first_values("0.127", 2**16)

    assert not any(values[n] == values[n - 5] for n in range(6, 46_578 + 4 + 5))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1601", (105_351, 149_459)),
        ("0.1602", (105_351, 149_459)),
        ("0.1603", (105_351, 149_459)),
        ("0.3541", (10_061_916, 1_180)),
        ("0.3761", (2_268_248, 4)),
        ("0.5601", (326_640, 144)),
        ("0.12701", (46_578, 4)),
        ("0.17771", (160_949_018, 60_620_715)),
    ],
)
def test_period_follows_from_a_published_one(text: str, expected: tuple[int, int]) -> None:
    found = period_of(code(text), 256)

    assert found
    assert found[:4] == (*expected, 0, "published")


@pytest.mark.parametrize("text", ["0.160004", "0.560004", "0.5600004", "0.3760004"])
def test_no_published_period_follows_for_a_code_with_other_moves(text: str) -> None:
    assert published_period(code(text)) is None


def test_reference_of_a_derived_period_names_the_code_that_it_follows_from() -> None:
    published, derived, computed = (
        published_period(code(text)) for text in ("0.56", "0.5601", "0.5602")
    )

    assert published
    assert published.reference is not None
    assert published.reference.endswith("International Journal of Game Theory 18 (1989)")
    follows = f"{published.reference}, for 0.56, which has these values"
    assert derived == published._replace(reference=follows)
    assert computed == published._replace(reference=f"{follows}, as computation shows")


@pytest.mark.parametrize("known", PUBLISHED, ids=lambda known: "".join(map(str, known.digits)))
def test_extension_by_two_digits_has_a_published_period_only_with_the_same_values(
    known: Published,
) -> None:
    """With a 1, as far as 2,048 values show; with a 2, only if the whole first period shows it."""
    digits = "".join(map(str, known.digits))
    values = first_values(f"0.{digits}", 2_048)

    for added in sweep(product("01234567", repeat=2)):
        text = f"0.{digits}{''.join(added)}"
        if published_period(code(text)):
            assert first_values(text, 2_048) == values, text
        elif set(added) <= set("01"):
            assert first_values(text, 2_048) != values, text


@pytest.mark.parametrize("text", ["4!.56", "4.56", "0.12[7]", "0.0127", "0.126", "0.1607", "0.276"])
def test_period_is_published_for_the_same_values_only(text: str) -> None:
    assert published_period(code(text)) is None
    assert first_values(text, 64) not in [
        first_values("0." + "".join(map(str, known.digits)), 64) for known in PUBLISHED
    ]
