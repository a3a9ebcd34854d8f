"""The service with an additional game, on its own port: run as a program.

A move takes a square number of objects from one pile. It stands for whatever game is added next.
"""

import sys
from collections.abc import Iterator
from math import isqrt
from wsgiref.simple_server import make_server

from service.game import games
from service.game.heap_game import HeapGame
from service.game.moves import PileMove


class Squares(HeapGame):
    """A move takes a square number of objects from one pile."""

    name = "squares"
    title = "Squares"
    rule = "A move takes a square number of objects from one pile."

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        """Each square that the pile has."""
        for root in range(1, isqrt(pile) + 1):
            yield root**2, [pile - root**2]


def main() -> None:
    """Serve, and print the port."""
    games.GAMES = {**games.GAMES, Squares.name: Squares}
    from service.app import create_app  # noqa: PLC0415  # it reads the table when it is imported

    with make_server("127.0.0.1", 0, create_app()) as server:
        sys.stdout.write(f"{server.server_port}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
