"""Fixtures that several test modules use."""

from collections.abc import Iterator

import pytest

from tests.serving import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A real server with two workers and the default limits."""
    with Server() as running:
        yield running
