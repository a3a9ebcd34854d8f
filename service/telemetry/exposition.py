"""The exposition: the values of all processes, as Prometheus reads them."""

import os
import time
from collections.abc import Iterable
from math import inf
from pathlib import Path

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.telemetry import metric_files
from service.telemetry.merge import merge
from service.telemetry.metrics import Metrics
from service.telemetry.processes import Build, Processes

AT_MOST_EVERY = 1.0
"""Seconds for which a text is given again."""


class MetricsGone(Exception):
    """The directory of the metrics files was removed while the service ran."""


class _AllProcesses(Collector):
    """The values in a directory of metrics files."""

    def __init__(self, directory: str) -> None:
        self._directory = directory

    def collect(self) -> Iterable[Metric]:
        return merge(metric_files.files_that_count(self._directory))


class Exposition:
    """The exposition of one process, made anew once a second at most.

    Each scrape reads all files; without that bound, a client that scrapes in a loop takes a core.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._made: dict[str, tuple[float, bytes]] = {}

    def text(self, accept: str) -> tuple[bytes, str]:
        """All values in the format that the header `accept` prefers, and its media type.

        They are those of all processes where there are files, else those of this one.
        MetricsGone where the files have been removed.
        """
        try:
            encode, content_type = choose_encoder(accept)
        except (TypeError, ValueError):  # a version that is no number
            encode, content_type = choose_encoder("")
        now = time.monotonic()
        since, text = self._made.get(content_type, (-inf, b""))
        if now - since >= AT_MOST_EVERY:
            self._metrics.publish_process()
            text = encode(self._registry())
            self._made[content_type] = now, text
        return text, content_type

    def _registry(self) -> CollectorRegistry:
        directory = os.environ.get(metric_files.DIRECTORY)
        if not directory:
            return self._metrics.registry
        if not Path(directory).is_dir():
            raise MetricsGone
        registry = CollectorRegistry()
        registry.register(_AllProcesses(directory))
        registry.register(Processes())
        registry.register(Build(self._metrics.revision))
        return registry
