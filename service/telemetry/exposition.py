"""The exposition: the values of all processes, as Prometheus reads them."""

import os
import time
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from math import inf
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from service.telemetry.instruments import Counter, Histogram, Instruments
from service.telemetry.metrics import DIRECTORY, Metrics
from service.telemetry.processes import children, proportional_bytes, start_seconds
from service.version import __version__

if TYPE_CHECKING:
    from prometheus_client.core import CollectorRegistry, Metric
    from prometheus_client.registry import Collector

CACHED_FOR = 1.0
"""Seconds for which a text is cached."""

OF_ONE_PROCESS = {
    "process_cpu_seconds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "process_virtual_memory_bytes",
    "python_gc_collections",
    "python_gc_objects_collected",
    "python_gc_objects_uncollectable",
}
"""Metrics of prometheus_client about its own process, which are left out: each scrape would show
those of another worker, under names that stand for the whole target."""


def library() -> ModuleType:
    """prometheus_client, which is imported at the first scrape: the start does not need it."""
    import prometheus_client.core  # noqa: PLC0415
    import prometheus_client.exposition  # noqa: PLC0415

    return prometheus_client


class Exposition:
    """The exposition of one process, made anew once a second at most.

    Each scrape reads all slots; without that bound, a client that scrapes in a loop takes a core.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._made: dict[str, tuple[float, bytes]] = {}

    @cached_property
    def _registry(self) -> "CollectorRegistry":
        registry: CollectorRegistry = library().CollectorRegistry()
        registry.register(
            CombinedCollector(
                [
                    ServiceCollector(self._metrics),
                    InstrumentsCollector(self._metrics.instruments),
                    DefaultRegistry(),
                ]
            )
        )
        return registry

    def text(self, accept: str) -> tuple[bytes, str]:
        """All values in the format that the header `accept` prefers, and its media type."""
        choose_encoder = library().exposition.choose_encoder
        try:
            encode, content_type = choose_encoder(accept)
        except (TypeError, ValueError):  # a version that is no number
            encode, content_type = choose_encoder("")
        now = time.monotonic()
        since, text = self._made.get(content_type, (-inf, b""))
        if now - since >= CACHED_FOR:
            self._metrics.publish_process()
            text = encode(self._registry)
            self._made[content_type] = now, text
        return text, content_type


class CombinedCollector:
    """A collector of several collectors' metrics, of which the first with a name counts."""

    def __init__(self, collectors: Iterable["Collector"]) -> None:
        self._collectors = collectors

    def collect(self) -> Iterator["Metric"]:
        """The metrics, each name once: Prometheus refuses a text that has one twice."""
        names = set()
        for collector in self._collectors:
            for metric in collector.collect():
                if metric.name not in names:
                    names.add(metric.name)
                    yield metric


class DefaultRegistry:
    """A collector of the metrics that other code has in prometheus_client's default registry.

    With a directory, they are the sums over all processes that use it, else this process's own.
    """

    def collect(self) -> Iterator["Metric"]:
        """The metrics of the default registry, and of the directory's files."""
        client = library()
        directory = os.environ.get(DIRECTORY)
        if directory and Path(directory).is_dir():
            from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

            yield from MultiProcessCollector(client.CollectorRegistry()).collect()
        for metric in client.REGISTRY.collect():
            if metric.name not in OF_ONE_PROCESS:
                yield metric


class ServiceCollector:
    """A collector of the version, the memory and the start of the service.

    The memory is the sum of the master and its workers, and the start is the master's, since
    workers come and go. None is in a slot, where an older version's value would stay after an
    upgrade.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def collect(self) -> Iterator["Metric"]:
        """The metrics, without those that this system does not have."""
        gauge = library().core.GaugeMetricFamily
        text = "The version that responds, and its commit; the value is always 1."
        info = gauge("nim_build_info", text, labels=["version", "revision"])
        info.add_metric([__version__, self._metrics.revision], 1)
        yield info
        if self._metrics.of_one_of_several:
            return
        master = self._metrics.master
        try:
            memory = sum(map(proportional_bytes, (master, *children(master))))
            start = start_seconds(master)
        except OSError:
            return
        text = "Memory of the master and the workers; what they share counts once."
        yield gauge("nim_memory_bytes", text, memory)
        yield gauge("process_start_time_seconds", "When the master started, in Unix time.", start)


class InstrumentsCollector:
    """A collector of the sums over all processes."""

    def __init__(self, instruments: Instruments) -> None:
        self._instruments = instruments

    def collect(self) -> Iterator["Metric"]:
        """The metrics that have a value."""
        core = library().core
        for instrument, numbers in self._instruments.numbers().items():
            name, text, labels = instrument.declared
            if instrument.kind is Histogram:
                metric = core.HistogramMetricFamily(name, text, labels=labels)
                bounds = [*(str(float(bound)) for bound in instrument.bounds), "+Inf"]
                for values, (total, *counts) in numbers.items():
                    buckets = [*zip(bounds, accumulate(counts), strict=True)]
                    metric.add_metric(values, buckets, total)
            else:
                is_counter = instrument.kind is Counter
                of_kind = core.CounterMetricFamily if is_counter else core.GaugeMetricFamily
                metric = of_kind(name, text, labels=labels)
                for values, (number,) in numbers.items():
                    metric.add_metric(values, number)
            yield metric
