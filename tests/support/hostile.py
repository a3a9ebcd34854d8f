"""A hostile side in a separate process, and a well-behaved client alongside it.

An attack is compared with its control, the same number of connections that request `/healthz`. The
measure is the CPU time of the server, so other programs on the machine make no difference.
"""

import asyncio
import base64
import contextlib
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.support.clients import Client, Listener, allow_descriptors, get
from tests.support.paths import ROOT
from tests.support.processes import cpu_time
from tests.support.servers import Server

NUMBER = b"<number>"
"""Replaced by a different number in each request."""


class Attack(NamedTuple):
    """Requests that each of several connections repeats."""

    request: bytes
    connections: int = 50
    pipelined: int = 1
    """Requests that are sent together. The next ones follow after their responses."""


def control(attack: Attack) -> Attack:
    """The same number of connections with the cheapest request."""
    return Attack(get(b"/healthz"), attack.connections)


@contextlib.contextmanager
def hostile(server: Listener, attack: Attack) -> Iterator[None]:
    """Attack a server from a separate process until the block ends."""
    allow_descriptors(4_000)
    request = base64.b64encode(attack.request).decode()
    arguments = json.dumps([server.port, request, *attack[1:]])
    process = subprocess.Popen(
        [sys.executable, "-m", __name__], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(arguments.encode())
        process.stdin.close()
        assert process.stdout.readline() == b"attacking\n"
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def waits(
    server: Listener, request: bytes, count: int, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The seconds for which a well-behaved client waits for each response, on new connections."""
    seconds = []
    for _ in range(count):
        began = clock()
        with Client(server, 60) as client:
            assert client.ask(request).status == 200
        seconds.append(clock() - began)
    return sorted(seconds)


LITTLE = 0.02
"""Seconds of a worker: some rounds of its event loop."""


def is_beside_the_control(server: Server, attack: Attack, request: bytes, count: int = 60) -> bool:
    """Whether a worker computes about as little as with the control while a client waits.

    The limit is a little more than three times the control, in nine of ten waits. If rounds were
    not bounded, it would be ten times as much. A try is unlucky if the client waits for a core.
    """
    (worker,) = server.workers
    for _ in range(6):
        with hostile(server, control(attack)):
            fair = waits(server, request, count, lambda: cpu_time(worker))
        with hostile(server, attack):
            found = waits(server, request, count, lambda: cpu_time(worker))
        if all(found[n] <= 3 * fair[n] + LITTLE for n in (count // 2, count * 9 // 10)):
            return True
        sys.stderr.write(f"with the control {fair[count // 2]:.4f} {fair[-1]:.4f}\n")
        sys.stderr.write(f"with the attack  {found[count // 2]:.4f} {found[-1]:.4f}\n")
    return False


_numbers = itertools.count()

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _send(streams: Streams, attack: Attack) -> None:
    """Send requests, each time after the responses, until the server ends the connection."""
    reader, writer = streams
    with contextlib.suppress(OSError):
        while True:
            requests = [attack.request] * attack.pipelined
            writer.writelines(each.replace(NUMBER, b"%08d" % next(_numbers)) for each in requests)
            awaited = attack.pipelined
            while awaited > 0:
                if not (data := await reader.read(2**18)):
                    return
                awaited -= data.count(b"HTTP/1.1 ")


async def _attack(port: int, attack: Attack) -> None:
    async def again(streams: Streams) -> None:
        while True:
            await _send(streams, attack)
            streams[1].close()
            streams = await asyncio.open_connection("127.0.0.1", port)

    connected = [
        await asyncio.open_connection("127.0.0.1", port) for _ in range(attack.connections)
    ]
    sys.stdout.write("attacking\n")
    sys.stdout.flush()
    await asyncio.gather(*map(again, connected))


if __name__ == "__main__":
    port, request, *rest = json.load(sys.stdin)
    asyncio.run(_attack(port, Attack(base64.b64decode(request), *rest)))
