"""The Grundy values of single piles, and their period."""

from collections.abc import Sequence

from ..game import Game
from ..heap_game import HeapGame
from ..theory.genus import genera
from ..theory.period import ValueSequence
from ..theory.tame import tame_genus, tame_piles


def has_values(game: type[Game]) -> bool:
    """Whether the piles of a game have Grundy values: a move changes one pile only."""
    return issubclass(game, HeapGame)


def values(game: Game, size: int, with_genus: bool = False) -> ValueSequence:
    """The values of the first `size` piles, and the period if one is proven.

    With `with_genus` it also has the genus of each pile. Raises TooMuchWork.

    >>> from service.game.games.take_and_break import Kayles
    >>> values(Kayles(), 5)["values"]
    [0, 1, 2, 3, 1]
    """
    assert isinstance(game, HeapGame)  # noqa: S101
    found = game.values.sequence(size)
    if with_genus:
        found["genus"] = _genera(game, found["values"])
    return found


def _genera(game: HeapGame, values: Sequence[int]) -> Sequence[str]:
    """The genus of each pile: by its value alone if all piles are tame, else by search."""
    if game.obeys_ferguson:
        firm: Sequence[bool] = [value > 1 for value in values]
    else:
        firm = tame_piles(game.pile_moves, values, len(values))
    if len(firm) == len(values):
        return [*map(tame_genus, values, firm)]
    return genera(game.pile_moves, values)
