"""What this process knows of itself: whether it serves, and what it measures with."""

from collections.abc import Callable

from service.telemetry.metrics import NoMetrics


class Process:
    """What the server and the application know of their process, and say to each other."""

    def __init__(self, metrics: NoMetrics) -> None:
        self.metrics = metrics
        """The instruments, or the null object where nothing is measured."""
        self.draining = False
        """Whether the process was asked to stop, and its answers say `Connection: close`."""
        self.is_stopping: Callable[[], bool] = lambda: False
        """Whether all processes of the service stop: it is no longer ready."""
        self.in_flight = 0
        """Requests that are being received or answered."""
