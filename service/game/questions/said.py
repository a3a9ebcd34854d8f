"""Moves that a player sends as a text alone: `/review` reads what `text_of` of a game says."""

from collections.abc import Sequence

from ..errors import AmbiguousMove, IllegalMove, WrongForm
from ..meter import NUMBERS_IN_A_STEP, spend
from ..moves import Move, Said, becoming
from ..position import Position
from ..words.moves import numbers_in, plain
from ..words.wording import listed, numbers
from .forms import KEYS_OF_A_MOVE, PASS, Played, legal_alone, legal_move

COMPONENTS_SHOWN = 10


def move_played(position: Position, played: Played) -> Move:
    """The legal move that a player made, by its keys or its text alone. Raises an IllegalMove."""
    if played.text is None or any(getattr(played, key) is not None for key in KEYS_OF_A_MOVE):
        return legal_move(position, played)
    spend(len(played.text) / NUMBERS_IN_A_STEP)
    try:
        return move_said(position, plain(played.text), played.component)
    except IllegalMove as error:
        if error.locations != [("component",)]:
            error.locations = [("text",)]
        raise


def move_said(position: Position, text: str, component: int | None = None) -> Move:
    """The legal move that a plain text says. Raises an IllegalMove.

    >>> from ..games.take_and_break import Kayles
    >>> move_said(Kayles.position([12]), "take 2 from row 1, leaving 5 and 5").changes
    ((0, (5, 5)),)
    """
    components = position.components()
    if components is None:
        if component is not None:
            raise WrongForm("Only a move in a sum has `component`.", "component")
        return _said_alone(position, text)
    game, _, rest = text.partition(", ")
    if found := numbers_in(game, "in game #"):
        i, text = found[0] - 1, rest
        if component not in (None, i):
            raise IllegalMove(f"The text is about the component with the index {i:,}.", "component")
        component = i
    if component is None:
        return _said_somewhere(components, text)
    if not 0 <= component < len(components):
        raise IllegalMove(f"There is no game {component + 1:,}.")
    return _said_alone(components[component], text)._replace(component=component)


def _said_somewhere(components: Sequence[Position], text: str) -> Move:
    """The move in the only component in which it is legal."""
    found = list[Move]()
    for i, component in enumerate(components):
        try:
            found.append(_said_alone(component, text)._replace(component=i))
        except AmbiguousMove:
            raise
        except IllegalMove:
            continue
    if not found:
        raise IllegalMove('This is no legal move in any component; begin with "in game 1, ".')
    move, *others = found
    if others:
        games = [1 + (each.component or 0) for each in found[:COMPONENTS_SHOWN]]
        begin = f'begin with "in game {games[0]}, "'
        raise AmbiguousMove(f"This is a legal move in game {numbers(games, 'or')}; {begin}.")
    return move


def _said_alone(position: Position, text: str) -> Move:
    game, piles = position.game, position.piles
    if text == "pass" and next(position.moves(), None) == PASS:
        return PASS
    said = game.read(position, text)
    if said is None:
        first = next(position.moves(), None)
        advice = f'write it like "{game.text_of(position, first)}"' if first else "none is legal"
        raise IllegalMove(f"This is no move in the words of {game.called}; {advice}.")
    if isinstance(said, Move):
        return said
    for pile in (said.pile, *(each.pile for each in said.removals or ())):
        if pile is not None and not 0 <= pile < len(piles):
            raise IllegalMove(f"There is no {game.words.get('pile', 'pile')} {pile + 1:,}.")
    try:
        return legal_alone(position, said)
    except AmbiguousMove:
        raise AmbiguousMove(f"Say what it leaves, such as {_choices(position, said)}.") from None


def _choices(position: Position, said: Said) -> str:
    """Two moves that a text may say, in words."""
    pile, remove = said.pile or 0, said.remove or 0
    parts = zip(range(2), position.game._parts_after(position, pile, remove), strict=False)
    moves = [becoming((pile, each)) for _, each in parts]
    return listed([f'"{position.game.text_of(position, move)}"' for move in moves], "or")
