"""`/review`: a game judged move by move."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from service import limits
from service.game.review import Ply, Review, SolvedPosition, review
from service.http.faults import Fault
from service.http.operation import Operation
from service.http.shapes.fields import Integer, ListOf
from service.http.shapes.shape import Shape
from service.operations import position_shapes as shapes
from service.settings import Config
from service.telemetry.metrics import Metrics

INLINE = 2**10
"""Bytes: each move is answered with all piles before it, and with all moves that win."""


class PlayedMove(Shape):
    """A move that was played; whether it is legal depends on the game."""

    example = '{"pile": 0, "remove": 2}'

    pile = Integer(highest=limits.MAX_PILE, required=True)
    remove = Integer(lowest=1, highest=limits.MAX_PILE, required=True)
    leaves = Integer(highest=limits.MAX_PILE)


class Game(shapes.Position):
    """A position, and the moves played from it."""

    example = '{"piles": [3, 4, 5], "moves": [{"pile": 0, "remove": 2}]}'

    def check_work(self, value: Any) -> Iterable[Fault]:
        """Each position on the way is solved."""
        if len(value.moves) * shapes.moves_of(value) <= limits.MAX_REVIEWED_TOTAL:
            return ()
        text = (
            "The moves times the piles, times the numbers of a subtraction set, "
            f"must be {limits.MAX_REVIEWED_TOTAL:,} or less."
        )
        return [Fault(("moves",), "too-much-work", text)]


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST /review`."""

    def judge(game: Any) -> Review:
        moves = [(each.pile, each.remove, each.leaves) for each in game.moves]
        misere, rule = bool(game.misere), shapes.rule_of(game)
        judged = review(game.piles, moves, misere, rule)
        met: list[Ply | SolvedPosition] = [*judged["plies"], judged["position"]]
        metrics.solved_many(
            Counter(len(position["piles"]) for position in met),
            Counter((misere, position["position_class"], rule.kind) for position in met),
        )
        return judged

    moves = ListOf(PlayedMove(), longest=limits.MAX_REVIEWED_MOVES, items="moves", required=True)
    fields = shapes.position_fields(min(config.max_piles, limits.MAX_REVIEWED_PILES))
    shape = Game(**fields, moves=moves, **shapes.rule_fields())
    return [Operation("POST", "/review", judge, shape, inline=INLINE, marks=shapes.SLOW_MARKS)]
