"""`make bench`: measures, prints the table, and fails where a figure is missed."""

import argparse
import contextlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench import servers
from bench.payloads import BATCH, FULL_BATCH, INVALID, LARGEST, POSITIONS, SMALL
from bench.servers import CONNECTIONS, Load, Server
from bench.table import Figure, at_least, at_most, markdown

SECONDS = 1
"""Of load in one turn: the shorter, the more alike is what both sides meet on a busy machine."""

TURNS = 2
"""In one round."""

SAMPLES = 3
"""Turns in one round for a percentile of latency, which scatters most."""

STARTS = 4
"""In one round."""

BATCHES = 2
"""Connections of full batches beside small requests."""

BESIDE = 4
"""Seconds of those small requests."""

WAITS = 5
"""Times that others' wait for a large request is measured."""

WORKERS = 2
"""Of the servers whose memory is measured: the service's default."""


def main() -> int:
    """The exit status: 0 where every figure is reached."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--peers", required=True, help="the directory of the peers' programs")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each server (5)")
    arguments = parser.parse_args()
    peers, rounds = arguments.peers, arguments.rounds
    run = str(Path(sys.executable).parent)
    if reason := obstacle():
        print(f"bench: {reason}", file=sys.stderr)
        return 2

    servers.go_to_load_core()  # waiting for servers must not slow them down
    began = time.monotonic()
    loaded, notes = under_load(run, peers, rounds)
    figures = [*loaded, *at_rest(run, peers, rounds), *in_process()]
    print(markdown(figures))
    print(f"\nFor comparison, requests/s for one position: {'; '.join(notes)}.")
    say(f"{time.monotonic() - began:.0f} s, Python {platform.python_version()}")
    return 0 if all(figure.ok for figure in figures) else 1


def obstacle() -> str | None:
    """What keeps the bench from running."""
    if not shutil.which("wrk"):
        return "needs the load generator wrk: install the package wrk (apt-get install wrk)"
    if not Path("/proc/self/smaps_rollup").exists():
        return "needs Linux, for /proc and for pinning processes to cores"
    if len(os.sched_getaffinity(0)) < 2:
        return "needs two cores, one for the server and one for wrk"
    return None


def say(text: str) -> None:
    """Tell how far the run is; the table alone goes to stdout."""
    print(text, file=sys.stderr, flush=True)


# --- Inside one process ---------------------------------------------------------------------


def in_process() -> list[Figure]:
    """Figures that need no server."""
    say("costs inside one process")
    with tempfile.TemporaryDirectory(prefix="nim-bench-", dir=servers.MEMORY) as directory:
        output = subprocess.run(
            [sys.executable, "-m", "bench.inprocess"],
            cwd=servers.ROOT,
            env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": directory},
            check=True,
            stdout=subprocess.PIPE,
            preexec_fn=servers.go_to_server_core,
        ).stdout
    rounds: dict[str, list[float]] = json.loads(output)
    stock = "three piles: cost in the process, against a stock Flask view that returns a constant"
    return [
        at_most(stock, 1.25, rounds["flask"]),
        at_most("10,000 piles: cost against the floor, which checks nothing", 1.3, rounds["piles"]),
        at_most("… cost of a pile, against 100 piles", 1, rounds["per_pile"]),
        at_most("1,000 positions at once: cost against the floor", 1.4, rounds["batch"]),
        at_most(
            "100 piles with max_remove: cost against the same without", 2, rounds["max_remove"]
        ),
        at_least("products of 64-bit nimbers in a second", 100_000, rounds["products"]),
    ]


# --- Under load -----------------------------------------------------------------------------


def under_load(run: str, peers: str, rounds: int) -> tuple[list[Figure], list[str]]:
    """Figures of loaded servers, and notes on them."""
    with ExitStack() as stack:
        start = stack.enter_context
        ours = start(servers.service(run))
        fastapi = start(servers.fastapi(peers))
        single = start(servers.fastapi(peers, multiprocess=False))
        default = start(servers.fastapi(peers, default_metrics=True))
        tutorial = start(servers.tutorial(peers))
        constant = start(servers.constant(run))
        agree(ours, [fastapi, single, default, tutorial])

        moves = in_turns(
            [ours, fastapi, tutorial, constant, single, default], "/move", SMALL, TURNS * rounds
        )
        tails = in_turns([ours, fastapi], "/move", SMALL, SAMPLES * rounds)
        batches = in_turns([ours, fastapi], "/moves", BATCH, TURNS * rounds, connections=1)
        mixed = [beside_batches(server, rounds) for server in (ours, fastapi)]
        stalls = [longest_wait(ours, *request) for request in LARGEST.values()]

    def faster_than(other: Server) -> list[float]:
        return ratios(moves[other], moves[ours], lambda load: load.cpu)

    figures = [
        at_least(
            "one position: requests for a core-second, against FastAPI", 1.45, faster_than(fastapi)
        ),
        at_least("… against the tutorial stack", 3.5, faster_than(tutorial)),
        at_most(
            "… 99th percentile of latency, 16 connections, against FastAPI",
            0.9,
            [quiet(load.p99 for load in tails[ours]) / quiet(load.p99 for load in tails[fastapi])],
        ),
        at_most(
            "… the same on 4 connections, beside full batches on 2 more",
            0.3,
            [quiet(mixed[0]) / quiet(mixed[1])],
        ),
        at_least(
            "1,000 positions at once: requests for a core-second, against FastAPI",
            1.5,
            ratios(batches[fastapi], batches[ours], lambda load: load.cpu),
        ),
        *[
            at_most(f"milliseconds that others wait beside {name}", 50, waits)
            for name, waits in zip(LARGEST, stalls, strict=True)
        ],
    ]
    notes = [
        f"{median(ratios(moves[ours], moves[fastapi], speed)):.2f} × FastAPI's by the clock",
        f"{median(faster_than(single)):.2f} × FastAPI's with metrics for a single process",
        f"{median(faster_than(default)):.2f} × FastAPI's with its instrumentator's default metrics",
        f"{median(faster_than(constant)):.2f} × the service's server's with a constant answer",
    ]
    return figures, notes


def quiet(values: Iterable[float]) -> float:
    """The lower quartile: what else runs on the machine can only make a latency longer."""
    return quantiles(values, n=4)[0]


def beside_batches(server: Server, rounds: int) -> list[float]:
    """The 99th percentile of small requests while other clients send full batches, by round."""
    results = []
    for _ in range(max(rounds, 2)):
        with server.start_load("/moves", FULL_BATCH, BESIDE + 2, BATCHES) as batches:
            time.sleep(0.5)
            results.append(server.load("/move", SMALL, BESIDE, 4, starving=True).p99)
            batches.communicate()
        say(f"/move beside full batches  {server.name:24} p99 {results[-1]:6.2f} ms")
    return results


def longest_wait(server: Server, path: str, body: bytes | None) -> list[float]:
    """The milliseconds that `/healthz` took at most while a large request was answered."""
    results = []
    for _ in range(WAITS):
        done = threading.Event()

        def ask(done: threading.Event = done) -> None:
            server.get(path) if body is None else server.post(path, body)
            done.set()

        asker = threading.Thread(target=ask)
        with contextlib.closing(server.connect()) as connection:
            server.time_health(connection)
            asker.start()
            waits = [server.time_health(connection)]
            while not done.is_set():
                waits.append(server.time_health(connection))
        asker.join()
        results.append(1e3 * max(waits))
    say(f"/healthz beside {path[:40]}: {', '.join(f'{wait:.1f}' for wait in results)} ms")
    return results


def agree(ours: Server, peers: Sequence[Server]) -> None:
    """See that all servers give the same answers and refuse the same requests."""
    for path, body in [*(("/move", body) for body in POSITIONS), ("/moves", BATCH)]:
        expected = answer(ours, path, body)
        for peer in peers:
            if answer(peer, path, body) != expected:
                raise RuntimeError(f"{peer.name} answers {path} otherwise: {body[:100]!r}")
    for server in [ours, *peers]:
        for body in INVALID:
            status, _ = server.post("/move", body)
            if status not in {400, 422}:
                raise RuntimeError(f"{server.name} does not refuse {body[:100]!r}: {status}")


def answer(server: Server, path: str, body: bytes) -> Any:
    """The JSON value that a server answers to a valid request."""
    status, text = server.post(path, body)
    if status != 200:
        raise RuntimeError(f"{server.name}, {path}: {status}, {text[:200]!r}")
    return json.loads(text)


def in_turns(
    loaded: Sequence[Server],
    path: str,
    body: bytes,
    turns: int,
    *,
    connections: int = CONNECTIONS,
) -> dict[Server, list[Load]]:
    """Load the servers one after the other, again and again."""
    loads: dict[Server, list[Load]] = {server: [] for server in loaded}
    for turn in range(turns):
        say(f"{path}, {connections} connections, turn {turn + 1} of {turns}")
        # Each time another server is first, so that none always follows the same one.
        first = turn % len(loaded)
        for server in [*loaded[first:], *loaded[:first]]:
            load = server.load(path, body, SECONDS, connections)
            loads[server].append(load)
            say(
                f"  {server.name:24} {load.requests_per_second:7,.0f} requests/s, "
                f"p99 {load.p99:6.2f} ms, {load.cpu:7,.0f} µs of processor time each"
            )
    return loads


def speed(load: Load) -> float:
    """Requests a second."""
    return load.requests_per_second


def ratios(ours: list[Load], theirs: list[Load], value: Callable[[Load], float]) -> list[float]:
    """Ours as a multiple of theirs, turn by turn."""
    return [value(one) / value(other) for one, other in zip(ours, theirs, strict=True)]


# --- At rest --------------------------------------------------------------------------------


def at_rest(run: str, peers: str, rounds: int) -> list[Figure]:
    """The time until the first answer, and the memory that some load leaves behind."""
    starts = []
    for turn in range(STARTS * rounds + 1):
        if turn % 2:  # else the same one would always find the caches as the other has left them
            with servers.service(run) as ours, servers.tutorial(peers) as tutorial:
                pass
        else:
            with servers.tutorial(peers) as tutorial, servers.service(run) as ours:
                pass
        say(f"start {turn}: {ours.first_answer:.3f} s, tutorial {tutorial.first_answer:.3f} s")
        if turn:  # the first one also fills the disk cache
            starts.append(ours.first_answer / tutorial.first_answer)

    sizes = []
    with servers.service(run, WORKERS) as ours, servers.tutorial(peers, WORKERS) as tutorial:
        for server in ours, tutorial:
            server.load("/move", SMALL, TURNS * SECONDS, CONNECTIONS)
            sizes.append(server.memory() / WORKERS)
            say(f"memory of a worker: {server.name} {sizes[-1]:.1f} MiB")
    return [
        at_most("time from start to first answer, against the tutorial stack", 1.2, starts),
        at_most("memory of a worker, against the tutorial stack", 1.2, [sizes[0] / sizes[1]]),
    ]


if __name__ == "__main__":
    sys.exit(main())
