"""The difficulty of a position: how many moves win, how long play lasts, what chance would do.

The remoteness of a position is the number of moves until the end, when the winner ends the game as
soon as possible and the loser delays it as long as possible: 0 where no move is legal, else one
more than the least of the lost positions that a move leaves, or where there is none than the
largest of all. All of it is found in one pass over the graph of positions, from the end on.

Sources: H. Steinhaus, "Definitions for a theory of games and pursuit" (1925); E. R. Berlekamp,
J. H. Conway and R. K. Guy, "Winning Ways", chapter 9.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypedDict

from service.game.errors import TooMuchWork, too_many_moves, too_many_positions
from service.game.game import LARGEST_PILE, MAX_EXAMINED_MOVES, Game
from service.game.solution import Move, Piles, PositionClass, class_of

Node = tuple[Game, Piles]
"""A position with the game in which the next player meets it."""


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
    """The most positions that may be reachable, and the most moves between them."""

    positions: int
    moves: int


class Fate(NamedTuple):
    """Whether the player to move wins, in how many plies, and with what chance at random."""

    wins: bool
    plies: int
    chance: float


def analyse(game: Game, piles: Sequence[int], misere: bool, limits: AnalysisLimits) -> Analysis:
    """The difficulty of a position. Raises an InputError.

    >>> from service.game.games.nim import NIM
    >>> found = analyse(NIM, [3, 4, 5], False, AnalysisLimits(positions=1_000, moves=10_000))
    >>> found["legal_move_count"], found["winning_move_count"], found["plies"], found["move"]
    (12, 1, 11, {'pile': 0, 'remove': 2, 'leaves': 1})
    """
    game.check(piles)
    legal = game.count_moves(piles)
    if legal > LARGEST_PILE:
        raise TooMuchWork(f"This position has more than {LARGEST_PILE:,} legal moves.")
    start = game, game.canonical(piles)
    graph = _graph(start, limits)
    fates: dict[Node, Fate] = {}
    for position in _last_first(graph, start):
        fates[position] = _fate(graph[position], fates, misere)
    options, fate = graph[start], fates[start]
    best = [
        option
        for option in options
        if fates[option].plies == fate.plies - 1 and fates[option].wins is not fate.wins
    ]
    return {
        "position_class": class_of(fate.wins),
        "to_move_wins": fate.wins,
        "legal_move_count": legal,
        "winning_move_count": sum(
            count for option, count in options.items() if not fates[option].wins
        ),
        "plies": fate.plies,
        "move": game.first_move_to(piles, best) if best else None,
        "random_play": fate.chance,
    }


def _graph(start: Node, limits: AnalysisLimits) -> dict[Node, dict[Node, int]]:
    """The options of each reachable position, with the number of moves that lead to each."""
    graph: dict[Node, dict[Node, int]] = {}
    waiting, found = [start], {start}
    moves = examined = 0
    while waiting:
        position = waiting.pop()
        options = graph[position] = {}
        for game, left, count in position[0].following(position[1]):
            option = game, left
            options[option] = options.get(option, 0) + count
            examined += 1
            if moves + len(options) > limits.moves or examined > MAX_EXAMINED_MOVES:
                raise too_many_moves(limits.moves)
            if option not in found:
                found.add(option)
                waiting.append(option)
                if len(found) > limits.positions:
                    raise too_many_positions(limits.positions)
        moves += len(options)
    return graph


def _last_first(graph: dict[Node, dict[Node, int]], start: Node) -> Iterator[Node]:
    """All positions, each after all of its options."""
    begun = {start}
    way = [(start, iter(graph[start]))]
    while way:
        position, options = way[-1]
        for option in options:
            if option not in begun:
                begun.add(option)
                way.append((option, iter(graph[option])))
                break
        else:
            way.pop()
            yield position


def _fate(options: dict[Node, int], fates: dict[Node, Fate], misere: bool) -> Fate:
    """The fate of a position, given the fates of its options."""
    if not options:
        return Fate(misere, 0, float(misere))
    lost = [fates[option].plies for option in options if not fates[option].wins]
    plies = 1 + (min(lost) if lost else max(fates[option].plies for option in options))
    chances = (count * (1 - fates[option].chance) for option, count in options.items())
    return Fate(bool(lost), plies, sum(chances) / sum(options.values()))
