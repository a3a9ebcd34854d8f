"""gunicorn's server hooks, which gunicorn.conf.py names."""

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
from service.server.limits import MIN_DESCRIPTORS
from service.settings import Config
from service.telemetry.instruments import Instruments
from service.telemetry.metrics import memory_for_workers, restarts
from service.telemetry.slots import DESCRIPTOR

log = logging.getLogger("nim")

ENDED, FAILED = 1, 2
"""The ways in which a worker ends by itself; the byte stays 0 if it is killed."""


def check_descriptors() -> None:
    """Exit where the process may open too few files to serve."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if descriptors != resource.RLIM_INFINITY and descriptors < MIN_DESCRIPTORS:
        sys.exit(
            f"nim: {descriptors} file descriptors are too few; "
            f"allow at least {MIN_DESCRIPTORS} (ulimit -n)"
        )


def prepare_metrics(settings: Config) -> None:
    """Make the memory for metrics, once for all reloads and a second master."""
    if settings.metrics and (descriptor := memory_for_workers()) is not None:
        os.environ[DESCRIPTOR] = str(descriptor)


def pre_fork(_: Any, worker: Any) -> None:
    """Give a worker a byte that it shares with the master, for how it ends.

    And collect garbage from now on, but not in what is loaded: that memory is shared.
    """
    worker.nim_end = mmap.mmap(-1, 1)
    gc.freeze()
    gc.enable()


def worker_exit(_: Any, worker: Any) -> None:
    """In a worker that ends by itself: note whether it was asked to or has failed."""
    end = sys.exc_info()[1]
    status = end.code if isinstance(end, SystemExit) else 1
    worker.nim_end[0] = FAILED if status else ENDED


def child_exit(server: Any, worker: Any) -> None:
    """In the master, after a worker has ended: count it by its cause."""
    if worker.aborted:
        cause = "timeout"
    else:
        cause = {ENDED: "asked", FAILED: "failed"}.get(worker.nim_end[0], "killed")
    worker.nim_end.close()
    server.nim_restarts.labels(cause).inc()
    if cause != "failed" and hasattr(server, "nim_reload"):
        _replace_new(server, worker)


def _replace_new(server: Any, worker: Any) -> None:
    """Replace a new worker that was lost while gunicorn waits for the old ones of a reload.

    gunicorn itself does so only after that.
    """
    last_old, until = server.nim_reload
    waits = any(other.age <= last_old for other in server.WORKERS.values())
    if waits and worker.age > last_old and time.monotonic() < until:
        server.spawn_worker()


def on_reload(server: Any) -> None:
    """Note which workers a reload replaces, and how long gunicorn waits for them."""
    server.nim_reload = server.worker_age, time.monotonic() + server.cfg.graceful_timeout


def when_ready(server: Any) -> None:
    """Reload at a HUP only if the configuration has no error; tell the workers of a SIGTERM.

    With an error the master would end, and the service with it.
    """
    instruments = Instruments()
    server.nim_restarts = restarts(instruments)
    instruments.share()
    reload: Any = signal.getsignal(signal.SIGHUP)
    stop: Any = signal.getsignal(signal.SIGTERM)
    master = os.getpid()

    def reload_if_valid(*interrupt: Any) -> None:
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

    signal.signal(signal.SIGHUP, reload_if_valid)
    signal.signal(signal.SIGTERM, stop_all)


def pre_exec(server: Any) -> None:
    """Share the metrics with a second master (USR2), which gets the environment of the start."""
    if descriptor := os.environ.get(DESCRIPTOR):
        os.set_inheritable(int(descriptor), True)
        server.cfg.env_orig[DESCRIPTOR] = descriptor
