"""The order of the tests where several processes share them."""

import os
from pathlib import Path

import pytest

from tests.support.containers import uses_image
from tests.support.quick import folder_of

WAITING = {"server", "telemetry"}
"""The folders whose tests wait more than they compute."""

long = pytest.mark.long
"""A test that takes seconds where others take milliseconds; `--quick` leaves it out.

One that takes minutes says so, and begins before the other ones: `@long(minutes=2)`.
"""


def begin_with_long_ones(items: list[pytest.Item]) -> None:
    """Put what mostly waits where processes begin, or all would wait for it together in the end.

    The tests that need the image go to the first: in several, they would wait for its build. The
    long ones go to all others in turn, the longest first; then the folders whose tests wait go to
    the last ones, module by module. So there is always one process that has something to compute.
    pytest-xdist deals out `items` in as many equal shares as there are processes.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes == 1:
        return
    beginnings: list[list[pytest.Item]] = [[] for _ in range(processes)]
    long_ones, others = [], []
    waiting: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if uses_image(item):
            beginnings[0].append(item)
        elif item.get_closest_marker("long"):
            long_ones.append(item)
        elif folder_of(item.path) in WAITING:
            waiting.setdefault(item.path, []).append(item)
        else:
            others.append(item)
    for number, item in enumerate(sorted(long_ones, key=_minutes, reverse=True)):
        beginnings[1 + number % (processes - 1)].append(item)
    for number, module in enumerate(waiting.values()):
        beginnings[-1 - number % (processes // 2)] += module
    ordered: list[pytest.Item] = []
    left = len(items)
    for number, beginning in enumerate(beginnings):
        share = left // (processes - number)
        left -= share
        rest = max(share - len(beginning), 0)
        ordered += [*beginning, *others[:rest]]
        del others[:rest]
    items[:] = [*ordered, *others]


def _minutes(item: pytest.Item) -> float:
    marker = item.get_closest_marker("long")
    return float(marker.kwargs.get("minutes", 0)) if marker else 0
