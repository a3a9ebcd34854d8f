"""The life of a worker: its start, its tick, and the drain that ends it."""

import asyncio
import logging
import mmap
import os
import signal
from time import perf_counter

from service.api.health import Process
from service.config import Config
from service.serving.connections import Watch
from service.telemetry.metrics import NoMetrics

log = logging.getLogger(__name__)

GRACE = 5.0
"""Seconds that requests in flight get to finish once a stopping worker no longer listens."""

PATIENCE = 1.0
"""Seconds of these for the request of a client that has only just connected."""

_reloads = mmap.mmap(-1, 1)  # shared by the master and its workers, who are forked from it


def note_reload() -> None:
    """Let the workers know, from their master, that new ones are about to take their place."""
    _reloads[0] = (_reloads[0] + 1) % 256


class Lifecycle:
    """The life of one worker, on the event loop that runs when it starts."""

    def __init__(self, config: Config, process: Process) -> None:
        self._process = process
        self._drain_seconds = config.drain_seconds
        self._watch = Watch(config.request_timeout, config.max_body_bytes)
        self._tick_seconds = min(1.0, config.request_timeout / 10)
        self._generation = 0
        self._draining: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Watch the connections, take files for metrics, and wait for SIGTERM."""
        loop = asyncio.get_running_loop()
        self._generation = _reloads[0]
        self._watch.over(loop)
        try:
            self._process.metrics.start_process()
        except Exception as error:  # noqa: BLE001  # no fault of a file may stop the service
            log.error("no metrics from this process: %r", error)  # noqa: TRY400
            self._process.metrics = NoMetrics()

        def stop() -> None:
            self._draining = self._draining or loop.create_task(self._drain())

        def tick() -> None:
            loop.call_later(self._tick_seconds, tick)
            self._watch.sweep()
            self._process.metrics.publish(self._process.in_flight)

        tick()
        # In place of the server's handler, which stops listening at once.
        loop.add_signal_handler(signal.SIGTERM, stop)

    async def _drain(self) -> None:
        """Say that the process stops, then stop listening, then finish what is in flight."""
        # After a reload others serve already, and the service stays ready.
        self._process.stopping = _reloads[0] == self._generation
        self._process.draining = True
        await asyncio.sleep(self._drain_seconds)
        self._watch.stop_listening()
        now, began = perf_counter(), perf_counter()
        while self._watch.leave(patiently=now < began + PATIENCE) and now < began + GRACE:
            await asyncio.sleep(0.02)
            now = perf_counter()
        # Nothing is left to wait for, so the server's quick way out is the right one.
        os.kill(os.getpid(), signal.SIGQUIT)
