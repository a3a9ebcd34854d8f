"""The requests that servers must answer, and those that they must reject."""

import json
import random
from typing import Any

MAX_PILE = 2**53 - 1

_random = random.Random(1902)


def body_of(value: Any) -> bytes:
    """A value as JSON, without spaces."""
    return json.dumps(value, separators=(",", ":")).encode()


def _piles(count: int) -> bytes:
    return body_of({"piles": [_random.randrange(1, 1_000) for _ in range(count)]})


SMALL = body_of({"piles": [3, 4, 5]})
PILES_100 = _piles(100)
RULED_100 = body_of({**json.loads(PILES_100), "max_remove": 3})
PILES_10_000 = _piles(10_000)
BATCH = body_of(
    {"positions": [{"piles": [_random.randrange(1, 100) for _ in range(3)]} for _ in range(1_000)]}
)

GAME = body_of(
    {"piles": [19, 20, 21, 22], "moves": [{"pile": i % 4, "remove": 1 + i % 5} for i in range(20)]}
)
"""A game of 20 moves to be reviewed."""

FULL_BATCH = body_of(
    {"positions": [{"piles": [_random.randrange(1, 100) for _ in range(3)]} for _ in range(10_000)]}
)
"""A batch with the maximum number of positions."""

POSITIONS = [
    *(body_of({"piles": piles}) for piles in ([], [0, 0], [1, 2, 3], [8, 8, 1], [19, 20, 21])),
    *(body_of({"piles": piles, "misere": True}) for piles in ([], [1], [1, 1], [5, 1], [2, 3, 4])),
    body_of({"piles": [MAX_PILE, MAX_PILE - 1], "misere": False}),
    body_of({"piles": [3, 5], "misere": None}),
    SMALL,
    PILES_100,
    PILES_10_000,
]
"""Positions for which every server must have the same solution."""

INVALID = [
    b"",
    b"{",
    *(
        body_of(value)
        for value in (
            None,
            [3, 4, 5],
            {},
            {"piles": None},
            {"piles": 3},
            {"piles": "3"},
            {"piles": ["3"]},
            {"piles": [3.5]},
            {"piles": [True]},
            {"piles": [None]},
            {"piles": [[3]]},
            {"piles": [-1]},
            {"piles": [MAX_PILE + 1]},
            {"piles": [1] * 10_001},
            {"piles": [3], "misere": 1},
            {"piles": [3], "misere": "true"},
            {"piles": [3], "misère": True},
        )
    ),
]
"""Bodies that every server must reject, with 400 or 422."""
