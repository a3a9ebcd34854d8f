"""Maximum matchings, against all choices of edges."""

from itertools import combinations
from random import Random

from service.game.theory.matching import augment, maximum_matching, missed
from tests.support.rows import rows
from tests.support.tries import at_most

Edges = list[tuple[int, int]]


def some_graphs() -> list[tuple[int, Edges]]:
    draw = Random(1)
    found = []
    for _ in range(at_most(3_000, 300)):
        count, share = draw.randint(1, 9), draw.random()
        edges = [pair for pair in combinations(range(count), 2) if draw.random() < share]
        found.append((count, draw.sample(edges, min(14, len(edges)))))
    return found


def largest(edges: Edges) -> int:
    """The most edges of which no two meet, by trying each with and without."""
    if not edges:
        return 0
    (a, b), *rest = edges
    return max(largest(rest), 1 + largest([edge for edge in rest if not {a, b} & {*edge}]))


def neighbours(count: int, edges: Edges) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


GRAPHS = some_graphs()


@rows(("count", "edges"), GRAPHS)
def test_no_matching_is_larger(count: int, edges: Edges) -> None:
    match = maximum_matching(neighbours(count, edges))
    pairs = {tuple(sorted((a, b))) for a, b in enumerate(match) if b is not None}
    assert all(match[b] == a for a, b in enumerate(match) if b is not None)
    assert pairs <= {*edges}
    assert len(pairs) == largest(edges)


@rows(("count", "edges"), GRAPHS)
def test_a_vertex_is_missed_if_as_many_edges_can_be_chosen_without_it(
    count: int, edges: Edges
) -> None:
    near, most = neighbours(count, edges), largest(edges)
    assert missed(near, maximum_matching(near)) == {
        vertex
        for vertex in range(count)
        if largest([edge for edge in edges if vertex not in edge]) == most
    }


@rows(("count", "edges"), GRAPHS)
def test_a_matching_without_a_vertex_grows_if_it_can(count: int, edges: Edges) -> None:
    near = neighbours(count, edges)
    match = maximum_matching([[], *([other for other in each if other] for each in near[1:])])
    without = largest([edge for edge in edges if 0 not in edge])
    assert augment(near, match, 0) is (largest(edges) > without)
    assert (match[0] is None) is (largest(edges) == without)
    assert sum(other is not None for other in match) == 2 * largest(edges)
