"""How long others wait during large requests, in milliseconds."""

import contextlib
import threading
import time
from collections.abc import Sequence

from bench import stacks
from bench.duels import quiet
from bench.largest import Largest
from bench.payloads import FULL_BATCH, SMALL
from bench.servers import Server, outcome
from bench.stacks import Programs
from bench.table import say

BATCHES = 2
"""Connections of full batches alongside small requests."""

OTHERS = 4
"""Connections of small requests."""

SECONDS = 4
"""Of those small requests."""

WARM_UP = 0.5
"""Seconds of batches alone."""


def beside_batches(server: Server, turns: int) -> dict[str, list[float]]:
    """Median and 99th percentile of small requests while others send full batches."""
    medians, tails = [], []
    for _ in range(turns):
        with server.start_load("/moves", FULL_BATCH, SECONDS + 2, BATCHES) as batches:
            time.sleep(WARM_UP)
            load = server.load("/move", SMALL, SECONDS, OTHERS, starving=True)
            done = outcome(server.name, batches)["requests"]  # every batch must get a response, too
        medians.append(load.median)
        tails.append(load.p99)
        say(
            f"/move alongside full batches: median {load.median:.2f} ms, p99 {load.p99:.2f} ms, "
            f"{load.requests:,} answered alongside {done} batches"
        )
    return {"median": [quiet(medians)], "p99": [quiet(tails)]}


def stalls(
    programs: Programs, requests: Sequence[Largest], turns: int
) -> dict[Largest, list[float]]:
    """The longest response time of `/healthz` during the first request of each kind.

    Each turn has a new server, because an old one may have the result in a cache.
    """
    waits: dict[Largest, list[float]] = {request: [] for request in requests}
    for _ in range(turns):
        with stacks.service(programs) as server:
            for request in requests:
                waits[request].append(_stall(server, request))
    for request, found in waits.items():
        say(f"/healthz alongside {request.text}: {', '.join(f'{wait:.1f}' for wait in found)} ms")
    return waits


def _stall(server: Server, request: Largest) -> float:
    done = threading.Event()

    statuses = []

    def send() -> None:
        try:
            statuses.append(server.request(request.path, request.body).status)
        finally:
            done.set()

    sender = threading.Thread(target=send)
    with contextlib.closing(server.connect()) as connection:
        server.time_health(connection)
        sender.start()
        longest = server.time_health(connection)
        while not done.is_set():
            longest = max(longest, server.time_health(connection))
    sender.join()
    if statuses != [request.status]:
        raise RuntimeError(f"{request.text}: {statuses} in place of {request.status}")
    return 1e3 * longest
