"""What the kernel knows of the service's processes, and gunicorn of their ends.

The master and its workers are one service, so their memory is added up, and the start is the
master's: its workers come and go.
"""

import os
from collections.abc import Iterable

from prometheus_client import Counter
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from service import __version__
from service.linux import children, proportional_bytes, start_seconds

MASTER = os.getpid()
"""The process that loaded this module: workers are forked from it, and keep the number."""

CAUSES = ("killed", "timeout", "failed", "asked")
"""Why a worker ended: by a signal from outside, of which a lack of memory is the usual one; by
gunicorn, which had no sign of life from it; by an exit status; because it was asked to."""


class Build(Collector):
    """What runs. It is in no metrics file, where an older version's would stay after an upgrade."""

    def __init__(self, revision: str) -> None:
        self._revision = revision

    def collect(self) -> Iterable[Metric]:
        """The metric that Prometheus joins to others for its label."""
        info = GaugeMetricFamily(
            "nim_build_info",
            "The version that answers, and its commit; the value is always 1.",
            labels=["version", "revision"],
        )
        info.add_metric([__version__, self._revision], 1)
        yield info


class Processes(Collector):
    """The memory and the start of the service, read when they are asked for."""

    def __init__(self, master: int = MASTER) -> None:
        self._master = master

    def collect(self) -> Iterable[Metric]:
        """The metrics, less those that this system does not tell."""
        try:
            pids = [self._master, *children(self._master)]
            memory = sum(proportional_bytes(pid) for pid in pids)
            start = start_seconds(self._master)
        except OSError:
            return
        yield GaugeMetricFamily(
            "process_resident_memory_bytes",
            "Memory of the master and the workers; what they share counts once.",
            memory,
        )
        yield GaugeMetricFamily(
            "process_start_time_seconds", "When the master started, in Unix time.", start
        )


class Restarts:
    """Counts the ends of workers in the master, which replaces each of them."""

    def __init__(self) -> None:
        self._counter = Counter(
            "nim_worker_restarts",
            "Workers that ended and were replaced.",
            ["cause"],
            registry=CollectorRegistry(),
        )
        for cause in CAUSES:
            self._counter.labels(cause)

    def count(self, cause: str) -> None:
        """Count one for a cause, one of CAUSES."""
        self._counter.labels(cause).inc()
