"""Grundy values: any finite impartial game, written as a graph, played as if it were Nim.

A game is a mapping from each position to its options, the positions that one move leads to. A
player who has no option loses. In a finite game no position leads back to itself. Positions are
named by strings.

The Grundy value of a position is the mex of its options' values, the least non-negative integer
that is none of them. It is the size of the Nim pile that can stand in for the position, alone and
in sums: in a sum of positions a move changes one of them, and the sum's value is the nim-sum.

Source: R. P. Sprague (1935) and P. M. Grundy (1939), independently; J. H. Conway, "On Numbers and
Games" (1976), chapter 11. Everything here takes time linear in the number of positions and options
given, components of a sum counted as often as they occur; nothing recurses.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.game.nim import PositionClass, nim_sum

Options = Mapping[str, Sequence[str]]


class UnknownPosition(ValueError):
    """An option or a component is not a position of the game.

    `places` has all of them, each the path to it in the arguments: `("options", "a", 0)` is the
    first option of a, `("sum", 2)` the third component.
    """

    def __init__(self, places: Sequence[tuple[str | int, ...]]) -> None:
        super().__init__("not a position of this game")
        self.places = places


class EndlessGame(ValueError):
    """The game need not end: each position of `cycle` is an option of the one before it.

    The first is an option of the last.
    """

    def __init__(self, cycle: Sequence[str]) -> None:
        super().__init__("a game that can return to a position has no Grundy values")
        self.cycle = cycle


@dataclass(frozen=True, slots=True)
class SumMove:
    """A move in a sum: the component with the 0-based index `component` becomes `to`."""

    component: int
    to: str


@dataclass(frozen=True, slots=True)
class SumSolution:
    """A sum of positions, seen by the player to move."""

    nim_sum: int
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[SumMove]


@dataclass(frozen=True, slots=True)
class GameSolution:
    """The Grundy value and the class of each position by its name, and a sum if one was given."""

    grundy_values: Mapping[str, int]
    position_classes: Mapping[str, PositionClass]
    sum: SumSolution | None


def solve_game(options: Options, components: Sequence[str] | None = None) -> GameSolution:
    """The Grundy value and the class of every position, in the order given, and of a sum of some.

    Every winning move of the sum is one that leaves it at 0; unlike in Nim it may raise the value
    of its component. Raises UnknownPosition or EndlessGame.

    >>> game = solve_game({"a": ["b", "c"], "b": ["c"], "c": []}, ["a", "b"])
    >>> game.grundy_values
    {'a': 2, 'b': 1, 'c': 0}
    >>> game.sum.winning_moves
    [SumMove(component=0, to='b')]
    """
    _check_names(options, components or ())
    found: dict[str, int] = {}
    for name in _options_first(options):
        found[name] = _mex({found[option] for option in options[name]})
    values = {name: found[name] for name in options}
    return GameSolution(
        grundy_values=values,
        position_classes={name: _class_of(value) for name, value in values.items()},
        sum=None if components is None else _solve_sum(options, values, components),
    )


def _check_names(options: Options, components: Sequence[str]) -> None:
    unknown: list[tuple[str | int, ...]] = [
        ("options", name, i)
        for name, successors in options.items()
        for i, option in enumerate(successors)
        if option not in options
    ]
    unknown += [("sum", i) for i, name in enumerate(components) if name not in options]
    if unknown:
        raise UnknownPosition(unknown)


def _solve_sum(
    options: Options, values: Mapping[str, int], components: Sequence[str]
) -> SumSolution:
    total = nim_sum([values[name] for name in components])
    kind = _class_of(total)
    moves = [
        SumMove(i, option)
        for i, name in enumerate(components)
        for option in dict.fromkeys(options[name])
        if values[option] == values[name] ^ total
    ]
    return SumSolution(total, kind, kind == "N", moves)


def _class_of(value: int) -> PositionClass:
    return "N" if value else "P"


def _mex(values: set[int]) -> int:
    least = 0
    while least in values:
        least += 1
    return least


def _options_first(options: Options) -> Iterator[str]:
    """The positions, each after all of its options."""
    predecessors: dict[str, list[str]] = {name: [] for name in options}
    for name, successors in options.items():
        for option in successors:
            predecessors[option].append(name)
    waiting_for = {name: len(successors) for name, successors in options.items()}
    ready = [name for name, count in waiting_for.items() if count == 0]
    while ready:
        option = ready.pop()
        del waiting_for[option]
        yield option
        for name in predecessors[option]:
            waiting_for[name] -= 1
            if waiting_for[name] == 0:
                ready.append(name)
    if waiting_for:
        raise EndlessGame(_cycle(options, waiting_for))


def _cycle(options: Options, endless: Mapping[str, int]) -> list[str]:
    """One cycle, where each of the `endless` positions has an option among them."""
    name = next(iter(endless))
    path: dict[str, int] = {}
    while name not in path:
        path[name] = len(path)
        name = next(option for option in options[name] if option in endless)
    return list(path)[path[name] :]
