"""Moves as a player sends them, and the legal moves that they mean."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ..errors import AmbiguousMove, IllegalMove, MissingPart, WrongForm
from ..game import Form, Position
from ..moves import Move, becoming, in_component, removal
from ..words.wording import listed

CHOICES_SHOWN = 10

KEYS_OF_MOVES: Mapping[Form, tuple[str, ...]] = {
    "removal": ("pile", "remove", "leaves"),
    "split": ("pile", "remove", "leaves_piles"),
    "removals": ("removals",),
    "changes": ("changes",),
}
"""The keys that a move of each form may have."""

PASS: Move = {"removals": []}
"""In a game that has it, the first legal move."""


class RemovalLike(Protocol):
    """A removal from one pile, as a player sends it."""

    @property
    def pile(self) -> int: ...
    @property
    def remove(self) -> int: ...
    @property
    def leaves(self) -> int | None: ...


class MoveLike(Protocol):
    """A move in one of its forms, as a player sends it; what is left out is None."""

    @property
    def component(self) -> int | None: ...
    @property
    def pile(self) -> int | None: ...
    @property
    def remove(self) -> int | None: ...
    @property
    def leaves(self) -> int | None: ...
    @property
    def leaves_piles(self) -> Sequence[int] | None: ...
    @property
    def removals(self) -> Sequence[RemovalLike] | None: ...


def legal_move(position: Position, played: MoveLike) -> Move:
    """The legal move that a player made. Raises an IllegalMove."""
    components = position.components()
    if components is not None:
        i = played.component
        if i is None:
            raise MissingPart("This is required.", "component")
        if i >= len(components):
            raise IllegalMove(f"There is no component with the index {i:,}.", "component")
        return in_component(i, _legal_move(components[i], played))
    if played.component is not None:
        raise WrongForm("Only a move in a sum has `component`.", "component")
    return _legal_move(position, played)


def _legal_move(position: Position, played: MoveLike) -> Move:
    form, piles = position.game.form, position.piles
    _check_form(form, played)
    if form == "split":
        return _split_of(position, played)
    move: Move
    if form == "changes":
        changes = getattr(played, "changes", None)
        if changes is None:
            raise MissingPart("This is required.", "changes")
        move = becoming(*((each.pile, each.becomes) for each in changes))
    elif form == "removals":
        taken = _removals_of(position, played)
        move = {"removals": [removal(piles, pile, remove) for pile, remove in taken]}
    else:
        move = removal(piles, *_removal_of(piles, played))
    position.game.check_move(position, move)
    return move


def _split_of(position: Position, played: MoveLike) -> Move:
    pile, remove = _pile_and_number(position.piles, played)
    before = position.piles[pile]
    choices = [
        each
        for each in position.moves()
        if "leaves_piles" in each and (each["pile"], each["remove"]) == (pile, remove)
    ]
    if not choices:
        position.game.check_move(position, {"pile": pile, "remove": remove, "leaves_piles": []})
    if played.leaves_piles is not None:
        wanted = sorted(played.leaves_piles)
        choices = [each for each in choices if each["leaves_piles"] == wanted]
        if not choices:
            message = f"Removing {remove:,} from a pile of {before:,} can't leave these piles."
            raise IllegalMove(message, "leaves_piles")
    if len(choices) > 1:
        shown = listed([str(each["leaves_piles"]) for each in choices[:CHOICES_SHOWN]], "or")
        message = f"Send what this move leaves, such as {shown}."
        raise AmbiguousMove(message, "leaves_piles")
    return choices[0]


def _check_form(form: Form, played: MoveLike) -> None:
    """Raise WrongForm if a move has a key that this form does not have."""
    allowed = KEYS_OF_MOVES[form]
    for key in ("pile", "remove", "leaves", "leaves_piles", "removals", "changes"):
        if key not in allowed and getattr(played, key, None) is not None:
            parts = listed([f"`{each}`" for each in allowed])
            raise WrongForm(f"A move in this game has {parts}.", key)


def _pile_and_number(
    piles: Sequence[int], played: RemovalLike | MoveLike, *location: str | int
) -> tuple[int, int]:
    """The pile of a move, and the number of objects that it removes. Raises an IllegalMove."""
    pile, remove = played.pile, played.remove
    if pile is None or remove is None:
        raise MissingPart("This is required.", *location, "pile" if pile is None else "remove")
    if pile >= len(piles):
        raise IllegalMove(f"There is no pile with the index {pile:,}.", *location, "pile")
    if remove > piles[pile]:
        message = f"Can't remove {remove:,}: the pile has {piles[pile]:,} left."
        raise IllegalMove(message, *location, "remove")
    return pile, remove


def _removal_of(
    piles: Sequence[int], played: RemovalLike | MoveLike, *location: str | int
) -> tuple[int, int]:
    """The pile and the number of a removal, checked with what it leaves. Raises an IllegalMove."""
    pile, remove = _pile_and_number(piles, played, *location)
    if remove < 1:
        raise IllegalMove("A move removes at least 1 object.", *location, "remove")
    leaves = piles[pile] - remove
    if played.leaves not in (None, leaves):
        message = f"Removing {remove:,} from a pile of {piles[pile]:,} leaves {leaves:,}."
        raise IllegalMove(message, *location, "leaves")
    return pile, remove


def _removals_of(position: Position, played: MoveLike) -> list[tuple[int, int]]:
    """The pile and the number of each removal of a move, by pile. Raises an IllegalMove."""
    if played.removals is None:
        raise MissingPart("This is required.", "removals")
    if not played.removals and next(position.moves(), None) != PASS:
        raise IllegalMove("A move takes from at least 1 pile.", "removals")
    removals: dict[int, int] = {}
    for i, played_removal in enumerate(played.removals):
        pile, remove = _removal_of(position.piles, played_removal, "removals", i)
        if pile in removals:
            message = "A move takes from each pile at most once."
            raise IllegalMove(message, "removals", i, "pile")
        removals[pile] = remove
    return sorted(removals.items())
