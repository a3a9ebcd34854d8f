"""How gunicorn serves: a module, which is loaded at the start, so that a HUP reads no code."""

import math
import os
import sys

from . import terminal
from .server import kernel, limits
from .settings import BadSetting, Config, LogLevel
from .telemetry import processes

try:
    settings = Config.from_environment(os.environ)
except BadSetting as error:
    sys.exit(f"nim: {error}")
kernel.fill_standard_descriptors()
terminal.check_directory()
if settings.metrics:
    processes.install()

# These declare instruments.
from . import gunicorn_hooks as hooks  # noqa: E402
from .telemetry import logs  # noqa: E402

wsgi_app = f"{__package__}:create_app()"
host = f"[{settings.host}]" if ":" in settings.host else settings.host
ports = [settings.port, settings.metrics_port] if settings.metrics_port else [settings.port]
bind = [f"{host}:{port}" for port in ports]
workers = settings.workers

# The application is loaded once, before the workers are forked, so that they share its memory and
# start fast, and a HUP continues with the code that works.
preload_app = True

# The service's own worker serves slow clients without a thread for each:
# docs/decisions/0013-the-service-has-its-own-server.md
worker_class = f"{__package__}.server.worker.Worker"

# Longer than the usual idle timeout of proxies (nginx 60 s, Traefik 90, Caddy 120, Google's load
# balancers 600), so that they close idle connections first and no request arrives on a connection
# that is being closed. A worker that is full closes the connection that has been idle longest.
keepalive = 620
timeout = 30
graceful_timeout = math.ceil(settings.drain_seconds + limits.GRACE + 3)

# No control socket, and no heartbeat files on a root file system that may be read-only.
control_socket_disable = True
in_memory = terminal.MEMORY_FILES
worker_tmp_dir = in_memory if os.access(in_memory, os.W_OK) else None

# At a terminal, one line announces the start instead of seven lines of JSON.
level = settings.log_level
if terminal.is_used() and level == LogLevel.INFO:
    level = LogLevel.WARNING
loglevel = level.name.lower()
logconfig_dict = logs.configuration(level)

on_starting = hooks.on_starting
when_ready = hooks.when_ready
pre_fork = hooks.pre_fork
post_worker_init = hooks.post_worker_init
worker_exit = hooks.worker_exit
child_exit = hooks.child_exit
on_exit = hooks.on_exit
pre_exec = hooks.pre_exec
