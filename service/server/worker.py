"""gunicorn's worker: its start, its tick, and the drain that ends it."""

import asyncio
import gc
import os
import signal
import sys
from collections import deque
from email.utils import formatdate
from math import inf
from socket import AF_UNIX, SO_RCVBUF, SO_SNDBUF, SOL_SOCKET, socket
from time import perf_counter
from typing import Any

import uvloop
from gunicorn import sock
from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker as Base

from service import limits
from service.heads import common_environ
from service.linux import give_back_all
from service.server.admission import Admission
from service.server.offload import Offload
from service.server.protocol import Connection
from service.server.served import Served
from service.stop import is_stopping, note_stop


class Worker(Base):
    """A process that serves."""

    served: Served  # the WSGI application and no more, unless a hook of gunicorn's sets it
    loop: asyncio.AbstractEventLoop
    date = ""  # the header line
    written = 0  # bytes of large answers in this round of the loop
    _round_is_due = _at_once = False
    _stops_listening = _gives_back = 0.0

    def handle_quit(self, *_: object) -> None:
        """Stop at once; SIGTERM only sets `alive`."""
        self.alive, self._at_once = False, True
        self.cfg.worker_int(self)

    def run(self) -> None:
        """Serve until told to stop."""
        # A SIGTERM just after the fork went to the handler that the worker had from its master.
        if not self.alive or is_stopping():
            return
        sys.setswitchinterval(limits.SWITCH_INTERVAL)
        gc.freeze()  # what is loaded stays: the collector need not look at it again
        signal.set_wakeup_fd(-1)  # the loop has its own
        self.loop = uvloop.new_event_loop()
        self.served = served = getattr(self, "served", None) or Served(self.wsgi)
        self.admission = Admission(served, self.cfg.keepalive, is_tls=self.cfg.is_ssl)
        self.offload = Offload(self)
        self._later: deque[Connection] = deque()
        try:
            listening = [self._listen(listener.sock) for listener in self.sockets]
            self._servers = [self.loop.run_until_complete(each) for each in listening]
        except Exception:
            self.log.exception("the worker can't listen")
            sys.exit(Arbiter.WORKER_BOOT_ERROR)
        self._tick()
        self.log.info("worker %d listens", os.getpid())
        self.loop.run_forever()

    async def _listen(self, listener: socket) -> Any:
        for option, size in ((SO_RCVBUF, limits.RECEIVE_BUFFER), (SO_SNDBUF, limits.SEND_BUFFER)):
            listener.setsockopt(SOL_SOCKET, option, size)  # accepted ones have it too
        is_unix, tls = listener.family == AF_UNIX, self.cfg.is_ssl
        host, port = ("localhost", 0) if is_unix else listener.getsockname()[:2]
        common = common_environ(host, port, "https" if tls else "http")
        create: Any = self.loop.create_unix_server if is_unix else self.loop.create_server
        options = {"ssl": sock.ssl_context(self.cfg), "ssl_handshake_timeout": 10} if tls else {}
        options |= {"sock": listener, "backlog": self.cfg.backlog}
        return await create(lambda: Connection(self, common), **options)

    def wait_for_others(self, connection: Connection) -> None:
        """Let a connection read on in the next round, behind all that wait for it already."""
        self._later.append(connection)
        self.count_written(0)

    def count_written(self, size: int) -> None:
        """Count what is written in this round: the loop sends it only at the end, all of it."""
        self.written += size
        if not self._round_is_due:
            self._round_is_due = True
            self.loop.call_soon(self._begin_round)

    def _begin_round(self) -> None:
        self.written, self._round_is_due = 0, False
        for _ in range(len(self._later)):
            if self.written < limits.MOST_WRITTEN:
                self._later.popleft().read_on()
        if self._later:
            self.count_written(0)

    def go_on(self) -> None:
        """Give room that has become free to those who wait for it."""
        self.admission.let_go_on(perf_counter())
        self.offload.go_on()

    def _tick(self) -> None:
        connections, now = self.admission.connections, perf_counter()
        longest = 0.25 if self.alive else 0.05
        self.loop.call_later(min(longest, self.served.request_timeout / 10), self._tick)
        self.notify()
        self.date = f"Date: {formatdate(usegmt=True)}\r\n"
        if os.getppid() != self.ppid:
            note_stop()
        if is_stopping() or self.nr >= self.max_requests:
            self.alive = False
        self.admission.tick(now, self.offload.needed)
        self.go_on()
        if not self.alive and not self._drain(now):
            self.loop.stop()
        under_way = sum(bool(connection.environ) for connection in connections)
        self.served.on_tick(under_way, len(connections))

    def _drain(self, now: float) -> bool:
        """Stop listening when it is time, and let the clients go; whether there are any left."""
        if not self._stops_listening:
            self._stops_listening = now + (0 if self._at_once else self.served.drain_seconds)
        seconds = now - self._stops_listening
        if now >= self._gives_back:  # memory, to the workers that take its place
            self._gives_back = now + 0.5
            self.admission.make_room(inf, limits.GRACE, now)
            give_back_all()
        if seconds < 0 and not self._at_once:
            return True
        servers, self._servers = self._servers, []
        for server in servers:
            server.close()
        for connection in [*self.admission.connections]:
            if self._at_once or seconds >= limits.GRACE:
                connection.cut()
            else:
                connection.let_go(seconds)
        # One that has just been accepted is not among the connections before the next tick.
        return bool(servers or self.admission.connections)
