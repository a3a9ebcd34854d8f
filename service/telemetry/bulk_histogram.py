"""What is used of prometheus_client that it does not publish, and why. Nothing else uses any of it.

- Where its values are kept is decided by `values.ValueClass`. It names files by process id; here a
  worker takes over the files of one that is gone (slots.py).
- A batch of a thousand positions would observe a histogram a thousand times, for a fifth of its
  time. Counting equal ones at once needs the histogram's parts.
- Every request observes two histograms: looking at whether they may be observed, and for a bucket
  one by one, is a tenth of a small request's time.
"""

from bisect import bisect_left

from prometheus_client import Histogram, values

from service.telemetry import slots


def keep_values_in_slots() -> None:
    """Let all metrics that are made from now on keep their values in this process's slot."""
    values.ValueClass = values.MultiProcessValue(slots.current)


class BulkHistogram(Histogram):
    """A histogram that counts many equal observations at the cost of one."""

    def observe_many(self, amount: float, count: int = 1) -> None:
        """Count `count` observations of `amount`."""
        self._sum.inc(amount * count)
        self._buckets[bisect_left(self._upper_bounds, amount)].inc(count)
