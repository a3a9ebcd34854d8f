"""A game of Nim judged move by move: who should have won, who did, and which mistake decided it.

A mistake is a move from an N-position to an N-position: it hands the win to the opponent. No move
from a P-position is one, since every move there loses.
"""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from service.game.nim import Move, PositionClass, Solution
from service.game.rules.any_number import NIM
from service.game.rules.rule import RemovalRule
from service.game.unanswerable import Unanswerable

Player = Literal["first", "second"]
PLAYERS: tuple[Player, Player] = ("first", "second")

# The pile's index and the objects removed, and perhaps the objects left, or None.
PlayedMove = tuple[int, int] | tuple[int, int, int | None]


class IllegalMove(Unanswerable):
    """The move with the 0-based index `index` is against the rules; `key` is the part at fault.

    The moves after it can't be judged.
    """

    code = "illegal-move"

    def __init__(self, index: int, key: Literal["pile", "remove", "leaves"], message: str) -> None:
        super().__init__(message, ("moves", index, key))
        self.index = index
        self.key = key


class Ply(TypedDict):
    """One player's turn, counted from 1: the position that was met, and the move that was made.

    Under a rule it has the Grundy value of each pile before the move.
    """

    ply: int
    player: Player
    piles: Sequence[int]
    nim_sum: int
    position_class: PositionClass
    move: Move
    mistake: bool
    winning_moves: Sequence[Move]
    grundy_values: NotRequired[Sequence[int]]


class SolvedPosition(Solution):
    """A solved position together with its piles."""

    piles: Sequence[int]


class Review(TypedDict):
    """The judged plies, the position after them, and the outcome.

    `winner` is None until the game is finished. `decisive_mistake` is the ply of the last mistake
    so far, which has decided a finished game; None where neither player made one.
    """

    plies: Sequence[Ply]
    position: SolvedPosition
    finished: bool
    winner: Player | None
    decisive_mistake: int | None


def review(
    piles: Sequence[int],
    moves: Sequence[PlayedMove],
    misere: bool = False,
    rule: RemovalRule | None = None,
) -> Review:
    """Judge a game: the moves played, from the piles given.

    Raises IllegalMove at the first move that the rules forbid, or that leaves a different number of
    objects from what it says; PileTooLarge under a rule.

    A position without a legal move is a finished game even if no move was made: the first player
    has then lost in normal play and won in misère play.

    >>> game = review([3, 4, 5], [(0, 2), (1, 1), (2, 5), (1, 2), (0, 1), (1, 1)])
    >>> [ply["mistake"] for ply in game["plies"]]
    [False, False, True, False, False, False]
    >>> game["winner"], game["decisive_mistake"]
    ('second', 3)
    """
    rule = rule or NIM
    solve = rule.up_to(max(piles, default=0)).solve
    current = list(piles)
    solution = solve(current, misere)
    plies: list[Ply] = []
    for i, move in enumerate(moves):
        _check(current, rule, i, move)
        pile, remove = move[:2]
        before, found = tuple(current), solution
        current[pile] -= remove
        solution = solve(current, misere)
        ply: Ply = {
            "ply": i + 1,
            "player": PLAYERS[i % 2],
            "piles": before,
            "nim_sum": found["nim_sum"],
            "position_class": found["position_class"],
            "move": {"pile": pile, "remove": remove, "leaves": current[pile]},
            "mistake": found["to_move_wins"] and solution["to_move_wins"],
            "winning_moves": found["winning_moves"],
        }
        if "grundy_values" in found:
            ply["grundy_values"] = found["grundy_values"]
        plies.append(ply)
    finished = solution["best_move"] is None
    return {
        "plies": plies,
        "position": {"piles": tuple(current), **solution},
        "finished": finished,
        "winner": _winner(len(plies), solution) if finished else None,
        "decisive_mistake": max((ply["ply"] for ply in plies if ply["mistake"]), default=None),
    }


def _check(piles: Sequence[int], rule: RemovalRule, index: int, move: PlayedMove) -> None:
    """Raise unless the rules allow the move, and it leaves what it says it leaves."""
    pile, remove, *said = move
    if not 0 <= pile < len(piles):
        raise IllegalMove(index, "pile", f"There is no pile with the index {pile}.")
    if remove < 1:
        raise IllegalMove(index, "remove", "A move removes at least 1 object.")
    if remove > piles[pile]:
        message = f"Can't remove {remove}: the pile has {piles[pile]} left."
        raise IllegalMove(index, "remove", message)
    if reason := rule.why_illegal(remove):
        raise IllegalMove(index, "remove", f"Can't remove {remove}: {reason}.")
    leaves = piles[pile] - remove
    if said not in ([], [None], [leaves]):
        message = f"Removing {remove} from a pile of {piles[pile]} leaves {leaves}."
        raise IllegalMove(index, "leaves", message)


def _winner(plies_played: int, solution: Solution) -> Player:
    """Who has won a finished game: the class of the final position says it."""
    return PLAYERS[(plies_played + (not solution["to_move_wins"])) % 2]
