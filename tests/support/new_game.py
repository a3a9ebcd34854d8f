"""The service with one more game than it has, on a port of its own: run as a program.

A move takes a square number of objects from one pile. It stands for whatever game is added next.
"""

import sys
from collections.abc import Iterator, Sequence
from math import isqrt
from wsgiref.simple_server import WSGIRequestHandler, make_server

from service.game import games
from service.game.heap_game import HeapGame, PileMove
from service.game.position import Position
from service.game.theory.walk import too_many_positions


class Squares(HeapGame):
    """A move takes a square number of objects from one pile."""

    name = "squares"
    title = "Squares"
    rule = "A move takes a square number of objects from one pile."
    largest_pile = 1000

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        """Each square that the pile has."""
        for root in range(1, isqrt(pile) + 1):
            yield root**2, [pile - root**2]


class Hidden(Squares):
    """The same, but for its graph, which is always too large to be drawn."""

    name = "hidden"
    title = "Hidden squares"

    def reachable(self, position: Position, max_positions: int) -> set[Position]:  # noqa: ARG002
        """Raise TooMuchWork."""
        raise too_many_positions(max_positions)


class Silent(WSGIRequestHandler):
    """Says nothing of what it is asked."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def main(arguments: Sequence[str]) -> None:
    """Serve on the port, and say which it is."""
    games.GAMES = {**games.GAMES, Squares.name: Squares, Hidden.name: Hidden}
    from service.app import create_app  # noqa: PLC0415  # it reads the table when it is imported

    with make_server("127.0.0.1", int(*arguments), create_app(), handler_class=Silent) as server:
        sys.stdout.write(f"{server.server_port}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
