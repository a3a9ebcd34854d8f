"""The search: its results, the positions that it can always solve, and its limits."""

import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.games.take_and_break import Octal
from service.game.games.take_and_break.code import moves_from, parse_code
from service.game.meter import Meter
from service.game.theory.parts import Left
from service.game.theory.search import (
    MAX_SEARCHED,
    TO_BEGIN,
    Search,
    SearchTooLong,
)
from tests.support import oracle
from tests.support.rule_oracle import Piles, taking_and_breaking
from tests.support.rules import Rules, State, breaking
from tests.support.strategies import codes, games
from tests.support.tries import sweep, tries


class Parted(Search[Any]):
    """A game with given moves in a part."""

    def __init__(self, left: Callable[[Any], Iterable[Iterable[Any]]]) -> None:
        super().__init__()
        self._left = left

    def left_of(self, part: Any) -> Left:
        return ((tuple(left), 1) for left in self._left(part))

    def size(self, part: Any) -> int:
        return part if isinstance(part, int) else 0


class Searched:
    """The search of a take-and-break game."""

    def __init__(self, text: str, misere: bool = True, most: float = MAX_SEARCHED) -> None:
        code = parse_code(text, max_digits=8)
        self.kernel = Parted(lambda pile: (left for _, left in moves_from(code, pile)))
        self.kernel.begin(most, SearchTooLong, 1 / 3, TO_BEGIN)
        self.most = most
        self.misere = misere

    def wins(self, piles: Sequence[int]) -> bool:
        """Whether the player to move wins."""
        return self.kernel.wins(self.kernel.of(filter(None, piles)), self.misere)

    @property
    def examined(self) -> float:
        """The options that have been examined."""
        return self.most - self.kernel._own.left


GROWING: dict[int, list[tuple[int, ...]]] = {1: [()], 2: [(1, 1, 1), (1,)], 3: [(2, 2)]}
"""What the moves in a part leave: a part of 2 may become three of 1."""


@cache
def wins_growing(parts: tuple[int, ...]) -> bool:
    """Whether the player to move wins in misère play, by definition."""
    left = [
        tuple(sorted(parts[:i] + parts[i + 1 :] + each))
        for i, part in enumerate(parts)
        for each in GROWING[part]
    ]
    return not left or not all(map(wins_growing, left))


def multisets(objects: int, largest: int) -> list[Piles]:
    """All lists of piles with this number of objects, in descending order."""
    if not objects:
        return [()]
    return [
        (size, *others)
        for size in range(min(objects, largest), 0, -1)
        for others in multisets(objects - size, size)
    ]


# --- Results --------------------------------------------------------------------------------------


@given(games(), st.booleans())
def test_search_finds_what_play_finds(options: dict[str, list[str]], misere: bool) -> None:
    """It finds all of them, in any order of requests."""
    kernel = Parted(lambda name: [(option,) for option in options[name]])
    kernel.begin()

    assert {name: kernel.wins(kernel.of([name]), misere) for name in options} == {
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

    search = Searched(text, misere)
    assert {at: search.wins(at.piles) for at in reached} == {
        at: rules.wins(at, misere) for at in reached
    }


@pytest.mark.parametrize(("text", "size"), [("0.4", 33), ("0.07", 32)])
def test_heap_search_of_a_row_of_more_than_27_ends_where_few_positions_come_up(
    text: str, size: int
) -> None:
    rules = Rules(breaking("0", [int(digit) for digit in text[2:]], False))

    assert Searched(text).wins([size]) == rules.wins(State((size,)), True)


DEAD = [("4!", [4], 33), ("4!", [0], 42), ("0", [4], 50), ("0", [0, 4], 60)]
"""Codes with piles that have no move, such as 1 and 2 in Grundy's game."""


@pytest.mark.parametrize(("before_point", "digits", "size"), DEAD)
def test_misere_search_leaves_out_piles_that_have_no_move(
    before_point: str, digits: list[int], size: int
) -> None:
    """They change nothing, but with them these would be more positions than may be searched."""
    code = f"{before_point}.{''.join(map(str, digits))}"
    position = Octal.position([size], misere=True, code=code)
    rules = Rules(breaking(before_point, digits, False))
    assert position.is_searched()
    assert position.wins() == any(not position.after(move).wins() for move in position.moves())

    few, many = Meter(), Meter()
    with few:
        small = Octal.position([size // 2], misere=True, code=code).wins()
    with many:
        dead = Octal.position([size // 2, *[1] * 60], misere=True, code=code).wins()
    assert dead == small == rules.wins(State((size // 2,)), True)
    assert many.left > few.left - 100


@pytest.mark.parametrize("count", [31, 32, 99])
def test_heap_search_tells_any_number_of_equal_piles_apart(count: int) -> None:
    """If each pile of 1 takes one move, the last of an odd number loses."""
    assert Searched("0.7").wins([1] * count) == (count % 2 == 0)


def test_search_of_play_that_lasts_a_thousand_moves() -> None:
    """A move removes one object or all, so a pile of n leads to n - 1 and to 0."""
    wins = [True]
    for n in range(1, 1001):
        wins.append(not all([wins[n - 1], wins[0]]))

    search = Searched("0.3[1]")
    assert [search.wins([n]) for n in range(1000, -1, -1)] == wins[::-1]


# --- Positions that it can always solve -----------------------------------------------------------


def test_search_of_up_to_27_objects_is_never_too_long() -> None:
    """To begin a position counts most. Each has options for every pile."""
    sizes = range(27 + 1)
    positions = sum(len(multisets(objects, objects)) for objects in sizes)
    every_move = taking_and_breaking("4", [7], True)
    moves = sum(len({leaves for _, leaves in every_move(pile)}) for pile in sizes)

    assert (positions, moves) == (14_742, 2_107)
    assert positions * TO_BEGIN + moves <= MAX_SEARCHED / 2


@pytest.mark.parametrize("text", ["4!.[6]", "4.[7]"])
def test_heap_search_judges_all_positions_of_27_objects(text: str) -> None:
    search = Searched(text)

    for objects in (0, 1, 26, 27):
        for position in sweep(multisets(objects, objects)):
            search.wins(position)


# --- Limits ---------------------------------------------------------------------------------------


def test_search_does_not_search_again_what_it_knows() -> None:
    positions = list(product(range(4), repeat=2))
    search = Searched("0.[2]")
    for position in positions:
        search.wins(position)
    examined = search.examined

    for position in chain(*[positions] * 5):
        search.wins(position)
    assert search.examined == examined


def test_search_counts_positions_and_options() -> None:
    """In 0.2 a pile of 4 becomes 4, 3, 2 and 1. Each except the last has one move."""
    search = Searched("0.2")
    assert not search.wins([4])

    with pytest.raises(SearchTooLong) as error:
        Searched("0.2", most=search.examined - 1).wins([4])
    assert (error.value.code, error.value.locations) == ("too-much-work", [()])
    assert str(error.value) == (
        "This position can be solved only by a search of more than 700,000 steps, "
        "which is too many."
    )


def test_search_that_is_allowed_more_may_examine_as_much_again() -> None:
    kernel = Parted(lambda pile: [[pile - 1]] if pile else [])
    most = 5 * (2 * TO_BEGIN + 2)  # for five positions, each a new part with one option
    kernel.begin(most, SearchTooLong, 1 / 3, TO_BEGIN)
    assert kernel.wins(kernel.of([3]), misere=False)  # of 4 positions
    with pytest.raises(SearchTooLong):
        kernel.wins(kernel.of([9]), misere=False)
    kernel.begin(most, SearchTooLong, 1 / 3, TO_BEGIN)
    assert not kernel.wins(kernel.of([6]), misere=False)


def test_search_of_large_piles_keeps_little() -> None:
    """Each position has some bits for each size of a pile, and each reply, too."""
    search = Searched("0.[3]")
    tracemalloc.start()
    with pytest.raises(SearchTooLong):
        search.wins([5000, 4000, 3000])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 80 * 2**20


def test_parts_that_grow_are_searched() -> None:
    """A pile of 2 may become three piles of 1, so that no number of bits is enough for all."""
    kernel = Parted(GROWING.__getitem__)
    kernel.begin(9_999, SearchTooLong)
    for piles in product((1, 2, 3), repeat=3):
        parts = tuple(sorted(piles))
        assert kernel.wins(kernel.of(parts), misere=True) == wins_growing(parts)
