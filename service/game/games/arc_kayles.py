"""Arc Kayles: a move takes an edge of a graph with all edges that meet it, and so both of its ends.

Parts that no edge joins are independent. A path is Dawson's Kayles: a move takes two vertices that
are next to each other. Each move in a cycle of n vertices leaves the path of n - 2. All other
parts, and misère play, are searched.

Source: T. J. Schaefer, "On the complexity of some two-person perfect-information games", Journal of
Computer and System Sciences 16 (1978).
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from ..board_game import Choice
from ..graph_game import GraphGame, Left, bits
from .take_and_break import DawsonsKayles

_PATHS = DawsonsKayles()


class ArcKayles(GraphGame):
    """A move takes an edge with all edges that meet it.

    >>> ArcKayles.position(board="1-2-3-4,2-5").wins()
    True
    """

    name = "arc-kayles"
    title = "Arc Kayles"
    rule = "A move takes an edge of the graph with all edges that meet it."
    words: ClassVar[Mapping[str, str]] = {"pile": "part", "object": "edge"}
    nothing_left = "No edge is left, so there is no move."
    notation = "Edges, or walks of several edges, between commas: `1-2-3,2-4` has three edges."
    keeps_lone = False
    steps_of_each = 1.7

    def size(self, board: Left) -> int:
        """The number of edges."""
        ends = sum(board.near(i).bit_count() - 1 for i in bits(board.vertices))
        return ends // 2

    def choices(self, board: Left) -> Iterator[Choice]:
        for i in bits(board.vertices):
            for j in bits(board.near(i) >> i + 1 << i + 1):
                yield i, j

    def taken(self, board: Left, choice: Choice) -> int:  # noqa: ARG002
        return sum(1 << i for i in choice)

    def named(self, board: Left, choice: Choice) -> str:
        return "-".join(board.graph.names[i] for i in choice)

    def value_of_path(self, length: int) -> int:
        (value,) = _PATHS.values.of([length])
        return value
