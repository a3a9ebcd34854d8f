"""The search that misère play takes: what it finds, what it is sure to reach, and where it ends."""

from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game import misere_search
from service.game.misere_search import MAX_SEARCHED, SearchTooLong, search_solver
from service.game.games.take_and_break.code import Code, parse_code
from tests.support.rule_oracle import Piles, Played, taking_and_breaking
from tests.support.strategies import codes
from tests.support.tries import sweep, tries

ALWAYS_SOLVED = 27


def code(text: str) -> Code:
    return parse_code(text, max_digits=8)


def multisets(objects: int, largest: int) -> list[Piles]:
    """All lists of piles with so many objects, in descending order."""
    if not objects:
        return [()]
    return [
        (size, *others)
        for size in range(min(objects, largest), 0, -1)
        for others in multisets(objects - size, size)
    ]


# --- What it finds --------------------------------------------------------------------------------


@tries(40)
@given(codes(), st.lists(st.integers(0, 9), max_size=5))
def test_one_search_judges_each_position_that_comes_up(
    game: tuple[str, str, list[int], bool], piles: list[int]
) -> None:
    text, before_point, digits, repeats = game
    while sum(piles) > 11:
        piles.pop()
    objects = sum(piles)
    played = Played(taking_and_breaking(before_point, digits, repeats), objects)
    reached = {tuple(piles)}
    left = [tuple(piles)]
    for position in left:
        for i, pile in enumerate(position):
            for _, leaves in played.moves[pile]:
                option = (*position[:i], *leaves, *position[i + 1 :])
                if option not in reached:
                    reached.add(option)
                    left.append(option)

    wins = search_solver(code(text), piles)
    assert {position: wins(position) for position in left} == {
        position: played.to_move_wins(position, True) for position in left
    }


@pytest.mark.parametrize("size", [30, 31, 32, 33])
@pytest.mark.parametrize("text", ["0.4", "0.07"])
def test_row_of_more_than_27_is_solved_where_few_positions_come_up(text: str, size: int) -> None:
    moves = taking_and_breaking("0", [int(digit) for digit in text[2:]], False)

    found = search_solver(code(text), [size])([size])
    assert found == Played(moves, size).to_move_wins([size], True)


@pytest.mark.parametrize("count", [31, 32, 63, 64, 99, 100])
def test_any_number_of_equal_piles_is_told_apart(count: int) -> None:
    """Where each pile of 1 takes one move, the last of an odd number loses."""
    assert search_solver(code("0.7"), [1] * count)([1] * count) == (count % 2 == 0)


def test_play_may_last_a_thousand_moves() -> None:
    """A move removes one object or all but none: so that a pile of n leads to n - 1 and to 0."""
    wins = [True]
    for n in range(1, 1001):
        wins.append(not all([wins[n - 1], wins[0]]))

    search = search_solver(code("0.3[1]"), [1000])
    assert [search([n]) for n in range(1000, -1, -1)] == wins[::-1]


# --- What it is sure to reach ---------------------------------------------------------------------


def test_no_search_of_up_to_27_objects_is_too_long() -> None:
    """A search keeps different positions, and different moves of a pile; there are no more."""
    sizes = range(ALWAYS_SOLVED + 1)
    positions = sum(len(multisets(objects, objects)) for objects in sizes)
    every_move = taking_and_breaking("4", [7], True)
    moves = sum(len({leaves for _, leaves in every_move(pile)}) for pile in sizes)

    assert (positions, moves) == (14_742, 2_107)
    assert positions + moves <= MAX_SEARCHED == 20_000


@pytest.mark.parametrize("text", ["4.7", "4.77777777", "4.[2]", "4!.[6]", "4.[7]", "4.[1]"])
def test_all_positions_of_27_objects_are_judged_in_one_search(text: str) -> None:
    wins = search_solver(code(text), [ALWAYS_SOLVED])

    for objects in (0, 1, 26, ALWAYS_SOLVED):
        for position in sweep(multisets(objects, objects)):
            wins(position)


@pytest.mark.parametrize("text", ["0.4", "4.7", "0.[7]", "4!.0", "0.00000007"])
def test_any_shape_of_20_objects_is_solved(text: str) -> None:
    for piles in sweep(multisets(20, 20)):
        assert search_solver(code(text), piles)(piles) in (True, False)


# --- Where it ends --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "piles"),
    [
        ("4.7", [40]),
        ("0.77777777", [1000]),
        pytest.param("0.[2]", [170, 170], marks=pytest.mark.long),
        ("4.7", [20] * 5),
    ],
)
def test_search_that_would_be_too_long_ends_in_the_same_place_each_time(
    text: str, piles: list[int]
) -> None:
    for _ in range(2):
        wins = search_solver(code(text), piles)
        with pytest.raises(SearchTooLong):
            wins(piles)


def test_what_is_known_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of two piles of up to 3 in a game without splits: 10, and 3 moves to piles."""
    monkeypatch.setattr(misere_search, "MAX_SEARCHED", 15)
    positions = list(product(range(4), repeat=2))
    wins = search_solver(code("0.[2]"), [3, 3])

    for position in chain(*[positions] * 5):
        wins(position)


def test_limit_counts_positions_and_moves_of_a_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 0.2 a pile of 4 comes to 4, 3, 2 and 1; each but the last has one move."""
    monkeypatch.setattr(misere_search, "MAX_SEARCHED", 7)
    assert not search_solver(code("0.2"), [4])([4])

    monkeypatch.setattr(misere_search, "MAX_SEARCHED", 6)
    with pytest.raises(SearchTooLong):
        search_solver(code("0.2"), [4])([4])
