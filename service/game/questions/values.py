"""The Grundy values of single piles, and their period."""

from collections.abc import Sequence

from ..game import Game
from ..heap_game import HeapGame
from ..position import Position
from ..theory.genus import genera, tame_genus
from ..theory.period import ValueSequence
from ..theory.tame import Pile, tame_piles


def has_values(game: type[Game]) -> bool:
    """Whether the piles of a game have Grundy values: a move changes one pile only."""
    return issubclass(game, HeapGame)


def values(game: Game, size: int, with_genus: bool = False) -> ValueSequence:
    """The values of the first `size` piles, and the period if one is proven.

    With `with_genus` it also has the genus of each pile. Raises TooMuchWork.

    >>> from ..games.take_and_break import Kayles
    >>> values(Kayles(), 5)["values"]
    [0, 1, 2, 3, 1]
    """
    assert isinstance(game, HeapGame)  # noqa: S101
    found = _genera(game, game.values.of(range(size))) if with_genus else None
    sequence = game.values.sequence(size)  # which may take long, to prove a period
    if found:
        sequence["genus"] = found
    return sequence


def _genera(game: HeapGame, values: Sequence[int]) -> Sequence[str]:
    """The genus of each pile: by its value alone if all piles are tame, else by search."""
    if game.obeys_ferguson or game.is_tame:
        tame = game._tame(Position(game, tuple(range(len(values)))))
        return [*map(tame_genus, tame or ())]
    firm = tame_piles(game.pile_moves, values, len(values))
    if len(firm) == len(values):
        return [*map(tame_genus, map(Pile, values, firm))]
    return genera(game.pile_moves, values, firm)
