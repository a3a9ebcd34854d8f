"""What the servers are asked, and what they must refuse."""

import json
import random
from typing import Any

MAX_PILE = 2**53 - 1

_random = random.Random(1902)


def _body(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _piles(count: int) -> bytes:
    return _body({"piles": [_random.randrange(1, 1_000) for _ in range(count)]})


SMALL = _body({"piles": [3, 4, 5]})
PILES_100 = _piles(100)
RULED_100 = _body({**json.loads(PILES_100), "max_remove": 3})
PILES_10_000 = _piles(10_000)
BATCH = _body(
    {"positions": [{"piles": [_random.randrange(1, 100) for _ in range(3)]} for _ in range(1_000)]}
)

FULL_BATCH = _body(
    {"positions": [{"piles": [_random.randrange(1, 100) for _ in range(3)]} for _ in range(10_000)]}
)
"""As many positions as a batch may have."""

SET = [*range(9_873, 10_000, 2)]
"""Odd numbers: a pile has as many winning moves as it can have, after a long table."""

WITHOUT_A_PERIOD = sorted(random.Random(7).sample(range(1, 10_001), 64))
"""Numbers whose values show no period in the table that may be computed."""

LARGEST: dict[str, tuple[str, bytes | None]] = {
    "10,000 piles": ("/move", _body({"piles": [1] * 10_000, "misere": True})),
    "10,000 positions of 10 piles": (
        "/moves", _body({"positions": [{"piles": [1] * 10, "misere": True}] * 10_000})),
    "the same, as numbers with a fraction": (
        "/moves", b'{"positions":[' + b",".join(
            [b'{"piles":[' + b",".join([b"1.0"] * 10) + b"]}"] * 10_000) + b"]}"),
    "an explanation of 1,000 piles": (
        "/explanation", _body({"piles": [MAX_PILE - n for n in range(1_000)]})),
    "a review of 1,000 moves": (
        "/review", _body({"piles": [MAX_PILE] * 20, "moves": [{"pile": 0, "remove": 1}] * 1_000})),
    "a graph of 10,000 positions": (
        "/grundy", _body(
            {"options": {str(i): [str(j) for j in range(max(0, i - 10), i)] for i in range(10_000)}}
        )),
    "a table of 256 × 256 products": ("/nimbers/table?operation=product&size=256", None),
    "781 piles under a set of 64 numbers": (
        "/move", _body(
            {"piles": [10_000 + 7_919 * n for n in range(781)], "subtraction_set": SET})),
    "a set of 64 numbers without a period": (
        "/move", _body({"piles": [65_535], "subtraction_set": WITHOUT_A_PERIOD})),
    "10,000 piles under max_remove": (
        "/move", _body({"piles": [MAX_PILE - n for n in range(10_000)], "max_remove": 2**40})),
    "a take-and-break game with 10,000 moves": (
        "/octal", _body({"code": "4.44440367", "piles": [1_000, 1_000, 1]})),
    "a misère take-and-break game": (
        "/octal", _body({"code": "4.[7]", "piles": [20], "misere": True})),
    "1,000 values of a take-and-break game": ("/octal/values?code=4.77777777&size=1000", None),
    "a megabyte of objects, refused": (
        "/move", b'{"\\u0041":1,"piles":[' + b",".join([b'{"":{}}'] * 120_000) + b"]}"),
    "a megabyte of fractions, refused": (
        "/move", b'{"piles":[' + b",".join([b"1.5"] * 260_000) + b"]}"),
}  # fmt: skip
"""Of each operation a request at its limits: a POST with this body, or a GET."""

POSITIONS = [
    *(_body({"piles": piles}) for piles in ([], [0, 0], [1, 2, 3], [8, 8, 1], [19, 20, 21])),
    *(_body({"piles": piles, "misere": True}) for piles in ([], [1], [1, 1], [5, 1], [2, 3, 4])),
    _body({"piles": [MAX_PILE, MAX_PILE - 1], "misere": False}),
    SMALL,
    PILES_100,
    PILES_10_000,
]
"""Positions that every server must solve alike."""

INVALID = [
    b"",
    b"{",
    *(
        _body(value)
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
            {"piles": [3], "misere": None},
            {"piles": [3], "misère": True},
        )
    ),
]
"""Bodies that every server must refuse, with 400 or 422."""
