"""What gunicorn calls at turning points of the master's life; gunicorn.conf.py names them."""

import gc
import logging
import mmap
import os
import resource
import runpy
import signal
import sys
import time
from typing import Any

from service.master.stop import note_stop
from service.server.limits import FEWEST_DESCRIPTORS
from service.settings import Config
from service.telemetry.instruments import Instruments
from service.telemetry.metrics import restarts
from service.telemetry.processes import file_in_memory
from service.telemetry.slots import DESCRIPTOR

log = logging.getLogger("nim")

ENDED, FAILED = 1, 2
"""What a worker leaves behind when it ends by itself; 0 if it can't."""


def check_descriptors() -> None:
    """Exit where the process may open too few files to serve."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors != resource.RLIM_INFINITY and descriptors < FEWEST_DESCRIPTORS:
        sys.exit(
            f"nim: {descriptors} file descriptors are too few; "
            f"allow at least {FEWEST_DESCRIPTORS} (ulimit -n)"
        )


def prepare_metrics(settings: Config) -> None:
    """Make the memory in which the processes count, once for all reloads and a second master."""
    if settings.metrics and DESCRIPTOR not in os.environ:
        try:
            os.environ[DESCRIPTOR] = str(file_in_memory())
        except OSError as error:
            log.error("each worker has metrics of its own: %s", error)  # noqa: TRY400


def pre_fork(_: Any, worker: Any) -> None:
    """Give a worker and its master a byte in common, in which the worker leaves how it ends.

    And collect garbage from now on, though not in what is loaded: they share its memory.
    """
    worker.nim_end = mmap.mmap(-1, 1)
    gc.freeze()
    gc.enable()


def worker_exit(_: Any, worker: Any) -> None:
    """In a worker that ends by itself: leave whether that is as it should be."""
    end = sys.exc_info()[1]
    status = end.code if isinstance(end, SystemExit) else 1
    worker.nim_end[0] = FAILED if status else ENDED


def child_exit(server: Any, worker: Any) -> None:
    """In the master, when a worker has ended: count it by its cause."""
    if worker.aborted:
        cause = "timeout"
    else:
        cause = {ENDED: "asked", FAILED: "failed"}.get(worker.nim_end[0], "killed")
    worker.nim_end.close()
    server.nim_restarts.labels(cause).inc()
    if cause != "failed" and hasattr(server, "nim_reload"):
        _replace_new(server, worker)


def _replace_new(server: Any, worker: Any) -> None:
    """While gunicorn waits for the old workers of a reload it replaces none of the new ones."""
    last_old, until = server.nim_reload
    waits = any(other.age <= last_old for other in server.WORKERS.values())
    if waits and worker.age > last_old and time.monotonic() < until:
        server.spawn_worker()


def on_reload(server: Any) -> None:
    """Keep which workers a reload replaces, and how long gunicorn waits for them."""
    server.nim_reload = server.worker_age, time.monotonic() + server.cfg.graceful_timeout


def when_ready(server: Any) -> None:
    """Let a HUP through only while the configuration, which it has read again, is sound.

    Otherwise the master would end, and the service with it. And let the workers know of a SIGTERM.
    """
    instruments = Instruments()
    server.nim_restarts = restarts(instruments)
    instruments.share()
    reload: Any = signal.getsignal(signal.SIGHUP)
    stop: Any = signal.getsignal(signal.SIGTERM)
    master = os.getpid()

    def reload_if_sound(*interrupt: Any) -> None:
        try:
            runpy.run_path(server.cfg.config.removeprefix("./"))
        except (Exception, SystemExit):
            log.exception("not reloaded: the configuration has an error")
        else:
            reload(*interrupt)

    def stop_all(*interrupt: Any) -> None:
        # Not in a worker that is only just being forked, nor where a second master goes on.
        if os.getpid() == master and not server.reexec_pid:
            note_stop()
        stop(*interrupt)

    signal.signal(signal.SIGHUP, reload_if_sound)
    signal.signal(signal.SIGTERM, stop_all)


def pre_exec(server: Any) -> None:
    """Let a second master (USR2), which gets the environment of the start, share the metrics."""
    if descriptor := os.environ.get(DESCRIPTOR):
        os.set_inheritable(int(descriptor), True)
        server.cfg.env_orig[DESCRIPTOR] = descriptor
