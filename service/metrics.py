"""What is measured, all of it, and how it is told to Prometheus across worker processes.

With several workers prometheus_client keeps its values in files that all of them can read, one
set for each process, in the directory that gunicorn.conf.py prepares (PROMETHEUS_MULTIPROC_DIR).
A worker takes over the set of one that is gone, so no count is lost and no file is ever added.
No label takes a value that a client can choose.
"""

import contextlib
import fcntl
import itertools
import logging
import os
from collections import Counter as Count
from collections.abc import Iterable, Sized
from functools import cache
from pathlib import Path
from time import process_time
from typing import BinaryIO

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, values
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service import __version__

log = logging.getLogger(__name__)

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"

# Sub-millisecond answers are the rule here, so the buckets start far below the usual ones.
SECONDS = (
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
)  # fmt: skip
PILES = (1, 2, 3, 4, 5, 7, 10, 20, 50, 100, 1_000, 10_000)

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER_METHOD = "_OTHER"
UNMATCHED_ROUTE = "(unmatched)"


class BulkHistogram(Histogram):
    """A histogram that counts many equal observations at the cost of one."""

    def observe_many(self, amount: float, count: int) -> None:
        """Count `count` observations of `amount`."""
        self._sum.inc(amount * count)
        for bound, bucket in zip(self._upper_bounds, self._buckets, strict=True):
            if amount <= bound:
                bucket.inc(count)
                break


class Metrics:
    """The metrics of one application."""

    def __init__(self) -> None:
        self._off = False
        self.registry = CollectorRegistry()
        if DIRECTORY in os.environ:
            values.ValueClass = values.MultiProcessValue(lambda: _slot)
        self._duration = Histogram(
            "http_server_request_duration_seconds",
            "Time from a request's headers to its answer.",
            ["http_request_method", "http_route", "http_response_status_code"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self._active = Gauge(
            "http_server_active_requests",
            "Requests being received or answered.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self._workers = Gauge(
            "nim_workers",
            "Worker processes that serve.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self._cpu = Counter(
            "process_cpu_seconds",
            "CPU time of the worker processes.",
            registry=self.registry,
        )
        self._cpu_told = 0.0
        self._solved = Counter(
            "nim_positions_solved",
            "Positions solved.",
            ["convention", "position_class"],
            registry=self.registry,
        )
        self._piles = BulkHistogram(
            "nim_position_piles",
            "Piles in the positions solved.",
            buckets=PILES,
            registry=self.registry,
        )
        Gauge(
            "nim_build_info",
            "The version that runs; the value is always 1.",
            ["version"],
            multiprocess_mode="max",
            registry=self.registry,
        ).labels(__version__).set(1)
        # labels() costs more than the measuring; the sets of values are small and closed.
        self._solved_by = cache(self._solved.labels)
        self._duration_of = cache(self._duration.labels)

    def start_process(self) -> None:
        """Take files for a forked process; without any it serves unmeasured."""
        directory = os.environ.get(DIRECTORY)
        if not directory:
            return
        try:
            take_slot(directory)
            self._workers.set(1)
        except Exception as error:  # noqa: BLE001  # no fault of a file may stop the service
            log.error("no metrics from this process: %r", error)  # noqa: TRY400
            self._off = True

    def observe(self, method: str, route: str | None, status: str, seconds: float) -> None:
        """Count a request that was answered."""
        if self._off:
            return
        if method not in METHODS:
            method = OTHER_METHOD
        self._duration_of(method, route or UNMATCHED_ROUTE, status).observe(seconds)

    def publish(self, in_flight: int) -> None:
        """Write down the requests in flight and the CPU time: another process may be scraped next.

        Done at each tick, not twice a request, which took four percent of a request's time.
        """
        if not self._off:
            self._active.set(in_flight)
            cpu = process_time()
            self._cpu.inc(cpu - self._cpu_told)
            self._cpu_told = cpu

    def solved(self, piles: Sized, misere: bool, position_class: str) -> None:
        """Count a position that was solved."""
        if self._off:
            return
        self._solved_by("misere" if misere else "normal", position_class).inc()
        self._piles.observe(len(piles))

    def solved_many(self, positions: Iterable[tuple[int, bool, str]]) -> None:
        """Count many positions, each (number of piles, misere, class), at the cost of few."""
        if self._off:
            return
        for (length, misere, position_class), count in Count(positions).items():
            self._solved_by("misere" if misere else "normal", position_class).inc(count)
            self._piles.observe_many(length, count)

    def exposition(self, accept: str, in_flight: int) -> tuple[bytes, str]:
        """All values of all processes in the format that `accept` prefers, and its media type."""
        self.publish(in_flight)
        registry = self.registry
        if directory := os.environ.get(DIRECTORY):
            registry = CollectorRegistry()
            registry.register(_ReadableFiles(directory))
        encode, content_type = choose_encoder(accept)
        return encode(registry), content_type


class _ReadableFiles(Collector):
    """The values in a directory, less the files that can't be read: one bad file costs itself."""

    def __init__(self, directory: str) -> None:
        self._directory = directory

    def collect(self) -> Iterable[Metric]:
        files = [str(file) for file in Path(self._directory).glob("*.db") if _counts(file)]
        try:
            return _merge(files)
        except Exception:  # noqa: BLE001  # whatever damage does to a parser
            readable = [file for file in files if _is_readable(file)]
            return _merge(readable)


def _merge(files: list[str]) -> list[Metric]:
    return list(MultiProcessCollector.merge(files, accumulate=True))


def _is_readable(file: str) -> bool:
    try:
        _merge([file])
    except Exception as error:  # noqa: BLE001
        log.warning("metrics file %s can't be read: %r", Path(file).name, error)
        return False
    return True


# --- Files ----------------------------------------------------------------------------------

# A process is known by the number of the slot that it holds, a set of files, and not by its id
# as usual: the files of dead workers would pile up, and with them the time that a scrape takes.
# It holds the slot as long as it lives, by a lock that the kernel takes away from the dead.
_slot: int | str = f"master{os.getpid()}"
_locks: list[BinaryIO] = []

# The files are mapped into memory and sparse: on a full file system a write to one would be a
# SIGBUS at some later request. So they get their blocks before they are first used. A histogram's
# series take the most; what is reserved holds every series that this application can make.
RESERVED = {
    "histogram": 2**20,
    "counter": 2**16,
    "gauge_livesum": 2**16,
    "gauge_max": 2**16,
}
LOCKED = "counter"


def prepare_directory(directory: str, workers: int) -> None:
    """Make the directory, empty it, and reserve what the workers need; else an OSError."""
    path = Path(directory)
    _remove_abandoned(path.parent)
    _locks.append(_share(path))
    # A reload doubles the workers for a moment.
    for slot in (_slot, *range(2 * workers)):
        _reserve(path, slot)


def _share(path: Path) -> BinaryIO:
    """Lock the directory as one that is in use, again if another master removes it meanwhile."""
    while True:
        path.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            lock = (path / "lock").open("ab")
            with contextlib.suppress(BlockingIOError):  # a master that this one replaces uses it
                _empty(lock, path)
            fcntl.flock(lock, fcntl.LOCK_SH)
            if os.fstat(lock.fileno()).st_nlink:
                return lock


def remove_directory(directory: str) -> None:
    """Remove the metrics files, and the directory, unless another master uses them."""
    path = Path(directory)
    with contextlib.suppress(OSError), (path / "lock").open("rb") as lock:
        for held in _locks:
            held.close()
        _empty(lock, path)
        (path / "lock").unlink()
        path.rmdir()


def _remove_abandoned(parent: Path) -> None:
    """Remove the directories of masters that were killed."""
    for path in parent.glob("nim-metrics-*"):
        remove_directory(str(path))


def _empty(lock: BinaryIO, path: Path) -> None:
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    for file in path.glob("*.db"):
        file.unlink()


def take_slot(directory: str) -> None:
    """Take the first slot that no living process holds; OSError if there is no space for it."""
    global _slot  # noqa: PLW0603  # it belongs to the process, like its id
    path = Path(directory)
    for slot in itertools.count():
        lock = _file(path, LOCKED, slot).open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            continue
        _locks.append(lock)
        _reserve(path, slot)
        _slot = slot
        return


def _reserve(path: Path, slot: int | str) -> None:
    for kind, size in RESERVED.items():
        file = _file(path, kind, slot)
        if file.exists() and not _is_readable(str(file)):
            os.truncate(file, 0)
        with file.open("ab") as opened:
            os.posix_fallocate(opened.fileno(), 0, size)


def _file(path: Path, kind: str, slot: int | str) -> Path:
    return path / f"{kind}_{slot}.db"


def _counts(file: Path) -> bool:
    """Whether a file has values: none has an empty one, nor the live ones of a dead process."""
    if not file.exists() or not file.stat().st_size:
        return False
    if not file.name.startswith("gauge_live"):
        return True
    slot = file.stem.rpartition("_")[2]
    with contextlib.suppress(OSError), _file(file.parent, LOCKED, slot).open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    return True
