"""A position: the piles, the game, the convention, and whatever else the game remembers.

A position is immutable and can be hashed. The game decides what a move is and what it leaves;
everything else calls the methods of `Position`. A player who has no legal move has lost in normal
play and won in misère play.
"""

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict, final

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
    component: NotRequired[int]


@final
class Split(TypedDict):
    """A move that may divide what it leaves of a pile: into none, one or two piles, ascending."""

    pile: int
    remove: int
    leaves_piles: list[int]
    component: NotRequired[int]


@final
class Removals(TypedDict):
    """A move that may take from several piles, each once, by ascending index.

    A move that takes from none is a pass.
    """

    removals: list[Removal]
    component: NotRequired[int]


Move = Removal | Split | Removals
"""A move in any game; in a sum `component` is the index of the component that it changes."""


class Option(NamedTuple):
    """What a move leads to: a canonical position, and in how many ways.

    `move` is the first of the moves that lead there, in order.
    """

    position: "Position"
    ways: int
    move: Move


class Position(NamedTuple):
    """Piles in a game, seen by the player to move.

    `state` is what a position of some games contains besides its piles, such as the most objects
    that the next move of Fibonacci Nim may take; in other games it is None.

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
        """The common form of positions whose differences do not matter."""
        return self.game.canonical(self)

    def wins(self) -> bool:
        """Whether the player to move wins. Raises TooMuchWork."""
        return self.game.wins(self)

    def winning_moves(self) -> Iterator[Move]:
        """All moves to a lost position, in order. Raises TooMuchWork."""
        return self.game.winning_moves(self)


def removal(piles: Sequence[int], pile: int, remove: int) -> Removal:
    """The move that removes this number of objects from the pile with this index."""
    return {"pile": pile, "remove": remove, "leaves": piles[pile] - remove}


def in_component(i: int, move: Move) -> Move:
    """A move of a sum: this one, in the component with this index."""
    if "removals" in move:
        return {"component": i, "removals": move["removals"]}
    pile, remove = move["pile"], move["remove"]
    if "leaves_piles" in move:
        leaves_piles = move["leaves_piles"]
        return {"component": i, "pile": pile, "remove": remove, "leaves_piles": leaves_piles}
    return {"component": i, "pile": pile, "remove": remove, "leaves": move["leaves"]}


def without_component(move: Move) -> Move:
    """The move that a move of a sum is in its component.

    >>> without_component({"component": 1, "removals": []})
    {'removals': []}
    """
    if "removals" in move:
        return {"removals": move["removals"]}
    pile, remove = move["pile"], move["remove"]
    if "leaves_piles" in move:
        return {"pile": pile, "remove": remove, "leaves_piles": move["leaves_piles"]}
    return {"pile": pile, "remove": remove, "leaves": move["leaves"]}


def removed(move: Move) -> int:
    """The number of objects that a move removes in total.

    >>> removed({"removals": [{"pile": 0, "remove": 1, "leaves": 4}]})
    1
    """
    if "removals" in move:
        return sum(each["remove"] for each in move["removals"])
    return move["remove"]


def order_of(move: Move) -> list[tuple[int, ...]]:
    """The order of a position's moves: by component, by pile, then by what they remove and leave.

    >>> order_of({"pile": 0, "remove": 2, "leaves_piles": [5, 5]})
    [(0, 2, 5, 5)]
    """
    component = [(move["component"],)] if "component" in move else []
    if "removals" in move:
        return [*component, *((each["pile"], each["remove"]) for each in move["removals"])]
    if "leaves_piles" in move:
        return [*component, (move["pile"], move["remove"], *move["leaves_piles"])]
    return [*component, (move["pile"], move["remove"])]


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
