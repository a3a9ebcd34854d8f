"""Fixtures that several test modules use."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.containers import contents, image, shared_directory
from tests.support.order import begin_with_long_ones
from tests.support.servers import Server

__all__ = ["contents", "image", "server", "shared_directory"]

# Run by test_fuzz.py in a process of its own.
collect_ignore = ["api/fuzz.py"]

# How busy the machine is decides no test.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A real server with two workers and the default limits.

    All tests that a process runs share it, so a test may only send requests to it. A test that
    stops, signals or configures a server, or counts from zero, starts its own.
    """
    with Server() as running:
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    begin_with_long_ones(items)
