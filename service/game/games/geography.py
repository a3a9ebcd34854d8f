"""Undirected vertex geography: a token moves along an edge, and the vertex that it leaves is taken.

In normal play the player to move wins if and only if every maximum matching covers the token's
vertex. If so, the move along the edge of such a matching leaves a graph in which the matching's
rest is maximum and misses the token. If not, any move goes to a vertex that each maximum matching
of the rest covers: a matching that missed it would be a larger one with the edge of the move.
Misère play is searched.

Source: A. S. Fraenkel, E. R. Scheinerman and D. Ullman, "Undirected edge geography", Theoretical
Computer Science 112 (1993).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from ..board_game import BoardGame, Choice
from ..decision import BySearch, Decision
from ..meter import spend
from ..moves import Move
from ..position import Position
from ..solution import Solution
from ..theory import graphs
from ..theory.graphs import Edge
from ..theory.matching import Matching, augment, maximum_matching, missed
from ..words.wording import Reason

AT = "@"


class Token(NamedTuple):
    """The edges that the token can reach, and its vertex."""

    edges: tuple[Edge, ...]
    at: str


class Geography(BoardGame):
    """A move moves the token to a neighbour and takes the vertex that it leaves.

    >>> position = Geography.position(board="1-2-3,3-4@2")
    >>> [position.game.named(position.state, move.changes) for move in position.winning_moves()]
    ['1']
    """

    name = "geography"
    title = "Undirected vertex geography"
    rule = "A move moves the token along an edge; the vertex that it leaves is taken."
    words: ClassVar[Mapping[str, str]] = {"pile": "piece", "object": "edge"}
    nothing_left = "The token's vertex has no edge, so there is no move."
    shape = "graph"
    notation = (
        "Edges, or walks of several edges, between commas, then @ and the vertex of the token: "
        "`1-2-3,3-4@2`."
    )
    largest = 300
    steps_of_each = 1

    def parse(self, text: str) -> Token:
        graph, _, at = text.partition(AT)
        at = at.strip().lower()
        edges, vertices = graphs.read(graph)
        if at not in vertices:
            raise ValueError("After its edges a board has @ and the token's vertex: 1-2,2-3@2.")
        return _within_reach([(a, b) for a, b in dict.fromkeys(edges) if a != b], at)

    def write(self, board: Token) -> str:
        return f"{graphs.write(board.edges, [board.at])}{AT}{board.at}"

    def choices(self, board: Token) -> Iterator[Choice]:
        beside = {v for edge in board.edges if board.at in edge for v in edge} - {board.at}
        return ((v,) for v in sorted(beside, key=graphs.order))

    def play(self, board: Token, choice: Choice) -> Token:
        return _within_reach([edge for edge in board.edges if board.at not in edge], choice[0])

    def named(self, board: Token, choice: Choice) -> str:  # noqa: ARG002
        return str(choice[0])

    def size(self, board: Token) -> int:
        return len(board.edges)

    def text(self, board: Token, choice: Choice) -> str:  # noqa: ARG002
        return f"move to {choice[0]}"

    def order_of(self, position: Position, move: Move) -> Sequence[Any]:  # noqa: ARG002
        return [graphs.order(str(move.changes[0]))]

    def decide(self, position: Position) -> Decision:
        """The matchings, or a search."""
        return BySearch(position) if position.misere else _ByMatchings(position)


class _ByMatchings(Decision):
    """Whether every maximum matching covers the token's vertex decides normal play."""

    game: Geography
    by = "matchings"

    @property
    def board(self) -> Token:
        """The board."""
        assert isinstance(self.position.state, Token)  # noqa: S101
        return self.position.state

    @cached_property
    def names(self) -> Sequence[str]:
        """The vertices by their numbers, the token's first."""
        edges, at = self.board
        return [*dict.fromkeys([at, *(v for edge in edges for v in edge)])]

    @cached_property
    def near(self) -> Sequence[Sequence[int]]:
        """The neighbours of each vertex."""
        edges, _ = self.board
        spend(self.game.steps_of_each * len(edges))
        number = {vertex: i for i, vertex in enumerate(self.names)}
        near: list[list[int]] = [[] for _ in number]
        for a, b in edges:
            near[number[a]].append(number[b])
            near[number[b]].append(number[a])
        return near

    @cached_property
    def _found(self) -> tuple[Matching, Sequence[Choice]]:
        """A maximum matching that misses the token if one does, and the vertices to move to."""
        rest = [[], *([other for other in each if other] for each in self.near[1:])]
        match = maximum_matching(rest)
        to = missed(rest, match).intersection(self.near[0])
        augment(self.near, match, 0)
        return match, [
            (name,) for name in sorted(map(self.names.__getitem__, to), key=graphs.order)
        ]

    @cached_property
    def wins(self) -> bool:
        return bool(self._found[1])

    def winning_moves(self) -> Iterator[Move]:
        return map(Move, self._found[1])

    def data(self, solution: Solution) -> Mapping[str, Any]:  # noqa: ARG002
        """The matching."""
        pairs = enumerate(self._found[0])
        edges = [
            graphs.edge_of(self.names[a], self.names[b])
            for a, b in pairs
            if b is not None and a < b
        ]
        return {"matching": ["-".join(edge) for edge in sorted(edges, key=graphs.edge_order)]}

    def reasons(self, solution: Solution) -> Iterator[Reason]:
        if solution.wins:
            yield (
                "Choose as many edges as possible of which no two meet: each such choice has an "
                "edge at the token's vertex."
            )
            yield "The player who always moves along such an edge is never without a move."
        else:
            yield (
                "As many edges as possible of which no two meet can be chosen without an edge at "
                "the token's vertex."
            )
            yield "The opponent can always reply along a chosen edge."


def _within_reach(edges: Sequence[Edge], at: str) -> Token:
    """A board without the edges that the token can't reach."""
    near = {*graphs.reached(graphs.neighbours(edges), at)}
    return Token(tuple([edge for edge in edges if edge[0] in near]), at)
