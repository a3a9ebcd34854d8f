"""A game judged move by move: who should have won, who did, and which mistake decided it.

A mistake is a move from an N-position to an N-position: it hands the win to the opponent. No move
from a P-position is one, since every move there loses.
"""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from service.game.errors import IllegalMove, TooMuchWork
from service.game.game import Game
from service.game.play import MoveLike
from service.game.questions.solve import solve_position, work
from service.game.solution import Move, Piles, PositionClass, Solution

Player = Literal["first", "second"]
ADDED_BY_SPLIT = 10
"""The piles and legal moves that a split adds, at most: one pile, and a move for each digit."""

PLAYERS: tuple[Player, Player] = ("first", "second")


class Ply(TypedDict):
    """A move with the position in which it was made, seen by its player."""

    ply: int
    player: Player
    piles: Piles
    quota: NotRequired[int]
    nim_sum: int | None
    position_class: PositionClass
    move: Move
    mistake: bool
    winning_moves: Sequence[Move]
    grundy_values: NotRequired[Sequence[int]]
    more: NotRequired[bool]


class LastPosition(Solution):
    """The position after the last move, solved."""

    piles: Piles
    quota: NotRequired[int]


class Review(TypedDict):
    """A game judged move by move.

    `winner` is None until the game is finished. `decisive_mistake` is the ply of the last mistake
    so far, which has decided a finished game; None where neither player made one.
    """

    plies: Sequence[Ply]
    position: LastPosition
    finished: bool
    winner: Player | None
    decisive_mistake: int | None


def review(game: Game, piles: Sequence[int], misere: bool, moves: Sequence[MoveLike]) -> Review:
    """Judge the moves of a game, from a position on.

    Raises IllegalMove at the first move that the rules forbid or that is not clear; any other
    InputError for the position.

    A position without a legal move is a finished game even if no move was made: the first player
    has then lost in normal play and won in misère play.

    >>> from types import SimpleNamespace
    >>> from service.game.games.nim import NIM
    >>> said = {"leaves": None, "leaves_piles": None, "removals": None}
    >>> taken = [(0, 2), (1, 1), (2, 5), (1, 2), (0, 1), (1, 1)]
    >>> moves = [SimpleNamespace(pile=pile, remove=remove, **said) for pile, remove in taken]
    >>> judged = review(NIM, [3, 4, 5], False, moves)
    >>> [ply["mistake"] for ply in judged["plies"]]
    [False, False, True, False, False, False]
    >>> judged["winner"], judged["decisive_mistake"]
    ('second', 3)
    """
    current = tuple(piles)
    solution = solve_position(game, current, misere)
    plies: list[Ply] = []
    for i, played in enumerate(moves):
        try:
            move = game.play(current, played)
        except IllegalMove as error:
            error.locations = [("moves", i, *location) for location in error.locations]
            raise
        before, state, met = current, game.state(current), solution
        current, game = game.left(current, move), game.after(move)
        solution = game.solve(current, misere)
        ply: Ply = {
            "ply": i + 1,
            "player": PLAYERS[i % 2],
            "piles": before,
            "nim_sum": met["nim_sum"],
            "position_class": met["position_class"],
            "move": move,
            "mistake": met["to_move_wins"] and solution["to_move_wins"],
            "winning_moves": met["winning_moves"],
        }
        if "quota" in state:
            ply["quota"] = state["quota"]
        if "grundy_values" in met:
            ply["grundy_values"] = met["grundy_values"]
        if "more" in met:
            ply["more"] = met["more"]
        plies.append(ply)
    finished = solution["best_move"] is None
    return {
        "plies": plies,
        "position": {"piles": current, **game.state(current), **solution},
        "finished": finished,
        "winner": _winner(len(plies), solution) if finished else None,
        "decisive_mistake": max((ply["ply"] for ply in plies if ply["mistake"]), default=None),
    }


def check_work(  # noqa: PLR0913, PLR0917
    game: Game, piles: Sequence[int], misere: bool, plies: int, max_numbers: int, max_work: int
) -> None:
    """Raise TooMuchWork if the response would be too long, or solving the plies too much work."""
    added = plies * ADDED_BY_SPLIT if game.form == "split" else 0
    if plies * (len(piles) + game.max_listed(piles) + added) > max_numbers:
        text = f"The moves, times the piles and the winning moves, must be {max_numbers:,} or less."
        raise TooMuchWork(text, "moves")
    if plies * game.work(piles, misere) > max_work and plies > 1:
        raise TooMuchWork("Fewer moves are allowed for a position that is so hard.", "moves")


def work_to_review(game: Game, piles: Sequence[int], misere: bool, plies: int) -> int:
    """The work of a review: each ply is listed with its piles and winning moves."""
    each = game.work(piles, misere) + (len(piles) + game.max_listed(piles)) // 2 + 10
    return work(game, piles, misere) + plies * each


def _winner(plies_played: int, solution: Solution) -> Player:
    """The winner of a finished game, by the class of its last position."""
    return PLAYERS[(plies_played + (not solution["to_move_wins"])) % 2]
