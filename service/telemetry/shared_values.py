"""prometheus_client's values in memory that the master and all workers share.

gunicorn.conf.py calls `install` before any instrument is declared. Each instrument of a process
then counts in the slot of its process (shared_memory.py), and `SharedRegistry` adds up all
processes. Under any other server the library is unchanged.
"""

import logging
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from prometheus_client import REGISTRY, values
from prometheus_client.core import Metric
from prometheus_client.registry import Collector

from service.telemetry.shared_memory import DESCRIPTOR, SIZE, Table, make, numbers, read, take

log = logging.getLogger("nim")

Labels = tuple[tuple[str, str], ...]
"""The names and values of the labels of a sample."""


class Key(NamedTuple):
    """The key of a number in shared memory: the sample that it is of."""

    type: str
    """The kind of instrument, as `# TYPE` names it."""
    mode: str
    """What to do with the gauges of several processes: prometheus_client's `multiprocess_mode`."""
    metric: str
    suffix: str
    labels: Labels


_decode = cache(msgspec.json.Decoder(Key).decode)

_lock = Lock()
_values: "list[SharedValue]" = []
_table = Table(bytearray(SIZE))


class SharedValue:
    """A number of an instrument, as prometheus_client's own value classes are."""

    _multiprocess = True

    def __init__(  # noqa: PLR0913, PLR0917  # the library calls it so
        self,
        typ: str,
        metric_name: str,
        name: str,
        labelnames: Iterable[str],
        labelvalues: Iterable[str],
        help_text: str,  # noqa: ARG002
        multiprocess_mode: str = "",
        **_: Any,
    ) -> None:
        labels = (*zip(labelnames, labelvalues, strict=True),)
        suffix = name.removeprefix(metric_name)
        key = Key(typ, multiprocess_mode, metric_name, suffix, labels)
        self._key = msgspec.json.encode(key).decode()
        with _lock:
            _values.append(self)
            self.attach()

    def attach(self) -> None:
        """Go on with the number that the table of this process has for this key."""
        number = _table.number(self._key)
        if number is None:
            log.warning("no room in the shared memory for %s", self._key)
            number = memoryview(bytearray(8)).cast("d")
        self._number = number

    def inc(self, amount: float) -> None:
        """Add to the number."""
        with _lock:
            self._number[0] += amount

    def set(self, value: float, timestamp: float | None = None) -> None:  # noqa: ARG002
        """Replace the number."""
        self._number[0] = value

    def get(self) -> float:
        """Return the number of this process alone."""
        return self._number[0]

    def set_exemplar(self, exemplar: object) -> None:
        """Do nothing: exemplars are not shared, as in the library's multiprocess mode."""

    def get_exemplar(self) -> None:
        """Return no exemplar."""


def is_installed() -> bool:
    """Whether instruments count in shared memory."""
    return bool(values.ValueClass is SharedValue)


def install() -> None:
    """Let all instruments that are declared later count in shared memory.

    A reload (HUP) reads gunicorn.conf.py again and calls it again. A second master (USR2) goes on
    with the memory of the first one.
    """
    if is_installed():
        return
    if DESCRIPTOR not in os.environ:
        try:
            os.environ[DESCRIPTOR] = str(make())
        except OSError as error:
            log.error("each worker has metrics of its own: %s", error)  # noqa: TRY400
            return
    values.ValueClass = SharedValue


def begin() -> None:
    """Count in a slot of this process: in the master, and in each worker after its fork.

    Counts go on from those of the process that had the slot before. A gauge begins at 0, because it
    describes a living process.
    """
    global _table  # noqa: PLW0603
    if not is_installed():
        return
    try:
        memory = take(int(os.environ[DESCRIPTOR]))
        for key, number in numbers(memory):
            if _decode(key).type == "gauge":
                number[0] = 0.0
        table = Table(memory)
    except Exception as error:  # noqa: BLE001  # what can't be measured stops no start
        log.error("no metrics from this process: %r", error)  # noqa: TRY400
        table = Table(bytearray(SIZE))
    with _lock:
        _table = table
        for value in _values:
            value.attach()


class SharedRegistry(Collector):
    """The metrics of the default registry, with the numbers of all processes."""

    def collect(self) -> Iterator[Metric]:
        """The metrics that this process declares; those that have no shared number as they are."""
        shared = _numbers()
        for metric in REGISTRY.collect():
            if found := shared.get((metric.type, metric.name)):
                metric.samples = []
                add = _add_histogram if metric.type == "histogram" else _add_samples
                add(metric, found)
            yield metric


def _numbers() -> dict[tuple[str, str], dict[Key, float]]:
    """The numbers of all processes together, by the type and the name of a metric."""
    found: dict[tuple[str, str], dict[Key, float]] = defaultdict(dict)
    for memory, lives in read(int(os.environ[DESCRIPTOR])):
        for text, (number,) in numbers(memory):
            key = _decode(text)
            if not lives and key.type == "gauge":
                continue
            of_metric = found[key.type, key.metric]
            so_far = of_metric.get(key, 0.0)
            of_metric[key] = max(so_far, number) if "max" in key.mode else so_far + number
    return found


def _add_samples(metric: Metric, found: Mapping[Key, float]) -> None:
    for key, number in found.items():
        metric.add_sample(metric.name + key.suffix, dict(key.labels), number)


def _add_histogram(metric: Metric, found: Mapping[Key, float]) -> None:
    """Add the samples of a histogram, whose buckets are cumulative in the exposition."""
    sums = {key.labels: number for key, number in found.items() if key.suffix == "_sum"}
    buckets: dict[Labels, dict[str, float]] = defaultdict(dict)
    for key, number in found.items():
        if key.suffix == "_bucket":
            bound = dict(key.labels)["le"]
            buckets[key.labels[:-1]][bound] = number
    for labels, counts in buckets.items():
        count = 0.0
        for bound in sorted(counts, key=float):
            count += counts[bound]
            metric.add_sample(f"{metric.name}_bucket", {**dict(labels), "le": bound}, count)
        metric.add_sample(f"{metric.name}_count", dict(labels), count)
        metric.add_sample(f"{metric.name}_sum", dict(labels), sums[labels])
