"""Who wins, by playing everything out: the legal moves of the service's games, and nothing else."""

from functools import cache
from itertools import product

from service.game.errors import InputError
from service.game.position import Position


@cache
def wins(position: Position) -> bool:
    """Whether the player to move wins. Without a move one loses, or wins in misère play."""
    left = {position.after(move).canonical() for move in position.moves()}
    return any(not wins(each) for each in left) if left else position.misere


def is_valid(position: Position) -> bool:
    """Whether the game has a position with these piles."""
    try:
        position.game.check(position)
    except InputError:
        return False
    return True


def small(position: Position, count: int, largest: int) -> list[Position]:
    """The valid positions of the same game with this many piles, up to a size."""
    found = [position._replace(piles=piles) for piles in product(range(largest + 1), repeat=count)]
    return [each for each in found if is_valid(each)]
