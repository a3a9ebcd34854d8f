"""A game of Nim judged move by move: who should have won, who did, and which mistake decided it.

A mistake is a move from an N-position to an N-position: it hands the win to the opponent. No move
from a P-position is one, since every move there loses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from service.game.nim import Move, PositionClass, Solution, solve

Player = Literal["first", "second"]
PLAYERS: tuple[Player, Player] = ("first", "second")


class IllegalMove(ValueError):
    """The move with the 0-based index `index` is against the rules; `key` is the part at fault.

    The moves after it can't be judged.
    """

    def __init__(self, index: int, key: Literal["pile", "remove"], message: str) -> None:
        super().__init__(message)
        self.index = index
        self.key = key


@dataclass(frozen=True, slots=True)
class Ply:
    """One player's turn, counted from 1: the position that was met, and the move that was made."""

    ply: int
    player: Player
    piles: Sequence[int]
    nim_sum: int
    position_class: PositionClass
    move: Move
    mistake: bool
    winning_moves: Sequence[Move]


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """A solved position together with its piles."""

    piles: Sequence[int]
    nim_sum: int
    position_class: PositionClass
    to_move_wins: bool
    winning_moves: Sequence[Move]
    best_move: Move | None


@dataclass(frozen=True, slots=True)
class Review:
    """The judged plies, the position after them, and the outcome.

    `winner` is None until the game is finished; `decisive_mistake` is the ply of the last mistake,
    None where nobody made one.
    """

    plies: Sequence[Ply]
    position: SolvedPosition
    finished: bool
    winner: Player | None
    decisive_mistake: int | None


def review(piles: Sequence[int], moves: Sequence[tuple[int, int]], misere: bool = False) -> Review:
    """Judge a game: the moves played, each as (pile, objects removed), from the piles given.

    Raises IllegalMove at the first move that the rules forbid.

    A position without objects is a finished game even if nobody has moved: the first player has
    then lost in normal play and won in misère play.

    >>> game = review([3, 4, 5], [(0, 2), (1, 1), (2, 5), (1, 2), (0, 1), (1, 1)])
    >>> [ply.mistake for ply in game.plies]
    [False, False, True, False, False, False]
    >>> game.winner, game.decisive_mistake
    ('second', 3)
    """
    current = list(piles)
    solution = solve(current, misere)
    plies: list[Ply] = []
    for i, (pile, remove) in enumerate(moves):
        _check(current, i, pile, remove)
        before, found = tuple(current), solution
        current[pile] -= remove
        solution = solve(current, misere)
        plies.append(
            Ply(
                ply=i + 1,
                player=PLAYERS[i % 2],
                piles=before,
                nim_sum=found["nim_sum"],
                position_class=found["position_class"],
                move={"pile": pile, "remove": remove, "leaves": current[pile]},
                mistake=found["to_move_wins"] and solution["to_move_wins"],
                winning_moves=found["winning_moves"],
            )
        )
    finished = not any(current)
    return Review(
        plies=plies,
        position=_solved(current, solution),
        finished=finished,
        winner=_winner(len(plies), solution) if finished else None,
        decisive_mistake=max((ply.ply for ply in plies if ply.mistake), default=None),
    )


def _check(piles: Sequence[int], index: int, pile: int, remove: int) -> None:
    """Raise unless the rules allow the move."""
    if not 0 <= pile < len(piles):
        raise IllegalMove(index, "pile", f"There is no pile with the index {pile}.")
    if remove < 1:
        raise IllegalMove(index, "remove", "A move removes at least 1 object.")
    if remove > piles[pile]:
        message = f"Can't remove {remove}: the pile has {piles[pile]} left."
        raise IllegalMove(index, "remove", message)


def _solved(piles: Sequence[int], solution: Solution) -> SolvedPosition:
    return SolvedPosition(piles=tuple(piles), **solution)


def _winner(plies_played: int, solution: Solution) -> Player:
    """Who has won a finished game: the class of the position without objects says it."""
    return PLAYERS[(plies_played + (not solution["to_move_wins"])) % 2]
