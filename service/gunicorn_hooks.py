"""gunicorn's server hooks, used by configuration.py."""

import gc
import mmap
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any

import flask

from . import terminal
from .app import EXTENSION
from .server import kernel
from .server.limits import MIN_DESCRIPTORS
from .server.stopping import note_stop
from .server.worker import Worker
from .settings import Config
from .telemetry import processes, workers
from .telemetry.processes import DIRECTORY
from .telemetry.streams import ERR, OUT

DRAINED, FAILED = 1, 2
"""How a worker ended by itself; the byte stays 0 if it was killed."""

_ends: dict[int, mmap.mmap] = {}
"""By a worker's age: a byte shared with the master, for how the worker ended."""


def on_starting(server: Any) -> None:
    """In the master, once: check and set what the workers inherit."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors < MIN_DESCRIPTORS:
        sys.exit(
            f"nim: {descriptors} file descriptors are too few; allow at least {MIN_DESCRIPTORS} "
            "(ulimit -n)"
        )
    if server.cfg.proxy_protocol != "off" and issubclass(server.cfg.worker_class, Worker):
        sys.exit(
            "nim: --proxy-protocol is for other worker classes; have the proxy send "
            "X-Forwarded-For, and set NIM_TRUSTED_PROXIES"
        )
    for option in ("certfile", "keyfile", "ca_certs"):
        if (path := getattr(server.cfg, option)) and not Path(path).is_file():
            sys.exit(f"nim: --{option.replace('_', '-')} is {path!r}, which is not a file")
    inherits_sockets = server.master_pid or "LISTEN_FDS" in os.environ
    if terminal.is_used() and not inherits_sockets and not server.cfg.reuse_port:
        terminal.check_ports(server.cfg.address)
    kernel.return_large_blocks()


def when_ready(server: Any) -> None:
    """In the master, before the first fork: make each later SIGTERM known to the workers."""
    workers.START.set_to_current_time()
    stop: Any = signal.getsignal(signal.SIGTERM)
    master = os.getpid()

    def stop_all(*interrupt: Any) -> None:
        # Not in a worker that is being forked, nor if a second master takes over.
        if os.getpid() == master and not server.reexec_pid:
            note_stop()
        stop(*interrupt)

    signal.signal(signal.SIGTERM, stop_all)
    if terminal.is_used():
        address = str(server.LISTENERS[0])
        settings = Config.from_environment(os.environ)
        sys.stderr.write(f"{terminal.greeting(address, settings)}\n")


def pre_fork(_: Any, worker: Any) -> None:
    """In the master: share a byte, and all loaded objects, with the worker.

    The garbage collector does not look at what is frozen, so that its memory stays shared.
    """
    _ends[worker.age] = mmap.mmap(-1, 1)
    processes.number(worker.age)
    gc.freeze()
    gc.enable()


def post_worker_init(worker: Any) -> None:
    """In a worker of any class: prepare to serve the application.

    Only the service's own worker class reads `application`.
    """
    for stream in (OUT, ERR):
        stream.start()
    processes.begin(worker.ppid, worker.age)
    workers.WORKERS.set(1)
    app = worker.wsgi
    known = app.extensions.get(EXTENSION) if isinstance(app, flask.Flask) else None
    if known is None:
        return  # someone else's application
    known.on_tick = workers.publish
    worker.application = known


def worker_exit(_: Any, worker: Any) -> None:
    """In a worker that ends by itself: note whether it drained or failed."""
    end = sys.exc_info()[1]
    status = end.code if isinstance(end, SystemExit) else 1
    _ends[worker.age][0] = FAILED if status else DRAINED


def child_exit(_: Any, worker: Any) -> None:
    """In the master, after a worker has ended: count it by its cause."""
    with _ends.pop(worker.age) as end:
        cause = {DRAINED: "drained", FAILED: "failed"}.get(end[0], "killed")
    workers.RESTARTS.labels("timeout" if worker.aborted else cause).inc()
    workers.UNMEASURED.set(0)  # a living worker that could only say it here says it again
    processes.end(worker.age)


def on_exit(server: Any) -> None:
    """In a master that ends: leave the metrics to another master (USR2), or remove their files."""
    processes.leave(is_last=not (server.reexec_pid or server.master_pid))


def pre_exec(server: Any) -> None:
    """In a second master (USR2), which gets the original environment: share the metrics."""
    if directory := os.environ.get(DIRECTORY):
        server.cfg.env_orig[DIRECTORY] = directory
