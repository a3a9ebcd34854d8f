"""Fixtures for connections of the service in-process."""

from collections.abc import Iterator

import pytest

from service.app import EXTENSION, create_app
from service.server.application import Application
from tests.support import wires
from tests.support.wires import Wire, World
from tests.support.wsgi import call, get


@pytest.fixture(scope="session")
def application() -> Application:
    app = create_app(ACCESS_LOG=False)
    call(app, get("/healthz"))  # the first request goes through Flask
    known: Application = app.extensions[EXTENSION]
    return known


@pytest.fixture
def world(application: Application) -> Iterator[World]:
    with wires.world(application, keepalive=75.0) as made:
        yield made


@pytest.fixture
def wire(world: World) -> Wire:
    return world.connect()
