"""Green Hackenbush: a move cuts an edge, and all edges that no longer hang on the ground fall.

In normal play two principles give the Grundy value of every graph. Colon: a branch at a vertex may
be replaced by a stalk with as many edges as its value, so a vertex of a tree has the XOR of its
branches, each of which is 1 more than what stands on it. Fusion: the vertices of a cycle may be
fused into one, and the edges between them become loops, each worth 1. So all vertices that two
disjoint ways connect become one. Misère play is searched.

Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways for your Mathematical Plays",
chapter 7.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ..board_game import BoardGame, Choice
from ..meter import spend
from ..moves import Move
from ..position import Position
from ..theory import graphs
from ..theory.graphs import Edge, edge_of, edge_order

GROUND = "0"

Edges = tuple[Edge, ...]


class Hackenbush(BoardGame):
    """A move cuts one edge; edges without a way to the ground fall.

    >>> position = Hackenbush.position(board="0-1-2,1-3-4,0-5")
    >>> [position.game.named(position.state, move.changes) for move in position.winning_moves()]
    ['3-4']
    """

    name = "hackenbush"
    title = "Green Hackenbush"
    rule = "A move cuts an edge; all edges that no longer hang on the ground, 0, fall with it."
    words: ClassVar[Mapping[str, str]] = {"pile": "piece", "object": "edge"}
    nothing_left = "No edge is left, so there is no move."
    shape = "grounded"
    notation = (
        "Edges, or walks of several edges, between commas; 0 is the ground: `0-1-2,1-3` has "
        "the edges 0-1, 1-2 and 1-3."
    )
    largest = 400
    steps_of_each = 4

    def parse(self, text: str) -> Edges:
        edges, vertices = graphs.read(text)
        board = tuple(edges)
        held = {GROUND}.union(*_held(board))
        loose = [vertex for vertex in vertices if vertex not in held]
        if loose:
            raise ValueError(f"Every vertex hangs on the ground, 0; {loose[0]} does not.")
        return board

    def write(self, board: Edges) -> str:
        return graphs.write(board) or GROUND

    def choices(self, board: Edges) -> Iterator[Choice]:
        return ((edge,) for edge in dict.fromkeys(board))

    def play(self, board: Edges, choice: Choice) -> Edges:
        at = board.index(choice[0])
        return _held(board[:at] + board[at + 1 :])

    def named(self, board: Edges, choice: Choice) -> str:  # noqa: ARG002
        return "-".join(choice[0])

    def size(self, board: Edges) -> int:
        return len(board)

    def text(self, board: Edges, choice: Choice) -> str:
        return f"cut {self.named(board, choice)}"

    def order_of(self, position: Position, move: Move) -> Sequence[Any]:  # noqa: ARG002
        ((a, b),) = move.changes
        return [edge_order((str(a), str(b)))]

    def split(self, board: Edges) -> Sequence[Edges]:
        return graphs.connected(board, apart_at=GROUND)

    def common(self, piece: Edges) -> Edges:
        spend(self.steps_of_each * len(piece))
        return graphs.renamed(piece, GROUND)

    def beside(self, pieces: Sequence[Edges]) -> Edges:
        found, used = list[Edge](), 0
        for piece in pieces:
            vertices = sorted({*graphs.neighbours(piece)} - {GROUND}, key=graphs.order)
            names = {vertex: str(used + i) for i, vertex in enumerate(vertices, 1)}
            names[GROUND] = GROUND
            used += len(vertices)
            found += [edge_of(names[a], names[b]) for a, b in piece]
        return tuple(sorted(found, key=edge_order))

    # --- Values ---

    def piece_value(self, piece: Edges) -> int:
        return _Fused(piece).value

    def choices_leaving(self, board: Edges, targets: Sequence[int]) -> Iterator[Choice]:
        found: set[Edge] = set()
        for piece, target in zip(self.split(board), targets, strict=True):
            found.update(_Fused(piece).leaving(target))
        return ((edge,) for edge in dict.fromkeys(board) if edge in found)

    @property
    def why_values(self) -> str:
        return (
            "A branch acts like a stalk of 1 more than the value of what stands on it, and the "
            "vertices of a cycle may be fused, so that its edges become loops, each worth 1."
        )


def _held(edges: Edges) -> Edges:
    """The edges with a way to the ground."""
    held = {*graphs.reached(graphs.neighbours(edges), GROUND)}
    return tuple([edge for edge in edges if edge[0] in held])


class _Fused:
    """The value of a graph that stands on the ground, and the edges whose loss changes it.

    A depth-first walk from the ground finds the bridges: the edges that lie on no cycle. Without
    them the graph falls into blocks, each of which is fused into one vertex. A block has the XOR of
    its edges, 1 for each, and of the bridges that lead up from it, each worth 1 more than its
    block.
    """

    def __init__(self, edges: Edges) -> None:
        self.edges = edges
        number = {GROUND: 0}
        for edge in edges:
            for vertex in edge:
                number.setdefault(vertex, len(number))
        self.ends = [(number[a], number[b]) for a, b in edges]
        near: list[list[tuple[int, int]]] = [[] for _ in number]
        """For each vertex its neighbours, each with the index of the edge between."""
        for i, (a, b) in enumerate(self.ends):
            near[a].append((b, i))
            if a != b:
                near[b].append((a, i))
        self.near = near
        self.value, self.block, self.above = _walk(near, 0, [0] * len(near))

    def leaving(self, target: int) -> Iterator[Edge]:
        """The edges whose loss leaves the graph with this value.

        Above a bridge there is one value that does, so that each block has its own target. Of a
        block each edge is tried: nothing falls with it, but others become bridges.
        """
        members: dict[int, list[int]] = {}
        for vertex, top in enumerate(self.block):
            own = members.setdefault(top, [top])
            if vertex != top:
                own.append(vertex)
        bridges: dict[int, list[int]] = {top: [] for top in members}
        stands = [0] * len(self.block)
        """The XOR of what stands on each vertex, beside its block."""
        for above, (vertex, _, value) in self.above.items():
            bridges[self.block[vertex]].append(above)
            stands[vertex] ^= value + 1
        waiting = [(0, self.value, target)]
        while waiting:
            top, value, wanted = waiting.pop()
            for above in bridges[top]:
                _, edge, worth = self.above[above]
                left = value ^ wanted ^ (worth + 1)
                if left:
                    waiting.append((above, worth, left - 1))
                else:
                    yield self.edges[edge]
            yield from self._inside(members[top], stands, wanted)

    def _inside(self, block: list[int], stands: Sequence[int], wanted: int) -> Iterator[Edge]:
        """The edges of a block, whose first vertex is its root, that leave it with this value."""
        at = {vertex: i for i, vertex in enumerate(block)}
        near = [
            [(at[other], edge) for other, edge in self.near[vertex] if other in at]
            for vertex in block
        ]
        inside = {self.edges[edge]: edge for each in near for _, edge in each}
        own = [stands[vertex] for vertex in block]
        for ends, edge in inside.items():
            if _walk(near, 0, own, without=edge)[0] == wanted:
                yield ends


def _walk(
    near: Sequence[Sequence[tuple[int, int]]], root: int, stands: Sequence[int], without: int = -1
) -> tuple[int, list[int], dict[int, tuple[int, int, int]]]:
    """The value of a graph at its root, if a value stands on each vertex besides.

    Also the first vertex of each vertex's block, and for the first vertex of each block but the
    root's the vertex below its bridge, the bridge, and the value of what stands on the bridge.
    """
    spend(2 * len(near))
    values, entered = [*stands], [-1] * len(near)
    low, order = [*entered], [root]
    entered[root] = low[root] = 0
    below: dict[int, tuple[int, int]] = {}
    line = [(root, without, iter(near[root]))]
    above: dict[int, tuple[int, int, int]] = {}
    while line:
        vertex, by, rest = line[-1]
        for other, edge in rest:
            if edge in (by, without):
                continue
            if entered[other] < 0:
                entered[other] = low[other] = len(order)
                order.append(other)
                below[other] = vertex, edge
                line.append((other, edge, iter(near[other])))
                break
            if entered[other] <= entered[vertex]:  # from above, the edge was met already
                values[vertex] ^= 1
                low[vertex] = min(low[vertex], entered[other])
        else:
            line.pop()
            if line:
                parent, edge = below[vertex]
                low[parent] = min(low[parent], low[vertex])
                if low[vertex] == entered[vertex]:
                    above[vertex] = parent, edge, values[vertex]
                    values[parent] ^= values[vertex] + 1
                else:
                    values[parent] ^= values[vertex] ^ 1
    top = [*range(len(near))]
    for vertex in order[1:]:
        if vertex not in above:
            top[vertex] = top[below[vertex][0]]
    return values[root], top, above
