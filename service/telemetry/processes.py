"""What the kernel knows of the service's processes, and gunicorn of their ends.

The master and its workers are one service, so their memory is added up, and the start is the
master's: its workers come and go.
"""

import os
from collections.abc import Iterable

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service import __version__
from service.linux import children, proportional_bytes, start_seconds
from service.telemetry.instruments import Counter, Instrument, Instruments

MASTER = os.getpid()
"""The process that loaded this module: workers are forked from it, and keep the number."""

CAUSES = ("killed", "timeout", "failed", "asked")
"""Why a worker ended: by a signal from outside, of which a lack of memory is the usual one; by
gunicorn, which had no sign of life from it; by an exit status; because it was asked to."""


class Service(Collector):
    """The version, the memory and the start of the service, read when they are asked for.

    None is in a slot, where an older version's would stay after an upgrade.
    """

    def __init__(self, revision: str) -> None:
        self._revision = revision

    def collect(self) -> Iterable[Metric]:
        """The metrics, less those that this system does not tell."""
        info = GaugeMetricFamily(
            "nim_build_info",
            "The version that answers, and its commit; the value is always 1.",
            labels=["version", "revision"],
        )
        info.add_metric([__version__, self._revision], 1)
        yield info
        try:
            memory = sum(proportional_bytes(pid) for pid in (MASTER, *children(MASTER)))
            start = start_seconds(MASTER)
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


def restarts(instruments: Instruments) -> Instrument[Counter]:
    """The counter of ended workers, by cause: for the master to count with, and all to show."""
    counter = instruments.counter(
        "nim_worker_restarts", "Workers that ended and were replaced.", ["cause"]
    )
    for cause in CAUSES:
        counter.labels(cause)
    return counter
