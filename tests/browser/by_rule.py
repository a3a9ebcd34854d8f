"""Links of the page as games, and who wins them by a solver that knows only the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests.support.rule_oracle import Played, removing, table

Piles = tuple[int, ...]

LARGEST = 30
"""Objects in the largest pile that is played out."""


@dataclass(frozen=True)
class Game:
    """What a link says: `numbers` are those that a move may remove."""

    piles: Piles
    numbers: tuple[int, ...]
    misere: bool

    @property
    def moves(self) -> Iterator[tuple[int, int, "Game"]]:
        """Each legal move: the pile's index, the objects removed, what it leaves."""
        for i, p in enumerate(self.piles):
            for remove in self.numbers:
                if remove <= p:
                    left = (*self.piles[:i], p - remove, *self.piles[i + 1 :])
                    yield i, remove, Game(left, self.numbers, self.misere)

    @property
    def winning(self) -> list[tuple[int, int]]:
        """The moves after which the opponent does not win."""
        return [(pile, remove) for pile, remove, left in self.moves if not wins(left)]

    @property
    def losing(self) -> list[tuple[int, int]]:
        """The moves after which the opponent wins."""
        return [(pile, remove) for pile, remove, left in self.moves if wins(left)]


def wins(game: Game) -> bool:
    """Whether the player to move wins."""
    return _played(game.numbers).to_move_wins(game.piles, game.misere)


def value(size: int, numbers: tuple[int, ...]) -> int:
    """The Grundy value of a pile, by its definition."""
    return table(numbers, size + 1)[size]


def read(link: str) -> Game:
    """The game of a link such as `#21;max=3;misere` or `#13,2;set=1,3,4`."""
    piles, *options = link.removeprefix("#").split(";")
    numbers = tuple(range(1, LARGEST + 1))
    for option in options:
        if option.startswith("max="):
            numbers = tuple(range(1, int(option.removeprefix("max=")) + 1))
        if option.startswith("set="):
            numbers = tuple(map(int, option.removeprefix("set=").split(",")))
    return Game(tuple(map(int, piles.split(","))), numbers, "misere" in options)


@cache
def _played(numbers: tuple[int, ...]) -> Played:
    return Played(removing(numbers), LARGEST)
