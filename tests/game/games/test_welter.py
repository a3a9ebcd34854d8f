"""Welter's game against play by its rules alone, and against its function at any size."""

from collections import Counter
from functools import reduce
from itertools import combinations, permutations, product
from operator import xor
from random import Random
from typing import Any

import pytest

from service.game.errors import IllegalMove, WrongPiles
from service.game.games.nim import Nim
from service.game.games.staircase import Staircase
from service.game.games.sum import Sum
from service.game.games.take_and_break import LaskersNim
from service.game.games.welter import Welter, is_fickle, pairs_of, square_for, welter_value
from service.game.questions.explain import explain
from service.game.questions.forms import legal_move
from service.game.questions.solve import solve
from tests.support.moves import Move
from tests.support.rows import rows
from tests.support.rules import Rules, State, as_they_stand, in_any_order, welter

LARGEST = 2**53 - 1
RULES = Rules(welter, in_any_order)
SMALL = [
    squares
    for coins, size in [(1, 20), (2, 14), (3, 11), (4, 10), (5, 9)]
    for squares in combinations(range(size), coins)
]


def by_pairing(squares: tuple[int, ...]) -> int:
    """Welter's function, by the pairs whose differences have the highest powers of 2."""
    rest, value = [*squares], 0
    while len(rest) > 1:
        a, b = max(
            combinations(rest, 2), key=lambda pair: (pair[0] ^ pair[1]) & -(pair[0] ^ pair[1])
        )
        value ^= (a ^ b) - 1
        rest = [each for each in rest if each not in (a, b)]
    return reduce(xor, rest, value)


def test_the_function_is_the_grundy_value() -> None:
    assert [each for each in SMALL if RULES.value(State(each)) != welter_value(each)] == []
    assert [each for each in SMALL if by_pairing(each) != welter_value(each)] == []
    assert len(SMALL) > 600


@rows("misere", [False, True])
def test_small_positions_are_solved_as_play_by_the_rules_finds(misere: bool) -> None:
    for squares in SMALL:
        found = solve(Welter.position(squares, misere), 100)
        winning = [each.move for each in RULES.winning(State(squares), misere)]
        assert found["winning_moves"] == winning, squares
        assert found["to_move_wins"] == RULES.wins(State(squares), misere), squares
        assert found["nim_sum"] is None


def test_the_order_of_the_coins_does_not_matter_and_square_0_does() -> None:
    for squares in permutations((0, 2, 7)):
        assert solve(Welter.position(squares), 100)["to_move_wins"] is True
    assert solve(Welter.position([2, 7]), 100)["winning_moves"] != []
    assert solve(Welter.position([0, 1]), 100)["position_class"] == "P"
    assert solve(Welter.position([1]), 100)["position_class"] == "N"


def large_positions() -> list[tuple[int, ...]]:
    draw = Random(54)
    found = []
    for coins in (1, 2, 3, 5, 8, 13, 20):
        for most in (40, 10_000, LARGEST):
            found += [tuple(draw.sample(range(most + 1), coins)) for _ in range(20)]
    near = [tuple((LARGEST >> draw.randrange(50)) ^ bit for bit in range(n)) for n in (2, 7, 20)]
    return [*found, *[each for each in near if len({*each}) == len(each)]]


@rows("squares", large_positions())
def test_a_square_is_found_for_each_coin_and_each_value(squares: tuple[int, ...]) -> None:
    """The theorem says that there is one square only, so a coin has one winning move at most."""
    draw = Random(str(squares))
    for i in range(len(squares)):
        others = squares[:i] + squares[i + 1 :]
        for value in (0, 1, draw.randrange(2**53), by_pairing(squares)):
            square = square_for(others, value)
            assert square not in others
            assert by_pairing((*others, square)) == value
        assert square == squares[i]


@rows("squares", large_positions())
def test_winning_moves_at_any_size_leave_the_value_0(squares: tuple[int, ...]) -> None:
    found = solve(Welter.position(squares), 100)
    assert found["to_move_wins"] == (by_pairing(squares) != 0)
    piles = [move["pile"] for move in found["winning_moves"]]
    assert piles == sorted({*piles})
    for move in found["winning_moves"]:
        after = [*squares]
        after[move["pile"]] = move["leaves"]
        assert by_pairing(tuple(after)) == 0
    assert bool(piles) == found["to_move_wins"]


# --- Misère play ----------------------------------------------------------------------------------


def test_fickle_positions_have_one_coin_of_each_couple() -> None:
    for coins in range(1, 6):
        couples = [(k, 2 * coins - 1 - k) for k in range(coins)]
        chosen = {tuple(sorted(each)) for each in product(*couples)}
        size = 2 * coins + 2
        assert chosen == {each for each in combinations(range(size), coins) if is_fickle(each)}


def misere_value(squares: tuple[int, ...], known: dict[tuple[int, ...], int]) -> int:
    if squares not in known:
        options = [tuple(sorted(each.left.piles)) for each in RULES.options(State(squares))]
        values = {misere_value(each, known) for each in options}
        known[squares] = next(n for n in range(99) if n not in values) if options else 1
    return known[squares]


def test_misere_values_differ_only_where_the_position_is_fickle() -> None:
    known: dict[tuple[int, ...], int] = {}
    for squares in SMALL:
        value = RULES.value(State(squares))
        expected = 1 - value if is_fickle(squares) else value
        assert misere_value(squares, known) == expected, squares


@rows("misere", [False, True])
def test_sums_with_other_games(misere: bool) -> None:
    """By the rules: each component's moves, one at a time."""
    known: dict[Any, bool] = {}

    def wins(coins: tuple[int, ...], pile: int) -> bool:
        key = (tuple(sorted(coins)), pile)
        if key not in known:
            options = [(each.left.piles, pile) for each in RULES.options(State(coins))]
            options += [(coins, left) for left in range(pile)]
            known[key] = any(not wins(*each) for each in options) if options else misere
        return known[key]

    for coins, pile in product(combinations(range(6), 3), range(4)):
        parts = [Welter.position(coins), Nim.position([pile])]
        found = solve(Sum.position((), misere, components=parts), 100)
        assert found["to_move_wins"] == wins(coins, pile), (coins, pile)
        for move in found["winning_moves"]:
            if move["component"]:
                assert not wins(coins, move["leaves"])
            else:
                after = [*coins]
                after[move["pile"]] = move["leaves"]
                assert not wins(tuple(after), pile)
        winning = sum(not wins(each.left.piles, pile) for each in RULES.options(State(coins)))
        winning += sum(not wins(coins, left) for left in range(pile))
        assert len(found["winning_moves"]) == winning


def test_a_sum_at_any_size_has_the_value_of_the_coins() -> None:
    coins, pile = (LARGEST, 12_345, 3), 77
    for misere in (False, True):
        parts = [Welter.position(coins), LaskersNim.position([pile]), Staircase.position([5])]
        found = solve(Sum.position((), misere, components=parts), 100)
        assert found["to_move_wins"] is True
    found = solve(Sum.position((), components=[Welter.position(coins), Nim.position([9])]), 100)
    assert found["nim_sum"] == by_pairing(coins) ^ 9
    assert found["grundy_values"] == [by_pairing(coins), 9]


# --- Rules and words ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("squares", "code", "places"),
    [
        ([4, 2, 4], "not-a-position", [("piles", 2)]),
        ([0, 0], "not-a-position", [("piles", 1)]),
        ([], "too-few", [()]),
        ([*range(21)], "too-many", [()]),
    ],
)
def test_positions_that_are_none(squares: list[int], code: str, places: list[Any]) -> None:
    position = Welter.position(squares)
    with pytest.raises(WrongPiles) as raised:
        position.game.check(position)
    assert (raised.value.code, raised.value.locations) == (code, places)


def test_a_coin_can_not_move_to_another() -> None:
    position = Welter.position([2, LARGEST])
    with pytest.raises(IllegalMove, match="There is a coin on square 2"):
        legal_move(position, Move(1, LARGEST - 2))
    assert legal_move(position, Move(1, LARGEST - 1)).changes == ((1, (1,)),)


def test_moves_are_counted_as_they_are_listed() -> None:
    rules = Rules(welter, as_they_stand)
    for squares in SMALL:
        position = Welter.position(squares)
        assert position.count_moves() == len([*position.moves()])
        assert len(rules.options(State(squares))) == position.count_moves()


def test_the_data_of_an_explanation_gives_the_value() -> None:
    for squares in SMALL:
        pairs, alone = pairs_of(squares)
        assert Counter(squares) == Counter(
            [*(each for pair in pairs for each in pair), *([] if alone is None else [alone])]
        )
        found = explain(Welter.position(squares), 100)
        value = found.get("alone", 0)
        for a, b in found["pairs"]:
            value ^= (a ^ b) - 1
        assert (value != 0) == found["to_move_wins"]
        if found["decided_by"] != "end":
            assert f"It is {value:,}." in found["reasons"][-1]


def test_an_explanation() -> None:
    assert explain(Welter.position([1, 3, 6]), 100)["sentences"] == [
        "The player to move can win.",
        (
            "Pair the two squares whose difference has the highest power of 2 as a divisor, then "
            "two of the others, and so on. A pair is worth the XOR of its squares, less 1."
        ),
        "Here the pair is 1 and 3, worth 1.",
        "The coin on square 6 is left alone, and is worth 6.",
        "The position is lost if and only if the XOR of what they are worth is 0. It is 7.",
        "Move the coin on square 6 to square 5.",
    ]
