"""Comparisons under load: short turns of this service and a peer, one right after the other.

A machine's speed changes from minute to minute, so only what was measured side by side is
compared. All duels take turns, so that each of them sees all of the run.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import quantiles

from bench import agreement
from bench.payloads import BATCH, GAME, SMALL
from bench.servers import CONNECTIONS, Load, Server
from bench.stacks import SAME_BYTES, STACKS, Programs
from bench.table import say

SECONDS = 1
"""Of load in one turn: the shorter, the more alike is what both sides meet on a busy machine."""


@dataclass(frozen=True)
class Request:
    """One request, sent over and over."""

    path: str
    body: bytes
    connections: int
    ids: bool = False
    """Whether each has a header of its own, so that no two are the same."""


MOVE = Request("/move", SMALL, CONNECTIONS)
OF_ITS_OWN = Request("/move", SMALL, CONNECTIONS, ids=True)
BATCHES = Request("/moves", BATCH, 1)
GAMES = Request("/review", GAME, CONNECTIONS)


@dataclass(frozen=True)
class Duel:
    """The service's server against another's, with one request."""

    other: str
    request: Request = MOVE
    ours: str = "service"
    turns: int = 1
    """In each round: a percentile near the end of the latencies needs more of them than a mean."""


@dataclass(frozen=True)
class Turn:
    """What both sides of a duel did, one after the other."""

    ours: Load
    other: Load


class Arena:
    """The servers of some duels, each started when it is first asked for."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs
        self._stack = ExitStack()
        self._servers: dict[str, Server] = {}

    def __enter__(self) -> "Arena":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def server(self, name: str) -> Server:
        """A server that answers as the service does."""
        if name not in self._servers:
            server = self._stack.enter_context(STACKS[name](self._programs))
            self._servers[name] = server
            if name != "service":
                same_bytes = name in SAME_BYTES
                agreement.check(self.server("service"), server, to_the_byte=same_bytes)
        return self._servers[name]

    def fight(self, duels: Collection[Duel], rounds: int) -> dict[Duel, list[Turn]]:
        """All duels, round by round."""
        results: dict[Duel, list[Turn]] = defaultdict(list)
        for number in range(rounds):
            say(f"under load, round {number + 1} of {rounds}")
            for duel in duels:
                for _ in range(duel.turns):
                    results[duel].append(self._turn(duel, other_first=len(results[duel]) % 2 == 1))
        return results

    def rate(self, request: Request, rounds: int) -> list[float]:
        """The number of these requests that one core of the service responds to in a minute."""
        return [60_000_000 / self._load("service", request).cpu for _ in range(rounds)]

    def _turn(self, duel: Duel, *, other_first: bool) -> Turn:
        """One turn; each side goes first half of the time."""
        other = self._load(duel.other, duel.request) if other_first else None
        ours = self._load(duel.ours, duel.request)
        return Turn(ours, other or self._load(duel.other, duel.request))

    def _load(self, name: str, request: Request) -> Load:
        server = self.server(name)
        load = server.load(
            request.path, request.body, SECONDS, request.connections, ids=request.ids
        )
        server.check_log()
        say(
            f"  {request.path:6} {server.name:24} {load.requests_per_second:7,.0f} requests/s, "
            f"p99 {load.p99:6.2f} ms, {load.cpu:7,.0f} µs of processor time each"
        )
        return load


Value = Callable[[list[Turn]], list[float]]
"""What a figure takes from the turns of a duel."""


def requests_for_cpu(turns: list[Turn]) -> list[float]:
    """Requests for a second of all its processes' CPU time, as a multiple of the other's."""
    return [turn.other.cpu / turn.ours.cpu for turn in turns]


def tail(turns: list[Turn]) -> list[float]:
    """The 99th percentile of latency in the quietest turn, as a multiple of the other's in its own.

    It is that of a short wait: a core that is slow for a millisecond lengthens it more than the
    longer one of a slower server.
    """
    return [min(turn.ours.p99 for turn in turns) / min(turn.other.p99 for turn in turns)]


def quiet(values: Iterable[float]) -> float:
    """The lower quartile: what else runs on the machine can only make a latency longer."""
    found = list(values)
    return quantiles(found, n=4, method="inclusive")[0] if len(found) > 1 else found[0]
