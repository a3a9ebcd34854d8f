"""The order of the tests where several processes share them."""

import os

import pytest

long = pytest.mark.long
"""A test that takes seconds where others take milliseconds; `--quick` leaves it out.

One that takes minutes says so, and begins before the other ones: `@long(minutes=2)`.
"""


def begin_with_long_ones(items: list[pytest.Item]) -> None:
    """Put the long tests where processes begin, or the others would wait for them in the end.

    Those that need the image go to the first: in several, they would wait for its build. The other
    long ones mostly wait, and go to all others in turn, the longest first.
    pytest-xdist deals out `items` in as many equal shares as there are processes.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes == 1:
        return
    beginnings: list[list[pytest.Item]] = [[] for _ in range(processes)]
    long_ones, others = [], []
    for item in items:
        if "image" in getattr(item, "fixturenames", ()):
            beginnings[0].append(item)
        elif item.get_closest_marker("long"):
            long_ones.append(item)
        else:
            others.append(item)
    for number, item in enumerate(sorted(long_ones, key=_minutes, reverse=True)):
        beginnings[1 + number % (processes - 1)].append(item)
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
