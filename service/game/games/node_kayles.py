"""Node Kayles: a move takes a node of a graph with all of its neighbours.

Parts that no edge joins are independent. A path is Dawson's chess: a move takes three neighbours,
or two at an end. Each move in a cycle of n nodes leaves the path of n - 3. All other parts, and
misère play, are searched: who wins is PSPACE-complete.

Source: T. J. Schaefer, "On the complexity of some two-person perfect-information games", Journal of
Computer and System Sciences 16 (1978).
"""

from collections.abc import Iterator

from ..board_game import Choice
from ..graph_game import GraphGame, Left, bits
from .take_and_break import DawsonsChess

_PATHS = DawsonsChess()


class NodeKayles(GraphGame):
    """A move takes a node with its neighbours.

    >>> position = NodeKayles.position(board="1-2-3-4-5")
    >>> [position.game.named(position.state, move.changes) for move in position.winning_moves()]
    ['3']
    """

    name = "node-kayles"
    title = "Node Kayles"
    rule = "A move takes a node of the graph with all of its neighbours."
    nothing_left = "No node is left, so there is no move."
    notation = (
        "Edges, or walks of several edges, between commas, and nodes without an edge alone: "
        "`1-2-3,4` has the edges 1-2 and 2-3, and 4 alone."
    )

    def choices(self, board: Left) -> Iterator[Choice]:
        return ((i,) for i in bits(board.vertices))

    def taken(self, board: Left, choice: Choice) -> int:
        return board.graph.near[choice[0]]

    def named(self, board: Left, choice: Choice) -> str:
        return board.graph.names[choice[0]]

    def text(self, board: Left, choice: Choice) -> str:
        others = board.near(choice[0]) & ~(1 << choice[0])
        rest = " with its neighbours" if others & others - 1 else " with its neighbour"
        return f"take {self.named(board, choice)}{rest if others else ''}"

    def value_of_path(self, length: int) -> int:
        (value,) = _PATHS.values.of([length])
        return value
