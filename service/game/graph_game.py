"""`GraphGame`, the base of games on a graph in which moves only take vertices.

A board is a graph and those of its vertices that are left, as the bits of an integer. So a search
meets the same piece again whichever moves have led to it; to find others of its shape takes longer
than to search them, unless they are paths or cycles.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import ClassVar, NamedTuple

from .board_game import BoardGame, Choice
from .theory import graphs

NEAR_INSIDE = 3
"""The vertices that are near one inside a path, itself included."""


class Graph:
    """The names of the vertices, and for each the bits of itself and its neighbours."""

    def __init__(self, names: tuple[str, ...], near: tuple[int, ...]) -> None:
        self.names, self.near, self._hash = names, near, hash((names, near))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, Graph):
            return self is other
        return self._hash == other._hash and (self.names, self.near) == (other.names, other.near)

    def __repr__(self) -> str:
        return f"{self.names} {self.near}"

    @cached_property
    def whole(self) -> "Left":
        """All of its vertices."""
        return Left(self, (1 << len(self.names)) - 1)


class Left(NamedTuple):
    """The vertices of a graph that are left."""

    graph: Graph
    vertices: int

    def near(self, vertex: int) -> int:
        """The bits of a vertex and of its neighbours that are left."""
        return self.graph.near[vertex] & self.vertices


class GraphGame(BoardGame):
    """A game in which a move takes vertices of a graph, with all of their edges."""

    words: ClassVar[Mapping[str, str]] = {"pile": "part", "object": "node"}
    shape = "graph"
    largest = 200
    steps_of_each: ClassVar[float] = 1
    keeps_lone: ClassVar[bool] = True
    """Whether a vertex without neighbours can be taken."""

    @abstractmethod
    def taken(self, board: Left, choice: Choice) -> int:
        """The bits of the vertices that a move takes."""

    @abstractmethod
    def value_of_path(self, length: int) -> int:
        """The Grundy value of a path with this number of vertices."""

    def parse(self, text: str) -> Left:
        edges, names = graphs.read(text)
        place = {name: i for i, name in enumerate(names)}
        near = [1 << i for i in range(len(names))]
        for a, b in edges:
            if a == b:
                raise ValueError(f"An edge joins two vertices; {a}-{b} joins one with itself.")
            near[place[a]] |= 1 << place[b]
            near[place[b]] |= 1 << place[a]
        return self._playable(Graph(tuple(names), tuple(near)).whole)

    def write(self, board: Left) -> str:
        names, left = board.graph.names, board.vertices
        edges = [
            (names[i], names[j]) for i in bits(left) for j in bits(board.near(i) >> i << i) if i < j
        ]
        return graphs.write(edges, [names[i] for i in bits(left)])

    def size(self, board: Left) -> int:
        return board.vertices.bit_count()

    def play(self, board: Left, choice: Choice) -> Left:
        left = board._replace(vertices=board.vertices & ~self.taken(board, choice))
        return self._playable(left)

    def _playable(self, board: Left) -> Left:
        """A board without the vertices that no move can take."""
        if self.keeps_lone:
            return board
        lone = sum(1 << i for i in bits(board.vertices) if board.near(i) == 1 << i)
        return board._replace(vertices=board.vertices & ~lone)

    def split(self, board: Left) -> Sequence[Left]:
        left, found = board.vertices, list[Left]()
        while left:
            part = new = left & -left
            while new:
                beside = 0
                for i in bits(new):
                    beside |= board.graph.near[i]
                new = beside & left & ~part
                part |= new
            left ^= part
            found.append(board._replace(vertices=part))
        return found

    def beside(self, pieces: Sequence[Left]) -> Left:
        near, used = list[int](), 0
        for piece in pieces:
            at = {i: used + n for n, i in enumerate(bits(piece.vertices))}
            used += len(at)
            near += [sum(1 << at[j] for j in bits(piece.near(i))) for i in at]
        return _numbered(near).whole

    def common(self, piece: Left) -> Left:
        """Paths and cycles of one length have one form; other pieces stay as they are."""
        near = [piece.near(i).bit_count() for i in bits(piece.vertices)]
        if max(near) > NEAR_INSIDE:
            return piece
        return _path(len(near), is_cycle=min(near) == NEAR_INSIDE)

    def value_of_common(self, piece: Left) -> int | None:
        """The value of a path; and of a cycle, all of whose moves leave the same path."""
        length = len(piece.graph.names)
        if piece == _path(length):
            return self.value_of_path(length)
        if length > NEAR_INSIDE - 1 and piece == _path(length, is_cycle=True):
            left = self.play(piece, next(self.choices(piece)))
            return int(self.value_of_path(left.vertices.bit_count()) == 0)
        return None


def bits(number: int) -> Iterator[int]:
    """The places of the ones in a number.

    >>> [*bits(10)]
    [1, 3]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _numbered(near: Sequence[int]) -> Graph:
    return Graph(tuple([str(i + 1) for i in range(len(near))]), tuple(near))


@cache
def _path(length: int, is_cycle: bool = False) -> Left:
    """A path or a cycle; there are as many of them as the largest board has vertices."""
    near = [(7 << i >> 1) & ((1 << length) - 1) for i in range(length)]
    if is_cycle:
        near[0] |= 1 << length - 1
        near[-1] |= 1
    return _numbered(near).whole
