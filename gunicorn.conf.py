"""How gunicorn serves: read by gunicorn at start and again at each HUP."""

import gc
import logging
import math
import os
import runpy
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

# prometheus_client decides at its import how it keeps its values, so the directory comes first,
# and what imports it comes after.
MEMORY = Path("/dev/shm")  # noqa: S108  # only its presence matters
IN_MEMORY = str(MEMORY) if os.access(MEMORY, os.W_OK) else None
os.environ.setdefault(
    "PROMETHEUS_MULTIPROC_DIR",
    str(Path(IN_MEMORY or tempfile.gettempdir(), f"nim-metrics-{os.getpid()}")),
)

# What is imported stays: to look for garbage in it, now or ever, took a seventh of the start.
gc.disable()
from service import logs, metrics  # noqa: E402
from service.config import BadSetting, Config  # noqa: E402
from service.server import GRACE, note_reload  # noqa: E402

gc.freeze()
gc.enable()

try:
    settings = Config.from_environment(os.environ)
except BadSetting as error:
    sys.exit(f"nim: {error}")

# Once in a master's life: a HUP must not empty what the running workers write to.
PREPARED = "NIM_PREPARED_BY"
if settings.metrics and os.environ.get(PREPARED) != str(os.getpid()):
    try:
        metrics.prepare_directory(os.environ[metrics.DIRECTORY], settings.workers)
    except OSError as error:
        sys.exit(
            f"nim: no room for metrics: {error}; let {metrics.DIRECTORY} name a writable "
            "directory with more space, or set NIM_METRICS to off"
        )
    os.environ[PREPARED] = str(os.getpid())

wsgi_app = "service.server:create_server()"
proc_name = "nim"
bind = (
    f"[{settings.host}]:{settings.port}"
    if ":" in settings.host
    else f"{settings.host}:{settings.port}"
)
workers = settings.workers

# The application is loaded once, before the workers are forked: they share its memory, start
# fast, and a HUP goes on with the code that works.
preload_app = True

# The event-loop worker holds slow clients without a thread each; docs/decisions.md has figures.
worker_class = "asgi"
asgi_loop = "uvloop"
asgi_lifespan = "on"
# The only parser that refuses a bare LF whatever else is installed.
http_parser = "python"

# Longer than the usual idle time of proxies, so that they close idle connections first and no
# request meets a connection that is just being closed.
keepalive = 75
limit_request_line = 8190  # the most there is, for the sake of GET /move with many piles
timeout = 30
graceful_timeout = math.ceil(settings.drain_seconds + GRACE + 3)

# Neither a control socket nor heartbeat files on a root that may be read-only.
control_socket_disable = True
worker_tmp_dir = IN_MEMORY

loglevel = settings.log_level.lower()
logger_class = "service.logs.GunicornLogger"
logs.configure(settings.log_level)


def when_ready(_: Any) -> None:
    """Let a HUP through only while this file, which it has read again, is sound.

    Otherwise the master would end, and the service with it.
    """
    reload: Any = signal.getsignal(signal.SIGHUP)

    def reload_if_sound(*interrupt: Any) -> None:
        try:
            runpy.run_path(__file__)
        except (Exception, SystemExit):
            logging.getLogger("nim").exception("not reloaded: the configuration is broken")
        else:
            reload(*interrupt)

    signal.signal(signal.SIGHUP, reload_if_sound)


def on_reload(_: Any) -> None:
    """Tell the old workers that they are replaced, so that the service stays ready."""
    note_reload()


def pre_exec(server: Any) -> None:
    """Let a second master (USR2), which gets the environment of the start, share the metrics."""
    if settings.metrics:
        shared = (metrics.DIRECTORY, PREPARED)
        server.cfg.env_orig.update({name: os.environ[name] for name in shared})


def on_exit(server: Any) -> None:
    """Leave no metrics files behind, but for a second master that goes on with them."""
    if settings.metrics and not server.reexec_pid:
        metrics.remove_directory(os.environ[metrics.DIRECTORY])
