"""Games that the service does not have, each defined by its rules alone."""

from collections.abc import Iterator

from service.game.game import Game
from service.game.heap_game import HeapGame
from service.game.moves import Move, PileMove, removal, removals
from service.game.position import Position


class Divisors(HeapGame):
    """A game of removals."""

    name = "divisors"
    title = "Divisors"
    rule = "A move removes a proper divisor of the size of a pile."

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        return ((n, [pile - n]) for n in range(1, pile) if pile % n == 0)


class Halves(HeapGame):
    """A game of splits: a pile becomes two that differ by at most 1, with one object less."""

    name = "halves"
    title = "Halves"
    rule = "A move removes one object and halves the rest."
    form = "split"

    def pile_moves(self, pile: int) -> Iterator[PileMove]:
        if pile:
            yield 1, sorted(filter(None, [(pile - 1) // 2, pile // 2]))


PASS = Move(())


class Passing(Game):
    """A game whose moves may change two piles or none. Its state is whether anyone has passed."""

    name = "passing"
    title = "Passing"
    rule = (
        "A move takes one or two objects from a pile, or one from each of two piles; "
        "one of the players may pass once."
    )
    form = "removals"
    is_stateless = False

    def moves(self, position: Position) -> Iterator[Move]:
        piles = position.piles
        if any(piles) and not position.state:
            yield PASS
        for i, pile in enumerate(piles):
            if pile:
                yield removal(piles, i, 1)
                for j in range(i + 1, len(piles)):
                    if piles[j]:
                        yield removals(piles, [(i, 1), (j, 1)])
            if pile > 1:
                yield removal(piles, i, 2)

    def after(self, position: Position, move: Move) -> Position:
        after = super().after(position, move)
        return after._replace(state="passed") if move == PASS else after
