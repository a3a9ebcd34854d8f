"""The exposition: the values of all processes, as Prometheus reads them."""

import time
from math import inf

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder

from service.telemetry.metrics import Metrics
from service.telemetry.processes import Service

AT_MOST_EVERY = 1.0
"""Seconds for which a text is given again."""


class Exposition:
    """The exposition of one process, made anew once a second at most.

    Each scrape reads all slots; without that bound, a client that scrapes in a loop takes a core.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._registry = CollectorRegistry()
        self._registry.register(Service(metrics.revision))
        self._registry.register(metrics.instruments)
        self._made: dict[str, tuple[float, bytes]] = {}

    def text(self, accept: str) -> tuple[bytes, str]:
        """All values in the format that the header `accept` prefers, and its media type."""
        try:
            encode, content_type = choose_encoder(accept)
        except (TypeError, ValueError):  # a version that is no number
            encode, content_type = choose_encoder("")
        now = time.monotonic()
        since, text = self._made.get(content_type, (-inf, b""))
        if now - since >= AT_MOST_EVERY:
            self._metrics.publish_process()
            text = encode(self._registry)
            self._made[content_type] = now, text
        return text, content_type
