"""The codes of take-and-break games: their meaning, and the errors of other texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.take_and_break.code import (
    BadCode,
    Code,
    count_moves_from,
    moves_from,
    parse_code,
)
from tests.support.rule_oracle import taking_and_breaking
from tests.support.strategies import codes

MAX_DIGITS = 8


def test_parts_of_a_code() -> None:
    assert parse_code("4!.07[3]", MAX_DIGITS) == Code(
        splits=True, splits_equally=False, digits=(0, 7, 3), repeats=True
    )


def test_a_code_may_begin_with_the_point() -> None:
    assert parse_code(".07[3]", MAX_DIGITS) == parse_code("0.07[3]", MAX_DIGITS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A code must have a point: write 0.77, for example."),
        ("77", "A code must have a point: write 0.77."),
        ("137", "A code must have a point: write 0.137."),
        ("0,77", "A code must have a point: write 0.77."),
        (",77", "A code must have a point: write .77."),
        ("89", "A code must have a point: write 0.77, for example."),
        ("7,7,7", "A code must have a point: write 0.77, for example."),
        (".", "A code must have a digit after the point, such as the 0 in 4!.0."),
        (".8", "Each digit after the point must be from 0 to 7."),
        ("1.77", "The part before the point must be 0, 4 or 4!."),
        ("00.77", "The part before the point must be 0, 4 or 4!."),
        ("4!!.77", "The part before the point must be 0, 4 or 4!."),
        ("0!.77", "The part before the point must be 0, 4 or 4!."),
        (" 0.77", "The part before the point must be 0, 4 or 4!."),
        ("0.", "A code must have a digit after the point, such as the 0 in 4!.0."),
        ("0.78", "Each digit after the point must be from 0 to 7."),
        ("0.7.7", "Each digit after the point must be from 0 to 7."),
        ("0.7a", "Each digit after the point must be from 0 to 7."),
        ("0.-7", "Each digit after the point must be from 0 to 7."),
        ("0.77 ", "Each digit after the point must be from 0 to 7."),
        ("0.٣", "Each digit after the point must be from 0 to 7."),
        ("0.[8]", "Each digit after the point must be from 0 to 7."),
        ("0.[]", "Only the last digit may be in brackets, as in 4.[3]."),
        ("0.[", "Only the last digit may be in brackets, as in 4.[3]."),
        ("0.[37]", "Only the last digit may be in brackets, as in 4.[3]."),
        ("0.[3]7", "Only the last digit may be in brackets, as in 4.[3]."),
        ("0.[3", "Only the last digit may be in brackets, as in 4.[3]."),
        ("0.3]", "Only the last digit may be in brackets, as in 4.[3]."),
        ("0.[3][3]", "Only the last digit may be in brackets, as in 4.[3]."),
        ("0.[[3]]", "Only the last digit may be in brackets, as in 4.[3]."),
        ("0.123456701", "A code may have at most 8 digits after the point."),
        ("0.12345670[1]", "A code may have at most 8 digits after the point."),
    ],
)
def test_what_is_wrong_with_a_text_is_said(text: str, message: str) -> None:
    with pytest.raises(BadCode) as error:
        parse_code(text, MAX_DIGITS)

    assert str(error.value) == message


@pytest.mark.parametrize(("text", "most"), [("0.77", 2), ("0.70", 1), ("0.007", 3), ("4.0", 0)])
def test_longest_move_is_that_of_the_last_digit_above_0(text: str, most: int) -> None:
    assert parse_code(text, MAX_DIGITS).longest_move == most


@given(st.text(alphabet="04!.[]7٣ a", max_size=12))
def test_any_text_is_a_code_or_is_rejected(text: str) -> None:
    try:
        code = parse_code(text, MAX_DIGITS)
    except BadCode:
        return
    assert 1 <= len(code.digits) <= MAX_DIGITS
    assert all(0 <= digit <= 7 for digit in code.digits)


@given(codes(), st.integers(0, 40))
def test_moves_are_those_that_the_code_allows(
    game: tuple[str, str, list[int], bool], pile: int
) -> None:
    text, before_point, digits, repeats = game
    allowed = taking_and_breaking(before_point, digits, repeats)(pile)

    listed = [(j, tuple(leaves)) for j, leaves in moves_from(parse_code(text, MAX_DIGITS), pile)]
    assert listed == sorted(allowed)
    assert len(set(listed)) == len(listed)


@given(codes(), st.integers(0, 100))
def test_moves_are_counted_without_being_listed(
    game: tuple[str, str, list[int], bool], pile: int
) -> None:
    code = parse_code(game[0], MAX_DIGITS)

    assert count_moves_from(code, pile) == len(list(moves_from(code, pile)))


@given(codes(), st.integers(1, 60))
def test_split_adds_one_legal_move_for_each_digit_at_most(
    game: tuple[str, str, list[int], bool], pile: int
) -> None:
    """d₀ is a digit too. The limit on reviews relies on that."""
    code = parse_code(game[0], MAX_DIGITS)
    before = count_moves_from(code, pile)

    for _, parts in moves_from(code, pile):
        after = sum(count_moves_from(code, part) for part in parts)
        assert after - before <= 1 + len(code.digits)
