"""Maximum matchings: as many edges of a graph as possible of which no two meet.

A walk that alternates between edges outside a matching and inside it, from one unmatched vertex to
another, makes the matching larger when its edges change sides; without such a walk it is maximum.
A search for one grows a tree from an unmatched vertex, whose *even* vertices are those at which an
alternating walk ends with an edge of the matching. An edge between two even vertices closes an odd
cycle, a *blossom*: each of its vertices is even then, by one way round or by the other, so it acts
as a single vertex, its *base*.

Sources: C. Berge, "Two theorems in graph theory", Proceedings of the National Academy of Sciences
43 (1957); J. Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17 (1965).
"""

from collections.abc import Sequence

from ..meter import spend

Neighbours = Sequence[Sequence[int]]
"""The neighbours of each vertex; vertices are numbers from 0."""

Matching = list[int | None]
"""The other end of each vertex's edge in the matching; None if it has none there."""


def maximum_matching(near: Neighbours) -> Matching:
    """A maximum matching.

    >>> maximum_matching([[1], [0, 2], [1, 3], [2]])
    [1, 0, 3, 2]
    """
    match: Matching = [None] * len(near)
    for vertex in range(len(near)):
        if match[vertex] is None:
            augment(near, match, vertex)
    return match


def augment(near: Neighbours, match: Matching, vertex: int) -> bool:
    """Whether a matching can become larger so that it covers this unmatched vertex; then it does.

    >>> match = [None, 2, 1, None]
    >>> augment([[1], [0, 2], [1, 3], [2]], match, 0), match
    (True, [1, 0, 3, 2])
    """
    return _Search(near, match, vertex).augments()


def missed(near: Neighbours, match: Matching) -> set[int]:
    """The vertices that some maximum matching doesn't cover, given one of them.

    They are the unmatched vertices, and the even ones of the searches that begin there.

    >>> missed([[1], [0, 2], [1]], maximum_matching([[1], [0, 2], [1]]))
    {0, 2}
    """
    found: set[int] = set()
    for vertex, other in enumerate(match):
        if other is None:
            search = _Search(near, match, vertex)
            search.augments()
            found.update(search.even)
    return found


class _Search:
    """A search for an alternating walk from an unmatched vertex to another one."""

    def __init__(self, near: Neighbours, match: Matching, root: int) -> None:
        self.near, self.match, self.root = near, match, root
        self.base = [*range(len(near))]
        self.before: dict[int, int] = {}
        """The vertex before one to which the walk comes by an edge outside the matching."""
        self.even = [root]  # a list, because vertices are added while it is walked through
        self.is_even = {root}

    def augments(self) -> bool:
        """Find such a walk, and make the matching larger by it; False if there is none."""
        match, base, before = self.match, self.base, self.before
        for vertex in self.even:
            spend(1 + len(self.near[vertex]) / 2)
            for other in self.near[vertex]:
                if base[vertex] == base[other] or match[vertex] == other:
                    continue
                if other in self.is_even:
                    self._contract(vertex, other)
                elif other not in before:
                    before[other] = vertex
                    mate = match[other]
                    if mate is None:
                        self._change_sides(other)
                        return True
                    self._add(mate)
        return False

    def _add(self, vertex: int) -> None:
        if vertex not in self.is_even:
            self.is_even.add(vertex)
            self.even.append(vertex)

    def _contract(self, a: int, b: int) -> None:
        """Make one vertex of the odd cycle that an edge between even vertices closes."""
        stop = self._common_base(a, b)
        blossom: set[int] = set()
        self._mark(a, b, stop, blossom)
        self._mark(b, a, stop, blossom)
        spend(len(self.base) / 10)
        for vertex, base in enumerate(self.base):
            if base in blossom:
                self.base[vertex] = stop
                self._add(vertex)

    def _common_base(self, a: int, b: int) -> int:
        """The first base that lies on both ways back to the root."""
        on_way: set[int] = set()
        while True:
            a = self.base[a]
            on_way.add(a)
            if a == self.root:
                break
            a = self._back(a)
        b = self.base[b]
        while b not in on_way:
            b = self.base[self._back(b)]
        return b

    def _back(self, even: int) -> int:
        """The even vertex two edges nearer to the root."""
        mate = self.match[even]
        assert mate is not None  # noqa: S101  # only the root is unmatched
        return self.before[mate]

    def _mark(self, vertex: int, other: int, stop: int, blossom: set[int]) -> None:
        """Collect the bases on the way from a vertex back to `stop`.

        The walk may come to its even vertices from the other side, too.
        """
        base, match = self.base, self.match
        while base[vertex] != stop:
            mate = match[vertex]
            assert mate is not None  # noqa: S101
            blossom |= {base[vertex], base[mate]}
            self.before[vertex] = other
            vertex, other = self.before[mate], mate

    def _change_sides(self, end: int | None) -> None:
        """Exchange the edges of the walk to an unmatched vertex: those outside come inside."""
        while end is not None:
            before = self.before[end]
            after = self.match[before]
            self.match[end], self.match[before] = before, end
            end = after
