"""A game judged move by move: who should have won, who did, and which mistake decided it.

A mistake is a move from an N-position to an N-position: it hands the win to the opponent. A move
from a P-position is never a mistake, since every move there loses.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, Literal, TypedDict

from ..errors import TooMuchWork, at
from ..meter import STEPS_TO_TELL, STEPS_TO_WRITE, OutOfSteps, Pace, spend
from ..position import Position
from .forms import Played, Solved, solved, told
from .said import move_played

Player = Literal["first", "second"]
PLAYERS: tuple[Player, Player] = ("first", "second")

Ply = Mapping[str, Any]
"""A move with the position in which it was made, seen by its player.

It has the keys `ply` and `player`, the position's keys that change during play, such as `piles`,
`nim_sum`, `position_class`, `move`, `mistake` and `winning_moves`; and, if the position's solution
has them, `grundy_values` and `more`.
"""


Solver = Callable[[Position, int], Solved]
"""Solves a position, and lists up to a number of winning moves."""


class Review(TypedDict):
    """A game judged move by move.

    `position` is the position after the last move, solved. `winner` is None until the game is
    finished. `decisive_mistake` is the ply of the last mistake so far, which has decided a finished
    game; None if neither player made one.
    """

    plies: Sequence[Ply]
    position: Mapping[str, Any]
    finished: bool
    winner: Player | None
    decisive_mistake: int | None


def _solve(position: Position, max_moves: int) -> Solved:
    return solved(position, position.solve(max_moves), with_texts=True)


def review(
    position: Position,
    moves: Sequence[Played],
    max_moves: int,
    solve: Solver = _solve,
    max_numbers: float = inf,
) -> Review:
    """Judge the moves of a game that begins with a position; solutions list up to `max_moves`.

    `solve` can be a function that is faster for some games.

    Raises IllegalMove at the first move that the rules forbid or that is ambiguous, TooMuchWork if
    piles and removals of winning moves of all plies together are more than `max_numbers`, and any
    other InputError for the position.

    A position without a legal move is a finished game even if no move was made: the first player
    has then lost in normal play and won in misère play.

    >>> from types import SimpleNamespace
    >>> from ..games.nim import Nim
    >>> keys = ["component", "leaves", "leaves_piles", "removals", "play", "leaves_board", "text"]
    >>> left_out = dict.fromkeys(keys)
    >>> taken = [(0, 2), (1, 1), (2, 5), (1, 2), (0, 1), (1, 1)]
    >>> moves = [SimpleNamespace(pile=pile, remove=remove, **left_out) for pile, remove in taken]
    >>> judged = review(Nim.position([3, 4, 5]), moves, max_moves=100)
    >>> [ply["mistake"] for ply in judged["plies"]]
    [False, False, True, False, False, False]
    >>> judged["winner"], judged["decisive_mistake"]
    ('second', 3)
    """
    position.game.check(position)
    solution = solve(position, max_moves)
    numbers = 0
    plies: list[Ply] = []
    mistakes: list[int] = []
    pace = Pace(len(moves))
    for i, played in enumerate(moves):
        with at("moves", i):
            move = move_played(position, played)
        after = position.after(move)
        try:
            met, solution = solution, solve(after, max_moves)
            listed = met["winning_moves"]
            new = len(position.piles) + sum(len(each.get("removals", " ")) for each in listed)
            spend(STEPS_TO_TELL + STEPS_TO_WRITE * new)
            pace.step()
        except OutOfSteps:
            text = "Reviewing this many moves takes too long; send fewer."
            raise TooMuchWork(text, ("moves",)) from None
        numbers += new
        if numbers > max_numbers:
            text = f"Too large: moves × (piles + winning moves) may be at most {max_numbers:,}."
            raise TooMuchWork(text, ("moves",))
        mistake = met["to_move_wins"] and solution["to_move_wins"]
        if mistake:
            mistakes.append(i + 1)
        ply = {
            "ply": i + 1,
            "player": PLAYERS[i % 2],
            **position.game.changing_keys(position),
            "nim_sum": met["nim_sum"],
            "position_class": met["position_class"],
            "move": told(position, move),
            "mistake": mistake,
            "winning_moves": met["winning_moves"],
        }
        for key in ("grundy_values", "more"):
            if key in met:
                ply[key] = met[key]
        plies.append(ply)
        position = after
    finished = solution["best_move"] is None
    return {
        "plies": plies,
        "position": {**position.game.changing_keys(position), **solution},
        "finished": finished,
        "winner": _winner(len(plies), solution) if finished else None,
        "decisive_mistake": mistakes[-1] if mistakes else None,
    }


def _winner(plies_played: int, solution: Solved) -> Player:
    """The winner of a finished game, by the class of its last position."""
    return PLAYERS[(plies_played + (not solution["to_move_wins"])) % 2]
