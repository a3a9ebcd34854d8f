"""Games that are not piles, by moves that say what a pile becomes; and what stops a wrong game."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from service.game.errors import IllegalMove, TooMuchWork, WrongPiles
from service.game.game import Game
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.sum import Sum
from service.game.heap_game import HeapGame
from service.game.moves import Move, PileMove, becoming, removals
from service.game.position import Position
from service.game.questions.analysis import AnalysisLimits, analyse
from service.game.questions.explain import explain
from service.game.questions.forms import legal_move
from service.game.questions.positions import TableLimits, position_table
from service.game.questions.solve import solve
from tests.support.minimal_games import Passing
from tests.support.moves import Move as Played

LIMITS = AnalysisLimits(
    positions=1_000, moves=9_999, legal_moves=99, listed=99, judged=99, steps=9_999
)


class Race(Game):
    """A game whose piles grow."""

    name = "race"
    title = "Race"
    rule = "A move adds an object to a pile or doubles it, until there are 20."
    form = "replacement"
    is_ordered = keeps_empty = True

    def moves(self, position: Position) -> Iterator[Move]:
        if sum(position.piles) < 20:
            for i, pile in enumerate(position.piles):
                yield becoming((i, [pile + 1]))
                if pile > 1:
                    yield becoming((i, [2 * pile]))


@cache
def plies(piles: tuple[int, ...]) -> int:
    """The remoteness, by definition: odd if the player to move wins."""
    options = [
        plies((*piles[:i], left, *piles[i + 1 :]))
        for i, pile in enumerate(piles)
        for left in {pile + 1, 2 * pile}
        if sum(piles) < 20
    ]
    lost = [each for each in options if each % 2 == 0]
    return 1 + (min(lost) if lost else max(options)) if options else 0


def test_piles_that_grow_are_played_to_the_end() -> None:
    for piles in product(range(1, 12), repeat=2):
        found = analyse(Race.position(piles), True, LIMITS)
        assert (found["plies"], found["to_move_wins"]) == (plies(piles), plies(piles) % 2 == 1)


def test_move_says_what_a_pile_becomes() -> None:
    position = Race.position([7, 8])
    said = explain(position, 100)
    best, other = said["winning_moves"]
    assert best == {"pile": 0, "leaves": 14, "text": "change pile 1 to 14"}
    assert other == {"pile": 1, "leaves": 16, "text": "change pile 2 to 16"}
    assert said["best_move"] == best
    assert said["sentences"][-1] == "Change pile 2: 8 becomes 16."
    assert legal_move(position, Played(1, leaves=16)) == becoming((1, [16]))


@pytest.mark.parametrize(
    ("played", "key"),
    [
        (Played(1, leaves=17), "leaves"),
        (Played(1), "leaves"),
        (Played(leaves=16), "pile"),
        (Played(2, leaves=16), "pile"),
        (Played(1, remove=1, leaves=16), "remove"),
    ],
)
def test_wrong_replacement_is_named(played: Played, key: str) -> None:
    with pytest.raises(IllegalMove) as error:
        legal_move(Race.position([7, 8]), played)
    assert error.value.locations == [(key,)]


def test_game_that_forgets_its_state_is_an_error() -> None:
    """Otherwise positions that differ only in their state would count as one."""

    class Forgot(Passing):
        is_stateless = True

    with pytest.raises(TypeError, match="is_stateless = False"):
        position_table(Forgot.position([1, 1]), False, TableLimits(99, 999))


def test_heap_that_grows_is_an_error() -> None:
    """Its value would have to be known before that of smaller piles."""

    class Grows(HeapGame):
        name = "grows"
        title = "Grows"
        rule = "A move adds an object to a pile, or takes it."

        def pile_moves(self, pile: int) -> Iterator[PileMove]:
            return iter([(0, [pile + 1]), (pile, [0])] if pile else [])

    with pytest.raises(TypeError, match="no HeapGame"):
        solve(Grows.position([3]), 100)


class Mouths(Game):
    """A split outside heap games: a pile becomes two, or nothing of it is left."""

    name = "mouths"
    title = "Mouths"
    rule = "A move divides a pile in two different ones, or takes a pile of 1 or 2."
    form = "split"

    def moves(self, position: Position) -> Iterator[Move]:
        for i, pile in enumerate(position.piles):
            for least in range(1, (pile + 1) // 2):
                yield becoming((i, [least, pile - least]))
            if pile in (1, 2):
                yield becoming((i, []))


@cache
def wins_mouths(piles: tuple[int, ...], misere: bool) -> bool:
    """Whether the player to move wins, by definition."""
    left = [
        tuple(sorted((*piles[:i], *piles[i + 1 :], *parts)))
        for i, pile in enumerate(piles)
        for parts in [
            *[(least, pile - least) for least in range(1, (pile + 1) // 2)],
            *([()] if pile in (1, 2) else []),
        ]
    ]
    return any(not wins_mouths(each, misere) for each in left) if left else misere


@pytest.mark.parametrize("misere", [False, True])
def test_split_outside_heap_games_is_searched(misere: bool) -> None:
    for piles in combinations_with_replacement(range(1, 7), 2):
        position = Mouths.position(piles, misere)
        found = analyse(position, True, LIMITS)
        assert found["to_move_wins"] == position.wins() == wins_mouths(piles, misere)
    assert legal_move(Mouths.position([7]), Played(0, 0, leaves_piles=[4, 3])) == becoming(
        (0, [3, 4])
    )


class Neighbours(Game):
    """An ordered game that says of itself that it reaches everything smaller."""

    name = "neighbours"
    title = "Neighbours"
    rule = "A move takes an object from each of two piles that are neighbours, or a pile of 1."
    form = "removals"
    is_ordered = keeps_empty = _reaches_all_smaller = True

    def moves(self, position: Position) -> Iterator[Move]:
        piles = position.piles
        for i, pile in enumerate(piles):
            if pile == 1:
                yield removals(piles, [(i, 1)])
            if pile and i + 1 < len(piles) and piles[i + 1]:
                yield removals(piles, [(i, 1), (i + 1, 1)])


def test_ordered_game_is_followed_move_by_move() -> None:
    table = position_table(Neighbours.position([2, 1, 2]), True, TableLimits(99, 999))
    found = {each["piles"] for each in table["positions"]}
    assert (0, 1, 2) not in found
    assert found == {(2, 1, 2), (1, 0, 2), (2, 0, 1), (2, 0, 2), (0, 0, 2), (2, 0, 0)}


def test_largest_pile_of_a_new_game_is_limited() -> None:
    with pytest.raises(WrongPiles, match="at most 1,000 objects"):
        solve(Race.position([2**53 - 1]), 100)


@pytest.mark.parametrize("misere", [False, True])
def test_sum_with_few_options_and_very_many_moves_is_refused(misere: bool) -> None:
    """A hundred piles of 1 have 2^100 moves, and 101 positions."""
    ones = Moore.position([1] * 100, max_piles=100)
    with pytest.raises(TooMuchWork):
        solve(Sum.position(components=[ones, Nim.position([99])], misere=misere), 100)


def test_position_is_searched_together_with_many_that_have_no_move() -> None:
    empty = [Race.position([20])] * 98
    position = Sum.position(components=[*empty, Race.position([7, 8])], misere=True)
    alone = Race.position([7, 8], misere=True)
    assert solve(position, 100)["to_move_wins"] == alone.wins()
