"""The difficulty of a position: how many moves win, how long play lasts, who wins at random.

The remoteness of a position is the number of moves until the end, when the winner ends the game as
soon as possible and the loser delays it as long as possible. It is 0 if no move is legal. Otherwise
it is one more than the least remoteness of the lost positions that a move leaves, or, if there are
none, than the largest remoteness of all positions that a move leaves. One pass over the graph of
positions, starting at the end, finds every remoteness.

A position whose graph is too large is analysed by its theory, if it has one: then only the graph's
part of the analysis is missing.

Sources: H. Steinhaus, "Definitions for a theory of games and pursuit" (1925); E. R. Berlekamp,
J. H. Conway and R. K. Guy, "Winning Ways", chapter 9.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, filterfalse, islice
from typing import NamedTuple, NotRequired, TypedDict

from ..decision import Decision
from ..errors import TooMuchWork, at
from ..meter import (
    NUMBERS_IN_A_STEP,
    STEPS_TO_KEEP,
    STEPS_TO_LIST,
    STEPS_TO_TELL,
    OutOfSteps,
    at_most,
    metered,
    spend,
)
from ..moves import Move
from ..play import Play, kernel_of
from ..position import Position
from ..theory.grundy import PositionClass, class_of
from ..theory.parts import Parts
from ..theory.walk import successors_first, too_many_moves, too_many_positions
from .forms import MoveForm, told, told_or_none

STEPS_TO_SEEK = 250_000
"""Steps to find the winning moves of a position with more legal moves than are judged."""

STEPS_FOR_THE_GRAPH = 900_000
"""Steps to find the graph, before the theory is asked, which has the others."""


class JudgedMove(TypedDict):
    """A legal move and what it leads to.

    `wins` is true if the player who makes it wins, and `plies` is the number of moves after it.
    `delay` is the number of plies by which it falls short of the best move with the same outcome: a
    win that comes later, or a resistance that ends sooner. `reply` is the best reply: the fastest
    win, else the longest resistance. Without the graph `plies` and `delay` are None, and `reply` is
    the best move of the solution.
    """

    move: MoveForm
    wins: bool
    plies: int | None
    delay: int | None
    reply: MoveForm | None


class Start(TypedDict):
    """The class and the remoteness of a position with this size of a pile."""

    size: int
    position_class: PositionClass
    plies: int | None


class Analysis(TypedDict):
    """The difficulty of a position for the player to move.

    Moves are counted as they are listed elsewhere: each pile's separately, each different result of
    a pile once; None stands for too many. `plies` is the remoteness; `move` is the first in order
    that achieves it: the fastest win or the longest resistance. `line` lists the moves to the end
    under that play, starting with `move`. `random_play` is the chance that the player to move wins
    when both players choose among their legal moves at random. `grundy_value` is the whole
    position's in normal play. `moves` lists legal moves in order. If there are too many, `more` is
    true: the winning moves that a solution lists are then chosen before others. `starts` ends
    before the first size that takes too much work, and then `more_starts` is true.

    Without the graph `plies`, `random_play`, `line` and, in games whose piles have no values,
    `grundy_value` are None, and `move` is the best move of the solution.
    """

    position_class: PositionClass
    to_move_wins: bool
    legal_move_count: int | None
    winning_move_count: int | None
    plies: int | None
    move: MoveForm | None
    random_play: float | None
    grundy_value: int | None
    line: Sequence[MoveForm] | None
    moves: NotRequired[Sequence[JudgedMove]]
    more: NotRequired[bool]
    starts: NotRequired[Sequence[Start]]
    more_starts: NotRequired[bool]


class AnalysisLimits(NamedTuple):
    """The limits of an analysis.

    `positions` and `moves` limit the graph, `legal_moves` the position itself.
    Without the graph a solution lists `listed` winning moves. `judged` legal moves are judged, and
    `steps` limits those to solve what they lead to without the graph.
    """

    positions: int
    moves: int
    legal_moves: int
    listed: int
    judged: int
    steps: int


class Outcome(NamedTuple):
    """Whether the player to move wins, in how many plies, and with what chance at random."""

    wins: bool
    plies: int
    chance: float


class Outcomes(NamedTuple):
    """The outcomes of all positions that play can reach, found by their parts."""

    play: Play
    found: dict[Parts, Outcome]
    moves: int
    """The moves between these positions."""

    def of(self, position: Position) -> Outcome:
        """The outcome of a position."""
        return self.found[self.play.parts_of(position)]


def analyse(
    start: Position,
    judge_moves: bool,
    limits: AnalysisLimits,
    starts: Mapping[int, Position] | None = None,
    best_first: bool = False,
) -> Analysis:
    """The difficulty of a position, and with `judge_moves` what its moves lead to.

    With `best_first`, too, and the moves are ordered by what they lead to. `starts` are positions
    by the size of a pile, to be listed with their class and remoteness. Raises an InputError.

    >>> from ..games.nim import Nim
    >>> limits = AnalysisLimits(1_000, 10_000, 10_000, 100, 100, 100_000)
    >>> found = analyse(Nim.position([3, 4, 5]), False, limits)
    >>> found["legal_move_count"], found["winning_move_count"], found["plies"]
    (12, 1, 11)
    >>> found["move"]
    {'pile': 0, 'remove': 2, 'leaves': 1, 'text': 'take 2 from pile 1'}
    """
    game, judge_moves = start.game, judge_moves or best_first
    game.check(start)
    play = kernel_of(start)
    if starts:
        limits = limits._replace(steps=limits.steps // 2)
    try:
        with at_most(STEPS_FOR_THE_GRAPH):
            outcomes = _outcomes(start, play, limits)
    except TooMuchWork as error:
        decision = start.decide()
        if decision.is_searched:
            raise
        outcomes = Outcomes(play, {}, 0)
        try:
            analysis = _by_theory(decision, judge_moves, limits)
        except TooMuchWork:
            raise error from None
    else:
        analysis = _by_graph(start, judge_moves, limits, outcomes)
    if best_first:
        analysis["moves"] = sorted(analysis["moves"], key=_rank)
    if starts:
        analysis["starts"] = [*_starts(starts, outcomes, limits)]
        if len(analysis["starts"]) < len(starts):
            analysis["more_starts"] = True
    return analysis


# --- With the graph -------------------------------------------------------------------------------


def _outcomes(start: Position, play: Play, limits: AnalysisLimits) -> Outcomes:
    """The outcomes of the positions that play can reach. Raises TooMuchWork."""
    if start.count_moves() > limits.legal_moves:
        text = f"This position has more than {limits.legal_moves:,} legal moves."
        raise TooMuchWork(text)
    graph = play.graph(start, limits.positions, limits.moves)
    found: dict[Parts, Outcome] = {}
    for position in successors_first(graph):
        spend(len(graph[position]))
        found[position] = _outcome(graph[position], found, start.misere)
    return Outcomes(play, found, sum(map(len, graph.values())))


def _by_graph(
    start: Position, judge_moves: bool, limits: AnalysisLimits, outcomes: Outcomes
) -> Analysis:
    play, outcome = outcomes.play, outcomes.of(start)
    first = play.parts_of(start)
    after = [(outcomes.found[option], multiplicity) for option, multiplicity in play.options(first)]
    line = _line(start, outcomes)
    analysis: Analysis = {
        "position_class": class_of(outcome.wins),
        "to_move_wins": outcome.wins,
        "legal_move_count": start.count_moves(),
        "winning_move_count": sum(multiplicity for each, multiplicity in after if not each.wins),
        "plies": outcome.plies,
        "move": line[0] if line else None,
        "random_play": outcome.chance,
        "grundy_value": play.value(first),
        "line": line,
    }
    if judge_moves:
        best = {
            True: max((each.plies for each, _ in after if each.wins), default=0),
            False: min((each.plies for each, _ in after if not each.wins), default=0),
        }
        winning: Sequence[Move] = ()
        if start.count_moves() > limits.judged and (fastest := _best_move(start, outcomes)):
            with suppress(TooMuchWork), at_most(STEPS_TO_SEEK):
                winning = [*islice(start.winning_moves(), limits.listed)]
            winning = [*dict.fromkeys([fastest, *winning])]
        moves = _winning_first(start, winning, limits.judged)
        _list(analysis, start, {move: _judged(start, move, outcomes, best) for move in moves})
    return analysis


def _winning_first(start: Position, winning: Sequence[Move], most: int) -> Iterator[Move]:
    """These winning moves, then the first others, `most` in total."""
    others = filterfalse(frozenset(winning).__contains__, start.moves())
    return islice(chain(winning, others), most)


def _list(analysis: Analysis, start: Position, judged: Mapping[Move, JudgedMove]) -> None:
    """List the judged moves in order, and whether there are others."""
    analysis["moves"] = [judged[move] for move in sorted(judged, key=start.order_of)]
    if next(filterfalse(judged.__contains__, start.moves()), None) is not None:
        analysis["more"] = True


def _rank(judged: JudgedMove) -> tuple[bool, bool, int]:
    """The place of a move: wins by fewest plies, then losses by most; unknown plies come last."""
    plies = judged["plies"]
    if plies is None:
        return not judged["wins"], True, 0
    return not judged["wins"], False, plies if judged["wins"] else -plies


def _line(position: Position, outcomes: Outcomes) -> list[MoveForm]:
    """The moves to the end by the fastest wins and the longest resistance."""
    line = []
    while (move := _best_move(position, outcomes)) is not None:
        line.append(told(position, move))
        position = position.after(move)
    return line


def _judged(
    position: Position, move: Move, outcomes: Outcomes, best: Mapping[bool, int]
) -> JudgedMove:
    """A move and what it leads to, given the plies after the best moves that win or lose."""
    after = position.after(move)
    outcome = outcomes.of(after)
    judged = _with_reply(position, move, outcome.wins, after, _best_move(after, outcomes))
    judged["plies"], judged["delay"] = outcome.plies, abs(outcome.plies - best[outcome.wins])
    return judged


def _with_reply(
    position: Position, move: Move, loses: bool, after: Position, reply: Move | None
) -> JudgedMove:
    """A move and what it leads to, without plies."""
    return {
        "move": told(position, move),
        "wins": not loses,
        "plies": None,
        "delay": None,
        "reply": told_or_none(after, reply),
    }


def _best_move(position: Position, outcomes: Outcomes) -> Move | None:
    """The first move in order that leads to the fastest win, or to the longest resistance."""
    outcome, best = outcomes.of(position), list[Move]()
    options = outcomes.play.options_of(position)
    of_each = STEPS_TO_KEEP + len(position.piles) / NUMBERS_IN_A_STEP
    for parts, option, component in metered(options, of_each):
        reached = outcomes.found[parts]
        if reached.plies == outcome.plies - 1 and reached.wins is not outcome.wins:
            best.append(option.move._replace(component=component))
    return min(best, key=position.order_of, default=None)


def _outcome(
    options: Mapping[Parts, int], outcomes: Mapping[Parts, Outcome], misere: bool
) -> Outcome:
    """The outcome of a position, given the outcomes of its options."""
    if not options:
        return Outcome(misere, 0, float(misere))
    lost = [outcomes[option].plies for option in options if not outcomes[option].wins]
    plies = 1 + (min(lost) if lost else max(outcomes[option].plies for option in options))
    chances = (count * (1 - outcomes[option].chance) for option, count in options.items())
    return Outcome(bool(lost), plies, sum(chances) / sum(options.values()))


# --- Without the graph ----------------------------------------------------------------------------


def _by_theory(decision: Decision, judge_moves: bool, limits: AnalysisLimits) -> Analysis:
    """The analysis that a game's theory allows. Raises TooMuchWork."""
    start = decision.position
    solution, legal = decision.solve(limits.listed), start.count_moves()
    analysis: Analysis = {
        "position_class": solution.position_class,
        "to_move_wins": solution.wins,
        "legal_move_count": legal if legal <= limits.legal_moves else None,
        "winning_move_count": None if solution.more else len(solution.winning_moves),
        "plies": None,
        "move": told_or_none(start, solution.best_move),
        "random_play": None,
        "grundy_value": decision.value,
        "line": None,
    }
    if judge_moves:
        judged = dict[Move, JudgedMove]()
        with suppress(OutOfSteps), at_most(limits.steps):
            for move in _winning_first(start, solution.winning_moves, limits.judged):
                spend(STEPS_TO_TELL)
                after = start.after(move)
                solution = after.solve(limits.listed)
                judged[move] = _with_reply(start, move, solution.wins, after, solution.best_move)
        _list(analysis, start, judged)
    return analysis


# --- Other starts ---------------------------------------------------------------------------------


def _starts(
    starts: Mapping[int, Position], outcomes: Outcomes, limits: AnalysisLimits
) -> Iterator[Start]:
    """The class and the remoteness of each position; the limits hold for all of them together.

    Beyond them the remoteness is None, if a theory says who wins, and the list ends otherwise.
    Raises TooMuchWork if no position is within them.
    """
    outcomes.play.begin()
    error: TooMuchWork | None = None
    least = next(iter(starts))
    for size, position in starts.items():
        first = outcomes.play.parts_of(position)
        if not error and first not in outcomes.found:
            try:
                with at("starts"):
                    outcomes = _extended(outcomes, first, position.misere, limits)
            except TooMuchWork as too_much:
                error = too_much.with_traceback(None)  # which refers to this frame
        outcome = outcomes.found.get(first)
        if error and not outcome and position.is_searched():
            if size == least:
                raise error
            return
        yield {
            "size": size,
            "position_class": class_of(outcome.wins if outcome else position.wins()),
            "plies": outcome.plies if outcome else None,
        }


def _extended(outcomes: Outcomes, start: Parts, misere: bool, limits: AnalysisLimits) -> Outcomes:
    """The outcomes with those of the positions that play can reach from this one."""
    play, found, moves = outcomes
    graph: dict[Parts, dict[Parts, int]] = {}
    once: dict[Parts, Parts] = {}  # positions in place of their copies, which are long
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if position in graph:
            continue
        options = graph[position] = {}
        for copy, multiplicity in play.options(position):
            option = once.setdefault(copy, copy)
            options[option] = options.get(option, 0) + multiplicity
        moves += len(options)
        spend(2 * STEPS_TO_LIST * len(options))  # followed, and compared
        waiting += [option for option in options if option not in found and option not in graph]
        if len(found) + len(graph) > limits.positions:
            raise too_many_positions(limits.positions)
        if moves > limits.moves:
            raise too_many_moves(limits.moves)
    new = {position: graph.keys() & options.keys() for position, options in graph.items()}
    for position in successors_first(new):
        found[position] = _outcome(graph[position], found, misere)
    return Outcomes(play, found, moves)
