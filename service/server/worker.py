"""The gunicorn worker: it starts, ticks and drains."""

import asyncio
import gc
import os
import signal
import sys
from email.utils import formatdate
from socket import AF_UNIX, SO_RCVBUF, SO_SNDBUF, SOL_SOCKET, socket
from time import perf_counter
from typing import Any
from wsgiref.types import WSGIEnvironment

import uvloop
from gunicorn import sock
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker as Base

from . import limits
from .application import Application
from .connection import Connection
from .kernel import return_free_memory
from .request_head import common_environ
from .server import Server, max_connections
from .stopping import is_stopping, note_stop
from .tls import Listener


class Worker(Base):
    """A worker process: an event loop, its connections, and a thread for large requests."""

    application: Application  # set by a hook of gunicorn, or else made of the WSGI application
    loop: asyncio.AbstractEventLoop
    _server: Server | None = None
    _at_once = False
    _stop_listening_at = _return_memory_at = 0.0

    def handle_exit(self, *_: object) -> None:
        """Begin to stop: each response is now the last of its connection."""
        self.alive = False
        if self._server:
            self._server.is_ending = True

    def handle_quit(self, *_: object) -> None:
        """Stop immediately; SIGTERM only sets `alive`."""
        self.alive, self._at_once = False, True
        self.cfg.worker_int(self)

    def handle_abort(self, *_: object) -> None:
        """Exit immediately, because a request took so long that gunicorn missed the heartbeat.

        The loop would swallow a SystemExit raised in a callback of a connection.
        """
        try:
            self.cfg.worker_abort(self)
            handling = self._server and self._server.handling
            if request := handling or self._overdue_request(perf_counter()):
                self.application.abort(request)
        finally:
            os._exit(1)

    def _overdue_request(self, now: float) -> WSGIEnvironment | None:
        """The request in a thread that has taken too long, if there is one."""
        for offload in (self._server.offload, self._server.urgent) if self._server else ():
            job = offload.computing
            if job and 0 < self.cfg.timeout <= now - job.began:
                return job.environ
        return None

    def run(self) -> None:
        """Serve until the worker has to stop."""
        self.application = getattr(self, "application", None) or Application(self.wsgi)
        # A SIGTERM just after the fork went to the handler inherited from the master.
        if not self.alive or is_stopping():
            return
        sys.setswitchinterval(limits.SWITCH_INTERVAL)
        gc.freeze()  # loaded objects are never freed, so the collector can skip them
        signal.set_wakeup_fd(-1)  # the loop has its own
        self.loop = uvloop.new_event_loop()
        try:
            server = self._server = Server(
                self.application,
                self.loop,
                max_connections=max_connections(tls=bool(self.cfg.is_ssl)),
                keepalive=self.cfg.keepalive,
            )
            listening = [self._listen(listener.sock, server) for listener in self.sockets]
            self._listening = [self.loop.run_until_complete(each) for each in listening]
        except Exception:
            self.log.exception("the worker can't start")
            sys.exit(Arbiter.WORKER_BOOT_ERROR)
        self._tick(server)
        self.log.info("worker %d is listening", os.getpid())
        self.loop.run_forever()

    async def _listen(self, listener: socket, server: Server) -> Any:
        for option, size in ((SO_RCVBUF, limits.RECEIVE_BUFFER), (SO_SNDBUF, limits.SEND_BUFFER)):
            listener.setsockopt(SOL_SOCKET, option, size)  # accepted sockets inherit it
        is_unix, tls = listener.family == AF_UNIX, bool(self.cfg.is_ssl)
        name, port = ("localhost", 0) if is_unix else listener.getsockname()[:2]
        common = common_environ(name, port, "https" if tls else "http")
        if tls:
            return Listener(server, common, self.loop, listener, sock.ssl_context(self.cfg))
        create: Any = self.loop.create_unix_server if is_unix else self.loop.create_server
        options = {"sock": listener, "backlog": self.cfg.backlog}
        return await create(lambda: Connection(server, common), **options)

    def _tick(self, server: Server) -> None:
        now = perf_counter()
        longest = 0.25 if self.alive else 0.05
        self.loop.call_later(
            min(longest, self.application.request_timeout / 10), self._tick, server
        )
        # Without a heartbeat gunicorn replaces the worker.
        if not (self._overdue_request(now) or server.turns.are_overdue(now)):
            self.notify()
        if os.getppid() != self.ppid:
            self.alive = False
            note_stop()
        self.nr = server.responses
        if is_stopping() or self.nr >= self.max_requests:
            self.alive = False
        server.is_ending = not self.alive
        server.tick(now, formatdate(usegmt=True))
        if not self.alive and not self._drain(server, now):
            self.loop.stop()

    def _drain(self, server: Server, now: float) -> bool:
        """Stop listening when it is time, close connections, and return whether any are left."""
        if not self._stop_listening_at:
            self._stop_listening_at = now + (0 if self._at_once else self.application.drain_seconds)
        seconds = now - self._stop_listening_at
        if now >= self._return_memory_at:  # for the workers that replace this one
            self._return_memory_at = now + 0.5
            server.memory.free_slow(limits.GRACE, now)
            return_free_memory()
        if seconds < 0 and not self._at_once:
            return True
        listening, self._listening = self._listening, []
        for each in listening:
            each.close()
        for connection in [*server.connections]:
            if self._at_once or seconds >= limits.GRACE:
                connection.abort()
            else:
                connection.drain(seconds)
        # A connection that was accepted just now is not counted until the next tick.
        return bool(listening or server.connections)
