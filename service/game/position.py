"""A position: the piles, the game, the convention, and whatever else the game remembers.

A position is immutable and can be hashed. What a move is, and what it leaves, its game says;
`Position` is how everything else asks. A player who has no legal move has lost in normal play and
won in misère play.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict, final

if TYPE_CHECKING:
    from service.game.game import Game

Piles = tuple[int, ...]


@final
class Removal(TypedDict):
    """A move that takes from one pile: `remove` objects from `pile`, a 0-based index.

    `leaves` are the objects that stay there.
    """

    pile: int
    remove: int
    leaves: int


@final
class Split(TypedDict):
    """A move that may divide what it leaves of a pile: into none, one or two piles, ascending."""

    pile: int
    remove: int
    leaves_piles: list[int]


@final
class Removals(TypedDict):
    """A move that may take from several piles, each once, by ascending index.

    A move that takes from none is a pass.
    """

    removals: list[Removal]


Move = Removal | Split | Removals


class Option(NamedTuple):
    """What a move leads to: a canonical position, and in how many ways.

    `move` is the first of the moves that lead there, in order.
    """

    position: "Position"
    ways: int
    move: Move


class Position(NamedTuple):
    """Piles in a game, seen by the player to move.

    `state` is what a position of some games holds besides its piles, such as the most objects that
    the next move of Fibonacci Nim may take; it is None in all other games.

    >>> from service.game.games.nim import NIM
    >>> position = Position(NIM, (2, 0, 1))
    >>> [position.after(move).piles for move in position.moves()]
    [(1, 0, 1), (0, 0, 1), (2, 0, 0)]
    >>> position.canonical().piles, position.wins()
    ((1, 2), True)
    """

    game: "Game"
    piles: Piles
    misere: bool = False
    state: Hashable = None

    def moves(self) -> Iterator[Move]:
        """All legal moves, by pile, then by what they remove, then by what they leave."""
        return self.game.moves(self)

    def after(self, move: Move) -> "Position":
        """The position after a legal move."""
        return self.game.after(self, move)

    def options(self) -> Iterator[Option]:
        """The canonical positions that moves lead to; the same one may come several times."""
        return self.game.options(self)

    def canonical(self) -> "Position":
        """The form that positions share which differ only in what does not matter.

        In most games the order of the piles and the empty ones do not.
        """
        game = self.game
        if game.is_ordered:
            return self
        piles = self.piles if game.keeps_empty else filter(None, self.piles)
        return Position(game, tuple(sorted(piles)), self.misere, self.state)

    def wins(self) -> bool:
        """Whether the player to move wins. Raises TooMuchWork."""
        return self.game.wins(self)

    def winning_moves(self) -> Iterator[Move]:
        """All moves to a lost position, in order. Raises TooMuchWork."""
        return self.game.winning_moves(self)


def removal(piles: Sequence[int], pile: int, remove: int) -> Removal:
    """The move that removes this number of objects from the pile with this index."""
    return {"pile": pile, "remove": remove, "leaves": piles[pile] - remove}


def removed(move: Move) -> int:
    """The number of objects that a move removes in total.

    >>> removed({"removals": [{"pile": 0, "remove": 1, "leaves": 4}]})
    1
    """
    if "removals" in move:
        return sum(each["remove"] for each in move["removals"])
    return move["remove"]


def order_of(move: Move) -> list[tuple[int, ...]]:
    """What moves of one position are ordered by: pile, then what they remove, then what they leave.

    >>> order_of({"pile": 0, "remove": 2, "leaves_piles": [5, 5]})
    [(0, 2, 5, 5)]
    """
    if "removals" in move:
        return [(each["pile"], each["remove"]) for each in move["removals"]]
    if "leaves_piles" in move:
        return [(move["pile"], move["remove"], *move["leaves_piles"])]
    return [(move["pile"], move["remove"])]


def after_move(piles: Sequence[int], move: Move) -> Piles:
    """The piles after a move that changes nothing but the piles that it names.

    Others keep their index, and a second part of a pile is added at the end.
    """
    after = [*piles]
    if "removals" in move:
        for each in move["removals"]:
            after[each["pile"]] = each["leaves"]
    elif "leaves" in move:
        after[move["pile"]] = move["leaves"]
    else:
        first, *second = move["leaves_piles"] or [0]
        after[move["pile"]] = first
        after += second
    return tuple(after)
