"""The service with two more operations, each a bug; for tests of the server.

Served with `Server(arguments=("tests.support.faulty:create_server()",))`.
"""

import os
from typing import NoReturn

from service import server
from service.app import create_app
from service.config import Config
from service.health import Process
from service.metrics import Metrics

APPLICATION = "tests.support.faulty:create_server()"


def create_server() -> server.Server:
    """The service's own server around an application with bugs."""
    config = Config.from_environment(os.environ)
    process, metrics = Process(), Metrics()
    app = create_app(config, process, metrics)

    @app.get("/raise")
    def fail() -> NoReturn:
        raise ZeroDivisionError("secret")

    @app.get("/spin")
    def spin() -> NoReturn:
        while True:
            pass

    return server.Server(app, config, process, metrics)
