"""Sentences that all games share: who wins a position, and which move to make.

Sentences number the piles from 1, as people do.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..moves import Move
from ..position import Position
from ..solution import Solution
from ..words.wording import NAMED, Reason, counted, in_words, reason_in_words

WINS = "The player to move can win."
LOSES = "The player to move loses if the opponent makes no mistake."
CANT_MOVE = {
    False: "In normal play a player who can't move loses, so the player to move has lost.",
    True: "In misère play a player who can't move wins, so the player to move has won.",
}


class Sentences(NamedTuple):
    """An explanation: who wins, why, and the moves to make, in this order."""

    verdict: Sequence[str]
    reasons: Sequence[Reason]
    moves: Sequence[str]


def explanation(position: Position, solution: Solution, reasons: Iterator[Reason]) -> Sentences:
    """The sentences of an explanation, with the game's reasons."""
    best, words = solution.best_move, position.game.words
    if best is None:
        left = any(position.piles)
        stuck = "No move is legal." if left else position.game.nothing_left
        return Sentences([], [in_words(stuck, words)], [CANT_MOVE[position.misere]])
    verdict = WINS if solution.wins else LOSES
    why = [reason_in_words(each, words) for each in reasons]
    return Sentences([verdict], why, [*_moves(position, solution, best)])


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
    components = position.components()
    if move.component is None or components is None:
        return position.game.sentence_of(position, move)
    component, alone = components[move.component], move._replace(component=None)
    text = component.game.sentence_of(component, alone)
    return f"In game {move.component + 1}, {text[0].lower()}{text[1:]}"
