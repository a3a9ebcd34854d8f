"""The exposition: the values of all processes, as Prometheus reads them."""

import os
import time
from math import inf

from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector

from service.telemetry.metrics import BUILD
from service.telemetry.shared_values import SharedRegistry, is_installed

CACHED_FOR = 1.0
"""Seconds for which a text is cached: a client that scrapes in a loop would take a core."""


def registry() -> CollectorRegistry:
    """What is shown: the sums of shared memory or of a directory, or what this process counted."""
    in_directory = "PROMETHEUS_MULTIPROC_DIR" in os.environ
    if not (is_installed() or in_directory):
        return REGISTRY
    found = CollectorRegistry()
    if is_installed():
        found.register(SharedRegistry())
    else:
        MultiProcessCollector(found)
        found.register(BUILD)  # which files can't store
    return found


class Exposition:
    """The exposition of one process, made anew once a second at most."""

    def __init__(self) -> None:
        self._registry = registry()
        self._made: dict[str, tuple[float, bytes]] = {}

    def text(self, accept: str) -> tuple[bytes, str]:
        """All values in the format that the header `accept` prefers, and its media type."""
        try:
            encode, content_type = choose_encoder(accept)
        except (TypeError, ValueError):  # a version that is not a number
            encode, content_type = choose_encoder("")
        now = time.monotonic()
        since, text = self._made.get(content_type, (-inf, b""))
        if now - since >= CACHED_FOR:
            text = encode(self._registry)
            self._made[content_type] = now, text
        return text, content_type
