"""The exposition: the values of all processes, as Prometheus reads them."""

import os
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.telemetry import slots
from service.telemetry.merge import merge
from service.telemetry.processes import Build, Processes


class MetricsGone(Exception):
    """The directory of the metrics files was removed while the service ran."""


class _AllProcesses(Collector):
    """The values in a directory of metrics files."""

    def __init__(self, directory: str) -> None:
        self._directory = directory

    def collect(self) -> Iterable[Metric]:
        return merge(slots.files_that_count(self._directory))


def expose(own: CollectorRegistry, accept: str) -> tuple[bytes, str]:
    """All values in the format that the header `accept` prefers, and its media type.

    They are those of all processes where there are files, else those of the registry `own`.
    MetricsGone where the files have been removed.
    """
    registry = own
    if directory := os.environ.get(slots.DIRECTORY):
        if not Path(directory).is_dir():
            raise MetricsGone
        registry = CollectorRegistry()
        registry.register(_AllProcesses(directory))
        registry.register(Processes())
        registry.register(Build())
    try:
        encode, content_type = choose_encoder(accept)
    except (TypeError, ValueError):  # a version that is no number
        encode, content_type = choose_encoder("")
    return encode(registry), content_type
