"""The difficulty of a position: how many moves win, how long play lasts, what chance would do.

The remoteness of a position is the number of moves until the end, when the winner ends the game as
soon as possible and the loser delays it as long as possible: 0 where no move is legal, else one
more than the least of the lost positions that a move leaves, or where there is none than the
largest of all. All of it is found in one pass over the graph of positions, from the end on.

Sources: H. Steinhaus, "Definitions for a theory of games and pursuit" (1925); E. R. Berlekamp,
J. H. Conway and R. K. Guy, "Winning Ways", chapter 9.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from service.game.errors import TooMuchWork
from service.game.position import Move, Position, order_of
from service.game.solution import PositionClass, class_of
from service.game.theory.walk import graph_of, successors_first


class Analysis(TypedDict):
    """The difficulty of a position for the player to move.

    Moves are counted as they are listed elsewhere: each pile's apart, each different result of a
    pile once. `plies` is the remoteness; `move` is the first in order that lasts so long: the
    fastest win or the longest resistance. `random_play` is the chance that the player to move wins
    when both players choose among their legal moves at random.
    """

    position_class: PositionClass
    to_move_wins: bool
    legal_move_count: int
    winning_move_count: int
    plies: int
    move: Move | None
    random_play: float


class AnalysisLimits(NamedTuple):
    """The most positions that may be reachable, moves between them, and legal moves at first."""

    positions: int
    moves: int
    legal_moves: int


class Fate(NamedTuple):
    """Whether the player to move wins, in how many plies, and with what chance at random."""

    wins: bool
    plies: int
    chance: float


def analyse(start: Position, limits: AnalysisLimits) -> Analysis:
    """The difficulty of a position. Raises an InputError.

    >>> from service.game.games.nim import Nim
    >>> limits = AnalysisLimits(positions=1_000, moves=10_000, legal_moves=10_000)
    >>> found = analyse(Nim.position([3, 4, 5]), limits)
    >>> found["legal_move_count"], found["winning_move_count"], found["plies"], found["move"]
    (12, 1, 11, {'pile': 0, 'remove': 2, 'leaves': 1})
    """
    game = start.game
    game.check(start.piles)
    legal = game.count_moves(start)
    if legal > limits.legal_moves:
        raise TooMuchWork(f"This position has more than {limits.legal_moves:,} legal moves.")
    graph = graph_of(game.reachable(start, limits.positions), limits.moves)
    fates: dict[Position, Fate] = {}
    for position in successors_first(graph):
        fates[position] = _fate(graph[position], fates, start.misere)
    first = start.canonical()
    fate = fates[first]
    return {
        "position_class": class_of(fate.wins),
        "to_move_wins": fate.wins,
        "legal_move_count": legal,
        "winning_move_count": sum(
            count for option, count in graph[first].items() if not fates[option].wins
        ),
        "plies": fate.plies,
        "move": _best_move(start, fates),
        "random_play": fate.chance,
    }


def _best_move(position: Position, fates: Mapping[Position, Fate]) -> Move | None:
    """The first move in order that leads to the fastest win, or to the longest resistance."""
    fate = fates[position.canonical()]
    best = [
        option.move
        for option in position.options()
        if fates[option.position].plies == fate.plies - 1
        and fates[option.position].wins is not fate.wins
    ]
    return min(best, key=order_of, default=None)


def _fate(options: Mapping[Position, int], fates: Mapping[Position, Fate], misere: bool) -> Fate:
    """The fate of a position, given the fates of its options."""
    if not options:
        return Fate(misere, 0, float(misere))
    lost = [fates[option].plies for option in options if not fates[option].wins]
    plies = 1 + (min(lost) if lost else max(fates[option].plies for option in options))
    chances = (count * (1 - fates[option].chance) for option, count in options.items())
    return Fate(bool(lost), plies, sum(chances) / sum(options.values()))
