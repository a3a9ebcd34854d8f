"""The game graph of a position: from each position that play can come to, what its moves leave.

Positions are multisets, written as the sum of their piles in ascending order: `2+3+4`, and `0`
where none is left. In this form the graph can be solved as any other game (see graph.py).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from service.game.positions import Piles, TooLongToList, positions_from
from service.game.rules.any_number import NIM
from service.game.rules.rule import RemovalRule
from service.game.unanswerable import Unanswerable

Graph = Mapping[str, Sequence[str]]


class NameTooLong(Unanswerable):
    """The name of a position is longer than allowed; `places` has its piles."""

    code = "too-long"

    def __init__(self, length: int, longest: int) -> None:
        super().__init__(
            f"the name of this position, its piles with + between, has {length} characters; "
            f"at most {longest} are allowed",
            ("piles",),
        )


def position_graph(
    piles: Sequence[int],
    rule: RemovalRule | None,
    most_positions: int,
    most_moves: int,
    longest_name: int,
) -> Graph:
    """The options of each position, those with most objects first.

    Raises TooLongToList or NameTooLong.

    >>> position_graph([1, 2], None, most_positions=10, most_moves=20, longest_name=60)
    {'1+2': ['1+1', '2', '1'], '1+1': ['1'], '2': ['1', '0'], '1': ['0'], '0': []}
    """
    rule = rule or NIM
    length = len(_name(sorted(filter(None, piles))))
    if length > longest_name:
        raise NameTooLong(length, longest_name)
    found = positions_from(piles, rule, most_positions)
    # Moves that differ in the size of the pile or in the number removed leave different positions.
    if sum(len(rule.removals(pile)) for p in found for pile in {*p}) > most_moves:
        raise TooLongToList(most_moves, "moves")
    return {
        _name(p): [*map(_name, _largest_first(_options(p, rule)))] for p in _largest_first(found)
    }


def lost_positions(graph: Graph) -> list[str]:
    """The positions in which the player to move loses, in normal play; the graph's last is the end.

    >>> lost_positions({"1+1": ["1"], "1": ["0"], "0": []})
    ['1+1', '0']
    """
    lost: set[str] = set()
    for name in reversed([*graph]):
        if lost.isdisjoint(graph[name]):
            lost.add(name)
    return [name for name in graph if name in lost]


def dot(graph: Graph) -> str:
    """The graph in the language of Graphviz; lost positions have a doubled line.

    >>> print(dot({"1": ["0"], "0": []}), end="")
    digraph nim {
      "1";
      "0" [peripheries=2];
      "1" -> "0";
    }
    """
    return "".join(f"{line}\n" for line in _dot_lines(graph))


def _dot_lines(graph: Graph) -> Iterator[str]:
    lost = {*lost_positions(graph)}
    yield "digraph nim {"
    for name in graph:
        yield f'  "{name}" [peripheries=2];' if name in lost else f'  "{name}";'
    for name, options in graph.items():
        for option in options:
            yield f'  "{name}" -> "{option}";'
    yield "}"


def _options(position: Piles, rule: RemovalRule) -> set[Piles]:
    return {tuple(sorted(filter(None, left))) for left in rule.options(position)}


def _largest_first(positions: Iterable[Piles]) -> list[Piles]:
    """The positions with most objects first, those with as many as lists compare."""
    return sorted(positions, key=lambda position: (-sum(position), position))


def _name(position: Sequence[int]) -> str:
    return "+".join(map(str, position)) or "0"
