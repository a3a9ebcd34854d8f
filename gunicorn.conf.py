"""How gunicorn serves: read by gunicorn at start and again at each HUP."""

import gc
import math
import os
import sys

# Imports are never freed, so collecting here would only delay the start. A fork switches it on
# again.
gc.disable()

from service.app import join  # noqa: E402
from service.master import hooks  # noqa: E402
from service.server import kernel  # noqa: E402
from service.server.limits import GRACE  # noqa: E402
from service.settings import BadSetting, Config  # noqa: E402
from service.telemetry import logs, streams  # noqa: E402

try:
    settings = Config.from_environment(os.environ)
    settings.check_host()
except BadSetting as error:
    sys.exit(f"nim: {error}")
streams.fill_standard_descriptors()
hooks.check_descriptors()
kernel.return_large_blocks()
logs.configure(settings.log_level)
hooks.prepare_metrics(settings)

wsgi_app = "service:create_app()"
proc_name = "nim"
host = f"[{settings.host}]" if ":" in settings.host else settings.host
ports = [settings.port, settings.metrics_port] if settings.metrics_port else [settings.port]
bind = [f"{host}:{port}" for port in ports]
workers = settings.workers

# The application is loaded once, before the workers are forked: they share its memory, start
# fast, and a HUP goes on with the code that works.
preload_app = True

# It holds slow clients without a thread each; docs/decisions/own-server.md says why it is ours.
worker_class = "service.server.worker.Worker"

# Longer than the usual idle time of proxies, so that they close idle connections first and no
# request meets a connection that is just being closed.
keepalive = 75
timeout = 30
graceful_timeout = math.ceil(settings.drain_seconds + GRACE + 3)

# Neither a control socket nor heartbeat files on a root that may be read-only.
control_socket_disable = True
memory_files = "/dev/shm"  # noqa: S108  # only its presence matters
worker_tmp_dir = memory_files if os.access(memory_files, os.W_OK) else None

loglevel = settings.log_level.lower()
logger_class = "service.telemetry.logs.GunicornLogger"

when_ready = hooks.when_ready
pre_fork = hooks.pre_fork
post_worker_init = join
worker_exit = hooks.worker_exit
child_exit = hooks.child_exit
on_reload = hooks.on_reload
pre_exec = hooks.pre_exec
