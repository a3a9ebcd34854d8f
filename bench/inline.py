"""The requests of each operation and game that take the event loop longest.

Run as `python -m bench.inline [SEED]`. It prints a table, the longest first: the CPU time of a
request in microseconds, the number of requests of its kind, and its beginning. For a request that
runs in the thread, only the time until that is decided counts. Each request is sent once, so that
no cache helps.
"""

import sys
from collections.abc import Iterator, Mapping
from random import Random
from time import thread_time
from typing import Any, NamedTuple

from bench.payloads import MAX_PILE, body_of
from service.app import EXTENSION, create_app
from service.server.application import Later
from service.server.limits import LONGEST_TARGET
from service.settings import Config
from tests.support.operations import all_operations
from tests.support.wsgi import Request, call, get, post

TRIES = 400
"""Requests of each kind."""

POSTED_ONLY = {"/moves", "/review", "/grundy"}


class Cost(NamedTuple):
    """The time that a request took."""

    microseconds: float
    kind: str
    request: Request


def rules(random: Random) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each game with some of its keys."""
    numbers = random.sample(range(1, random.choice([20, 200, 10_001])), random.randrange(1, 19))
    digits = "".join(random.choice("01234567") for _ in range(random.randrange(1, 9)))
    code = random.choice(["0.", "4.", "4!."]) + digits
    if len(digits) < 9 and random.random() < 0.3:
        code = f"{code[:-1]}[{digits[-1]}]"
    yield "nim", {}
    yield "nim max_remove", {"max_remove": random.randrange(1, 2 ** random.randrange(1, 54))}
    yield "nim subtraction_set", {"subtraction_set": numbers}
    yield "octal", {"game": "octal", "code": code}
    for name in ("kayles", "dawsons-kayles", "dawsons-chess", "laskers-nim", "grundys-game"):
        yield name, {"game": name}
    yield "moore", {"game": "moore", "max_piles": random.choice([1, 2, 3, 10, 50, 100])}
    yield "wythoff", {"game": "wythoff"}
    yield "fibonacci", {"game": "fibonacci", "quota": random.choice([None, 1, 10, MAX_PILE])}
    yield "greedy", {"game": "greedy"}


def piles(random: Random, game: str) -> list[int]:
    """As many piles as allowed, of similar sizes."""
    count = {"wythoff": 2, "fibonacci": 1}.get(game, int(2 ** random.uniform(0, 13)))
    largest = random.choice([1, 3, 20, 100, 1_000, MAX_PILE])
    if largest == MAX_PILE:
        largest = 2 ** random.randrange(10, 53)
    if random.random() < 0.3:
        return [largest] * count
    return [
        random.randrange(largest // random.choice([1, 2, 50]), largest + 1) for _ in range(count)
    ]


def moves(random: Random, game: str, many: list[int]) -> list[Mapping[str, Any]]:
    """Moves that take one object from a pile that probably has one."""
    count = int(2 ** random.uniform(0, 9))
    if game in {"moore", "wythoff"}:
        return [{"removals": [{"pile": 0, "remove": 1}]}] * count
    i = max(range(len(many)), key=many.__getitem__) if game == "greedy" else 0
    return [{"pile": i, "remove": 1}] * count


def asked(random: Random) -> Iterator[tuple[str, str, Any]]:
    """Requests about positions: the kind, the path and the body."""
    for game, keys in rules(random):
        many = piles(random, game.partition(" ")[0])
        position = {**keys, "piles": many, "misere": random.random() < 0.5}
        yield game, "/move", position
        yield game, "/explanation", position
        yield game, "/analysis", position
        yield game, "/legal", {**position, "depth": random.choice([1, 2])}
        yield game, "/move", {**position, "legal": random.choice([1, 2])}
        yield game, "/positions", position
        yield game, "/graph", position
        yield game, "/values", {**keys, "size": random.randrange(1, 1_001)}
        yield game, "/moves", {"positions": [position] * int(2 ** random.uniform(0, 8))}
        yield game, "/review", {**position, "moves": moves(random, game, many)}
    mixed = [{**keys, "piles": piles(random, game)[:9]} for game, keys in rules(random)]
    yield "mixed", "/moves", {"positions": mixed * random.randrange(1, 12)}


def graphs(random: Random) -> Iterator[tuple[str, str, Any]]:
    """Graphs, in which each position leads to earlier ones."""
    size, degree = int(2 ** random.uniform(0, 10)), int(2 ** random.uniform(0, 6))
    options = {
        f"{i}": [f"{random.randrange(i)}" for _ in range(min(i, degree))] for i in range(size)
    }
    names = random.choices([*options], k=int(2 ** random.uniform(0, 9)))
    yield "graph", "/grundy", {"options": options, "sum": names}
    yield "sums", "/grundy", {"options": options, "sums": {f"s{i}": names[:9] for i in range(size)}}


def queries(random: Random) -> Iterator[tuple[str, str]]:
    """Queries about nimbers, and the one for the games."""
    operands = [random.getrandbits(32) for _ in range(int(2 ** random.uniform(0, 10)))]
    for operation in ("sum", "product"):
        yield f"/nimbers/{operation}", "operands=" + ",".join(map(str, operands))
    one, another = random.getrandbits(32), random.getrandbits(32)
    yield "/nimbers/quotient", f"operands={one},{another}"
    yield "/nimbers/square-root", f"operands={one}"
    yield "/nimbers/power", f"base={one}&exponent={random.getrandbits(53)}"
    yield "/nimbers/table", f"operation=product&size={random.randrange(1, 257)}"
    yield "/games", ""


def wrong(random: Random) -> Iterator[Request]:
    """Requests that the event loop rejects, some of which are not JSON."""
    size = int(2 ** random.uniform(3, 10.5))
    for item in (b"1.0", b"-1", b'""', b"{}", b"[]", b'{"a":1}', b"1e300", b"null"):
        body = b'{"piles":[' + b",".join([item] * (size // (len(item) + 1))) + b"]}"
        yield post("/move", body)
        yield post(
            "/moves", b'{"positions":[' + b",".join([body[:40] + b"]}"] * (size // 45)) + b"]}"
        )
    yield post("/move", b"[" * size)
    yield post("/move", b'{"' + b"\\u00e9" * (size // 6) + b'":1}')
    yield post("/move", body_of({f"k{i}": i for i in range(size // 8)}))
    yield post("/move", body_of({f"mi{i}ser": i for i in range(size // 12)}))
    yield post("/move", body_of({"game": "octal", "code": "7" * size, "piles": []}))
    yield post("/grundy", body_of({"options": {f"{i}": [i, None] for i in range(size // 16)}}))
    yield get("/move", "&".join(f"k{i}=1" for i in range(size // 6)))
    yield get("/move", "piles=1" + "&piles=x" * (size // 8))
    yield get("/move", "piles=" + ",".join("x" * (size // 2)))
    yield get("/nimbers/product", "operands=" + "%2C" * (size // 3))


def requests(seed: int) -> Iterator[tuple[str, Request]]:
    """Requests of all kinds."""
    random = Random(seed)
    for _ in range(TRIES):
        for game, path, body in [*asked(random), *graphs(random)]:
            yield f"POST {path} {game}", post(path, body_of(body))
            if path not in POSTED_ONLY:
                keys = {key: value for key, value in body.items() if value is not None}
                text = "&".join(f"{key}={text_of(value)}" for key, value in keys.items())
                yield f"GET {path} {game}", get(path, text)
        for path, query in queries(random):
            yield f"GET {path}", get(path, query)
        for request in wrong(random):
            yield f"{request.method} {request.path} (wrong)", request


def text_of(value: Any) -> str:
    """A value as written in a query."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def measure(seed: int) -> Iterator[Cost]:
    """Handles requests like the event loop: decides whether to respond itself, and responds."""
    app = create_app(ACCESS_LOG=False)
    operations = all_operations(Config())
    service = app.extensions[EXTENSION]
    call(app, get("/healthz"))  # the shortcut is decided after the first request
    for kind, request in requests(seed):
        operation = operations.find(request.method, request.path)
        if operation is None:
            raise RuntimeError(request.path)
        if len(request.path) + len(request.query) > LONGEST_TARGET:
            continue
        environ = request.environ()
        started = thread_time()
        where = "beside" if isinstance(service.handle(environ, request.body), Later) else "inline"
        yield Cost((thread_time() - started) * 1e6, f"{where} {kind}", request)


def main() -> None:
    """Print the table."""
    worst: dict[str, Cost] = {}
    counts: dict[str, int] = {}
    for cost in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 1902):
        counts[cost.kind] = counts.get(cost.kind, 0) + 1
        if cost.microseconds > worst.get(cost.kind, cost).microseconds or cost.kind not in worst:
            worst[cost.kind] = cost
    for cost in sorted(worst.values(), reverse=True):
        sent = cost.request.body.decode() or cost.request.query
        print(f"{cost.microseconds:7.0f} µs  {counts[cost.kind]:5d}  {cost.kind:46} {sent[:80]}")


if __name__ == "__main__":
    main()
