"""`make headroom`: latency by the share of a worker's capacity that is used.

Requests arrive at random moments, like the requests of many independent clients. Each is timed
from its arrival, so that waiting in the queue counts.
"""

import random
import selectors
import socket
import sys
from collections import deque
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from bench import servers, stacks
from bench.payloads import SMALL
from bench.servers import CONNECTIONS, Server
from bench.stacks import Programs

SHARES = (0.3, 0.5, 0.6, 0.7, 0.8, 0.9)
SECONDS = 3
"""Of load in one round."""
ROUNDS = 5
MAX_CONNECTIONS = 64

REQUEST = (
    b"POST /move HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(SMALL), SMALL)
)


def main() -> None:
    """Print the table."""
    rows: dict[float, list[tuple[float, float, float]]] = {share: [] for share in SHARES}
    programs = Programs(run=str(Path(sys.executable).parent), peers="")
    with stacks.service(programs) as server:
        servers.go_to_load_core()
        for number in range(ROUNDS):
            print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
            # Other users of the machine come and go, so capacity is measured in each round.
            capacity = server.load("/move", SMALL, SECONDS, CONNECTIONS).requests_per_second
            for share in SHARES:
                busy = cpu_seconds(server)
                waits = drive(server.port, share * capacity)
                busy = (cpu_seconds(server) - busy) / SECONDS
                rows[share].append((median(waits), quantiles(waits, n=100)[98], busy))
    print("| load, of the most that a worker answers | CPU of the worker | median | 99 % |")
    print("|---|---|---|---|")
    for share, rounds in rows.items():
        middle, slow, busy = (median(column) for column in zip(*rounds, strict=True))
        print(f"| {share:.0%} | {busy:.0%} | {middle * 1e3:.2f} ms | {slow * 1e3:.1f} ms |")


def cpu_seconds(server: Server) -> float:
    """The CPU time that the workers have used, according to the server."""
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        exposition = b"".join(iter(lambda: connection.recv(65536), b""))
    _, _, rest = exposition.partition(b"\nnim_worker_cpu_seconds_total ")
    return float(rest.split(b"\n", 1)[0])


def drive(port: int, rate: float) -> list[float]:
    """The latencies in seconds at this many arrivals per second."""
    free = deque(socket.create_connection(("127.0.0.1", port)) for _ in range(MAX_CONNECTIONS))
    arrived: dict[socket.socket, float] = {}
    waiting: deque[float] = deque()
    waits: list[float] = []
    with selectors.DefaultSelector() as selector:
        for connection in free:
            selector.register(connection, selectors.EVENT_READ)
        begin = coming = perf_counter()
        while coming < begin + SECONDS or waiting or arrived:
            now = perf_counter()
            while coming <= now and coming < begin + SECONDS:
                waiting.append(coming)
                coming += random.expovariate(rate)
            while waiting and free:
                connection = free.popleft()
                arrived[connection] = waiting.popleft()
                connection.sendall(REQUEST)
            for key, _ in selector.select(max(0.0, min(coming - perf_counter(), 0.01))):
                connection = key.fileobj  # type: ignore[assignment]
                answer = connection.recv(65536)
                if not answer.startswith(b"HTTP/1.1 200 "):
                    raise RuntimeError(f"not answered: {answer!r}")
                waits.append(perf_counter() - arrived.pop(connection))
                free.append(connection)
        for connection in free:
            connection.close()
    return waits


if __name__ == "__main__":
    main()
