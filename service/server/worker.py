"""gunicorn's worker: its start, its tick, and the drain that ends it."""

import asyncio
import gc
import os
import signal
import socket
import sys
from email.utils import formatdate
from time import perf_counter
from types import FrameType

import uvloop
from gunicorn import sock
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker as Base

from service.limits import RECEIVE_BUFFER, SEND_BUFFER
from service.server.admission import Admission
from service.server.offload import Offload
from service.server.protocol import Connection, Shared
from service.server.request_head import common_environ
from service.server.served import Served
from service.stop import is_stopping, note_stop

GRACE = 5
"""Seconds that requests in flight get to finish once a stopping worker no longer listens."""

PATIENCE = 1.0
"""Seconds of these for the request of a client that has only just connected."""

LAST_WORDS = 0.5
"""Seconds of these for the answers to requests that have not come whole."""

SHORT_TICK = 0.05
"""Seconds between two ticks while a worker stops."""

SWITCH_INTERVAL = 0.0005
"""Seconds for which a large request computes while a small one waits."""


class Worker(Base):  # type: ignore[misc]  # which is not annotated
    """A process that serves."""

    served: Served | None = None
    """What is served, if more is known of it than its WSGI application."""

    _at_once = False
    _listens_until = 0.0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, after the requests that are under way."""
        self.alive = False

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at once."""
        self.alive, self._at_once = False, True
        self.cfg.worker_int(self)

    def run(self) -> None:
        """Serve until told to stop."""
        # A SIGTERM just after the fork went to the handler that the worker had from its master.
        if not self.alive or is_stopping():
            return
        sys.setswitchinterval(SWITCH_INTERVAL)
        gc.freeze()  # what is loaded stays: the collector need not look at it again
        signal.set_wakeup_fd(-1)  # the loop has its own
        served = self.served or Served(self.wsgi)
        self._loop = loop = uvloop.new_event_loop()
        admission = Admission(served.request_timeout, served.max_body_bytes)
        offload = Offload(served.application, admission, loop)
        self._shared = Shared(served, admission, offload, loop, self.cfg.keepalive)
        self._tick_seconds = min(0.25, served.request_timeout / 10)
        try:
            self._servers = [
                loop.run_until_complete(self._listen(listener.sock)) for listener in self.sockets
            ]
        except Exception:
            self.log.exception("the worker can't listen")
            sys.exit(Arbiter.WORKER_BOOT_ERROR)
        self._tick()
        self.log.info("worker %d listens", os.getpid())
        loop.run_forever()

    async def _listen(self, listener: socket.socket) -> asyncio.AbstractServer:
        for option, size in ((socket.SO_RCVBUF, RECEIVE_BUFFER), (socket.SO_SNDBUF, SEND_BUFFER)):
            listener.setsockopt(socket.SOL_SOCKET, option, size)  # accepted ones have it too
        scheme, tls = "http", {}
        if self.cfg.is_ssl:
            timeout = self._shared.served.request_timeout
            tls = {"ssl": sock.ssl_context(self.cfg), "ssl_handshake_timeout": timeout}
            scheme = "https"
        is_unix = listener.family == socket.AF_UNIX
        host, port = ("localhost", 0) if is_unix else listener.getsockname()[:2]
        common, shared = common_environ(host, port, scheme), self._shared
        create = self._loop.create_unix_server if is_unix else self._loop.create_server
        return await create(
            lambda: Connection(shared, common), sock=listener, backlog=self.cfg.backlog, **tls
        )

    def _tick(self) -> None:
        shared, now = self._shared, perf_counter()
        connections = shared.admission.connections
        self.notify()
        shared.date = f"Date: {formatdate(usegmt=True)}\r\n"
        if os.getppid() != self.ppid:
            note_stop()
            self.alive = False
        if shared.answered >= self.max_requests and self.alive:
            self.log.info("worker %d has answered its requests", os.getpid())
            self.alive = False
        for connection in [*connections]:
            connection.check(now)
        shared.admission.tick(now)
        shared.go_on()
        under_way = sum(connection.environ is not None for connection in connections)
        shared.served.on_tick(under_way, len(connections))
        if self.alive:
            self._loop.call_later(self._tick_seconds, self._tick)
        elif self._drain(now):
            self._loop.call_later(min(self._tick_seconds, SHORT_TICK), self._tick)
        else:
            self._loop.stop()

    def _drain(self, now: float) -> bool:
        """Stop listening when it is time, and let the clients go; whether there are any left."""
        shared = self._shared
        if not shared.closing:
            shared.closing = True
            self._listens_until = now + (0 if self._at_once else shared.served.drain_seconds)
        seconds = now - self._listens_until
        if seconds < 0:
            return True
        for server in self._servers:
            server.close()
        self._servers = []
        for connection in [*shared.admission.connections]:
            if self._at_once or seconds >= GRACE:
                connection.cut()
            elif seconds >= GRACE - LAST_WORDS:
                connection.give_up()
            else:
                connection.let_go(patiently=seconds < PATIENCE)
        return bool(shared.admission.connections)
