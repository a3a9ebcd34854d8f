"""A request at its limits for each operation. Stalls are measured while one of these runs.

A new operation gets a row here, and with it a figure.
"""

import random
from dataclasses import dataclass

from bench.payloads import MAX_PILE, body_of


@dataclass(frozen=True)
class Largest:
    """A request at its operation's limits: a POST with a body, or a GET."""

    name: str
    text: str
    """Describes it in the table."""
    path: str
    body: bytes | None = None
    status: int = 200
    """Of the response."""


SET = [*range(9_873, 10_000, 2)]
"""Odd numbers, so that a pile has as many winning moves as possible after a long table."""

WITHOUT_A_PERIOD = sorted(random.Random(7).sample(range(1, 10_001), 64))
"""A set whose values show no period in the largest table."""

MANY = random.Random(7).sample(range(2**52, 2**53), 100)
"""Piles with more winning moves than can be counted."""

RING = "-".join(map(str, range(400)))
"""A path around all vertices of a board."""

LARGEST = [
    Largest("piles", "10,000 piles", "/move", body_of({"piles": [1] * 10_000, "misere": True})),
    Largest("positions", "10,000 positions of 10 piles",
        "/moves", body_of({"positions": [{"piles": [1] * 10, "misere": True}] * 10_000})),
    Largest("fractions", "10,000 positions of 10 piles, written as 1.0",
        "/moves", b'{"positions":[' + b",".join(
            [b'{"piles":[' + b",".join([b"1.0"] * 10) + b"]}"] * 10_000) + b"]}"),
    Largest("explanation", "an explanation of 1,000 piles",
        "/explanation", body_of({"piles": [MAX_PILE - n for n in range(1_000)]})),
    Largest("review", "a review of 1,000 moves",
        "/review", body_of(
            {"piles": [MAX_PILE] * 20, "moves": [{"pile": 0, "remove": 1}] * 1_000})),
    Largest("graph", "a graph of 10,000 positions with 199,790 options",
        "/grundy", body_of(
            {"options": {str(i): [str(j) for j in range(max(0, i - 20), i)] for i in range(10_000)}}
        )),
    Largest("nimbers", "a table of 256 × 256 products",
        "/nimbers/table?operation=product&size=256"),
    Largest("set", "781 piles under a set of 64 numbers",
        "/move", body_of(
            {"piles": [10_000 + 7_919 * n for n in range(781)], "subtraction_set": SET})),
    Largest("no-period", "a set of 64 numbers without a period",
        "/move", body_of({"piles": [65_535], "subtraction_set": WITHOUT_A_PERIOD})),
    Largest("max-remove", "10,000 piles under max_remove",
        "/move", body_of({"piles": [MAX_PILE - n for n in range(10_000)], "max_remove": 2**40})),
    Largest("octal", "a take-and-break game with 10,000 moves",
        "/move", body_of({"game": "octal", "code": "4.44440367", "piles": [1_000, 1_000, 1]})),
    Largest("octal-misere", "a misère take-and-break game",
        "/move", body_of({"game": "octal", "code": "4.[7]", "piles": [20], "misere": True})),
    Largest("octal-values", "1,000 values of a take-and-break game",
        "/values?game=octal&code=4.77777777&size=1000"),
    Largest("positions-listed", "10,000 positions, listed with what wins them",
        "/positions?all=true&piles=37,37,37"),
    Largest("piles-listed", "500,000 piles in a list of positions",
        "/positions?all=true&subtraction_set=5&piles=20833," + ",".join(["3"] * 79)),
    Largest("analysis", "an analysis of 60,000 moves", "/analysis?piles=345"),
    Largest("legal", "the legal moves of 100 large piles, and those behind them",
        "/legal", body_of({"piles": [MAX_PILE] * 99, "depth": 2})),
    Largest("batch-legal", "a batch with 24,000 legal moves",
        "/moves", body_of({"positions": [{"piles": [MAX_PILE] * 9}] * 24, "legal": 1})),
    Largest("drawn", "a game graph of 60,000 moves", "/graph?piles=345"),
    Largest("split-listed", "9,296 positions that a pile can be split into, with what wins them",
        "/positions?all=true&game=octal&code=4.[7]&piles=25"),
    Largest("moore", "100 piles of Moore's Nim",
        "/move", body_of({"game": "moore", "max_piles": 20, "piles": MANY})),
    Largest("greedy", "10,000 piles of greedy Nim",
        "/move", body_of({"game": "greedy", "piles": [MAX_PILE] * 9_999})),
    Largest("misere-sum", "a misère sum that is played out",
        "/grundy", body_of(
            {"options": {str(i): [str(j) for j in range(i)] for i in range(25)},
             "sum": ["24"] * 3, "misere": True})),
    Largest("misere-kayles", "misère Kayles of 100 rows with 10,000 moves",
        "/move", body_of(
            {"game": "kayles", "piles": [25, 9, 1] * 30 + [970] * 5 + [1] * 4, "misere": True})),
    Largest("board", "Hackenbush on a cycle of 400 edges",
        "/move", body_of({"game": "hackenbush", "board": f"{RING}-0"})),
    Largest("board-misere", "misère Hackenbush on a graph that is played out",
        "/move", body_of({"game": "hackenbush", "board": "0-1-2-0-3-4-0,1-3-2-4-1,2-5-6-3",
                          "misere": True})),
    Largest("board-searched", "Node Kayles on 5 rows of 5",
        "/move", body_of({"game": "node-kayles", "board": "0-1-2-3-4,5-6-7-8-9,10-11-12-13-14,"
                          "15-16-17-18-19,20-21-22-23-24,0-5-10-15-20,1-6-11-16-21,2-7-12-17-22,"
                          "3-8-13-18-23,4-9-14-19-24"})),
    Largest("games", "the list of games", "/games"),
    Largest("power", "a power of a nimber",
        f"/nimbers/power?base={2**32 - 1}&exponent={MAX_PILE}"),
    Largest("rejected-objects", "a megabyte of objects, rejected",
        "/move", b'{"\\u0041":1,"piles":[' + b",".join([b'{"":{}}'] * 120_000) + b"]}", 422),
    Largest("rejected-fractions", "a megabyte of fractions, rejected",
        "/move", b'{"piles":[' + b",".join([b"1.5"] * 260_000) + b"]}", 422),
]  # fmt: skip
