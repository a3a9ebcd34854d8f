"""Graphs: their texts, their connected parts, and a form that most graphs of a shape share.

A text lists edges, `1-2,2-3`, walks, `1-2-3-1`, and vertices without an edge, `4`, between commas.
A vertex is a number without leading zeros, or a word of letters and digits, whatever their case.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from ..meter import spend

Edge = tuple[str, str]
"""The vertices of an edge, the first in order first."""

ROUNDS = 6
"""How often vertices are told apart by their neighbours; more rounds find few more equal graphs."""

EDGES_IN_A_STEP = 1.5
"""Edges that are read or written in a step."""

_VERTEX = re.compile(r"0|[1-9][0-9]{0,5}|[a-z][a-z0-9]{0,11}")


def order(vertex: str) -> tuple[bool, int, str]:
    """The place of a vertex: numbers by size, then words by length.

    >>> sorted(["b", "10", "9", "aa"], key=order)
    ['9', '10', 'b', 'aa']
    """
    return not vertex.isdigit(), len(vertex), vertex


def edge_of(a: str, b: str) -> Edge:
    """The edge between two vertices."""
    return (a, b) if order(a) <= order(b) else (b, a)


def edge_order(edge: Edge) -> tuple[tuple[bool, int, str], ...]:
    """The place of an edge."""
    return order(edge[0]), order(edge[1])


def read(text: str) -> tuple[list[Edge], list[str]]:
    """The edges of a text, and all vertices, both in order. Raises ValueError.

    Spaces, semicolons and any order are accepted.

    >>> read("2 - 1 - 3; 4")
    ([('1', '2'), ('1', '3')], ['1', '2', '3', '4'])
    """
    edges, vertices = list[Edge](), set[str]()
    parts = re.sub(r"\s*[-\u2010-\u2015\u2212]\s*", "-", text.lower())
    for part in filter(None, re.split(r"[\s,;]+", parts)):
        walk = part.split("-")
        for vertex in walk:
            if not _VERTEX.fullmatch(vertex):
                named = f"\u201c{vertex[:20]}\u201d" if vertex else "nothing"
                raise ValueError(
                    f"Edges are written as in 1-2,2-3, with numbers or words; {named} is no vertex."
                )
        vertices.update(walk)
        edges += map(edge_of, walk, walk[1:])
    spend(len(text) / EDGES_IN_A_STEP)
    return sorted(edges, key=edge_order), sorted(vertices, key=order)


def write(edges: Iterable[Edge], vertices: Iterable[str] = ()) -> str:
    """The text of a graph: its edges, then those of the vertices that have none.

    >>> write([("1", "2")], ["1", "2", "4"])
    '1-2,4'
    """
    edges = [*edges]
    joined = {vertex for edge in edges for vertex in edge}
    alone = [vertex for vertex in vertices if vertex not in joined]
    return ",".join([*map("-".join, edges), *alone])


def neighbours(edges: Iterable[Edge]) -> dict[str, list[str]]:
    """The neighbours of each vertex that has an edge, as often as they are joined.

    >>> neighbours([("1", "2"), ("2", "3")])
    {'1': ['2'], '2': ['1', '3'], '3': ['2']}
    """
    found: dict[str, list[str]] = {}
    for a, b in edges:
        found.setdefault(a, []).append(b)
        found.setdefault(b, []).append(a)
    return found


def reached(near: Mapping[str, Iterable[str]], start: str) -> list[str]:
    """The vertices that a walk can reach, in the order of their distance.

    >>> reached({"1": ["2"], "2": ["1"], "3": []}, "1")
    ['1', '2']
    """
    found = dict.fromkeys([start])
    waiting = [start]
    for vertex in waiting:
        for other in near.get(vertex, ()):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return waiting


def connected(edges: Sequence[Edge], apart_at: str) -> list[tuple[Edge, ...]]:
    """The edges that hang together elsewhere than at one vertex, in order of the first.

    >>> connected([("0", "1"), ("0", "2"), ("1", "3")], apart_at="0")
    [(('0', '1'), ('1', '3')), (('0', '2'),)]
    """
    loose = [(a, b) for a, b in edges if a != apart_at != b]
    near = neighbours(loose)
    part_of: dict[str, str] = {}
    for start in near:
        if start not in part_of:
            part_of.update(dict.fromkeys(reached(near, start), start))
    found: dict[str, list[Edge]] = {}
    for i, (a, b) in enumerate(edges):
        end = b if a == apart_at else a
        name = f"{apart_at} {i}" if end == apart_at else part_of.get(end, end)
        found.setdefault(name, []).append((a, b))
    return [*map(tuple, found.values())]


def renamed(edges: Sequence[Edge], root: str) -> tuple[Edge, ...]:
    """A graph in which all is connected to `root`, with its other vertices named by their places.

    Equal results are of graphs that have the same shape; most graphs of one shape, and all small
    trees of one, have equal results.

    >>> renamed([("7", "9"), ("0", "7")], "0"), renamed([("0", "3"), ("2", "3")], "0")
    ((('0', '1'), ('1', '2')), (('0', '1'), ('1', '2')))
    """
    near = neighbours(edges)
    near.setdefault(root, [])
    colours = dict.fromkeys(near, 1) | {root: 0}
    for _ in range(ROUNDS):
        kinds = {v: (colours[v], *sorted([colours[w] for w in near[v]])) for v in near}
        ranks = {kind: i for i, kind in enumerate(sorted({*kinds.values()}))}
        count = len({*colours.values()})
        colours = {v: ranks[kind] for v, kind in kinds.items()}
        if len(ranks) == count:
            break
    in_order = {
        v: sorted(near[v], key=lambda w: (colours[w], order(w)))  # the same kind, as they are named
        for v in near
    }
    names = {v: str(i) for i, v in enumerate(reached(in_order, root))} | {root: root}
    return tuple(sorted([edge_of(names[a], names[b]) for a, b in edges], key=edge_order))
