"""A client that the tests of this folder share."""

import pytest
from werkzeug.test import Client

from service.app import create_app


@pytest.fixture(scope="session")
def client() -> Client:
    """A client of the pages, which only reads."""
    return create_app(ACCESS_LOG=False, METRICS=False).test_client()
