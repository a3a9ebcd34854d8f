"""Grundy values: any finite impartial game, written as a graph, played as if it were Nim.

A game is a mapping from each position to its options, the positions that one move leads to. A
player who has no option loses, and wins in misère play. In a finite game no position leads back to
itself. Positions are named by strings. A position may also be given as a sum of others, which then
needs no options: a move in it is made in one of its components.

The Grundy value of a position is the mex of its options' values, the least non-negative integer
that is none of them. It is the size of the Nim pile that can stand in for the position, alone and
in sums: in a sum of positions a move changes one of them, and the sum's value is the nim-sum.

Source: R. P. Sprague (1935) and P. M. Grundy (1939), independently; J. H. Conway, "On Numbers and
Games" (1976), chapter 11. Everything here takes time linear in the number of positions and options
given, components of sums counted as often as they occur, except two things; nothing recurses. A
sum in misère play does not follow from the classes of its components, nor from their Grundy values,
so it is searched. How long play in a sum lasts does not follow from its components either, so it is
played out, if that takes few steps.

In perfect play the winner ends the game as soon as possible, and the loser delays it as long as
possible.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from itertools import chain
from typing import NamedTuple, NotRequired, TypedDict

from ..errors import InputError, Location, at
from ..meter import STEPS_TO_KEEP, STEPS_TO_WRITE, spend
from .grundy import PositionClass, class_of, mex, nim_sum
from .parts import About, Left, Parts
from .search import Search
from .walk import successors_first

Options = Mapping[str, Sequence[str]]
Sums = Mapping[str, Sequence[str]]


class UnknownPosition(InputError):
    """An option or a component is not a position of the game.

    `locations` has all of them, each the path to it in the arguments: `("options", "a", 0)` is the
    first option of a, `("sums", "b", 1)` the second component of the sum b, `("sum", 2)` the third
    component of the sum to be solved.
    """

    code = "unknown-position"

    def __init__(self, *locations: Location) -> None:
        super().__init__("This is not a position of the game.", *locations)


class NameOfTwo(InputError):
    """A position with options and a sum have the same name; `locations` has all such sums."""

    code = "wrong-sum"


class SumAsComponent(InputError):
    """A component of the sum to be solved is a sum itself; `locations` has all of them.

    A move in it would have no name, so its components must be listed instead.
    """

    code = "wrong-sum"


class EndlessGame(InputError):
    """The game may go on for ever: each position of `cycle` is an option of the one before it.

    The first is an option of the last. Instead of an option it may be a component of a sum.
    `locations` has the argument that holds the cycle: `sums` if it consists of sums alone.
    """

    code = "endless-game"

    def __init__(self, cycle: Sequence[str], location: Location) -> None:
        super().__init__("A game that can repeat a position has no Grundy values.", location)
        self.cycle = cycle


class TooManyPositions(InputError):
    """Too many positions are reachable from a sum; `locations` has the sum."""

    code = "too-much-work"

    def __init__(self, max_steps: int) -> None:
        super().__init__(
            "In misère play this sum is solved by search, which takes more than "
            f"{max_steps:,} steps: one for each reachable position and for each of its moves, "
            "times the components."
        )
        self.max_steps = max_steps


class Steps(NamedTuple):
    """The steps that searching all sums in misère play may take, and finding their plies."""

    search: int = 0
    plies: int = 0


NO_STEPS = Steps()


class SumMove(TypedDict):
    """A move in a sum: the component with the 0-based index `component` becomes `to`."""

    component: int
    to: str


class SumSolution(TypedDict):
    """A sum of positions, seen by the player to move.

    `plies` is the number of moves in perfect play; None if finding it takes too many steps.
    """

    nim_sum: int
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[SumMove]
    plies: int | None


class GraphSolution(TypedDict):
    """The Grundy value and the class of each position by its name, and a sum if one was given.

    `plies` is the number of moves from each position to the end, in perfect play; None for a sum if
    finding it takes too many steps, and for a position if it depends on such a sum.
    """

    grundy_values: Mapping[str, int]
    position_classes: Mapping[str, PositionClass]
    plies: Mapping[str, int | None]
    sum: NotRequired[SumSolution]


def solve_graph(
    options: Options,
    components: Sequence[str] | None = None,
    sums: Sums | None = None,
    misere: bool = False,
    most: Steps = NO_STEPS,
) -> GraphSolution:
    """The Grundy value and the class of every position, in the order given, and of a sum of some.

    `sums` are positions given as sums, by their names; options and sums may name them. They come
    after the others. The sum to be solved consists of `components`. Every winning move in it leaves
    it at 0; unlike in Nim it may raise the value of its component. Raises UnknownPosition,
    NameOfTwo, SumAsComponent or EndlessGame.

    In misère play only the classes, the winning moves and the plies differ; the values stay the
    same. Sums are searched, in `most.search` steps at most: beyond them TooManyPositions is raised.
    The plies of sums that take more than `most.plies` steps are None.

    >>> abc = {"a": ["b", "c"], "b": ["c"], "c": []}
    >>> game = solve_graph(abc, ["a", "b"], most=Steps(plies=99))
    >>> game["grundy_values"], game["plies"]
    ({'a': 2, 'b': 1, 'c': 0}, {'a': 1, 'b': 1, 'c': 0})
    >>> game["sum"]["winning_moves"], game["sum"]["plies"]
    ([{'component': 0, 'to': 'b'}], 3)
    >>> kayles = {"0": [], "1": ["0"], "2": ["1", "0"], "3": ["2", "1+1", "1"]}
    >>> sums = {"1+1": ["1", "1"]}
    >>> solve_graph(kayles, sums=sums)["grundy_values"]
    {'0': 0, '1': 1, '2': 2, '3': 3, '1+1': 0}
    >>> solve_graph(kayles, sums=sums, misere=True, most=Steps(9))["position_classes"]
    {'0': 'N', '1': 'P', '2': 'N', '3': 'N', '1+1': 'N'}
    """
    sums = sums or {}
    for given in (*options.values(), *sums.values(), components or ()):
        spend(STEPS_TO_KEEP + STEPS_TO_WRITE * len(given))
    _check_names(options, sums, components or ())
    successors = {**options, **sums}
    order = _in_order(successors, sums)
    found = _values(order, successors, sums)
    values = {name: found[name] for name in successors}
    play = _Play(options, sums, misere)
    play.allow_steps(most.search if misere else most.plies)
    if misere or sums or components:
        with nullcontext() if misere else suppress(TooManyPositions):
            play.write_out(order)
    # Sums come first, so that too much work is found at a sum.
    locations = {name: ("sums", name) for name in sums} | {n: ("options", n) for n in options}
    wins = {
        name: play.wins_sum([name], location) if misere else values[name] != 0
        for name, location in locations.items()
    }
    solved = None if components is None else _solve_sum(options, values, components, play)
    play.allow_steps(most.plies)
    plies = play.plies(order, wins)
    solution: GraphSolution = {
        "grundy_values": values,
        "position_classes": {name: class_of(wins[name]) for name in values},
        "plies": {name: plies[name] for name in values},
    }
    if solved and components is not None:
        solution["sum"] = {**solved, "plies": play.plies_of_sum(components)}
    return solution


def _in_order(successors: Mapping[str, Sequence[str]], sums: Sums) -> Sequence[str]:
    """The names, each after its options or components. Raises EndlessGame."""
    order = [*successors_first(successors)]
    if len(order) < len(successors):
        cycle = _cycle(successors, {*successors} - {*order})
        raise EndlessGame(cycle, ("sums",) if sums.keys() >= {*cycle} else ("options",))
    return order


def _values(
    order: Iterable[str], successors: Mapping[str, Sequence[str]], sums: Sums
) -> Mapping[str, int]:
    """The Grundy values, each after those of its options or components."""
    found: dict[str, int] = {}
    for name in order:
        reached = [found[successor] for successor in successors[name]]
        found[name] = nim_sum(reached) if name in sums else mex({*reached})
    return found


def _check_names(options: Options, sums: Sums, components: Sequence[str]) -> None:
    if both := [("sums", name) for name in sums if name in options]:
        raise NameOfTwo("This name is already a position in `options`.", *both)
    named: dict[Location, Sequence[str]] = {
        **{("options", name): successors for name, successors in options.items()},
        **{("sums", name): successors for name, successors in sums.items()},
        ("sum",): components,
    }
    unknown = [
        (*location, i)
        for location, names in named.items()
        for i, name in enumerate(names)
        if name not in options and name not in sums
    ]
    if unknown:
        raise UnknownPosition(*unknown)
    if nested := [("sum", i) for i, name in enumerate(components) if name in sums]:
        raise SumAsComponent("This is a sum: list its components instead.", *nested)


def _solve_sum(
    options: Options,
    values: Mapping[str, int],
    components: Sequence[str],
    play: "_Play",
) -> SumSolution:
    """The solution of a sum, without its plies."""
    total = nim_sum([values[name] for name in components])

    def wins_with(i: int, option: str) -> bool:
        """Whether the sum is won in which the i-th component has become this option."""
        if play.misere:
            return play.wins_sum([*components[:i], option, *components[i + 1 :]], ("sum",))
        return values[option] != values[components[i]] ^ total

    winning = {
        name: [option for option in dict.fromkeys(options[name]) if not wins_with(i, option)]
        for i, name in reversed([*enumerate(components)])
    }
    wins = play.wins_sum(components, ("sum",)) if play.misere else total != 0
    return {
        "nim_sum": total,
        "position_class": class_of(wins),
        "to_move_wins": wins,
        "winning_moves": [
            {"component": i, "to": option}
            for i, name in enumerate(components)
            for option in winning[name]
        ],
        "plies": None,
    }


def _cycle(successors: Mapping[str, Sequence[str]], endless: set[str]) -> list[str]:
    """One cycle; each of the `endless` positions has a successor among them."""
    name = next(name for name in successors if name in endless)
    path: dict[str, int] = {}
    while name not in path:
        path[name] = len(path)
        name = next(successor for successor in successors[name] if successor in endless)
    return list(path)[path[name] :]


class _Play(Search[str]):
    """Sums of the positions of a graph, played out: who wins in misère play, and how soon.

    Positions without options change nothing and are left out of sums.
    """

    def __init__(self, options: Options, sums: Sums, misere: bool) -> None:
        super().__init__()
        self.misere = misere
        self._options_of, self._sums = options, sums
        self._parts_of: dict[str, tuple[str, ...]] = {}
        self._plies: dict[str, int | None] = {}
        self._found_plies: dict[Parts, int | None] = {(): 0}

    def allow_steps(self, max_steps: int) -> None:
        """Allow this many more steps; beyond them TooManyPositions is raised."""
        self.begin(max_steps, partial(TooManyPositions, max_steps), part=0)

    def write_out(self, names: Iterable[str]) -> None:
        """Find the parts of names, each after its options or components.

        Raises TooManyPositions: a sum of sums of sums can have any number of parts.
        """
        for name in names:
            if name in self._sums:
                components = self._sums[name]
                with at("sums", name):
                    self.examine(sum(len(self._parts_of[each]) for each in components))
                self._parts_of[name] = (*chain(*map(self._parts_of.__getitem__, components)),)
            else:
                self._parts_of[name] = (name,) if self._options_of[name] else ()

    def left_of(self, part: str) -> Left:
        return ((self._parts_of[option], 1) for option in self._options_of[part])

    def costs(self, position: Parts) -> tuple[float, float]:
        """A position by itself has no more moves than were given."""
        parts = len(position) if len(position) > 1 else 0
        return parts, parts

    def describe(self, part: str) -> About:  # noqa: ARG002
        return About(weight=0)

    def wins_sum(self, components: Iterable[str], location: Location) -> bool:
        """Whether the player to move wins a sum. Raises TooManyPositions, with the location."""
        with at(*location):
            return self.wins(self._position_of(components), misere=True)

    def _position_of(self, components: Iterable[str]) -> Parts:
        return self.of(part for name in components for part in self._parts_of[name])

    # --- How soon the end comes ---

    def plies(self, order: Iterable[str], wins: Mapping[str, bool]) -> Mapping[str, int | None]:
        """The plies of each name, given who wins; `order` has each after its successors."""
        for name in order:
            if name in self._sums:
                self._plies[name] = self.plies_of_sum(self._sums[name])
            else:
                options = self._options_of[name]
                lost = [option for option in options if not wins[option]]
                reached = [self._plies[option] for option in lost or options]
                self._plies[name] = _plies_after(reached, wins=bool(lost))
        return self._plies

    def plies_of_sum(self, components: Sequence[str]) -> int | None:
        """The plies of a sum, given those of each name; None if that takes too many steps."""
        if not all(name in self._parts_of for name in components):
            return None  # a component has too many parts
        try:
            return self._plies_of(self._position_of(components))
        except TooManyPositions:
            return None

    def _plies_of(self, start: Parts) -> int | None:
        found, waiting, options_of = self._found_plies, [start], dict[Parts, list[Parts]]()
        while waiting:
            position = waiting[-1]
            if position in found:
                waiting.pop()
                continue
            if len(position) == 1:
                found[position] = self._plies[self.forms[position[0]]]
                continue
            options = options_of.get(position)
            if options is None:
                moves = sum([len(self._options_of[self.forms[part]]) for part in {*position}])
                self.examine(len(position) * (1 + moves))
                options = options_of[position] = [left for left, _ in self.options(position)]
            unknown = [option for option in options if option not in found]
            waiting += unknown
            if not unknown:
                reached = [found[option] for option in options_of.pop(position)]
                lost = [each for each in reached if each is None or each % 2 == self.misere]
                found[position] = _plies_after(lost or reached, wins=bool(lost))
        return found[start]


def _plies_after(reached: Sequence[int | None], wins: bool) -> int | None:
    """The plies of a position, given those of all its lost options if it wins, else of all."""
    known = [plies for plies in reached if plies is not None]
    if len(known) < len(reached):
        return None
    return (min if wins else max)(known) + 1 if known else 0
