"""The metrics of the processes, which only the service's own gunicorn configuration measures.

gunicorn_hooks.py alone imports them: declared under another server, they would be shown as 0.
"""

from time import process_time

from prometheus_client import GC_COLLECTOR, PROCESS_COLLECTOR, REGISTRY, Counter, Gauge

from .processes import UNMEASURED as UNMEASURED_NAME
from .processes import failures

CAUSES = ("killed", "timeout", "failed", "drained")
"""Why a worker ended: by a signal from outside, usually for lack of memory; by
gunicorn, which had no sign of life from it; by an exit status; because gunicorn had it drain."""

# They describe one process: each scrape would show another worker, under names that stand for all.
for _collector in (PROCESS_COLLECTOR, GC_COLLECTOR):
    REGISTRY.unregister(_collector)

ACTIVE = Gauge(
    "http_server_active_requests",
    "Requests being received or handled.",
    multiprocess_mode="livesum",
)
CONNECTIONS = Gauge(
    "http_server_open_connections",
    "Open client connections.",
    multiprocess_mode="livesum",
)
WORKERS = Gauge("nim_workers", "Worker processes that serve.", multiprocess_mode="livesum")
UNMEASURED = Gauge(
    UNMEASURED_NAME,
    "Values of metrics that are not counted, because there was no memory for them.",
    multiprocess_mode="livesum",
)
CPU = Counter("nim_worker_cpu_seconds", "CPU time of the worker processes.")
RESTARTS = Counter("nim_worker_restarts", "Workers that ended and were replaced.", ["cause"])
START = Gauge(
    "process_start_time_seconds",
    "Start time of the master, in Unix time.",
    multiprocess_mode="livemax",
)

_published_cpu = 0.0

for _cause in CAUSES:
    RESTARTS.labels(_cause)


def publish(requests: int, connections: int) -> None:
    """Record a worker's own values at each tick: the next scrape may go to another worker."""
    global _published_cpu  # noqa: PLW0603
    ACTIVE.set(requests)
    CONNECTIONS.set(connections)
    UNMEASURED.set(len(failures))
    cpu = process_time()
    CPU.inc(cpu - _published_cpu)
    _published_cpu = cpu
