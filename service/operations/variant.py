"""`/variant`: the other games called Nim."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from service.game.rules.fibonacci import Fibonacci
from service.game.rules.greedy import Greedy
from service.game.rules.moore import Moore
from service.game.rules.wythoff import Wythoff
from service.game.variants import MostListed, Variant
from service.http.faults import Fault
from service.http.operation import Operation
from service.http.shapes.fields import Choice, Integer
from service.http.shapes.shape import Shape
from service.limits import MAX_MOORE_PILES, MAX_PILE, MAX_VARIANT_MOVES, MAX_VARIANT_NUMBERS
from service.operations.position_shapes import position_fields, solver
from service.settings import Config
from service.telemetry.metrics import Metrics

INLINE = 2**10
"""Bytes: each pile is answered once for each winning move."""

SLOW_MARKS = re.compile(rb"moore|\\|%")
"""What a small request has if its moves may take long to be listed: the game, or an escape."""

MOST = MostListed(moves=MAX_VARIANT_MOVES, piles=MAX_VARIANT_NUMBERS)

GAMES: Mapping[str, Callable[[Any], Variant]] = {
    "moore": lambda position: Moore(position.max_piles, MAX_MOORE_PILES, MOST),
    "wythoff": lambda _: Wythoff(),
    "fibonacci": lambda position: Fibonacci(position.most),
    "greedy": lambda _: Greedy(MOST),
}
"""What each game is, given a position in it."""


class VariantPosition(Shape):
    """A position in one of the games."""

    example = '{"game": "wythoff", "piles": [3, 5]}'

    game = Choice(*GAMES, required=True)
    max_piles = Integer(lowest=1, highest=MAX_MOORE_PILES)
    most = Integer(lowest=1, highest=MAX_PILE)

    def check(self, value: Any) -> Iterator[Fault]:
        """Each game has its own keys."""
        if value.game == "moore" and value.max_piles is None:
            text = "Give max_piles, the most piles that a move may take from."
            yield Fault(("max_piles",), "required", text)
        if value.game != "moore" and value.max_piles is not None:
            yield Fault(("max_piles",), "conflict", "Only the game moore has max_piles.")
        if value.game != "fibonacci" and value.most is not None:
            yield Fault(("most",), "conflict", "Only the game fibonacci has most.")


def operations(config: Config, metrics: Metrics) -> list[Operation]:
    """`POST /variant`, and `GET /variant` for a position in the query."""
    solve = solver(metrics, lambda position: GAMES[position.game](position))
    shape = VariantPosition(**position_fields(config.max_piles))
    return [
        Operation(method, "/variant", solve, shape, inline=INLINE, marks=SLOW_MARKS)
        for method in ("POST", "GET")
    ]
