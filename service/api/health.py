"""What this process knows of itself: whether it serves, and what it measures with."""

from collections.abc import Callable
from dataclasses import dataclass, field

from service.telemetry.metrics import NoMetrics


@dataclass(slots=True)
class Process:
    """What the server and the application know of their process, and say to each other."""

    metrics: NoMetrics = field(default_factory=NoMetrics)
    """The instruments, or the null object where nothing is measured."""

    draining: bool = False
    """Whether the process was asked to stop, and its answers say `Connection: close`."""

    is_stopping: Callable[[], bool] = lambda: False
    """Whether all processes of the service stop: it is no longer ready."""

    in_flight: int = 0
    """Requests that are being received or answered."""
