"""The difficulty of a position: how many moves win, how long play lasts, what chance would do.

The remoteness of a position is the number of moves until the end, when the winner ends the game as
soon as possible and the loser delays it as long as possible. It is 0 if no move is legal. Otherwise
it is one more than the least remoteness of the lost positions that a move leaves, or, if there are
none, than the largest remoteness of all positions that a move leaves. One pass over the graph of
positions, starting at the end, finds every remoteness.

Sources: H. Steinhaus, "Definitions for a theory of games and pursuit" (1925); E. R. Berlekamp,
J. H. Conway and R. K. Guy, "Winning Ways", chapter 9.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple, NotRequired, TypedDict

from ..errors import TooMuchWork
from ..game import Play, Position
from ..moves import Move, order_of
from ..theory.grundy import PositionClass, class_of
from ..theory.parts import Parts
from ..theory.walk import successors_first
from .forms import MoveForm, form_of, form_or_none


class JudgedMove(TypedDict):
    """A legal move and what it leads to.

    `wins` says whether the player who makes it wins, `plies` in how many moves after it the game
    ends, and `reply` is the best answer: the fastest win, else the longest resistance.
    """

    move: MoveForm
    wins: bool
    plies: int
    reply: MoveForm | None


class Analysis(TypedDict):
    """The difficulty of a position for the player to move.

    Moves are counted as they are listed elsewhere: each pile's apart, each different result of a
    pile once. `plies` is the remoteness; `move` is the first in order that achieves it:
    the fastest win or the longest resistance. `line` lists the moves to the end under that play,
    starting with `move`. `random_play` is the chance that the player to move wins when both players
    choose among their legal moves at random. `grundy_value` is that of the whole position in normal
    play. `moves` has the first legal moves in order; where there are others, `more` is true.
    """

    position_class: PositionClass
    to_move_wins: bool
    legal_move_count: int
    winning_move_count: int
    plies: int
    move: MoveForm | None
    random_play: float
    grundy_value: int
    line: Sequence[MoveForm]
    moves: NotRequired[Sequence[JudgedMove]]
    more: NotRequired[bool]


class AnalysisLimits(NamedTuple):
    """The most positions that may be reachable, moves between them, and legal moves at first.

    `judged` is how many legal moves are judged.
    """

    positions: int
    moves: int
    legal_moves: int
    judged: int


class Fate(NamedTuple):
    """Whether the player to move wins, in how many plies, and with what chance at random."""

    wins: bool
    plies: int
    chance: float


class Fates(NamedTuple):
    """The fates of all positions that play can reach, found by their parts."""

    play: Play
    found: Mapping[Parts, Fate]

    def of(self, position: Position) -> Fate:
        """The fate of a position."""
        return self.found[self.play.parts_of(position)]


def analyse(start: Position, judge_moves: bool, limits: AnalysisLimits) -> Analysis:
    """The difficulty of a position, and with `judge_moves` what its moves lead to.

    Raises an InputError.

    >>> from service.game.games.nim import Nim
    >>> limits = AnalysisLimits(positions=1_000, moves=10_000, legal_moves=10_000, judged=100)
    >>> found = analyse(Nim.position([3, 4, 5]), False, limits)
    >>> found["legal_move_count"], found["winning_move_count"], found["plies"], found["move"]
    (12, 1, 11, {'pile': 0, 'remove': 2, 'leaves': 1})
    """
    game = start.game
    game.check(start)
    legal = game.count_moves(start)
    if legal > limits.legal_moves:
        text = f"This position has more than {limits.legal_moves:,} legal moves."
        raise TooMuchWork(text, game.main_key)
    play = Play(in_sum=game.is_sum)
    graph = play.graph(start, limits.positions, limits.moves)
    found: dict[Parts, Fate] = {}
    for position in successors_first(graph):
        found[position] = _fate(graph[position], found, start.misere)
    first = play.parts_of(start)
    fate, fates = found[first], Fates(play, found)
    best = _best_move(start, fates)
    analysis: Analysis = {
        "position_class": class_of(fate.wins),
        "to_move_wins": fate.wins,
        "legal_move_count": legal,
        "winning_move_count": sum(
            ways for option, ways in graph[first].items() if not found[option].wins
        ),
        "plies": fate.plies,
        "move": form_or_none(start, best),
        "random_play": fate.chance,
        "grundy_value": play.value(first),
        "line": _line(start, fates),
    }
    if judge_moves:
        moves = start.moves()
        analysis["moves"] = [_judged(start, move, fates) for move in islice(moves, limits.judged)]
        if next(moves, None) is not None:
            analysis["more"] = True
    return analysis


def _line(position: Position, fates: Fates) -> list[MoveForm]:
    """The moves to the end by the fastest wins and the longest resistance."""
    line = []
    while (move := _best_move(position, fates)) is not None:
        line.append(form_of(position, move))
        position = position.after(move)
    return line


def _judged(position: Position, move: Move, fates: Fates) -> JudgedMove:
    after = position.after(move)
    fate = fates.of(after)
    return {
        "move": form_of(position, move),
        "wins": not fate.wins,
        "plies": fate.plies,
        "reply": form_or_none(after, _best_move(after, fates)),
    }


def _best_move(position: Position, fates: Fates) -> Move | None:
    """The first move in order that leads to the fastest win, or to the longest resistance."""
    fate, best = fates.of(position), list[Move]()
    for option in position.options():
        reached = fates.of(option.position)
        if reached.plies == fate.plies - 1 and reached.wins is not fate.wins:
            best.append(option.move)
    return min(best, key=lambda move: order_of(position.piles_of(move), move), default=None)


def _fate(options: Mapping[Parts, int], fates: Mapping[Parts, Fate], misere: bool) -> Fate:
    """The fate of a position, given the fates of its options."""
    if not options:
        return Fate(misere, 0, float(misere))
    lost = [fates[option].plies for option in options if not fates[option].wins]
    plies = 1 + (min(lost) if lost else max(fates[option].plies for option in options))
    chances = (count * (1 - fates[option].chance) for option, count in options.items())
    return Fate(bool(lost), plies, sum(chances) / sum(options.values()))
