"""The Grundy values of single piles, and their period."""

from service.game.game import Game
from service.game.pile_game import PileGame
from service.game.value_sequence import ValueSequence


def has_values(game: type[Game]) -> bool:
    """Whether the piles of a game have Grundy values: a move changes one pile only."""
    return issubclass(game, PileGame)


def values(game: Game, size: int) -> ValueSequence:
    """The values of the first `size` piles, and the period where one is proven.

    >>> from service.game.games.octal import Kayles
    >>> values(Kayles(), 5)["values"]
    [0, 1, 2, 3, 1]
    """
    assert isinstance(game, PileGame)  # noqa: S101
    return game.sequence(size)
