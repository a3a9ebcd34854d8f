"""Costs inside one process, without a server or network: run as a separate program.

Its arguments are the number of rounds and the names of the figures. It prints the rounds of each
figure as JSON. In a round both sides take short turns, so that other programs on the machine
affect them alike. It measures the CPU time of the process.
"""

import gc
import json
import sys
from collections.abc import Callable, Collection
from io import BytesIO
from random import Random
from time import process_time
from wsgiref.types import WSGIApplication

from bench import rounds
from bench.costly import worst_share
from bench.payloads import BATCH, PILES_10_000, PILES_100, RULED_100, SMALL
from bench.peers import floor
from service.app import EXTENSION, create_app
from service.game.theory import nimber

Call = Callable[[], bytes]
"""Makes one request, and returns the answer."""

TURNS = 8
"""Of each side in one round."""

SLICE = 0.005
"""Seconds of one turn, at least."""


def costs() -> dict[str, tuple[Call, Call]]:
    """Both sides of each comparison, the service's first."""
    app = create_app(ACCESS_LOG=False)
    service = app.extensions[EXTENSION]
    flask = floor.constant_view()
    gc.collect()
    gc.freeze()  # as the service does at start; it helps both sides

    def move(body: bytes) -> Call:
        return caller(app, "/move", body)

    constant = caller(flask, "/move", SMALL)
    return {
        "flask": alike(move(SMALL), constant),
        "get": alike(caller(app, "/move?piles=3,4,5"), constant),
        "piles": alike(move(PILES_10_000), lambda: floor.move(PILES_10_000)),
        "per-pile": (move(PILES_10_000), move(PILES_100)),
        "batch": alike(caller(app, "/moves", BATCH), lambda: floor.moves(BATCH)),
        "max-remove": (move(RULED_100), move(PILES_100)),
        "limit": alike(rounds.of_limit(service), rounds.of_service(service)),
    }


def measure(count: int, names: Collection[str]) -> dict[str, list[float]]:
    """The rounds of each figure."""
    results = {name: compare(*sides, count) for name, sides in costs().items() if name in names}
    if "per-pile" in results:
        results["per-pile"] = [ratio / 100 for ratio in results["per-pile"]]
    if "costly" in names:
        # Once: a second round would find in memory what the first one worked out or rejected.
        results["costly"] = [worst_share(create_app(ACCESS_LOG=False))]
    if "products" in names:
        results["products"] = products_per_second(count)
    return results


def products_per_second(rounds: int) -> list[float]:
    """Products of random 64-bit nimbers, once for each round."""
    random = Random(64)
    pairs = [(random.getrandbits(64), random.getrandbits(64)) for _ in range(1_000)]

    def multiply() -> None:
        for a, b in pairs:
            nimber.product(a, b)

    count = repetitions(multiply)
    return [len(pairs) / time_of(multiply, count) for _ in range(rounds)]


def caller(app: WSGIApplication, target: str, body: bytes | None = None) -> Call:
    """A function that makes one request of a WSGI application and checks that it went well.

    It is a POST with a body, or a GET.
    """
    path, _, query = target.partition("?")
    environ: dict[str, object] = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "localhost:8000",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if body is not None:
        length = str(len(body))
        environ |= {"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": length}
        environ["REQUEST_METHOD"] = "POST"

    def start(status: str, *_: object) -> Callable[[bytes], object]:
        if status != "200 OK":
            raise RuntimeError(f"{target}: {status}")
        return lambda _: None

    def call() -> bytes:
        answer = app({**environ, "wsgi.input": BytesIO(body or b"")}, start)
        found = b"".join(answer)
        if close := getattr(answer, "close", None):
            close()
        return found

    return call


def alike(one: Call, other: Call) -> tuple[Call, Call]:
    """Two calls, after checking that they give the same answer."""
    if json.loads(one()) != json.loads(other()):
        raise RuntimeError("the two sides give different answers")
    return one, other


def compare(one: Call, other: Call, rounds: int) -> list[float]:
    """The cost of one as a multiple of the other's, once for each round."""
    one(), other()  # warm up
    counts = [repetitions(one), repetitions(other)]
    ratios = []
    for _ in range(rounds):
        cost = [0.0, 0.0]
        for turn in range(2 * TURNS):
            side = (turn + turn // 2) % 2  # one, other, other, one
            cost[side] += time_of((one, other)[side], counts[side])
        ratios.append(cost[0] / cost[1])
    return ratios


def repetitions(function: Callable[[], object]) -> int:
    """The number of calls that fill a slice of time."""
    count = 1
    while time_of(function, count) * count < SLICE:
        count *= 2
    return count


def time_of(function: Callable[[], object], count: int) -> float:
    """The CPU time of one call in seconds."""
    started = process_time()
    for _ in range(count):
        function()
    return (process_time() - started) / count


if __name__ == "__main__":
    json.dump(measure(int(sys.argv[1]), sys.argv[2:]), sys.stdout)
