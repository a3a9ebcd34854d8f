"""The exposition: the values of all processes, as Prometheus reads them."""

import os
from collections.abc import Iterable

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.telemetry import slots
from service.telemetry.merge import merge
from service.telemetry.processes import Processes


class _AllProcesses(Collector):
    """The values in a directory of metrics files."""

    def __init__(self, directory: str) -> None:
        self._directory = directory

    def collect(self) -> Iterable[Metric]:
        return merge(slots.files_that_count(self._directory))


def expose(own: CollectorRegistry, accept: str) -> tuple[bytes, str]:
    """All values in the format that the header `accept` prefers, and its media type.

    They are those of all processes where there are files, else those of the registry `own`.
    """
    registry = own
    if directory := os.environ.get(slots.DIRECTORY):
        registry = CollectorRegistry()
        registry.register(_AllProcesses(directory))
        registry.register(Processes())
    encode, content_type = choose_encoder(accept)
    return encode(registry), content_type
