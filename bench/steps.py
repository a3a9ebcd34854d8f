"""How long a step takes, whatever is asked: `python -m bench.steps [NAME …]`.

service/game/meter.py counts steps of about a microsecond. Each number that weighs a loop is right
if the CPU time of a request, divided by its steps, is about the same for each operation, game and
size. This sends all of them, each once in a process of its own, so that no table is known. It
prints the dearest requests, and those whose steps are too long or too short, and fails if there are
any. With names, only those whose path or body contains one of them are sent.
"""

import gc
import json
import os
import resource
import sys
from collections.abc import Iterator
from itertools import product
from time import process_time
from typing import Any, NamedTuple

from flask import Flask

from bench.costly import costly, slowness
from bench.largest import LARGEST
from bench.payloads import body_of
from bench.table import say
from service.app import create_app
from service.game.games import GAMES
from tests.support.boards import boards_of
from tests.support.positions import EACH, rules_of
from tests.support.steps import counted
from tests.support.wsgi import Request, get, post

LEAST, MOST = 0.3, 3
"""Microseconds of CPU that a step takes at least and at most."""

DEAR = 15_000
"""Steps, or microseconds, below which a request is small: parsing and encoding are its time."""

LONGEST = 1.0
"""Seconds that a request may take, answered or refused."""

SHAPES = (
    *((2, 99), (5, 12), (12, 4), (20, 3), (60, 2), (300, 1)),
    *((900, 4), (20_000, 3), (2**53 - 1, 2)),
)
"""The largest pile of a position, and the number of piles."""


class Cost(NamedTuple):
    """What a request took."""

    seconds: float
    steps: float
    status: int
    request: Request

    @property
    def of_a_step(self) -> float:
        """Microseconds of a step; 1 for a small request."""
        is_small = self.steps < DEAR and self.seconds * 1e6 < DEAR
        if is_small or not self.steps:  # refused by the parser
            return 1
        return (self.seconds * 1e6 + DEAR / 10) / (self.steps + DEAR / 10)

    def __str__(self) -> str:
        request = self.request
        text = f"{request.path} {request.query or request.body[:150].decode()}"
        step = f"{self.of_a_step:5.2f} µs × {self.steps:9,.0f}"
        return f"{self.seconds:6.3f} s = {step}  {self.status}  {text}"


def requests() -> Iterator[Request]:
    """Dear requests of all kinds, and each operation with each game and size."""
    yield from (post(path, body_of(body)) for path, body in costly())
    for each in LARGEST:
        path, _, query = each.path.partition("?")
        yield get(path, query) if each.body is None else post(path, each.body)
    rules = {json.dumps(rules_of(each)): rules_of(each) for each in EACH}
    for keys in rules.values():
        if "components" not in keys:
            yield from of_game(keys)


def of_game(keys: dict[str, Any]) -> Iterator[Request]:
    """Each operation with a game, and with piles of each size, as many as there may be."""
    game = GAMES[keys.get("game", "nim")]
    if game.main_key == "board":
        for board, misere in product(boards_of(**keys), (False, True)):
            yield from of_position({**keys, "board": board, "misere": misere})
        return
    for size in (30, 200, 1_000):
        yield post("/values", {**keys, "size": size})
    yield post("/values", {**keys, "size": 40, "genus": True})
    for size, usual in SHAPES:
        count = max(game.limits.fewest, min(usual, game.limits.most or usual))
        piles = [size - i % min(3, size) for i in range(count)]
        if game.name == "chomp":
            piles.sort(reverse=True)
        for misere in (False, True):
            yield from of_position({**keys, "piles": piles, "misere": misere})


def of_position(position: dict[str, Any]) -> Iterator[Request]:
    """Each operation with a position, and with many of it."""
    yield post("/move", position)
    yield post("/explanation", position)
    yield post("/analysis", {**position, "moves": True})
    yield post("/positions", {**position, "all": True})
    yield post("/graph", position)
    yield post("/legal", {**position, "depth": 2})
    yield post("/moves", {"positions": [position] * 60})
    component = {key: value for key, value in position.items() if key != "misere"}
    sum_of = {"game": "sum", "misere": position["misere"]}
    yield post("/move", {**sum_of, "components": [component, {"game": "euclid", "piles": [5, 3]}]})
    yield post("/analysis", {**sum_of, "components": [component] * 3, "moves": True})


def cost_of(app: Flask, request: Request) -> Cost:
    """What a request takes in a process of its own, on a machine of the usual speed."""
    reading, writing = os.pipe()
    if not os.fork():
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        gc.disable()  # as while the thread computes
        started = process_time()
        found = counted(app, request)
        seconds = process_time() - started
        if seconds * 1e6 > DEAR:
            seconds /= slowness()
        os.write(writing, json.dumps([seconds, found.steps, found.status]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as text:
        seconds, steps, status = json.loads(text.read() or "[60, 1, 0]")
    os.wait()
    return Cost(seconds, steps, status, request)


def main() -> int:
    """Print the dearest, and those out of bounds."""
    app = create_app(ACCESS_LOG=False)
    gc.freeze()
    names = sys.argv[1:]
    costs = list[Cost]()
    for request in requests():
        if not names or any(name in f"{request.path} {request.body.decode()}" for name in names):
            costs.append(cost_of(app, request))
            if names:
                say(str(costs[-1]))
    say("The dearest:")
    for cost in sorted(costs, key=lambda each: -each.seconds)[:12]:
        say(str(cost))
    wrong = [each for each in costs if not LEAST < each.of_a_step < MOST or each.seconds > LONGEST]
    say(f"{len(wrong)} of {len(costs)} out of bounds:")
    for cost in sorted(wrong, key=lambda each: -each.of_a_step):
        say(str(cost))
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
