"""Comparisons under load: short turns of this service and a peer, one right after the other.

A machine's speed changes from minute to minute, so only measurements made side by side are
compared. All duels take turns, so that each is spread over the whole run.
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
"""Of load in one turn. In a short turn, conditions on a busy machine are alike for both sides."""


@dataclass(frozen=True)
class Request:
    """One request, sent over and over."""

    path: str
    body: bytes
    connections: int
    ids: bool = False
    """Whether each has a different id, so that no two are the same."""


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
    """In each round. A high percentile needs more samples than a mean."""


@dataclass(frozen=True)
class Turn:
    """The loads of both sides of a duel, one after the other."""

    ours: Load
    other: Load


class Arena:
    """The servers of several duels, each started when first needed."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs
        self._stack = ExitStack()
        self._servers: dict[str, Server] = {}

    def __enter__(self) -> "Arena":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def server(self, name: str) -> Server:
        """A server that gives the same answers as the service."""
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
"""The rounds of a figure, from the turns of a duel."""


def requests_for_cpu(turns: list[Turn]) -> list[float]:
    """Requests per CPU-second of all processes, as a multiple of the other side's."""
    return [turn.other.cpu / turn.ours.cpu for turn in turns]


def tail(turns: list[Turn]) -> list[float]:
    """The 99th percentile of latency in the quietest turn, as a multiple of the other side's.

    A core that is slow for a millisecond lengthens a short wait by more than a long one, so the
    quietest turn of each side counts.
    """
    return [min(turn.ours.p99 for turn in turns) / min(turn.other.p99 for turn in turns)]


def quiet(values: Iterable[float]) -> float:
    """The lower quartile, because other programs can only make a latency longer."""
    found = list(values)
    return quantiles(found, n=4, method="inclusive")[0] if len(found) > 1 else found[0]
