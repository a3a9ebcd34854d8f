"""The Grundy values of single piles, and their period."""

from ..game import Game
from ..heap_game import HeapGame
from ..theory.genus import genera
from ..theory.period import ValueSequence


def has_values(game: type[Game]) -> bool:
    """Whether the piles of a game have Grundy values: a move changes one pile only."""
    return issubclass(game, HeapGame)


def values(game: Game, size: int, with_genus: bool = False) -> ValueSequence:
    """The values of the first `size` piles, and the period where one is proven.

    With `with_genus` it has the genus of each pile. Raises TooMuchWork.

    >>> from service.game.games.take_and_break import Kayles
    >>> values(Kayles(), 5)["values"]
    [0, 1, 2, 3, 1]
    """
    assert isinstance(game, HeapGame)  # noqa: S101
    found = game.sequence(size)
    if with_genus:
        found["genus"] = genera(game.pile_moves, found["values"])
    return found
