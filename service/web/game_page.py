"""What the page of a game says: who wins a position and how, the rule, and the first values.

The sentences are those of `/explanation`, and the values those of `/values`. What all positions of
a game share is kept for a few games.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, islice, product
from typing import Any

from markupsafe import Markup

from ..codec import encode
from ..game.errors import InputError, TooMuchWork
from ..game.game import Game
from ..game.games import GAMES
from ..game.moves import Piles
from ..game.position import Position
from ..game.questions.explain import explain
from ..game.questions.legal import listing
from ..game.questions.values import has_values, values
from ..game.theory.period import ValueSequence
from ..game.words.wording import every
from ..limits import MAX_LISTED_MOVES
from ..told import told_of
from .played import SOLVE, Played, address_of, shown

VALUES_SHOWN = 16
LOST_SHOWN = 10
LOST_OF = 3
"""The number of piles in lost positions, of a game that has so many."""

TRIED = {1: 40, 2: 16}
"""The largest piles among which lost positions are looked for, by the number of piles."""
TRIED_OF_MORE = 7

LISTED = 13_000
"""The numbers in a page's list of legal moves: 1,000 moves of three piles, 500 of sixteen."""


def facts(played: Played) -> Mapping[str, Any]:
    """What the template of a game's page needs."""
    position, game = played.position, played.position.game
    told, keys = told_of(game.name), dict(played.keys)
    solves = played.purpose == SOLVE
    # A lost position begins a game: what an earlier move allowed this one is not about it.
    changing = game.changing_keys(position)
    begun = played._replace(keys=tuple(each for each in played.keys if each[0] not in changing))
    strategy = told.how_to_win(GAMES[game.name], keys, position.misere)
    # Without one for misère play, that for normal play, under a heading that says so.
    of_normal = position.misere and not strategy
    if of_normal:
        strategy = told.how_to_win(GAMES[game.name], keys)
    return {
        "played": played,
        "purpose": played.purpose,
        "solves": solves,
        "card": f"?piles={shown(position.piles, ',')}" if position.piles else "",
        "as_query": played.as_query,
        "given": given(played) if played.fits else "",
        "game": game,
        "name": game.title_of(position).replace("'", "’"),
        "unit": game.words.get("pile", "pile"),
        "thing": game.words.get("object", "object"),
        "every": every,
        "game_rule": game.rule_of(position),
        "strategy": strategy if solves else "",
        "of_normal": of_normal,
        "section": told.section,
        "source": told.lines.get("source", ""),
        "explained": _explained(position) if solves else None,
        "sequence": _sequence(game) if solves and not position.misere else None,
        "lost": [
            (shown(piles), address_of(game.name, shown(piles, ","), begun.query, SOLVE))
            for piles in _lost(game, position.misere, _pile_count(position))
        ]
        if solves
        else [],
    }


def given(played: Played) -> Markup:
    """What the board of a page begins with: the position, its rule, and the moves that are legal.

    It is JSON, with no tag in it. It says nothing about who wins, so of too many moves it has
    simply the first ones.
    """
    found = encode({"position": played.request, **listing(played.position, 1, numbers=LISTED)})
    return Markup(found.decode().replace("<", r"\u003c"))  # noqa: S704  # no tag is left


def _explained(position: Position) -> Mapping[str, Any] | None:
    """The explanation; None where the position takes too long to solve."""
    try:
        return explain(position, MAX_LISTED_MOVES)
    except InputError:
        return None


@lru_cache(maxsize=32)
def _sequence(game: Game) -> ValueSequence | None:
    """The first values of single piles, in a game in which they have values."""
    if not has_values(type(game)):
        return None
    try:
        return values(game, VALUES_SHOWN)
    except InputError:
        return None


def _pile_count(position: Position) -> int:
    """How many piles the lost positions on a page have: as many as are asked about, if few may."""
    most = position.game.limits.most
    return len(position.piles) if most and most <= LOST_OF else LOST_OF


@lru_cache(maxsize=32)
def _lost(game: Game, misere: bool, count: int) -> Sequence[Piles]:
    """The first lost positions in which a move is legal; none of a sum or on a board."""
    if game.main_key != "piles":
        return []
    try:
        return [*islice(_all_lost(game, misere, count), LOST_SHOWN)]
    except TooMuchWork:
        return []


def _all_lost(game: Game, misere: bool, count: int) -> Iterator[Piles]:
    sizes = range(TRIED.get(count, TRIED_OF_MORE) + 1)
    tried = product(sizes, repeat=count) if game.is_ordered else _combined(sizes, count)
    for piles in sorted(tried, key=lambda piles: (sum(piles), piles)):
        position = Position(game, piles, misere)
        if _is_valid(position) and next(position.moves(), None) and not position.wins():
            yield piles if game.keeps_empty else tuple(filter(None, piles))


def _is_valid(position: Position) -> bool:
    """Whether the game has a position with these piles."""
    try:
        position.game.check(position)
    except InputError:
        return False
    return True


def _combined(sizes: range, count: int) -> Iterator[Piles]:
    return combinations_with_replacement(sizes, count)
