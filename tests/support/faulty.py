"""The service with two more operations, each a bug; for tests of the server.

Served with `Server(arguments=("tests.support.faulty:create_server()",))`.
"""

import time
from typing import Any, NoReturn

from service import adapter

APPLICATION = "tests.support.faulty:create_server()"


def create_server() -> Any:
    """The service's own application, with bugs."""
    app = adapter.create_server()

    @app.get("/raise")
    def fail() -> NoReturn:
        raise ZeroDivisionError("secret")

    @app.get("/hang")
    def hang() -> NoReturn:
        while True:
            time.sleep(60)

    return app
