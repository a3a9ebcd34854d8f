"""The exposition: the values of all processes, as Prometheus reads them."""

import logging
import os
import time
from functools import cache
from math import inf

from prometheus_client import PLATFORM_COLLECTOR, REGISTRY, CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector

from .metrics import BUILD
from .processes import DIRECTORY

log = logging.getLogger("nim")

CACHED_FOR = 1.0
"""Seconds for which a text is cached: scraping in a loop would occupy a core."""


def registry() -> CollectorRegistry:
    """The values to show: the sums over all processes, or those of this process."""
    if DIRECTORY not in os.environ:
        return REGISTRY
    found = CollectorRegistry()
    MultiProcessCollector(found)
    for constant in (BUILD, PLATFORM_COLLECTOR):  # which files can't store
        found.register(constant)
    return found


@cache
def check_processes(*, several: bool) -> None:
    """Warn once if there are other processes whose values are not shown."""
    if several and DIRECTORY not in os.environ:
        log.warning(
            "/metrics shows one of several processes; to add them up, set %s to an empty directory",
            DIRECTORY,
        )


OPENMETRICS = "application/openmetrics-text"


class Exposition:
    """One process's exposition, made at most once a second."""

    def __init__(self) -> None:
        self._registry = registry()
        self._made: dict[str, tuple[float, bytes]] = {}

    def text(self, accept: str) -> tuple[bytes, str]:
        """All values in the format that the header `accept` prefers, and its media type."""
        # The library accepts any version that a client names; one of each format is enough.
        encode, content_type = choose_encoder(OPENMETRICS if OPENMETRICS in accept else "")
        now = time.monotonic()
        since, text = self._made.get(content_type, (-inf, b""))
        if now - since >= CACHED_FOR:
            text = encode(self._registry)
            self._made[content_type] = now, text
        return text, content_type
