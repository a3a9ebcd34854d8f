"""The life of a worker: its start, its tick, and the drain that ends it."""

import asyncio
import logging
import mmap
import os
import signal
import socket
from types import FrameType

import uvicorn
from uvicorn.config import Config

from service.serving.bridge import Bridge
from service.telemetry.metrics import NoMetrics
from service.telemetry.output import ERR, OUT

log = logging.getLogger("nim")

GRACE = 5
"""Seconds that requests in flight get to finish once a stopping worker no longer listens."""

PATIENCE = 1.0
"""Seconds of these for the request of a client that has only just connected."""

RECEIVE_BUFFER = 32 * 2**10
"""Bytes that the kernel takes for a connection that is held back."""




class Server(uvicorn.Server):
    """uvicorn's server with a tick for the connections, and a drain before it stops listening."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        bridge = config.app
        assert isinstance(bridge, Bridge)  # noqa: S101
        self._capacity, self._process = bridge.capacity, bridge.process
        self._drain_seconds = bridge.config.drain_seconds
        self._tick_seconds = min(0.25, bridge.config.request_timeout / 10)
        self._process.is_stopping = is_stopping
        self._master = os.getppid()
        self._listens_until = 0.0
        self._loop: asyncio.AbstractEventLoop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take files for the metrics, and listen."""
        self._loop = asyncio.get_running_loop()
        self._capacity.now = self._loop.time
        try:
            self._process.metrics.start_process()
        except Exception as error:  # noqa: BLE001  # no fault of a file may stop the service
            log.error("no metrics from this process: %r", error)  # noqa: TRY400
            self._process.metrics = NoMetrics()
        for stream in (OUT, ERR):
            stream.start()
        for listener in sockets or []:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        self._tick()
        await super().startup(sockets)
        log.info("worker %d listens", os.getpid())

    def _tick(self) -> None:
        self._loop.call_later(self._tick_seconds, self._tick)
        self._capacity.tick()
        self._process.metrics.publish(self._process.in_flight, len(self._capacity))

    async def on_tick(self, counter: int) -> bool:
        """Whether to stop listening: once it was asked to, or has no master, and has drained."""
        if os.getppid() != self._master:
            note_stop()
            self.should_exit = True
        if not await super().on_tick(counter):
            return False
        if not self._process.draining:
            self._process.draining = True
            self._listens_until = self._loop.time() + self._drain_seconds
        return self.force_exit or self._loop.time() >= self._listens_until

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is in flight, within the grace that it has."""
        if self.force_exit:
            self._end_all()
        else:
            self._loop.call_later(PATIENCE, self._end_waiting)
            self._loop.call_later(GRACE - 0.5, self._end_all)
        await super().shutdown(sockets)

    def _end_waiting(self) -> None:
        for connection in self._capacity:
            connection.shutdown(patiently=False)

    def _end_all(self) -> None:
        for connection in self._capacity:
            connection.give_up()
            if connection.is_gone:  # closing, once its unread answers are read
                connection.cut()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, at once on any signal but SIGTERM."""
        self.force_exit = self.force_exit or sig != signal.SIGTERM
        super().handle_exit(sig, frame)
