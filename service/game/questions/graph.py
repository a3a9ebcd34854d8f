"""The game graph of a position: each reachable position with its options.

Positions are multisets, written as the sum of their piles in ascending order: `2+3+4`, and `0`
where none is left. In this form the graph can be solved as any other game (see theory/digraph.py).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from service.game.errors import InputError
from service.game.game import Game
from service.game.position import Position
from service.game.theory.walk import graph_of

PositionGraph = Mapping[str, Sequence[str]]


class NameTooLong(InputError):
    """The name of a position is longer than allowed; `locations` has its piles."""

    code = "too-long"

    def __init__(self, length: int, longest: int) -> None:
        super().__init__(
            f"The name of this position, its piles with + between, has {length} characters; "
            f"at most {longest} are allowed.",
            ("piles",),
        )


def has_graph(game: type[Game]) -> bool:
    """Whether the positions of a game can be listed and drawn: each is its piles, nothing else."""
    return game.is_its_piles


def position_graph(
    start: Position, max_positions: int, max_moves: int, max_name_length: int
) -> PositionGraph:
    """The options of each position, those with most objects first. Raises an InputError.

    >>> from service.game.games.nim import Nim
    >>> position_graph(Nim.position([1, 2]), max_positions=10, max_moves=20, max_name_length=60)
    {'1+2': ['1+1', '2', '1'], '1+1': ['1'], '2': ['1', '0'], '1': ['0'], '0': []}
    """
    game = start.game
    game.check(start.piles)
    length = len(name(start.canonical()))
    if length > max_name_length:
        raise NameTooLong(length, max_name_length)
    found = _largest_first(game.reachable(start, max_positions))
    graph = graph_of(found, max_moves)
    return {
        name(position): [*map(name, _largest_first(options))] for position, options in graph.items()
    }


def lost_positions(start: Position, max_positions: int) -> Collection[str]:
    """The names of the positions in which the player to move loses."""
    found = start.game.reachable(start, max_positions)
    start.wins()  # a search then covers all others
    return {name(position) for position in found if not position.wins()}


def dot(graph: PositionGraph, lost: Collection[str]) -> str:
    """The graph in the language of Graphviz; lost positions have a doubled line.

    >>> print(dot({"1": ["0"], "0": []}, lost={"0"}), end="")
    digraph nim {
      "1";
      "0" [peripheries=2];
      "1" -> "0";
    }
    """
    return "".join(f"{line}\n" for line in _dot_lines(graph, lost))


def _dot_lines(graph: PositionGraph, lost: Collection[str]) -> Iterator[str]:
    yield "digraph nim {"
    for node in graph:
        yield f'  "{node}" [peripheries=2];' if node in lost else f'  "{node}";'
    for node, options in graph.items():
        for option in options:
            yield f'  "{node}" -> "{option}";'
    yield "}"


def _largest_first(positions: Iterable[Position]) -> list[Position]:
    """The positions, those with most objects first, then as lists compare."""
    return sorted(positions, key=lambda position: (-sum(position.piles), position.piles))


def name(position: Position) -> str:
    """The name of a canonical position."""
    return "+".join(map(str, position.piles)) or "0"
