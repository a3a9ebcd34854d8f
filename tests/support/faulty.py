"""The service with two more operations, each a bug; for tests of the server.

Served with `Server(arguments=("tests.support.faulty:create_server()",))`.
"""

import os
import time
from typing import NoReturn

from service.app import create_app, create_process
from service.serving import bridge
from service.settings import Config

APPLICATION = "tests.support.faulty:create_server()"


def create_server() -> bridge.Bridge:
    """The service's own server around an application with bugs."""
    config = Config.from_environment(os.environ)
    process = create_process(config)
    app = create_app(config, process)

    @app.get("/raise")
    def fail() -> NoReturn:
        raise ZeroDivisionError("secret")

    @app.get("/hang")
    def hang() -> NoReturn:
        while True:
            time.sleep(60)

    return bridge.Bridge(app, config, process)
