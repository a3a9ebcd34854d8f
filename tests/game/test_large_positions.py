"""Positions too large to play out: what closed forms find is what a winning move must be.

A move wins exactly if it leaves a lost position, by the game's own judgement; small positions,
which are played out, show that this judgement is right.
"""

from itertools import combinations_with_replacement, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.game.base_nim import BaseNim
from service.game.errors import IllegalMove, WrongPiles
from service.game.game import Game
from service.game.games.fibonacci import Fibonacci, zeckendorf
from service.game.games.greedy import Greedy
from service.game.games.moore import Moore
from service.game.games.nim import Nim
from service.game.games.take_and_break import Kayles, Octal
from service.game.games.wythoff import Wythoff
from service.game.questions.solve import solve_position
from tests.support.moves import Move, Taken
from tests.support.strategies import LARGEST_PILE, conventions

sizes = st.one_of(st.integers(0, 3), st.integers(0, 40), st.integers(0, LARGEST_PILE))
numbers = st.one_of(st.integers(1, 9), st.integers(1, LARGEST_PILE))
GAMES: dict[str, st.SearchStrategy[Game]] = {
    "nim": st.just(Nim.of()),
    "bounded": numbers.map(lambda most: Nim.of(max_remove=most)),
    "subtraction": st.sets(st.integers(1, 60), min_size=1, max_size=8).map(
        lambda numbers: Nim.of(subtraction_set=[*numbers])
    ),
    "moore": st.integers(1, 9).map(Moore),
    "wythoff": st.just(Wythoff()),
    "fibonacci": st.one_of(st.none(), numbers).map(Fibonacci),
    "greedy": st.just(Greedy()),
    "0.[3]": st.just(Octal.of("0.[3]")),
    "kayles": st.just(Kayles()),
}
each_game = pytest.mark.parametrize("name", GAMES)


@st.composite
def positions(draw: st.DrawFn, game: Game) -> list[int]:
    """Piles of any size, often several of the same."""
    few, many = game.min_pile_count, min(9, game.max_pile_count or 9)
    some = st.lists(
        sizes.map(lambda size: min(size, game.largest_pile)), min_size=few, max_size=many
    )
    piles = draw(some)
    for _ in range(draw(st.integers(0, 3))):
        if piles and len(piles) < many:
            piles.append(draw(st.sampled_from(piles)))
    return draw(st.permutations(piles))


@each_game
@given(data=st.data(), misere=conventions)
def test_winning_moves_leave_lost_positions(name: str, data: st.DataObject, misere: bool) -> None:
    game = data.draw(GAMES[name])
    piles = data.draw(positions(game))
    solution = solve_position(game, piles, misere)

    wins_by_moving = solution["to_move_wins"] and solution["best_move"] is not None
    assert bool(solution["winning_moves"]) == wins_by_moving
    assert solution["best_move"] in solution["winning_moves"] or not solution["winning_moves"]
    for move in solution["winning_moves"]:
        game.check_move(piles, move)
        assert not game.after(move).wins(game.left(piles, move), misere)


@each_game
@given(data=st.data(), misere=conventions)
def test_moves_that_are_not_listed_leave_won_positions(
    name: str, data: st.DataObject, misere: bool
) -> None:
    """This holds where all winning moves are listed."""
    game = data.draw(GAMES[name])
    piles = tuple(data.draw(positions(game)))
    solution = solve_position(game, piles, misere)
    move = data.draw(some_move(game, piles))
    assume(move is not None and "more" not in solution and move not in solution["winning_moves"])
    assert game.after(move).wins(game.left(piles, move), misere)


@each_game
@given(data=st.data(), misere=conventions)
def test_moves_from_lost_positions_leave_won_ones(
    name: str, data: st.DataObject, misere: bool
) -> None:
    """The lost position is the given one, or what a winning move leaves."""
    game = data.draw(GAMES[name])
    piles = tuple(data.draw(positions(game)))
    for move in solve_position(game, piles, misere)["winning_moves"][:1]:
        game, piles = game.after(move), game.left(piles, move)
    assume(not game.wins(piles, misere))
    move = data.draw(some_move(game, piles))
    assume(move is not None)
    assert game.after(move).wins(game.left(piles, move), misere)


@st.composite
def some_move(draw: st.DrawFn, game: Game, piles: tuple[int, ...]) -> Any:
    """A legal move, found by trying; None where it is none."""
    places = [i for i, pile in enumerate(piles) if pile]
    if not places:
        return None
    i = draw(st.sampled_from(places))
    if game.form == "split":
        moves = [*game.moves(piles)]
        return draw(st.sampled_from(moves)) if moves else None
    if isinstance(game, BaseNim):
        legal = game.removals(piles[i])
        if not legal:
            return None
        return game.play(piles, Move(i, legal[draw(st.integers(0, len(legal) - 1))]))
    some = [i]
    if game.form == "removals":
        some = sorted(draw(st.sets(st.sampled_from(places), min_size=1, max_size=3)))
    most = draw(st.sampled_from([9, LARGEST_PILE]))
    taken = [Taken(i, draw(st.integers(1, min(most, piles[i])))) for i in some]
    if isinstance(game, Wythoff):
        least = min(each.remove for each in taken)
        taken = [Taken(each.pile, least) for each in taken]
    said = Move(removals=taken) if game.form == "removals" else Move(i, taken[0].remove)
    try:
        return game.play(piles, said)
    except IllegalMove:
        return None


# --- Moore's Nim ----------------------------------------------------------------------------------


@given(st.lists(sizes, max_size=9), conventions)
def test_moore_with_one_pile_a_move_is_nim(piles: list[int], misere: bool) -> None:
    nim = solve_position(Nim.of(), piles, misere)
    moore = solve_position(Moore(1), piles, misere)

    assert moore["position_class"] == nim["position_class"]
    assert moore["winning_moves"] == [{"removals": [move]} for move in nim["winning_moves"]]


@pytest.mark.parametrize(("max_piles", "listed"), [(3, 100), (9, 100), (15, 66), (40, 25)])
def test_of_very_many_winning_moves_fewer_are_listed_where_they_have_many_removals(
    max_piles: int, listed: int
) -> None:
    """At most 1,000 removals, and `max_piles` in each move."""
    piles = [2**53 - 1 - i for i in range(60)]
    solution = solve_position(Moore(max_piles), piles, False)

    assert 1 <= len(solution["winning_moves"]) <= listed
    assert solution["more"] is True
    assert solution["best_move"] in solution["winning_moves"]


@pytest.mark.parametrize(("max_piles", "listed"), [(10, 100), (20, 50), (50, 20)])
def test_of_equal_piles_as_many_winning_moves_are_listed_as_may_be(
    max_piles: int, listed: int
) -> None:
    solution = solve_position(Moore(max_piles), [1] * (max_piles + 8), False)
    assert len(solution["winning_moves"]) == listed


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
@pytest.mark.parametrize("max_piles", [1, 2, 5, 20, 50, 99, 100])
def test_moore_with_100_large_piles_is_solved(max_piles: int, misere: bool) -> None:
    """There are more winning moves than could be counted, let alone made."""
    some = Random(max_piles)
    game, piles = Moore(max_piles), [some.randrange(2**52, 2**53) for _ in range(100)]
    solution = solve_position(game, piles, misere)

    assert solution["winning_moves"]
    for move in solution["winning_moves"]:
        game.check_move(piles, move)
        assert not game.wins(game.left(piles, move), misere)


# --- Wythoff's game -------------------------------------------------------------------------------

# A000201 and A001950 of the On-Line Encyclopedia of Integer Sequences
LOST = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23)]


def test_published_lost_positions_of_wythoffs_game() -> None:
    pairs = combinations_with_replacement(range(24), 2)

    assert [pair for pair in pairs if not Wythoff().wins(pair, False)] == LOST


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misère"])
def test_lost_positions_of_wythoffs_game_by_exhaustion(misere: bool) -> None:
    """Each number and each difference is in one of them: this finds the next without play."""
    rows = [(2, 2), (0, 1)] if misere else [(0, 0), (1, 2)]
    used = {number for row in rows for number in row}
    for difference in range(2, 500):
        a = next(n for n in range(10_000) if n not in used)
        used |= {a, a + difference}
        rows.append((a, a + difference))

    assert not any(Wythoff().wins(row, misere) for row in rows)


# --- Fibonacci Nim --------------------------------------------------------------------------------


def test_piles_of_fibonacci_numbers_are_lost_at_the_start() -> None:
    lost = [n for n in range(1, 100) if not Fibonacci().wins([n], False)]

    assert lost == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]


@given(st.integers(0, LARGEST_PILE))
def test_zeckendorf_form_has_no_neighbours(number: int) -> None:
    fibonacci = [1, 2]
    while fibonacci[-1] < LARGEST_PILE:
        fibonacci.append(fibonacci[-2] + fibonacci[-1])
    places = [fibonacci.index(part) for part in zeckendorf(number)]

    assert sum(zeckendorf(number)) == number
    assert all(b - a > 1 for a, b in pairwise(places))


@given(st.integers(0, LARGEST_PILE), numbers, conventions)
def test_quota_beyond_the_pile_counts_as_the_pile(pile: int, more: int, misere: bool) -> None:
    assume(pile)
    assert Fibonacci(pile + more).solve([pile], misere) == Fibonacci(pile).solve([pile], misere)


# --- Greedy Nim -----------------------------------------------------------------------------------


def test_of_many_winning_moves_of_greedy_nim_the_first_are_listed() -> None:
    solution = solve_position(Greedy(), [9, LARGEST_PILE, 9, 9, 9], False)

    most = LARGEST_PILE - 8
    assert solution["winning_moves"] == [
        {"pile": 1, "remove": remove, "leaves": LARGEST_PILE - remove}
        for remove in range(most, LARGEST_PILE + 1)
    ]
    assert "more" not in solution


def test_of_three_largest_piles_any_may_be_taken_in_greedy_nim() -> None:
    solution = solve_position(Greedy(), [200, 7, 200, 200], False)

    assert solution["winning_moves"] == [
        {"pile": 0, "remove": remove, "leaves": 200 - remove} for remove in range(1, 101)
    ]
    assert solution["more"] is True
    assert solution["best_move"] == {"pile": 0, "remove": 100, "leaves": 100}


def test_many_piles_of_greedy_nim_are_solved() -> None:
    some = Random(1)
    solution = solve_position(Greedy(), [some.randrange(2**53) for _ in range(10_000)], False)

    assert solution["to_move_wins"]
    assert solution["winning_moves"]


# --- How many piles, and how large they are -------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "piles", "code", "message"),
    [
        (Moore(3), [1] * 101, "too-many", "In this game at most 100 piles are allowed."),
        (Kayles(), [1] * 101, "too-many", "In this game at most 100 piles are allowed."),
        (Wythoff(), [], "too-few", "This game is played with exactly 2 piles."),
        (Wythoff(), [1, 2, 3], "too-many", "This game is played with exactly 2 piles."),
        (Fibonacci(), [], "too-few", "This game is played with exactly 1 pile."),
        (Fibonacci(), [1, 2], "too-many", "This game is played with exactly 1 pile."),
    ],
    ids=str,
)
def test_wrong_number_of_piles_is_rejected(
    game: Game, piles: list[int], code: str, message: str
) -> None:
    with pytest.raises(WrongPiles) as error:
        solve_position(game, piles, False)

    assert (error.value.code, error.value.locations, str(error.value)) == (
        code,
        [("piles",)],
        message,
    )


def test_each_pile_that_is_too_large_is_named() -> None:
    assert solve_position(Kayles(), [1000] * 2, False)["position_class"] == "P"
    with pytest.raises(
        WrongPiles, match=r"^In this game a pile has at most 1,000 objects\.$"
    ) as error:
        solve_position(Kayles(), [1001, 1000, 5000], False)

    assert error.value.code == "too-large"
    assert error.value.locations == [("piles", 0), ("piles", 2)]
