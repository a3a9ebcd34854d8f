"""The Grundy value of a position of any game.

Where the game has a theory, the value follows from it. Otherwise every position that play can reach
is examined, the last ones first: the value of a position is the mex of those of its options.
"""

from collections.abc import Mapping

from service.game.errors import TooMuchWork
from service.game.position import Position
from service.game.theory.grundy import mex, nim_sum
from service.game.theory.walk import (
    MAX_EXAMINED_MOVES,
    Graph,
    graph_of,
    successors_first,
)

MAX_WALKED = 10_000
"""Positions that are examined at most, for all positions of a question together."""


def graph_values(graph: Graph) -> Mapping[Position, int]:
    """The value of each position of a graph."""
    values: dict[Position, int] = {}
    for position in successors_first(graph):
        values[position] = mex({values[option] for option in graph[position]})
    return values


class GrundyValues:
    """The Grundy values of positions in normal play, remembered.

    >>> from service.game.games.euclid import Euclid
    >>> values = GrundyValues()
    >>> [values.of(Euclid.position(piles)) for piles in ([1, 1], [1, 2], [2, 5])]
    [1, 2, 1]
    """

    def __init__(self) -> None:
        self._walked: dict[Position, int] = {}

    def of(self, position: Position) -> int:
        """The value of a position. Raises TooMuchWork."""
        if position.game.has_pile_values:
            return nim_sum(position.game.pile_values(position))
        start = position.canonical()
        if start not in self._walked:
            try:
                found = start.game.reachable(start, MAX_WALKED - len(self._walked))
                self._walked |= graph_values(graph_of(found, MAX_EXAMINED_MOVES))
            except TooMuchWork:
                raise TooMuchWork(
                    "The Grundy value of this position is found by examining every position that "
                    f"play can reach, and at most {MAX_WALKED:,} may be examined."
                ) from None
        return self._walked[start]
