"""Every number of an explanation at sizes beyond 1,000, computed anew."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from operator import xor
from typing import Any

import numpy as np
import pytest

from service.game.games import GAMES
from service.game.questions.explain import explain
from tests.support.rows import rows

N = r"(\d{1,3}(?:,\d{3})*)"
LIST = rf"{N}(?:, {N})*(?: (?:and|or) {N})?"


def number(text: str) -> int:
    return int(text.replace(",", ""))


def numbers(text: str) -> list[int]:
    return [number(each) for each in re.findall(r"\d{1,3}(?:,\d{3})*", text)]


@cache
def table(code: str, size: int) -> Sequence[int]:
    """The Grundy values of a code of digits, by the moves that the digits allow."""
    digits = [int(digit) for digit in code.removeprefix("0.")]
    values = np.zeros(size + 1, dtype=np.int64)
    for pile in range(1, size + 1):
        reached = [np.empty(0, dtype=np.int64)]
        for taken, digit in enumerate(digits, 1):
            rest = pile - taken
            if digit & 1 and rest == 0:
                reached.append(np.zeros(1, dtype=np.int64))
            if digit & 2 and rest > 0:
                reached.append(values[rest : rest + 1])
            if digit & 4 and rest > 1:
                half = rest // 2
                reached.append(values[1 : half + 1] ^ values[rest - 1 : rest - half - 1 : -1])
        values[pile] = mex(np.concatenate(reached).tolist())
    return [int(value) for value in values]


def mex(values: Sequence[int]) -> int:
    found = {*values}
    return next(n for n in range(len(found) + 1) if n not in found)


def options(code: str, pile: int, values: Sequence[int]) -> set[int]:
    """The values that a move in a pile leaves."""
    found = set()
    for taken, digit in enumerate(map(int, code.removeprefix("0.")), 1):
        rest = pile - taken
        if digit & 1 and rest == 0:
            found.add(0)
        if digit & 2 and rest > 0:
            found.add(values[rest])
        if digit & 4:
            found |= {values[a] ^ values[rest - a] for a in range(1, rest)}
    return found


def check_value(said: str, piles: Sequence[int], value: int, pile: int) -> None:
    """The end of a sentence: which piles have which value."""
    match = re.fullmatch(rf"so (?:row|pile)s? ({LIST}) (?:has|have) the value {N}\.", said)
    assert match, said
    places = numbers(match[1])
    assert [piles[i - 1] for i in places] == [pile] * len(places), said
    assert number(match[match.lastindex or 0]) == value, said


LEAST = f"the least number missing is {N}"
SEVERAL = rf"A move from {N} leaves {N} different values, and {LEAST}"
SOME = rf"A move from {N} leaves the value {LIST}, and {LEAST}"
ONE_BY_ONE = (
    rf"The values up to that of {N} are computed one by one, and the least number missing from "
    rf"those that a move leaves is {N}"
)
ALONE = "A single row is lost if and only if its value is 0."


def check_octal(sentence: str, code: str, piles: Sequence[int], values: Sequence[int]) -> bool:
    """Whether a sentence about a code was understood; what it says is asserted."""
    said, _, end = sentence.partition(", so ")
    for pattern in (ONE_BY_ONE, SEVERAL, SOME):
        if re.fullmatch(pattern, said):
            named = numbers(said)
            pile, value = named[0], named[-1]
            assert values[pile] == value == mex([*options(code, pile, values)])
            if "different" in said:
                assert len(options(code, pile, values)) == named[1]
            if "the value" in said:
                assert {*named[1:-1]} == options(code, pile, values)
            check_value(f"so {end}", piles, value, pile)
            return True
    place = re.fullmatch(
        rf"(?:Starting at a row of {N}, the|The) values repeat every {N} pins, and {N} is at the "
        rf"place of {N}",
        said,
    )
    if place:
        start, period, pile, equal = (number(each or "0") for each in place.groups())
        assert pile >= equal >= start
        assert (pile - equal) % period == 0
        assert equal < start + period
        repeats = range(start, len(values) - period)
        assert all(values[n] == values[n + period] for n in repeats)
        check_value(f"so {end}", piles, values[equal], pile)
        assert pile >= len(values) or values[pile] == values[equal]
    return place is not None


def check_columns(sentence: str, values: Sequence[int]) -> bool:
    odd = re.fullmatch(
        rf"In binary the values have an odd number of 1s in (?:column|each of the columns) {LIST}, "
        r"so the position is odd\.",
        sentence,
    )
    total = reduce(xor, values)
    if odd:
        assert sum(numbers(sentence.partition("1s in ")[2])) == total
    if "even number of 1s in every column" in sentence:
        assert total == 0
    return odd is not None


OCTAL: list[tuple[str, list[int]]] = [
    ("0.165", [5180, 6730]),  # both below the preperiod
    ("0.165", [1001, 5180, 900, 5180]),
    ("0.156", [2000, 4000]),
    ("0.644", [1500, 1000, 3]),
    ("0.356", [3000]),
    ("0.77", [5000, 12_345, 70, 71, 82, 83]),
    ("0.07", [1001, 1035]),
    ("0.137", [1001, 51, 52, 53]),
]


@rows(("code", "piles"), OCTAL)
def test_each_number_about_a_code_is_computed_anew(code: str, piles: list[int]) -> None:
    values = table(code, min(6_800, max(piles) + 100))
    explanation = explain(GAMES["octal"].position(piles, code=code), 5)
    known = explanation["grundy_values"]
    for pile, value in zip(piles, known, strict=True):
        assert pile >= len(values) or values[pile] == value
    seen = 0
    for sentence in explanation["reasons"]:
        if not re.search(r"\d", sentence.replace("1s", "")):
            continue
        general = sentence.startswith("Digit n of the code") or sentence == ALONE
        if not general:
            understood = check_octal(sentence, code, piles, values)
            assert understood or check_columns(sentence, known), sentence
            seen += 1
    assert seen >= min(5, len({*piles}))


def exponent_of_2(n: int) -> int:
    return (n & -n).bit_length() - 1


def half(n: int) -> int:
    while n % 2:
        n = (n - 1) // 2
    return n // 2


def lasker(n: int) -> int:
    return n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n


CLOSED: list[tuple[str, dict[str, Any], Callable[[int], int], dict[str, Callable[..., bool]]]] = [
    ("laskers-nim", {}, lasker, {}),
    ("numbers", {"numbers": "proper-divisors"}, exponent_of_2, {}),
    ("numbers", {"numbers": "at-most-half"}, half, {}),
    ("numbers", {"numbers": "powers-of-2"}, lambda n: n % 3, {r"modulo (\d+)": lambda k: k == 3}),
    ("numbers", {"numbers": "odd"}, lambda n: n % 2, {r"modulo (\d+)": lambda k: k == 2}),
    (
        "nim",
        {"max_remove": 6},
        lambda n: n % 7,
        {rf"{N} divided by {N} leaves {N}": lambda n, k, rest: k == 7 and rest == n % k},
    ),
    (
        "nim",
        {"min_remove": 2, "max_remove": 6},
        lambda n: n % 8 // 2,
        {
            rf"{N} divided by {N} leaves {N}, which divided by {N} is {N}, rounded": (
                lambda n, k, rest, least, value: (
                    (k, least) == (8, 2) and rest == n % k and value == rest // least
                )
            )
        },
    ),
    (
        "nim",
        {"min_remove": 3},
        lambda n: n // 3,
        {rf"{N} divided by {N} is {N}, rounded": lambda n, k, value: k == 3 and value == n // k},
    ),
]

SIZES = [[1001], [10**12 + 1, 6, 10**12 + 1], [2**53 - 1, 1024, 7], [12_345_678, 4, 4], [999, 1000]]


@rows(("game", "keys", "value", "claims"), CLOSED)
def test_each_number_of_a_formula_is_computed_anew(
    game: str,
    keys: dict[str, Any],
    value: Callable[[int], int],
    claims: Mapping[str, Callable[..., bool]],
) -> None:
    held = 0
    for piles in SIZES:
        reasons = explain(GAMES[game].position(piles, **keys), 5)["reasons"]
        text = " ".join(reasons)
        named = re.findall(rf"so (?:row|pile)s? ({LIST}) (?:has|have) the value ({N})", text)
        assert named, text
        for found in named:
            places, said = numbers(found[0]), number(found[-2])
            assert {value(piles[i - 1]) for i in places} == {said}, (piles, found)
        assert {i for found in named for i in numbers(found[0])} == {*range(1, len(piles) + 1)}
        for pattern, holds in claims.items():
            for each in re.findall(pattern, text):
                held += 1
                groups = [each] if isinstance(each, str) else each
                assert holds(*map(number, groups)), (piles, each)
        for reason in reasons:
            check_columns(reason, [*map(value, piles)])
    assert held >= 3 * len(claims)


def test_a_number_that_is_wrong_is_noticed() -> None:
    values = table("0.165", 6_800)
    wrong = (
        "Starting at a row of 5,181, the values repeat every 1,550 pins, and 5,180 is at the place "
        "of 6,730, so row 1 has the value 4."
    )
    with pytest.raises(AssertionError):
        check_octal(wrong, "0.165", [5180, 6730], values)
