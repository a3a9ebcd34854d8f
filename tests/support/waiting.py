"""Waiting for a condition, never for an amount of time."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 90.0
"""Seconds after which a test fails if its condition is still false."""


def wait_until(condition: Callable[[], T], patience: float = PATIENCE) -> T:
    """The condition's first true value."""
    deadline = time.monotonic() + patience
    pause = 0.01
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{condition} did not come true within {patience} s")
        time.sleep(pause)
        pause = min(
            1.5 * pause, 0.1
        )  # during a long wait, the cores are free for the other process
    return value
