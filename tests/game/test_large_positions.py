"""Positions too large to play out: closed forms find exactly the winning moves.

A move wins if and only if it leaves a lost position according to the game itself. Small positions,
which are played out, show that the game is right about that.
"""

from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.game.errors import IllegalMove, InputError
from service.game.game import Game
from service.game.games import GAMES
from service.game.games.moore import MAX_MOORE_PILES
from service.game.games.numbers import KINDS
from service.game.heap_game import RemovalGame
from service.game.meter import Meter
from service.game.moves import Move as LegalMove
from service.game.position import Position
from service.game.questions.forms import legal_move
from tests.support.moves import Move, Taken
from tests.support.strategies import LARGEST_PILE, conventions
from tests.support.tries import tries

MAX_MOVES = 100
SEARCHED = 100_000
"""The minimum work of positions that are solved by search, which is too slow here."""

sizes = st.one_of(st.integers(0, 3), st.integers(0, 40), st.integers(0, LARGEST_PILE))
each_game = pytest.mark.parametrize(
    "game",
    [game for game in GAMES.values() if game.main_key == "piles"],
    ids=lambda game: game.name,
)


large = st.one_of(st.integers(1, 9), st.integers(1, LARGEST_PILE))

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "max_remove": large,
    "min_remove": large,
    "subtraction_set": st.lists(st.integers(1, 60), min_size=1, max_size=8, unique=True),
    "code": st.just("0.77"),
    "max_piles": st.one_of(st.integers(1, 9), st.integers(1, MAX_MOORE_PILES)),
    "quota": large,
    "numbers": st.sampled_from([*KINDS]),
    "add": st.lists(st.integers(1, 9), min_size=1, max_size=8, unique=True),
    "multiply": st.lists(st.integers(2, 9), min_size=1, max_size=8, unique=True),
    "target": st.integers(1, 90),
}
"""Values of each key: small numbers and large ones."""


@st.composite
def positions(draw: st.DrawFn, game: type[Game], misere: bool) -> Position:
    """Positions with any keys and piles of any size, often several of the same size.

    They are in normal play if misère play needs a search.
    """
    few, many = game.limits.fewest, min(9, game.limits.most or 9)
    pile = sizes.map(lambda size: min(size, game.limits.largest or size))
    piles = draw(st.lists(pile, min_size=few, max_size=many))
    for _ in range(draw(st.integers(0, 3))):
        if piles and len(piles) < many:
            piles.append(draw(st.sampled_from(piles)))
    keys = {
        name: draw(VALUES[name])
        for name, is_required in game.keys.items()
        if is_required or draw(st.booleans())
    }
    try:
        position = game.position(draw(st.permutations(piles)), misere, **keys)
        position.game.check(position)
    except InputError:
        assume(False)
    try:
        with Meter(SEARCHED):
            position.wins()
    except InputError:  # a search of too many moves
        assume(False)
    return position


@each_game
@tries(60)
@given(data=st.data(), misere=conventions)
def test_moves_win_if_and_only_if_they_leave_lost_positions(
    game: type[Game], data: st.DataObject, misere: bool
) -> None:
    position = data.draw(positions(game, misere))
    solution = position.solve(MAX_MOVES)
    winning = solution.winning_moves

    wins_by_moving = solution.wins and solution.best_move is not None
    assert bool(winning) == wins_by_moving
    assert solution.best_move in winning or not winning
    for move in [*winning[:50], *winning[50:][-50:]]:
        position.game.check_move(position, move)
        assert not position.after(move).wins()

    other = data.draw(some_move(position))
    if other and other not in winning and not solution.more:
        assert position.after(other).wins()
    if winning:
        lost = position.after(winning[0])
        move_to_won = data.draw(some_move(lost))
        assert move_to_won is None or lost.after(move_to_won).wins()


@st.composite
def some_move(draw: st.DrawFn, position: Position) -> LegalMove | None:
    """A legal move: one of any size, found by trying, or one of the first in order."""
    game, piles = position.game, position.piles
    places = [i for i, pile in enumerate(piles) if pile]
    first = [*islice(position.moves(), 50)]
    if not first:
        return None
    if game.form in ("split", "replacement") or draw(st.booleans()):
        return draw(st.sampled_from(first))
    i = draw(st.sampled_from(places))
    if isinstance(game, RemovalGame):
        legal = game.removals(piles[i])
        assume(legal)
        return legal_move(position, Move(i, legal[draw(st.integers(0, len(legal) - 1))]))
    most = draw(st.sampled_from([9, LARGEST_PILE]))
    some = sorted(draw(st.sets(st.sampled_from(places), min_size=1, max_size=3)))
    taken = [Taken(i, draw(st.integers(1, min(most, piles[i])))) for i in some]
    if draw(st.booleans()):
        least = min(each.remove for each in taken)
        taken = [Taken(each.pile, least) for each in taken]
    said = Move(removals=taken) if game.form == "removals" else Move(i, taken[0].remove)
    try:
        return legal_move(position, said)
    except IllegalMove:
        return draw(st.sampled_from(first))
