"""gunicorn's server hooks, which gunicorn.conf.py names."""

import gc
import logging
import mmap
import os
import resource
import signal
import sys
from functools import partial
from io import BytesIO
from time import perf_counter
from typing import Any
from wsgiref.types import WSGIEnvironment

import flask

from service.app import EXTENSION, Entrance
from service.environ import ERROR, STARTED
from service.limits import LARGEST_RESPONSE
from service.server import kernel
from service.server.application import Application, Prepared
from service.server.errors import RequestError
from service.server.limits import MIN_DESCRIPTORS
from service.server.responses import Response, call
from service.server.stopping import note_stop
from service.telemetry import shared_values, workers
from service.telemetry.logs import REQUEST, identify
from service.telemetry.metrics import count_response
from service.telemetry.shared_memory import DESCRIPTOR
from service.telemetry.streams import ERR, OUT

log = logging.getLogger("nim")

DRAINED, FAILED = 1, 2
"""The ways in which a worker ends by itself; the byte stays 0 if it is killed."""

_ends: dict[int, mmap.mmap] = {}
"""By a worker's age: a byte that it shares with the master, for how it ends."""


def on_starting(_: Any) -> None:
    """In the master, once: check and set what its workers inherit."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors != resource.RLIM_INFINITY and descriptors < MIN_DESCRIPTORS:
        sys.exit(
            f"nim: {descriptors} file descriptors are too few; "
            f"allow at least {MIN_DESCRIPTORS} (ulimit -n)"
        )
    kernel.return_large_blocks()


def when_ready(server: Any) -> None:
    """In the master, before the first fork: tell the workers of a SIGTERM from now on."""
    shared_values.begin()
    workers.START.set_to_current_time()
    stop: Any = signal.getsignal(signal.SIGTERM)
    master = os.getpid()

    def stop_all(*interrupt: Any) -> None:
        # Not in a worker that is only just being forked, nor where a second master goes on.
        if os.getpid() == master and not server.reexec_pid:
            note_stop()
        stop(*interrupt)

    signal.signal(signal.SIGTERM, stop_all)


def pre_fork(_: Any, worker: Any) -> None:
    """In the master: share a byte with the worker, and all that is loaded.

    The garbage collector does not look at what is frozen, so that its memory stays shared.
    """
    _ends[worker.age] = mmap.mmap(-1, 1)
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """In a worker of any class: prepare to serve the application.

    Only the service's own worker class reads `application`.
    """
    for stream in (OUT, ERR):
        stream.start()
    shared_values.begin()
    workers.WORKERS.set(1)
    app = worker.wsgi
    known = app.extensions.get(EXTENSION) if isinstance(app, flask.Flask) else None
    if known is None:
        return  # an application of someone else's
    known.settle()
    worker.application = Served(app, known)


class Served(Application):
    """The application as the service's own worker serves it."""

    largest_response = LARGEST_RESPONSE

    def __init__(self, app: flask.Flask, entrance: Entrance) -> None:
        super().__init__(app)
        self._entrance = entrance
        self.max_body_bytes = entrance.limit
        self.request_timeout = entrance.config.request_timeout
        self.drain_seconds = entrance.config.drain_seconds

    def prepare(self, environ: WSGIEnvironment, body: bytes) -> Prepared:
        """Say where a complete request is handled, and how."""
        environ[STARTED] = perf_counter()
        environ["wsgi.input"] = BytesIO(body)
        return self._entrance.queue_keys(environ, body), partial(call, self.wsgi, environ)

    def reject(self, error: RequestError, environ: WSGIEnvironment) -> Response:
        """The response to a request that the server rejects."""
        environ.setdefault(STARTED, perf_counter())
        environ["wsgi.input"], environ[ERROR] = BytesIO(), error
        return call(self.wsgi, environ)

    def client(self, environ: WSGIEnvironment) -> str:
        """The client of a request."""
        return self._entrance.clients.address(environ)

    def tick(self, requests: int, connections: int) -> None:
        """Note the numbers of current requests and of connections."""
        workers.publish(requests, connections)

    def abort(self, environ: WSGIEnvironment) -> None:
        """Log and count a request that takes so long that gunicorn aborts the worker."""
        log_abort(environ, self.client(environ))


def log_abort(environ: WSGIEnvironment, client: str) -> None:
    """Log and count a request that did not end, so that gunicorn aborts its worker."""
    request = identify(environ)
    method, route = request["method"], request["route"]
    text = "request-aborted: %s %s from %s did not end"
    log.error(text, method, route, client, extra={REQUEST: request})
    count_response(method, route, "500", perf_counter() - environ[STARTED])
    for stream in (OUT, ERR):
        stream.finish(1.0)


def worker_exit(_: Any, worker: Any) -> None:
    """In a worker that ends by itself: note whether it has drained or failed."""
    end = sys.exc_info()[1]
    status = end.code if isinstance(end, SystemExit) else 1
    _ends[worker.age][0] = FAILED if status else DRAINED


def child_exit(_: Any, worker: Any) -> None:
    """In the master, after a worker has ended: count it by its cause."""
    with _ends.pop(worker.age) as end:
        cause = {DRAINED: "drained", FAILED: "failed"}.get(end[0], "killed")
    workers.RESTARTS.labels("timeout" if worker.aborted else cause).inc()


def pre_exec(server: Any) -> None:
    """In a second master (USR2), which gets the environment of the start: share the metrics."""
    if descriptor := os.environ.get(DESCRIPTOR):
        os.set_inheritable(int(descriptor), True)
        server.cfg.env_orig[DESCRIPTOR] = descriptor
