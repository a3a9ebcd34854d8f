"""The game graph of a position: each reachable position with its options.

Positions are multisets, written as the sum of their piles in ascending order: `2+3+4`, and `0`
where none is left. In this form the graph can be solved as any other game (see graph.py).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from service.game.errors import InputError, too_many_moves
from service.game.game import MAX_EXAMINED_MOVES, Game
from service.game.solution import Piles

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
    return game.piles_are_all


def position_graph(
    game: Game, piles: Sequence[int], max_positions: int, max_moves: int, max_name_length: int
) -> PositionGraph:
    """The options of each position, those with most objects first. Raises an InputError.

    >>> from service.game.games.nim import NIM
    >>> position_graph(NIM, [1, 2], max_positions=10, max_moves=20, max_name_length=60)
    {'1+2': ['1+1', '2', '1'], '1+1': ['1'], '2': ['1', '0'], '1': ['0'], '0': []}
    """
    game.check(piles)
    length = len(_name(game.canonical(piles)))
    if length > max_name_length:
        raise NameTooLong(length, max_name_length)
    found = _largest_first(game.reachable(piles, max_positions))
    graph: dict[str, Sequence[str]] = {}
    edges = examined = 0
    for position in found:
        options: set[Piles] = set()
        for option in game.options(position):
            options.add(option)
            examined += 1
            if edges + len(options) > max_moves:
                raise too_many_moves(max_moves)
            if examined > MAX_EXAMINED_MOVES:
                raise too_many_moves(MAX_EXAMINED_MOVES)
        edges += len(options)
        graph[_name(position)] = [*map(_name, _largest_first(options))]
    return graph


def lost_positions(
    game: Game, piles: Sequence[int], misere: bool, max_positions: int
) -> Collection[str]:
    """The names of the positions in which the player to move loses."""
    found = _largest_first(game.reachable(piles, max_positions))
    return {_name(position) for position in found if not game.wins(position, misere)}


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
    for name in graph:
        yield f'  "{name}" [peripheries=2];' if name in lost else f'  "{name}";'
    for name, options in graph.items():
        for option in options:
            yield f'  "{name}" -> "{option}";'
    yield "}"


def _largest_first(positions: Iterable[Piles]) -> list[Piles]:
    """The positions, ordered by the number of objects from the largest on, then as lists."""
    return sorted(positions, key=lambda position: (-sum(position), position))


def _name(position: Sequence[int]) -> str:
    return "+".join(map(str, position)) or "0"
