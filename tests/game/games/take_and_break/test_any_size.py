"""Piles of any size: their values by published periods, and moves found without a search."""

import re
from itertools import islice

import pytest

from service.game.errors import WrongPiles
from service.game.games import take_and_break
from service.game.games.take_and_break import Kayles, LaskersNim
from service.game.theory.grundy import nim_sum
from tests.support.octal_codes import game, plain_values
from tests.support.rows import rows

HUGE = 10**15
PERIODS = {"0.77": (71, 12), "0.07": (53, 34), "0.137": (52, 34), "0.7777": (142, 24)}
"""The preperiods and periods of Kayles, Dawson's games and 0.7777, as published."""

CODES = [
    "0.77",
    "0.137",
    "4.[3]",
    "4.33[3]",
    "0.[3]",
    "0.[7]",
    "0.3[7]",
    "0.7[3]",
    "0.37[7]",
    "4.0",
]
CODES += [
    "0.30101[3]",
    "0.[1]",
    "0.7[1]",
    "0.12[3]",
    "0.102[2]",
    "0.303",
    "0.45",
    "0.702",
]


@rows("text", CODES)
def test_moves_in_a_large_pile_are_found_without_looking(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = plain_values(text, 90)
    monkeypatch.setattr(take_and_break, "LARGEST_IN_TABLE", 5)
    octal = game(text)
    assert octal.values.of(range(90)) == values
    for pile in (*range(6, 30), 88, 89):
        every = [parts for _, parts in octal.pile_moves(pile)]
        for target in {*range(9), values[pile], values[pile] ^ 3}:
            left = [each for each in every if nim_sum([values[part] for part in each]) == target]
            found = [[*parts] for parts in octal._parts_leaving(pile, target)]
            assert found == left, (pile, target)


@rows("text", PERIODS)
def test_values_of_large_piles_have_the_published_period(text: str) -> None:
    preperiod, period = PERIODS[text]
    values = plain_values(text, preperiod + period)
    for pile in range(HUGE, HUGE + period):
        assert game(text).values.of([pile])[0] == values[preperiod + (pile - preperiod) % period]


def test_laskers_nim_has_its_closed_form_at_any_size() -> None:
    assert LaskersNim().values.of(range(HUGE, HUGE + 5)) == [
        HUGE - 1,
        HUGE + 1,
        HUGE + 2,
        HUGE + 4,
        HUGE + 3,
    ]


def test_the_first_winning_moves_are_listed_if_there_are_many_legal_ones() -> None:
    solution = Kayles.position([HUGE]).solve(100)
    assert (len(solution.winning_moves), solution.more) == (100, True)
    assert solution.best_move == solution.winning_moves[0]
    values, (preperiod, period) = plain_values("0.77", 83), PERIODS["0.77"]

    def value(row: int) -> int:
        return values[row if row < preperiod else preperiod + (row - preperiod) % period]

    first = (
        [part, HUGE - removed - part]
        for removed in (1, 2)
        for part in range(1, 5_000)
        if value(part) == value(HUGE - removed - part)
    )
    found = [[*parts] for move in solution.winning_moves for _, parts in move.changes]
    assert found == [*islice(first, 100)]


def test_all_winning_moves_are_listed_up_to_10_000_legal_ones() -> None:
    """Any split of an even pile wins in 4.0: it leaves two piles of the same value."""
    few, many = (game("4.0").position([pile], code="4.0").solve(100) for pile in (20_000, 20_002))
    assert (len(few.winning_moves), few.more) == (10_000, False)
    assert (len(many.winning_moves), many.more) == (100, True)


@rows("text", ["4!.0", "0.0[7]", "4.[7]", "0.127"])
def test_a_pile_is_too_large_if_no_period_is_proven_here(text: str) -> None:
    with pytest.raises(WrongPiles, match="at most 1,000 objects") as error:
        game(text).position([1, 1_001], code=text).solve(100)
    assert (error.value.code, error.value.locations) == ("too-large", [("piles", 1)])


@rows("rows_of_pins", [[4, 1], [40, 1, 9], [12, 4, 20], [52, 5, 5], [200, 25, 9], [60, 17, 12]])
def test_misere_kayles_finds_its_moves_without_looking(rows_of_pins: list[int]) -> None:
    position = Kayles.position(rows_of_pins, misere=True)
    lost = [move for move in position.moves() if not position.after(move).wins()]
    assert [*position.winning_moves()] == (lost if position.wins() else [])


@rows(("code", "pile"), [("0.165", 5180), ("0.644", 1500), ("0.165", 6730), ("0.165", 9999)])
def test_a_reason_names_the_place_of_a_pile_only_where_the_values_repeat(
    code: str, pile: int
) -> None:
    values = game(code).values
    text = values.why_pile(pile)
    if place := re.search(r"([\d,]+) is at the place of ([\d,]+)", text):
        named, equal = (int(number.replace(",", "")) for number in place.groups())
        assert named == pile > equal
        assert values.of([pile]) == values.of([equal])
    else:
        assert text.endswith(f"is {values.of([pile])[0]:,}")
