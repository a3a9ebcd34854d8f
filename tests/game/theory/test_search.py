"""The search: what it finds, what it is sure to reach, and where it ends."""

from collections.abc import Sequence
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.take_and_break.code import moves_from, parse_code
from service.game.theory.search import (
    ALWAYS_SEARCHED,
    MAX_SEARCHED,
    HeapSearch,
    Search,
    SearchTooLong,
    count_searched,
)
from tests.support import oracle
from tests.support.rule_oracle import Piles, taking_and_breaking
from tests.support.rules import Rules, State, breaking
from tests.support.strategies import codes, games
from tests.support.tries import sweep, tries


def heap_search(text: str, piles: Sequence[int], misere: bool = True) -> HeapSearch:
    """The search of a take-and-break game."""
    code = parse_code(text, max_digits=8)
    return HeapSearch(lambda pile: moves_from(code, pile), piles, misere)


def multisets(objects: int, largest: int) -> list[Piles]:
    """All lists of piles with this number of objects, in descending order."""
    if not objects:
        return [()]
    return [
        (size, *others)
        for size in range(min(objects, largest), 0, -1)
        for others in multisets(objects - size, size)
    ]


# --- What it finds --------------------------------------------------------------------------------


@given(games(), st.booleans())
def test_search_finds_what_play_finds(options: dict[str, list[str]], misere: bool) -> None:
    """With as many positions as there are it finds all, asked for in any order."""
    search = Search(options.__getitem__, misere, max_positions=len(options))

    assert {name: search.wins(name) for name in options} == {
        name: oracle.played_out(options, [name]).to_move_wins(misere) for name in options
    }


@tries(40)
@given(codes(), st.lists(st.integers(0, 9), max_size=5), st.booleans())
def test_heap_search_judges_each_position_that_comes_up(
    game: tuple[str, str, list[int], bool], piles: list[int], misere: bool
) -> None:
    text, before_point, digits, repeats = game
    while sum(piles) > 11:
        piles.pop()
    rules = Rules(breaking(before_point, digits, repeats))
    reached = rules.reachable(State(tuple(piles)))

    search = heap_search(text, piles, misere)
    assert {at: search.wins(at.piles) for at in reached} == {
        at: rules.wins(at, misere) for at in reached
    }


@pytest.mark.parametrize(("text", "size"), [("0.4", 33), ("0.07", 32)])
def test_heap_search_of_a_row_of_more_than_27_ends_where_few_positions_come_up(
    text: str, size: int
) -> None:
    rules = Rules(breaking("0", [int(digit) for digit in text[2:]], False))

    assert heap_search(text, [size]).wins([size]) == rules.wins(State((size,)), True)


@pytest.mark.parametrize("count", [31, 32, 99])
def test_heap_search_tells_any_number_of_equal_piles_apart(count: int) -> None:
    """Where each pile of 1 takes one move, the last of an odd number loses."""
    assert heap_search("0.7", [1] * count).wins([1] * count) == (count % 2 == 0)


def test_search_of_play_that_lasts_a_thousand_moves() -> None:
    """A move removes one object or all but none: so that a pile of n leads to n - 1 and to 0."""
    wins = [True]
    for n in range(1, 1001):
        wins.append(not all([wins[n - 1], wins[0]]))

    search = heap_search("0.3[1]", [1000])
    assert [search.wins([n]) for n in range(1000, -1, -1)] == wins[::-1]


# --- What it is sure to reach ---------------------------------------------------------------------


def test_search_of_up_to_27_objects_is_never_too_long() -> None:
    """A search keeps different positions, and different moves of a pile; there are no more."""
    sizes = range(ALWAYS_SEARCHED + 1)
    positions = sum(len(multisets(objects, objects)) for objects in sizes)
    every_move = taking_and_breaking("4", [7], True)
    moves = sum(len({leaves for _, leaves in every_move(pile)}) for pile in sizes)

    assert (positions, moves) == (14_742, 2_107)
    assert positions + moves <= MAX_SEARCHED == 20_000


@pytest.mark.parametrize("text", ["4!.[6]", "4.[7]"])
def test_heap_search_judges_all_positions_of_27_objects(text: str) -> None:
    search = heap_search(text, [ALWAYS_SEARCHED])

    for objects in (0, 1, 26, ALWAYS_SEARCHED):
        for position in sweep(multisets(objects, objects)):
            search.wins(position)


# --- Where it ends --------------------------------------------------------------------------------


def test_heap_search_does_not_search_again_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of two piles of up to 3 in a game without splits: 10, and 3 moves to piles."""
    monkeypatch.setattr("service.game.theory.search.MAX_SEARCHED", 15)
    positions = list(product(range(4), repeat=2))
    search = heap_search("0.[2]", [3, 3])

    for position in chain(*[positions] * 5):
        search.wins(position)


def test_heap_search_counts_positions_and_moves_of_a_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 0.2 a pile of 4 comes to 4, 3, 2 and 1; each but the last has one move."""
    monkeypatch.setattr("service.game.theory.search.MAX_SEARCHED", 7)
    assert not heap_search("0.2", [4]).wins([4])

    monkeypatch.setattr("service.game.theory.search.MAX_SEARCHED", 6)
    with pytest.raises(SearchTooLong) as error:
        heap_search("0.2", [4]).wins([4])
    assert (error.value.code, error.value.locations) == ("too-much-work", [("piles",)])
    assert str(error.value) == (
        "This position can be solved only by searching more than 6 positions, which is too many."
    )


def test_search_that_is_renewed_may_examine_as_much_as_a_new_one() -> None:
    search = Search(lambda pile: range(max(0, pile - 1), pile), misere=False, max_positions=5)
    assert search.wins(3)  # of 4 positions
    with pytest.raises(SearchTooLong):
        search.wins(6)
    search.renew()
    assert not search.wins(6)


@pytest.mark.parametrize("objects", [0, 1, 5, 12])
def test_count_of_searched_positions_is_that_of_all_multisets(objects: int) -> None:
    assert count_searched(objects) == sum(len(multisets(n, n)) for n in range(objects + 1))
