"""Costs inside one process, with no server and no network: run as a program of its own.

Prints JSON: for each figure its rounds. In a round both sides take short turns, so that
whatever else the machine does meets them alike; the time is the process's own.
"""

import gc
import json
import sys
from collections.abc import Callable
from io import BytesIO
from random import Random
from time import process_time
from wsgiref.types import WSGIApplication

from bench.payloads import BATCH, PILES_10_000, PILES_100, RULED_100, SMALL
from bench.peers import floor
from service.app import create_app
from service.game import nimber
from service.settings import Config

ROUNDS = 15
TURNS = 8
"""Of each side in one round."""

SLICE = 0.005
"""Seconds of one turn, at least."""


def measure() -> dict[str, list[float]]:
    """The rounds of each figure."""
    app = create_app(Config(access_log=False))
    flask = floor.constant_view()
    gc.collect()
    gc.freeze()  # as the service does at start; it helps both sides

    def ours(path: str, body: bytes) -> Callable[[], bytes]:
        return caller(app, path, body)

    per_pile = compare(ours("/move", PILES_10_000), ours("/move", PILES_100))
    return {
        "flask": compare_alike(ours("/move", SMALL), caller(flask, "/move", SMALL)),
        "piles": compare_alike(ours("/move", PILES_10_000), lambda: floor.move(PILES_10_000)),
        "per_pile": [ratio / 100 for ratio in per_pile],
        "batch": compare_alike(ours("/moves", BATCH), lambda: floor.moves(BATCH)),
        "max_remove": compare(ours("/move", RULED_100), ours("/move", PILES_100)),
        "products": products_per_second(),
    }


def products_per_second() -> list[float]:
    """Products of random 64-bit nimbers, once for each round."""
    random = Random(64)
    pairs = [(random.getrandbits(64), random.getrandbits(64)) for _ in range(1_000)]

    def multiply() -> None:
        for a, b in pairs:
            nimber.product(a, b)

    count = repetitions(multiply)
    return [len(pairs) / time_of(multiply, count) for _ in range(ROUNDS)]


def caller(app: WSGIApplication, path: str, body: bytes) -> Callable[[], bytes]:
    """A function that makes one request of a WSGI application and checks that it went well."""
    environ = {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost:8000",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }

    def start(status: str, *_: object) -> Callable[[bytes], object]:
        if status != "200 OK":
            raise RuntimeError(f"{path}: {status}")
        return lambda _: None

    def call() -> bytes:
        return b"".join(app({**environ, "wsgi.input": BytesIO(body)}, start))

    return call


def compare_alike(one: Callable[[], bytes], other: Callable[[], bytes]) -> list[float]:
    """The comparison of two that give the same answer."""
    if json.loads(one()) != json.loads(other()):
        raise RuntimeError("the two sides give different answers")
    return compare(one, other)


def compare(one: Callable[[], bytes], other: Callable[[], bytes]) -> list[float]:
    """The cost of one as a multiple of the other's, once for each round."""
    one(), other()  # warm up
    counts = [repetitions(one), repetitions(other)]
    ratios = []
    for _ in range(ROUNDS):
        cost = [0.0, 0.0]
        for turn in range(2 * TURNS):
            side = (turn + turn // 2) % 2  # one, other, other, one
            cost[side] += time_of((one, other)[side], counts[side])
        ratios.append(cost[0] / cost[1])
    return ratios


def repetitions(function: Callable[[], object]) -> int:
    """How many calls fill a slice of time."""
    count = 1
    while time_of(function, count) * count < SLICE:
        count *= 2
    return count


def time_of(function: Callable[[], object], count: int) -> float:
    """Seconds for one call."""
    started = process_time()
    for _ in range(count):
        function()
    return (process_time() - started) / count


if __name__ == "__main__":
    json.dump(measure(), sys.stdout)
