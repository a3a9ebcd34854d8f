"""Fixtures that the tests of clients share."""

from collections.abc import Iterator

import pytest

from tests.clients.later import later_version
from tests.clients.tools import HERE
from tests.support.servers import Server

collect_ignore = ["programs"]
"""These programs run in the clients' environment, not in the tests'."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give these tests time to generate and to compile."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.timeout(600))


@pytest.fixture(scope="session")
def later_url(server: Server) -> Iterator[str]:
    """The URL of a later version of the service."""
    with later_version(server.port) as url:
        yield url
