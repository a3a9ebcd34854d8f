"""The service with two additional views that have bugs, and a bug in one of its own operations.

Application with `Server(arguments=(APPLICATION,))`.
"""

import time
from typing import NoReturn

from flask import Flask

from service.app import EXTENSION
from service.app import create_app as create_service

APPLICATION = "tests.support.faulty:create_app()"


def create_app() -> Flask:
    """The service with bugs."""
    app = create_service()

    @app.get("/raise")
    def fail() -> NoReturn:
        raise ZeroDivisionError("secret")

    @app.get("/hang")
    def hang(*_: object) -> NoReturn:
        while True:
            time.sleep(60)

    operations = app.extensions[EXTENSION].operations
    operations.find("GET", "/nimbers/sum").begin = hang  # on the event loop, where no view runs
    return app
