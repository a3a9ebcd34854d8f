"""How gunicorn serves: read by gunicorn at start and again at each HUP."""

import math
import os
import sys
from importlib import import_module
from pathlib import Path

# In a checkout, the package `service` is next to this file; pip installs this file into the
# package, which then has a name that no other project uses.
here = Path(__file__).parent
package = here.name if (here / "__init__.py").exists() else "service"

kernel = import_module(".server.kernel", package)
limits = import_module(".server.limits", package)
processes = import_module(".telemetry.processes", package)
service_settings = import_module(".settings", package)
terminal = import_module(".terminal", package)

try:
    settings = service_settings.Config.from_environment(os.environ)
except service_settings.BadSetting as error:
    sys.exit(f"nim: {error}")
kernel.fill_standard_descriptors()
terminal.check_directory()
if settings.metrics:
    processes.install()

# These declare instruments.
hooks = import_module(".gunicorn_hooks", package)
logs = import_module(".telemetry.logs", package)

wsgi_app = f"{package}:create_app()"
host = f"[{settings.host}]" if ":" in settings.host else settings.host
ports = [settings.port, settings.metrics_port] if settings.metrics_port else [settings.port]
bind = [f"{host}:{port}" for port in ports]
workers = settings.workers

# The application is loaded once, before the workers are forked, so that they share its memory and
# start fast, and a HUP continues with the code that works.
preload_app = True

# The service's own worker serves slow clients without a thread for each:
# docs/decisions/0013-the-service-has-its-own-server.md
worker_class = f"{package}.server.worker.Worker"

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
if terminal.is_used() and level == service_settings.LogLevel.INFO:
    level = service_settings.LogLevel.WARNING
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
