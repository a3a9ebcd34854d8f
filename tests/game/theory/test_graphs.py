"""Graphs renamed: equal results are of graphs with the same shape."""

from itertools import permutations
from random import Random

from service.game.theory.graphs import Edge, connected, edge_of, renamed
from tests.support.tries import at_most


def shape(edges: list[Edge]) -> tuple[Edge, ...]:
    """The least of all namings that keep the root, 0."""
    names = sorted({end for edge in edges for end in edge} - {"0"})
    return min(
        tuple(sorted(edge_of(to.get(a, "0"), to.get(b, "0")) for a, b in edges))
        for order in permutations(map(str, range(1, len(names) + 1)))
        for to in [dict(zip(names, order, strict=True))]
    )


def some_connected() -> list[list[Edge]]:
    draw = Random(2)
    found = []
    for _ in range(at_most(600, 100)):
        count = draw.randint(1, 5)
        edges = [edge_of(str(draw.randrange(i)), str(i)) for i in range(1, count + 1)]
        edges += [
            edge_of(str(draw.randint(0, count)), str(draw.randint(0, count)))
            for _ in range(draw.randint(0, 2))
        ]
        found.append(edges)
    return found


def test_equal_names_are_of_one_shape_and_one_shape_seldom_has_two() -> None:
    shapes: dict[tuple[Edge, ...], set[tuple[Edge, ...]]] = {}
    for edges in some_connected():
        name = renamed(edges, "0")
        assert shape([*name]) == shape(edges)
        shapes.setdefault(shape(edges), set()).add(name)
    assert sum(map(len, shapes.values())) < 1.1 * len(shapes)


def test_trees_of_one_shape_have_one_name() -> None:
    draw = Random(3)
    names: dict[tuple[Edge, ...], set[tuple[Edge, ...]]] = {}
    for _ in range(200):
        edges = [edge_of(str(draw.randrange(i)), str(i)) for i in range(1, 6)]
        names.setdefault(shape(edges), set()).add(renamed(edges, "0"))
    assert {len(each) for each in names.values()} == {1}


def test_pieces_are_apart_at_the_root_alone() -> None:
    edges = [("0", "0"), ("0", "1"), ("0", "2"), ("1", "3"), ("2", "3"), ("0", "4")]
    assert connected(edges, apart_at="0") == [(edges[0],), tuple(edges[1:5]), (edges[5],)]
