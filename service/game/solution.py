"""The words of a solved position: classes, the three forms of a move, and the solution itself.

They are typed dictionaries: building a frozen dataclass takes longer than solving a position does,
and making the class takes forty times as long at every start.
"""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict, final

from service.game.columns import Binary, Step

Piles = tuple[int, ...]

PositionClass = Literal["P", "N"]
"""P where the previous player wins, N where the next one does, the one to move."""


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
    """A move that may take from several piles at once, each once, by ascending index."""

    removals: list[Removal]


Move = Removal | Split | Removals


class Solution(TypedDict):
    """The winner of a position, seen by the player to move, and the moves.

    `nim_sum` is None in games whose piles have no Grundy values; `grundy_values`, one for each
    pile, is there in all games that have them but plain Nim, where they are the piles. Both are
    those of normal play. `more` is there, and true, where not all winning moves are listed.
    """

    nim_sum: int | None
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[Move]
    best_move: Move | None
    grundy_values: NotRequired[Sequence[int]]
    more: NotRequired[bool]


class ChangingKeys(TypedDict, total=False):
    """The keys of a position that change during play."""

    quota: int


class Theory(TypedDict, total=False):
    """The data that decide a game; each game has some of these keys.

    `steps` has the rows that each winning move changes, before and after it.
    """

    binary: Binary
    state: Literal["odd", "even"]
    leading_column: int | None
    steps: Sequence[Step | Sequence[Step]]
    cold_pairs: Sequence[Piles]
    zeckendorf: Sequence[int]
    largest_piles: int


def class_of(wins: bool) -> PositionClass:
    """The class of a position, given whether the player to move wins it."""
    return "N" if wins else "P"


def removed(move: Move) -> int:
    """The number of objects that a move removes in all.

    >>> removed({"removals": [{"pile": 0, "remove": 1, "leaves": 4}]})
    1
    """
    if "removals" in move:
        return sum(each["remove"] for each in move["removals"])
    return move["remove"]
