"""Sentences that all games share: who wins a position, and which move to make.

Sentences number the piles from 1, as people do.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..game import Position
from ..moves import Move, Removal, changes_of
from ..solution import Solution
from .wording import NAMED, counted, listed, named_pile

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
    """The sentences of an explanation, of which a game gives the reasons."""
    best = solution["best_move"]
    if best is None:
        left = any(position.piles)
        stuck = "No move is legal." if left else "No object is left, so there is no move."
        return Sentences([], [stuck], [CANT_MOVE[position.misere]])
    verdict = WINS if solution["to_move_wins"] else LOSES
    return Sentences([verdict], [*reasons], [*_moves(position, solution, best)])


def _moves(position: Position, solution: Solution, best: Move) -> Iterator[str]:
    winning = solution["winning_moves"]
    for move in winning[:NAMED]:
        yield f"{_sentence(position, move)}."
    if len(winning) > NAMED:
        count = counted(len(winning) - NAMED, "more winning move")
        yield f"There {count}." if "more" not in solution else "There are more winning moves."
    if not winning:
        text = _sentence(position, best)
        yield f"No move wins; to play on, {text[0].lower()}{text[1:]}."


def _sentence(position: Position, move: Move) -> str:
    """A move as a sentence without its full stop, in a sum with its component."""
    components = position.components()
    if components is None or "component" not in move:
        return move_sentence(position.piles, move)
    i = move["component"]
    text = move_sentence(components[i].piles, move)
    return f"In component {i + 1}, {text[0].lower()}{text[1:]}"


def move_sentence(piles: Sequence[int], move: Move) -> str:
    """A move as a sentence without its full stop.

    >>> move_sentence([12], {"pile": 0, "remove": 2, "leaves_piles": [5, 5]})
    'Take 2 from pile 1: 12 becomes 5 and 5'
    >>> move_sentence([7, 3], {"pile": 0, "remove": 0, "leaves_piles": [3, 4]})
    'Split pile 1: 7 becomes 3 and 4'
    >>> move_sentence([7, 3], {"removals": []})
    'Pass'
    """
    if "changes" in move:
        changed = []
        for pile, left in changes_of(move):
            becomes = listed([f"{part:,}" for part in left or [0]])
            changed.append(f"{named_pile(pile)} from {piles[pile]:,} to {becomes}")
        return f"Change {listed(changed)}" if changed else "Pass"
    if "leaves_piles" in move:
        parts = listed([f"{part:,}" for part in move["leaves_piles"] or [0]])
        becomes = f"{piles[move['pile']]:,} becomes {parts}"
        name = named_pile(move["pile"])
        if not move["remove"]:
            return f"Split {name}: {becomes}"
        return f"Take {move['remove']:,} from {name}: {becomes}"
    removals: Sequence[Removal] = [move] if "pile" in move else move["removals"]
    if not removals:
        return "Pass"
    named = removals[:NAMED]
    taken = [f"{each['remove']:,} from {named_pile(each['pile'])}" for each in named]
    results = [f"{piles[each['pile']]:,} becomes {each['leaves']:,}" for each in named]
    if len(removals) > NAMED:
        rest = counted(len(removals) - NAMED, "other pile").split(" ", 1)[1]
        return f"Take {', '.join(taken)}, and from {rest}: {', '.join(results)} and so on"
    return f"Take {listed(taken)}: {listed(results)}"
