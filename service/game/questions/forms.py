"""Moves and solutions as requests and responses write them; only this module makes or reads them.

A move has one of five forms, and each game has one of them:

- removal: `{"pile": 0, "remove": 2, "leaves": 1}`
- split: `{"pile": 0, "remove": 2, "leaves_piles": [5, 5]}`, none, one or two piles, ascending
- removals: `{"removals": […]}`, a removal for each pile, by ascending index
- replacement: `{"pile": 0, "leaves": 34}`: the pile becomes 34
- board: `{"play": "2-3", "leaves_board": "0-1,1-2"}`: what is chosen, and the board that it leaves

A move in a sum also has `component`. `pile` is the 0-based index in the position, or component.
Where moves are told, they also have `text`: the move in the words of its game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any, NotRequired, Protocol, TypedDict

from ..board_game import BoardGame
from ..errors import AmbiguousMove, IllegalMove, MissingPart, WrongForm, WrongKeys, at
from ..moves import Change, Form, Move, becoming, removals
from ..position import Position
from ..solution import Solution
from ..theory.grundy import PositionClass
from ..words.wording import listed

MoveForm = Mapping[str, Any]
"""A move in one of the forms."""

CHOICES_SHOWN = 10

KEYS_OF_MOVES: Mapping[Form, tuple[str, ...]] = {
    "removal": ("pile", "remove", "leaves"),
    "split": ("pile", "remove", "leaves_piles"),
    "removals": ("removals",),
    "replacement": ("pile", "leaves"),
    "board": ("play", "leaves_board"),
}
"""The keys that a move of each form may have."""

KEYS_OF_A_MOVE = tuple(dict.fromkeys(chain(*KEYS_OF_MOVES.values())))
"""The keys of all forms."""

PASS = Move(())
"""In a game that has it, the first legal move."""


class Solved(TypedDict):
    """The winner of a position, seen by the player to move, and the moves.

    `nim_sum` is None in games whose piles have no Grundy values. `grundy_values`, one for each
    pile, is left out in such games, and in plain Nim, where the piles are their own values. Both
    belong to normal play. `more` is present, and true, if not all winning moves are listed.
    """

    nim_sum: int | None
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[MoveForm]
    best_move: MoveForm | None
    grundy_values: NotRequired[Sequence[int]]
    more: NotRequired[bool]


# --- Made -----------------------------------------------------------------------------------------


def form_of(position: Position, move: Move) -> MoveForm:
    """A legal move in the form of its game.

    >>> from ..games.take_and_break import Kayles
    >>> form_of(Kayles.position([12]), becoming((0, [5, 5])))
    {'pile': 0, 'remove': 2, 'leaves_piles': [5, 5]}
    """
    place = position.place_of(move)
    form = _MAKE[place.game.form](place, move.changes)
    return form if move.component is None else {"component": move.component, **form}


def _forms_of(position: Position, moves: Iterable[Move]) -> list[MoveForm]:
    """Legal moves in the form of their game. Without components one look-up is enough for all."""
    if position.game.is_sum:
        return [form_of(position, move) for move in moves]
    make = _MAKE[position.game.form]
    return [make(position, move.changes) for move in moves]


def told(position: Position, move: Move) -> MoveForm:
    """A legal move in the form of its game, with its text.

    >>> from ..games.take_and_break import Kayles
    >>> told(Kayles.position([12]), becoming((0, [5, 5])))["text"]
    'take 2 from row 1, leaving 5 and 5'
    """
    return {**form_of(position, move), "text": position.game.text_of(position, move)}


def told_or_none(position: Position, move: Move | None) -> MoveForm | None:
    """A legal move as it is told, or None for no move."""
    return None if move is None else told(position, move)


def solved(position: Position, solution: Solution, with_texts: bool = False) -> Solved:
    """The solution of a position, with its moves in the form of their game."""
    best = solution.best_move
    if with_texts:
        winning, move = [told(position, each) for each in solution.winning_moves], told
    else:
        winning, move = _forms_of(position, solution.winning_moves), form_of
    found: Solved = {
        "nim_sum": solution.nim_sum,
        "position_class": solution.position_class,
        "to_move_wins": solution.wins,
        "winning_moves": winning,
        "best_move": None if best is None else move(position, best),
    }
    if solution.more:
        found["more"] = True
    if solution.grundy_values is not None:
        found["grundy_values"] = solution.grundy_values
    return found


def _removal(position: Position, changes: Sequence[Change]) -> MoveForm:
    ((pile, (leaves,)),) = changes
    return {"pile": pile, "remove": position.piles[pile] - leaves, "leaves": leaves}


def _removals(position: Position, changes: Sequence[Change]) -> MoveForm:
    return {"removals": [_removal(position, [change]) for change in changes]}


def _split(position: Position, changes: Sequence[Change]) -> MoveForm:
    ((pile, parts),) = changes
    remove = max(0, position.piles[pile] - sum(parts))
    return {"pile": pile, "remove": remove, "leaves_piles": [*parts]}


def _replacement(position: Position, changes: Sequence[Change]) -> MoveForm:  # noqa: ARG001
    ((pile, (leaves,)),) = changes
    return {"pile": pile, "leaves": leaves}


def _on_board(position: Position, changes: Sequence[Any]) -> MoveForm:
    move = Move(tuple(changes))
    return {
        "play": _game_of(position).named(position.state, move.changes),
        "leaves_board": position.after(move).text,
    }


def _game_of(position: Position) -> BoardGame:
    game = position.game
    assert isinstance(game, BoardGame)  # noqa: S101  # which alone has moves of this form
    return game


_MAKE: Mapping[Form, Callable[[Position, Sequence[Change]], MoveForm]] = {
    "removal": _removal,
    "split": _split,
    "removals": _removals,
    "replacement": _replacement,
    "board": _on_board,
}


# --- Read -----------------------------------------------------------------------------------------


class RemovalLike(Protocol):
    """A removal from one pile, as a player sends it."""

    @property
    def pile(self) -> int: ...
    @property
    def remove(self) -> int: ...
    @property
    def leaves(self) -> int | None: ...


class MoveLike(Protocol):
    """A move in one of its forms; what is left out is None."""

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
    @property
    def play(self) -> str | None: ...
    @property
    def leaves_board(self) -> str | None: ...


class Played(MoveLike, Protocol):
    """A move as a player sends it."""

    @property
    def component(self) -> int | None: ...
    @property
    def text(self) -> str | None: ...


def legal_move(position: Position, played: Played) -> Move:
    """The legal move that a player made. Raises an IllegalMove."""
    components = position.components()
    if components is not None:
        i = played.component
        if i is None:
            raise MissingPart("This is required.", "component")
        if i >= len(components):
            raise IllegalMove(f"There is no component with the index {i:,}.", "component")
        return legal_alone(components[i], played)._replace(component=i)
    if played.component is not None:
        raise WrongForm("Only a move in a sum has `component`.", "component")
    return legal_alone(position, played)


def legal_alone(position: Position, played: MoveLike) -> Move:
    """The legal move that a player made in a game that is no sum. Raises an IllegalMove."""
    form, piles = position.game.form, position.piles
    _check_form(form, played)
    if form == "board":
        return _named(position, played)
    if form == "split":
        return _split_of(position, played)
    if form == "removals":
        move = removals(piles, _removals_of(position, played))
    elif form == "removal":
        move = removals(piles, [_removal_of(piles, played)])
    else:
        pile = _pile_of(piles, played)
        if played.leaves is None:
            raise MissingPart("This is required.", "leaves")
        move = becoming((pile, [played.leaves]))
    position.game.check_move(position, move)
    return move


def _named(position: Position, played: MoveLike) -> Move:
    """The move on a board that `play` names, checked with what it leaves. Raises an IllegalMove."""
    if played.play is None:
        raise MissingPart("This is required.", "play")
    game = _game_of(position)
    move = game.move_named(position, played.play)
    if played.leaves_board is not None:
        left = position.after(move).text
        with suppress(WrongKeys):
            if game.write(game.read_board(played.leaves_board)) == left:
                return move
        raise IllegalMove(f"This move leaves the board \u201c{left}\u201d.", "leaves_board")
    return move


def _split_of(position: Position, played: MoveLike) -> Move:
    pile, remove = _pile_and_number(position.piles, played)
    game, before = position.game, position.piles[pile]
    choices = [*islice(game._parts_after(position, pile, remove), CHOICES_SHOWN + 1)]
    if not choices:
        game.check_move(position, becoming((pile, [before - remove])))
    if played.leaves_piles is not None:
        wanted = sorted(played.leaves_piles)
        if not game._can_leave(position, pile, remove, wanted):
            message = f"Removing {remove:,} from a pile of {before:,} can't leave these piles."
            raise IllegalMove(message, "leaves_piles")
        return becoming((pile, wanted))
    if len(choices) > 1:
        shown = listed([str([*parts]) for parts in choices[:CHOICES_SHOWN]], "or")
        message = f"Send what this move leaves, such as {shown}."
        raise AmbiguousMove(message, "leaves_piles")
    return becoming((pile, choices[0]))


def _check_form(form: Form, played: MoveLike) -> None:
    """Raise WrongForm if a move has a key that this form does not have."""
    allowed = KEYS_OF_MOVES[form]
    for key in KEYS_OF_A_MOVE:
        if key not in allowed and getattr(played, key) is not None:
            parts = listed([f"`{each}`" for each in allowed])
            raise WrongForm(f"A move in this game has {parts}.", key)


def _pile_of(piles: Sequence[int], played: RemovalLike | MoveLike) -> int:
    """The pile of a move. Raises an IllegalMove."""
    if played.pile is None:
        raise MissingPart("This is required.", "pile")
    if played.pile >= len(piles):
        raise IllegalMove(f"There is no pile with the index {played.pile:,}.", "pile")
    return played.pile


def _pile_and_number(piles: Sequence[int], played: RemovalLike | MoveLike) -> tuple[int, int]:
    """The pile of a move, and the number of objects that it removes. Raises an IllegalMove."""
    remove = played.remove
    if remove is None and played.pile is not None:
        raise MissingPart("This is required.", "remove")
    pile = _pile_of(piles, played)
    assert remove is not None  # noqa: S101
    if remove > piles[pile]:
        message = f"Can't remove {remove:,}: the pile has {piles[pile]:,} left."
        raise IllegalMove(message, "remove")
    return pile, remove


def _removal_of(piles: Sequence[int], played: RemovalLike | MoveLike) -> tuple[int, int]:
    """The pile and the number of a removal, checked with what it leaves. Raises an IllegalMove."""
    pile, remove = _pile_and_number(piles, played)
    if remove < 1:
        raise IllegalMove("A move removes at least 1 object.", "remove")
    leaves = piles[pile] - remove
    if played.leaves not in (None, leaves):
        message = f"Removing {remove:,} from a pile of {piles[pile]:,} leaves {leaves:,}."
        raise IllegalMove(message, "leaves")
    return pile, remove


def _removals_of(position: Position, played: MoveLike) -> list[tuple[int, int]]:
    """The pile and the number of each removal of a move, by pile. Raises an IllegalMove."""
    if played.removals is None:
        raise MissingPart("This is required.", "removals")
    if not played.removals and next(position.moves(), None) != PASS:
        raise IllegalMove("A move takes from at least 1 pile.", "removals")
    taken: dict[int, int] = {}
    for i, played_removal in enumerate(played.removals):
        with at("removals", i):
            pile, remove = _removal_of(position.piles, played_removal)
            if pile in taken:
                raise IllegalMove("A move takes from each pile at most once.", "pile")
        taken[pile] = remove
    return sorted(taken.items())
