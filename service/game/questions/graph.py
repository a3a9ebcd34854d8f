"""The game graph of a position: each reachable position with its options.

Positions are multisets, written as the sum of their piles in ascending order: `2+3+4`, and `0` if
none is left. In this form the graph can be solved like any other game (see theory/digraph.py).
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypedDict

from ..errors import InputError, TooMuchWork
from ..game import Game
from ..meter import STEPS_TO_TELL, spend
from ..moves import Piles
from ..play import Play
from ..position import Position
from ..theory.walk import successors_first

MAX_SET_LENGTH = 64 * 2**10
"""Characters of a position that is written as a set of sets."""


class PositionGraph(TypedDict):
    """The names of each position's options, and the Grundy value of each position by its name."""

    options: Mapping[str, Sequence[str]]
    grundy_values: Mapping[str, int]


class GraphLimits(NamedTuple):
    """The most positions, moves between them, and characters of a name."""

    positions: int
    moves: int
    name_length: int


class NameTooLong(InputError):
    """The name of a position is longer than allowed."""

    code = "too-long"

    def __init__(self, length: int, longest: int, key: str) -> None:
        name = "its board" if key == "board" else "its piles joined by +"
        super().__init__(
            f"This position's name ({name}) has {length} characters; at most {longest} are allowed."
        )


def has_graph(game: type[Game]) -> bool:
    """Whether the positions of a game can be listed and drawn: each is its piles, nothing else."""
    return game.is_stateless


def position_graph(start: Position, limits: GraphLimits) -> PositionGraph:
    """The options of each position, those with most objects first. Raises an InputError.

    >>> from ..games.nim import Nim
    >>> graph = position_graph(Nim.position([1, 2]), GraphLimits(10, 20, 60))
    >>> graph["options"]
    {'1+2': ['1+1', '2', '1'], '1+1': ['1'], '2': ['1', '0'], '1': ['0'], '0': []}
    >>> graph["grundy_values"]
    {'1+2': 3, '1+1': 0, '2': 2, '1': 1, '0': 0}
    """
    options, values = _graph(start, limits)
    return {"options": options, "grundy_values": values}


def _graph(
    start: Position, limits: GraphLimits
) -> tuple[Mapping[str, Sequence[str]], Mapping[str, int]]:
    """The options of each position, and its value, by names; those with most objects first."""
    game = start.game
    game.check(start)
    length = len(name(start.canonical()))
    if length > limits.name_length:
        raise NameTooLong(length, limits.name_length, game.main_key)
    play = Play()
    graph = play.graph(start, limits.positions, limits.moves)
    spend(STEPS_TO_TELL * len(graph) + sum(map(len, graph.values())))
    at = {parts: play.joined(parts, start) for parts in graph}
    order = sorted(at, key=lambda parts: _largest_first(at[parts]))
    names = {parts: name(at[parts]) for parts in order}
    place = {parts: i for i, parts in enumerate(order)}.__getitem__
    options = {
        names[parts]: [names[left] for left in sorted(graph[parts], key=place)] for parts in order
    }
    return options, {names[parts]: play.value(parts) for parts in order}


def set_of_sets(start: Position, limits: GraphLimits) -> str:
    """A position as the set of its options, each written in the same way.

    Options are in order of their length, then as texts; equal sets are written once. Raises an
    InputError.

    >>> from ..games.nim import Nim
    >>> set_of_sets(Nim.position([2]), GraphLimits(10, 20, 60))
    '{{},{{}}}'
    """
    graph, _ = _graph(start, limits)
    uses = Counter(option for options in graph.values() for option in options)
    texts: dict[str, str] = {}
    for position in successors_first(graph):
        options = {texts[option] for option in graph[position]}
        text = f"{{{','.join(sorted(options, key=lambda text: (len(text), text)))}}}"
        if len(text) > MAX_SET_LENGTH:
            raise TooMuchWork(f"This set has more than {MAX_SET_LENGTH:,} characters.")
        texts[position] = text
        # A text is dropped after its last use: together they can be much longer than the last one.
        for option in graph[position]:
            uses[option] -= 1
            if not uses[option]:
                del texts[option]
    return texts[name(start.canonical())]


def lost_positions(start: Position, max_positions: int) -> Collection[str]:
    """The names of the positions in which the player to move loses."""
    found = start.reachable(max_positions)
    wins = start.judge()
    return {name(position) for position in found if not wins(position)}


def dot(graph: PositionGraph, lost: Collection[str]) -> str:
    r"""The graph in the language of Graphviz; lost positions have a doubled line.

    The label of a position is its name, which Graphviz writes for \N, with its Grundy value below.

    >>> graph = {"options": {"1": ["0"], "0": []}, "grundy_values": {"1": 1, "0": 0}}
    >>> print(dot(graph, lost={"0"}), end="")
    digraph nim {
      "1" [label="\N\n1"];
      "0" [peripheries=2, label="\N\n0"];
      "1" -> "0";
    }
    """
    return "".join(f"{line}\n" for line in _dot_lines(graph, lost))


def _dot_lines(graph: PositionGraph, lost: Collection[str]) -> Iterator[str]:
    yield "digraph nim {"
    for node, value in graph["grundy_values"].items():
        lines = "peripheries=2, " if node in lost else ""
        yield f'  "{node}" [{lines}label="\\N\\n{value}"];'
    for node, options in graph["options"].items():
        for option in options:
            yield f'  "{node}" -> "{option}";'
    yield "}"


def _largest_first(position: Position) -> tuple[int, Piles, str]:
    """The place of a position: those with most objects first, then in lexicographic order."""
    return -position.game.size_of(position), position.piles, position.text


def name(position: Position) -> str:
    """The name of a canonical position."""
    return position.text or "0"
