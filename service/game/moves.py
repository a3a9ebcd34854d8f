"""Moves, in their four forms: what they remove, what they leave, and in which order they come."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict, final

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


@final
class Change(TypedDict):
    """What the pile with this 0-based index becomes: no pile, one, or several, of any sizes."""

    pile: int
    becomes: list[int]


@final
class Changes(TypedDict):
    """A move of a game that does more than remove objects: what each changed pile becomes."""

    changes: list[Change]
    component: NotRequired[int]


Move = Removal | Split | Removals | Changes
"""A move in any game; in a sum `component` is the index of the component that it changes."""


def changes_of(move: Move) -> list[tuple[int, Sequence[int]]]:
    """A move as the piles that it changes, each with what it becomes, whatever its form.

    >>> changes_of({"pile": 0, "remove": 1, "leaves": 4})
    [(0, [4])]
    """
    if "changes" in move:
        return [(each["pile"], each["becomes"]) for each in move["changes"]]
    if "removals" in move:
        return [(each["pile"], [each["leaves"]]) for each in move["removals"]]
    if "leaves_piles" in move:
        return [(move["pile"], move["leaves_piles"])]
    return [(move["pile"], [move["leaves"]])]


def becoming(*changes: tuple[int, Sequence[int]]) -> Changes:
    """The move that makes these piles become what is given."""
    return {"changes": [{"pile": pile, "becomes": [*parts]} for pile, parts in changes]}


def removal(piles: Sequence[int], pile: int, remove: int) -> Removal:
    """The move that removes this number of objects from the pile with this index."""
    return {"pile": pile, "remove": remove, "leaves": piles[pile] - remove}


def in_component(i: int, move: Move) -> Move:
    """A move of a sum: this one, in the component with this index."""
    return {"component": i, **move}  # type: ignore[return-value]


def without_component(move: Move) -> Move:
    """The move that a move of a sum is in its component.

    >>> without_component({"component": 1, "removals": []})
    {'removals': []}
    """
    return {key: each for key, each in move.items() if key != "component"}  # type: ignore[return-value]


def removed(move: Move) -> int:
    """The number of objects that a move removes in total; 0 for a move that says what piles become.

    >>> removed({"removals": [{"pile": 0, "remove": 1, "leaves": 4}]})
    1
    """
    if "changes" in move:
        return 0
    if "removals" in move:
        return sum(each["remove"] for each in move["removals"])
    return move["remove"]


def order_of(move: Move) -> list[tuple[int, ...]]:
    """The order of a position's moves: by component, by pile, then by what they remove and leave.

    >>> order_of({"pile": 0, "remove": 2, "leaves_piles": [5, 5]})
    [(0, 2, 5, 5)]
    """
    component = [(move["component"],)] if "component" in move else []
    if "changes" in move:
        return [*component, *((each["pile"], *each["becomes"]) for each in move["changes"])]
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
    for pile, parts in changes_of(move):
        first, *others = parts or (0,)
        after[pile] = first
        after += others
    return tuple(after)
