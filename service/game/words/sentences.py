"""Sentences that all games share: who wins a position, and which move to make.

Sentences number the piles from 1, as people do.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..game import Position
from ..moves import Move
from ..solution import Solution
from .wording import NAMED, counted, in_words, listed, named_pile, numbers

WINS = "The player to move can win."
LOSES = "The player to move loses if the opponent makes no mistake."
CANT_MOVE = {
    False: "In normal play a player who can't move loses, so the player to move has lost.",
    True: "In misère play a player who can't move wins, so the player to move has won.",
}


class Sentences(NamedTuple):
    """An explanation: who wins, why, and the moves to make, in this order."""

    verdict: Sequence[str]
    reasons: Sequence[str]
    moves: Sequence[str]


def explanation(position: Position, solution: Solution, reasons: Iterator[str]) -> Sentences:
    """The sentences of an explanation, with the game's reasons."""
    best, words = solution.best_move, position.game.words
    if best is None:
        left = any(position.piles)
        stuck = "No move is legal." if left else "No object is left, so there is no move."
        return Sentences([], [in_words(stuck, words)], [CANT_MOVE[position.misere]])
    verdict = WINS if solution.wins else LOSES
    why = [type(each)(in_words(each, words)) for each in reasons]  # which may be Theory
    moves = [in_words(each, words) for each in _moves(position, solution, best)]
    return Sentences([verdict], why, moves)


def _moves(position: Position, solution: Solution, best: Move) -> Iterator[str]:
    winning = solution.winning_moves
    for move in winning[:NAMED]:
        yield f"{_sentence(position, move)}."
    if len(winning) > NAMED:
        count = counted(len(winning) - NAMED, "more winning move")
        yield f"There {count}." if not solution.more else "There are more winning moves."
    if not winning:
        text = _sentence(position, best)
        yield f"No move wins; to play on, {text[0].lower()}{text[1:]}."


def _sentence(position: Position, move: Move) -> str:
    """A move as a sentence without its full stop, in a sum with its component."""
    text = move_sentence(position.piles_of(move), move)
    components = position.components()
    if move.component is None or components is None:
        return text
    text = in_words(text, components[move.component].game.words)
    return f"In component {move.component + 1}, {text[0].lower()}{text[1:]}"


def move_sentence(piles: Sequence[int], move: Move) -> str:
    """A move as a sentence without its full stop.

    >>> move_sentence([12], Move(((0, (5, 5)),)))
    'Take 2 from pile 1: 12 becomes 5 and 5'
    >>> move_sentence([7, 3], Move(((0, (3, 4)),)))
    'Split pile 1: 7 becomes 3 and 4'
    >>> move_sentence([7, 3], Move(((1, (6,)),)))
    'Change pile 2: 3 becomes 6'
    >>> move_sentence([7, 3], Move(()))
    'Pass'
    """
    changes = move.changes
    if not changes:
        return "Pass"
    taken, results = [], []
    for pile, parts in changes[:NAMED]:
        taken.append(f"{piles[pile] - sum(parts):,} from {named_pile(pile)}")
        results.append(f"{piles[pile]:,} becomes {numbers(parts or (0,))}")
    left = [piles[pile] - sum(parts) for pile, parts in changes]
    if min(left) <= 0:
        verb = "Split" if not any(left) else "Change"
        return f"{verb} {listed([named_pile(pile) for pile, _ in changes])}: {listed(results)}"
    if len(changes) > NAMED:
        rest = counted(len(changes) - NAMED, "other pile").split(" ", 1)[1]
        return f"Take {', '.join(taken)}, and from {rest}: {', '.join(results)} and so on"
    return f"Take {listed(taken)}: {listed(results)}"
