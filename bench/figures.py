"""All figures: the name, the bound and the source of each.

`make bench ARGS="…"` takes the names; the part before the slash names a whole group.
"""

from collections.abc import Collection
from dataclasses import dataclass

from bench.duels import BATCHES, GAMES, OF_ITS_OWN, Duel, Request, Value, requests_for_cpu, tail
from bench.largest import LARGEST, Largest
from bench.stacks import is_there
from bench.table import Bound, at_least, at_most


@dataclass(frozen=True)
class UnderLoad:
    """A figure of two loaded servers."""

    duel: Duel
    value: Value = requests_for_cpu


@dataclass(frozen=True)
class Rate:
    """How many of these requests one core of the service responds to in a minute."""

    request: Request


@dataclass(frozen=True)
class BesideBatches:
    """Milliseconds of small requests alongside full batches: "median" or "p99"."""

    key: str


@dataclass(frozen=True)
class Stall:
    """The worst latency of `/healthz` while a large request runs, in milliseconds."""

    request: Largest


@dataclass(frozen=True)
class AtRest:
    """The "start" or the "memory" of a server."""

    key: str


@dataclass(frozen=True)
class InProcess:
    """A cost inside one process, by its name there."""

    key: str


Source = UnderLoad | Rate | BesideBatches | Stall | AtRest | InProcess


@dataclass(frozen=True)
class Figure:
    """A line of the table; without a bound it is there for comparison."""

    name: str
    text: str
    bound: Bound | None
    source: Source


FASTAPI = Duel("fastapi", turns=4)

FIGURES = [
    Figure(
        "move/fastapi",
        "one position: requests per CPU-second, against FastAPI",
        at_least(5.7, 7.5),
        UnderLoad(FASTAPI),
    ),
    Figure(
        "move/fastapi-single",
        "… with the metrics of a single process",
        None,
        UnderLoad(Duel("fastapi-single")),
    ),
    Figure(
        "move/falcon",
        "… against Falcon with msgspec",
        at_least(1.7, 2.2),
        UnderLoad(Duel("falcon")),
    ),
    Figure(
        "move/blacksheep",
        "… against BlackSheep with msgspec",
        at_least(1.45, 2.2),
        UnderLoad(Duel("blacksheep")),
    ),
    Figure(
        "move/litestar",
        "… against Litestar with msgspec",
        None,
        UnderLoad(Duel("litestar")),
    ),
    Figure(
        "move/raw",
        "… against raw ASGI with msgspec, which has neither metrics nor ids",
        at_least(1.1, 1.4),
        UnderLoad(Duel("raw")),
    ),
    Figure(
        "move/limit",
        "… against the same application on a protocol that promises nothing",
        at_least(0.7, 0.9),
        UnderLoad(Duel("limit")),
    ),
    Figure(
        "move/go",
        "… against Go's net/http with encoding/json, which has neither metrics nor ids",
        at_least(0.6, 0.9),
        UnderLoad(Duel("go")),
    ),
    Figure(
        "move/tutorial",
        "… against the tutorial stack",
        at_least(18, 22),
        UnderLoad(Duel("tutorial")),
    ),
    Figure(
        "move/log",
        "… against FastAPI, each with its access log on",
        at_least(5.8, 8),
        UnderLoad(Duel("fastapi-log", ours="service-log")),
    ),
    Figure(
        "move/deployed",
        "… the same, with a port for metrics, as the manifests and the compose file have it",
        at_least(5.8, 8),
        UnderLoad(Duel("fastapi-log", ours="service-deployed")),
    ),
    Figure(
        "move/ids",
        "… each request with a different id, against FastAPI",
        at_least(3.8),
        UnderLoad(Duel("fastapi", OF_ITS_OWN)),
    ),
    Figure(
        "move/p99",
        "… 99th percentile of latency, 16 connections, against FastAPI",
        at_most(0.3, 0.2),
        UnderLoad(FASTAPI, tail),
    ),
    Figure(
        "batch/fastapi",
        "1,000 positions in a batch: requests per CPU-second, against FastAPI",
        at_least(5.4),
        UnderLoad(Duel("fastapi", BATCHES)),
    ),
    Figure(
        "batch/falcon",
        "… against Falcon with msgspec",
        at_least(1.02),
        UnderLoad(Duel("falcon", BATCHES)),
    ),
    Figure(
        "batch/blacksheep",
        "… against BlackSheep with msgspec",
        at_least(1.1),
        UnderLoad(Duel("blacksheep", BATCHES)),
    ),
    Figure(
        "judge",
        "games of 20 moves that one core judges in a minute",
        at_least(150_000),
        Rate(GAMES),
    ),
    Figure(
        "beside/median",
        "one position alongside full batches: milliseconds, median",
        at_most(1.5, 1),
        BesideBatches("median"),
    ),
    Figure(
        "beside/p99",
        "… 99th percentile",
        at_most(10, 5),
        BesideBatches("p99"),
    ),
    *(
        Figure(
            f"stall/{request.name}",
            f"worst `/healthz` latency while {request.text} runs (ms)",
            at_most(50),
            Stall(request),
        )
        for request in LARGEST
    ),
    Figure(
        "rest/start",
        "time from start to first answer, against the tutorial stack",
        at_most(1.15, 0.9),
        AtRest("start"),
    ),
    Figure(
        "rest/memory",
        "memory of a worker, against the tutorial stack",
        at_most(0.9, 0.8),
        AtRest("memory"),
    ),
    Figure(
        "process/flask",
        "three piles: cost in the process, against a stock Flask view that returns a constant",
        at_most(0.2, 0.1),
        InProcess("flask"),
    ),
    Figure(
        "process/get",
        "… the same with GET, against the same view",
        at_most(1.1),
        InProcess("get"),
    ),
    Figure(
        "process/piles",
        "10,000 piles: cost against the floor, which checks nothing",
        at_most(1.3),
        InProcess("piles"),
    ),
    Figure(
        "process/per-pile",
        "… cost of a pile, against 100 piles",
        at_most(1),
        InProcess("per-pile"),
    ),
    Figure(
        "process/batch",
        "1,000 positions in a batch: cost against the floor",
        at_most(1.35),
        InProcess("batch"),
    ),
    Figure(
        "process/max-remove",
        "100 piles with max_remove: cost against the same without",
        at_most(5.9),
        InProcess("max-remove"),
    ),
    Figure(
        "process/limit",
        "three piles on 16 connections: cost of a protocol that promises nothing, to the service's",
        at_least(0.7, 0.85),
        InProcess("limit"),
    ),
    Figure(
        "process/costly",
        "the costliest requests: CPU of the worst, as a share of its limit",
        at_most(1),
        InProcess("costly"),
    ),
    Figure(
        "process/products",
        "products of 64-bit nimbers in a second",
        at_least(100_000),
        InProcess("products"),
    ),
]


def chosen(words: Collection[str]) -> list[Figure]:
    """The figures whose names begin with one of these words, or else whose lines contain it.

    >>> [figure.name for figure in chosen(["move/f", "products"])]
    ['move/fastapi', 'move/fastapi-single', 'move/falcon', 'process/products']
    """
    found: list[Figure] = []
    for word in words:
        by_name = [figure for figure in FIGURES if figure.name.startswith(word)]
        found += by_name or [figure for figure in FIGURES if word in figure.text]
    return [figure for figure in FIGURES if figure in found or not words]


def can_be_measured(figure: Figure) -> bool:
    """Whether both servers of a figure can be started here."""
    return not isinstance(figure.source, UnderLoad) or is_there(figure.source.duel.other)
