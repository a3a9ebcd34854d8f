"""Dear requests of every kind: searches, walks, tables, graphs, long answers and long refusals."""

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, cycle, islice
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.support.http_client import request

Body = dict[str, Any]


class Dear(NamedTuple):
    """A request that takes long or has a long answer, and its kind."""

    kind: str
    path: str
    body: Body | None
    """To be sent with POST; None for a GET."""


def piles(draw: Random, *most: int) -> list[int]:
    """Piles of these sizes, or down to half as large."""
    return [draw.randint(size // 2, size) for size in most]


def falling(draw: Random, *most: int) -> list[int]:
    return sorted(piles(draw, *most), reverse=True)


def numbers(draw: Random, count: int, below: int) -> list[int]:
    return sorted(draw.sample(range(1, below), count))


def octal(draw: Random, first: str, *most: int, **keys: object) -> Body:
    """A position in a game of its own: hardly any other request has the same code."""
    code = first + "".join(draw.choices("1234567", k=4)) + "7"
    return {"game": "octal", "code": code, "piles": piles(draw, *most), **keys}


def growing(draw: Random, count: int, **keys: object) -> Body:
    add, target = numbers(draw, count, 300), draw.randint(9_000, 10_000)
    rules = {"add": add, "multiply": [2, 3, 7], "target": target}
    return {"game": "growing", **rules, "piles": piles(draw, 9, 9), **keys}


def game_sum(*components: Body, **keys: object) -> Body:
    return {"game": "sum", "components": components, **keys}


def boards(draw: Random) -> tuple[Body, ...]:
    return (
        {"game": "chomp", "piles": falling(draw, 9, 8, 7)},
        {"game": "staircase", "piles": piles(draw, 3, 4, 3)},
        {"game": "wythoff", "piles": piles(draw, 40, 40)},
    )


def graph(draw: Random, count: int, options: int) -> dict[str, list[str]]:
    """A graph whose options lead to positions with smaller numbers."""
    return {
        f"position {n}": [f"position {draw.randrange(n)}" for _ in range(min(n, options))]
        for n in range(count)
    }


def sums(draw: Random) -> dict[str, list[str]]:
    return {f"sum {n}": [f"position {k}" for k in numbers(draw, 4, 299)] for n in range(20)}


def batch(make: Callable[[], Body], count: int) -> Body:
    return {"positions": [make() for _ in range(count)]}


def without_piles(position: Body) -> Body:
    return {key: value for key, value in position.items() if key != "piles"}


def walks(draw: Random, count: int) -> str:
    """A graph with a token on its first vertex."""
    edges = {f"{n}-{draw.randrange(n)}" for n in range(1, count)}
    edges |= {f"{n}-{n + 2}" for n in range(count - 2)}
    return ",".join(sorted(edges)) + "@0"


Make = Callable[[Random], Body]

KINDS: dict[str, tuple[str, Make]] = {
    "a misère search": ("/move", lambda d: octal(d, "4.", 400, 99, 98, 97, misere=True)),
    "a short misère search": ("/move", lambda d: octal(d, "0.", 30, 20, 9, misere=True)),
    "a period": ("/move", lambda d: octal(d, "0.", 9**14, 99)),
    "a set": (
        "/move",
        lambda d: {"subtraction_set": numbers(d, 60, 9_999), "piles": [10**6]},
    ),
    "growing": ("/move", lambda d: growing(d, 100)),
    "growing by a few, misère": ("/move", lambda d: growing(d, 8, misere=True)),
    "chomp": ("/move", lambda d: {"game": "chomp", "piles": falling(d, 30, 20, 15, 9)}),
    "moore": ("/move", lambda d: {"game": "moore", "max_piles": 3, "piles": piles(d, *[30] * 9)}),
    "cram": ("/move", lambda d: {"game": "cram", "board": f"{d.choice([3, 5])}x5"}),
    "geography": ("/move", lambda d: {"game": "geography", "board": walks(d, 30), "misere": True}),
    "a sum": ("/move", lambda d: game_sum(*boards(d))),
    "a misère sum": ("/move", lambda d: game_sum(*boards(d), misere=True)),
    "a misère sum of codes": (
        "/move",
        lambda d: game_sum(octal(d, "4.", 200, 90), octal(d, "0.", 99), misere=True),
    ),
    "values": (
        "/values",
        lambda d: {**without_piles(octal(d, "4.")), "size": 1_000},
    ),
    "a genus": (
        "/values",
        lambda d: {**without_piles(octal(d, "0.")), "size": 40, "genus": True},
    ),
    "an explanation": ("/explanation", lambda d: octal(d, "0.", 60, 30, 9, misere=True)),
    "a review": ("/review", lambda d: octal(d, "4.", 60, 40, misere=True, moves=[])),
    "a long review": (
        "/review",
        lambda d: {
            "piles": piles(d, *[200] * 40),
            "moves": [{"pile": n % 40, "remove": 1} for n in range(900)],
        },
    ),
    "positions": ("/positions", lambda d: {"piles": piles(d, *[12] * 5), "all": True}),
    "positions of a code": ("/positions", lambda d: octal(d, "4.", 20, misere=True, all=True)),
    "positions of stairs": (
        "/positions",
        lambda d: {"game": "staircase", "piles": [0, *piles(d, 139)], "all": True},
    ),
    "a graph": ("/graph", lambda d: octal(d, "4.", 24)),
    "nimbers": (
        "/nimbers/power",
        lambda d: {"base": d.randrange(2**40, 2**50), "exponent": 2**53 - 1},
    ),
    "a table of nimbers": (
        "/nimbers/table",
        lambda d: {"size": d.randint(200, 256), "operation": "product"},
    ),
    "a client's graph": (
        "/grundy",
        lambda d: {"options": graph(d, 9_000, 4), "misere": True},
    ),
    "a client's sums": (
        "/grundy",
        lambda d: {"options": graph(d, 300, 3), "sums": sums(d), "misere": True},
    ),
    "an analysis": (
        "/analysis",
        lambda d: {"game": "moore", "max_piles": 2, "piles": piles(d, *[9] * 4), "moves": True},
    ),
    "an analysis of a code": (
        "/analysis",
        lambda d: octal(d, "0.", 20, 9, misere=True, moves=True),
    ),
    "starts": (
        "/analysis",
        lambda d: octal(d, "4.", 60, 30, starts={"pile": 0, "from": 1, "to": 900}),
    ),
    "legal moves": (
        "/legal",
        lambda d: {"game": "moore", "max_piles": 3, "piles": piles(d, *[15] * 4), "depth": 2},
    ),
    "a batch of Nim": ("/moves", lambda d: batch(lambda: {"piles": [d.randint(1, 2)] * 10}, 9_000)),
    "a batch of games": ("/moves", lambda d: batch(lambda: octal(d, "0.", 99), 300)),
    "a batch of one game": (
        "/moves",
        lambda d: batch(lambda: {"game": "kayles", "piles": piles(d, 500, 17)}, 3_000),
    ),
    "a batch of searches": (
        "/moves",
        lambda d: batch(lambda: octal(d, "0.", 20, 9, misere=True), 60),
    ),
    "a batch of sums": (
        "/moves",
        lambda d: batch(lambda: game_sum(octal(d, "4.", 9), octal(d, "0.", 30), misere=True), 30),
    ),
    "a wrong batch": ("/moves", lambda d: batch(lambda: {"piles": [d.choice("ab")] * 20}, 2_000)),
}


def dear_requests(count: int, seed: int = 1) -> Iterator[Dear]:
    """Requests of all kinds in turn, hardly any two of them in the same game."""
    draw = Random(seed)
    for kind, (path, make) in islice(cycle(KINDS.items()), count):
        body = make(draw)
        by_query = path.startswith("/nimbers/")
        yield Dear(kind, f"{path}?{urlencode(body)}", None) if by_query else Dear(kind, path, body)


DEAREST = {
    *("growing", "growing by a few, misère", "positions of stairs", "starts", "a client's graph"),
    *("a batch of Nim", "a batch of one game"),
}
"""The kinds that take most memory."""


def statuses_of(port: int, seed: int, number: int) -> list[int]:
    """The statuses of a number of the dearest requests that a client sends, one by one."""
    dearest = (each for each in dear_requests(10_000, seed) if each.kind in DEAREST)
    return [
        request(port, "GET" if body is None else "POST", path, body).status
        for _, path, body in islice(dearest, number)
    ]


if __name__ == "__main__":  # from a process of their own
    port, clients, number = map(int, sys.argv[1:])
    with ThreadPoolExecutor(clients) as threads:
        found = threads.map(partial(statuses_of, port, number=number), range(clients))
        json.dump([*chain.from_iterable(found)], sys.stdout)
